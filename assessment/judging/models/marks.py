"""What one member says of something: what every kind of mark has in common."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from django.db import models


class OfPeople(models.Manager[Any]):
    """What people say. What programs say is found by `programs` and `ever` alone, and there is a list of the modules that
    use these (tests/blindness/test_by_construction)."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(by_program=False)


class OfPrograms(models.Manager[Any]):
    """What programs say."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(by_program=True)


class Mark(models.Model):
    """What one member, a person or a program, says of an item, an entry, or an entry in an item.

    The rows of another table that lead here (`item.matches`, `assignment.readings`) are people's too; a join is narrowed by
    nothing.
    """

    OF_ASSIGNMENT: ClassVar[
        Mapping[str, models.OuterRef]
    ]  # what leads to the marks of the assignment outside a subquery

    SAYS: ClassVar[models.Q] = models.Q()  # of those rows that say something now

    by_program = models.BooleanField(default=False)

    objects: ClassVar[models.Manager[Self]] = OfPeople()
    programs: ClassVar[models.Manager[Self]] = OfPrograms()
    ever: ClassVar[models.Manager[Self]] = models.Manager()

    class Meta:
        abstract = True
