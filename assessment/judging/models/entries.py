"""Entries: what people write while judging, and programs draft: answer classes and nuggets, each an own kind of one table."""

from typing import Any, ClassVar, Self, TypeVar
from uuid import uuid4

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Question
from assessment.judging.models.correct import called_correct
from assessment.people.models import Member
from assessment.submissions.models import in_pool
from documents.fields import MAX_DOCID, CodePointCharField
from scoring.records import MAX_GROUP
from scoring.tracks.base import Track

Row = TypeVar("Row", bound="Entry")


class EntryKind(models.TextChoices):
    """What an entry is."""

    CLASS = "class"
    NUGGET = "nugget"
    DRAFT = "draft"


class Origin(models.TextChoices):
    """When an entry was found."""

    POOL = "pool", gettext_lazy("Found while judging")
    DEVELOPMENT = "development", gettext_lazy("Known from question development")
    DRAFT = "draft", gettext_lazy("Taken from the draft of a program")  # nuggets alone


class Vote(models.TextChoices):
    """How much a nugget matters."""

    VITAL = "vital", gettext_lazy("Vital")
    OKAY = "okay", gettext_lazy("Okay")


class EntryQuerySet(models.QuerySet[Row]):
    """Ways of choosing entries."""

    def known(self) -> Self:
        """What question development found, as far as it stands."""
        return self.current().filter(member=None, origin=Origin.DEVELOPMENT)

    def current(self) -> Self:
        """What was neither removed nor merged into another."""
        return self.filter(removed=False)

    def in_order(self) -> Self:
        """As lists show them: nuggets by their places, classes as they were made."""
        return self.order_by("position", "pk")

    def in_use(self, track: Track, *, by_programs: bool = False) -> Self:
        """The classes known from question development, and those in which people put an answer, and programs where asked for."""
        judged = _putting("judgments").filter(called_correct(track, "grade", "item__question__type"))
        if not by_programs:
            judged = judged.filter(by_program=False)
        from_development = models.Q(origin=Origin.DEVELOPMENT, removed=False)
        return self.filter(
            from_development | models.Exists(judged) | models.Exists(_putting("settled_items"))
        )


def _putting(relation: str) -> models.QuerySet[Any]:
    """The rows of a relation that put an answer of the pool into the class outside a subquery.

    Not a join: with that, each class would be tried on every judgment of the site.
    """
    rows: models.QuerySet[Any] = models.QuerySet(Entry._meta.get_field(relation).related_model)
    return rows.filter(in_pool("item"), answer_class=models.OuterRef("pk"))


class OfKind(models.Manager[Row]):
    """The rows of the model's own kind; of all entries those that people wrote, also where a question is asked for them.

    So what programs drafted is found by `DraftedNugget` alone. A join follows no manager: whoever reaches entries by one
    names their kind. There is a list of the modules that do either (tests/blindness/test_by_construction).
    """

    def get_queryset(self) -> models.QuerySet[Row]:
        rows = super().get_queryset()
        return rows.filter(kind=self.model.KIND) if self.model.KIND else rows.exclude(kind=EntryKind.DRAFT)


_Entries = OfKind.from_queryset(EntryQuerySet)


class Entry(models.Model):
    """What somebody wrote for a question. Its name tells it from the others of its kind there; nothing is deleted.

    Whose it is, `member` says; without one it is the question's own. What a name is unique with is never NULL, so that
    one index keeps all kinds.
    """

    KIND: ClassVar[EntryKind | None] = None  # of a model of one kind

    uid = models.UUIDField(default=uuid4, unique=True, editable=False, help_text="what pages call it")
    kind = models.CharField(max_length=6, choices=EntryKind)
    question = models.ForeignKey(Question, models.CASCADE, related_name="entries", db_index=False)
    name = CodePointCharField(max_length=64)
    text = models.TextField()
    origin = models.CharField(max_length=12, choices=Origin, default=Origin.POOL)
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    docid = CodePointCharField(
        max_length=MAX_DOCID, blank=True, help_text="a document that holds or supports it"
    )
    position = models.PositiveIntegerField(default=0, help_text="in its list; 0 where the kind has no order")
    removed = models.BooleanField(default=False, help_text="taken off the list, or merged into another")
    importance = models.CharField(max_length=5, choices=Vote, blank=True, help_text="what a draft says of it")
    note = models.TextField(blank=True, help_text="of a draft")
    weight = models.DecimalField(
        max_digits=10, decimal_places=6, null=True, help_text="of a criterion, where its question brings it"
    )
    group = CodePointCharField(
        max_length=MAX_GROUP, blank=True, db_default="", help_text="of a criterion, or sub-topic of a nugget"
    )
    draft = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        related_name="taken",
        help_text="the drafted nugget that it was made of (post-editing)",
    )

    objects: ClassVar[_Entries[Self]] = _Entries()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "question",
                "kind",
                "name",
                models.Case(
                    models.When(kind=EntryKind.CLASS, then=Coalesce("member", 0)), default=0
                ),  # classes of several people may share a name
                name="entry_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(kind=EntryKind.CLASS, importance="", note="", position=0, draft=None)
                | models.Q(kind=EntryKind.NUGGET, importance="", note="")
                | models.Q(kind=EntryKind.DRAFT, member__isnull=False, draft=None),
                name="entry_of_its_kind",
            ),
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """A row that is made by the model of a kind is of that kind; one that is read gives all its columns in `args`."""
        if self.KIND and not args:
            kwargs.setdefault("kind", self.KIND)
        super().__init__(*args, **kwargs)

    def __str__(self) -> str:
        return self.text


class AnswerClass(Entry):
    """An answer to a list question, whatever strings give it; or an answer known before anybody judged.

    It belongs to the assessor who made it; without one it is settled, or known from question development. The
    application never gives one name twice in a question, so that no name means two answers. A class that
    was found while judging and holds no string any more counts nowhere; it stays for the undo.
    """

    KIND = EntryKind.CLASS

    class Meta:
        proxy = True


class Nugget(Entry):
    """An atomic piece of information. The list is the question's own, whoever writes in it.

    `member` names whose nugget it is where a bundle said so; such a nugget counts while that is the primary assessor.
    """

    KIND = EntryKind.NUGGET

    class Meta:
        proxy = True


class DraftedNugget(Nugget):
    """A nugget that a program drafted for a question. All that one version drafted for a question are its draft.

    It is no nugget of the question, and nothing counts it. Whoever writes the list sees it only where that was declared
    (post-editing), and may make a nugget of it (`Nugget.draft`); no other page on which people judge or decide reads it.
    """

    KIND = EntryKind.DRAFT
    OWN = ("uid", "kind", "name", "origin", "removed", "member_id", "question_id", "position")

    class Meta:
        proxy = True

    @classmethod
    def own(cls, member: int, question: int, position: int) -> tuple[Any, ...]:
        """Values of OWN for a place of a program's draft, from 1: what a row has beside what is said there."""
        name = f"{member}/{position}"  # which no other program gives in the question
        return uuid4().hex, cls.KIND.value, name, Origin.DRAFT.value, False, member, question, position

    @classmethod
    def at(cls, member: int, question: int, position: int, **said: str) -> "DraftedNugget":
        """What a program drafted there (text, importance, docid, note), not stored yet."""
        return cls(**dict(zip(cls.OWN, cls.own(member, question, position), strict=True)), **said)
