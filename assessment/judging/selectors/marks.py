"""What is asked of marks of every kind at once."""

from functools import reduce
from operator import or_
from typing import Literal

from django.db.models import Exists, Q

from assessment.judging.models import KINDS_OF_MARKS


def holds_marks(whose: Literal["ever", "programs"]) -> Q:
    """Whether anything is, or was, said in an assignment, by whomever or by programs alone."""
    kinds = (getattr(kind, whose).filter(**kind.OF_ASSIGNMENT) for kind in KINDS_OF_MARKS)
    return reduce(or_, map(Q, map(Exists, kinds)))
