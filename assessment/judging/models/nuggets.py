"""Nuggets of a question: what they say, how much they matter, and which pool items hold them."""

from typing import Any
from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Question
from assessment.judging.models.assignments import Assignment
from assessment.judging.models.classes import Origin
from assessment.judging.models.marks import Mark
from assessment.people.models import Member
from assessment.submissions.models import PoolItem
from documents.fields import MAX_DOCID, CodePointCharField


class Vote(models.TextChoices):
    """How much a nugget matters."""

    VITAL = "vital", gettext_lazy("Vital")
    OKAY = "okay", gettext_lazy("Okay")


class NuggetKind(models.TextChoices):
    """Whose word a nugget is: people's list, or the draft of a program."""

    LISTED = "nugget"
    DRAFTED = "draft"


class NuggetQuerySet(models.QuerySet["Nugget"]):
    """Ways of choosing nuggets."""

    def current(self) -> "NuggetQuerySet":
        """Nuggets that were neither removed nor merged into another."""
        return self.filter(removed=False)

    def in_order(self) -> "NuggetQuerySet":
        """As the list shows them."""
        return self.order_by("position", "pk")


_Manager = models.Manager.from_queryset(NuggetQuerySet)


class OfKind(_Manager["Nugget"]):
    """The rows of the model's own kind, also where a question is asked for its nuggets.

    So what programs drafted is found by `DraftedNugget` alone. A join follows no manager: whoever reaches nuggets by one
    names their kind. There is a list of the modules that do either (tests/blindness/test_by_construction).
    """

    def get_queryset(self) -> "models.QuerySet[Nugget]":
        return super().get_queryset().filter(kind=self.model.KIND)


class Nugget(models.Model):
    """An atomic piece of information. The list is the question's own, whoever writes in it; nothing is deleted.

    `member` names whose nugget it is where a bundle said so; such a nugget counts while that is the primary assessor.
    """

    KIND = NuggetKind.LISTED

    uid = models.UUIDField(default=uuid4, unique=True, editable=False, help_text="what pages call it")
    kind = models.CharField(max_length=6, choices=NuggetKind, default=NuggetKind.LISTED)
    question = models.ForeignKey(Question, models.CASCADE, related_name="nuggets", db_index=False)
    name = CodePointCharField(max_length=64)
    text = models.TextField()
    origin = models.CharField(max_length=12, choices=Origin, default=Origin.POOL)
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    docid = CodePointCharField(max_length=MAX_DOCID, blank=True, help_text="a document that holds it")
    position = models.PositiveIntegerField()
    removed = models.BooleanField(default=False)
    importance = models.CharField(max_length=5, choices=Vote, blank=True, help_text="what a draft says of it")
    note = models.TextField(blank=True, help_text="of a draft")
    draft = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        related_name="taken",
        help_text="the drafted nugget that it was made of (post-editing)",
    )

    objects = OfKind()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "kind", "name"], name="nugget_unique"),
            models.CheckConstraint(
                condition=models.Q(kind=NuggetKind.LISTED, importance="", note="")
                | models.Q(kind=NuggetKind.DRAFTED, member__isnull=False, draft=None),
                name="nugget_of_its_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class DraftedNugget(Nugget):
    """A nugget that a program drafted for a question. All that one version drafted for a question are its draft.

    It is no nugget of the question, and nothing counts it. Whoever writes the list sees it only where that was declared
    (post-editing), and may make a nugget of it (`Nugget.draft`); no other page on which people judge or decide reads it.
    """

    KIND = NuggetKind.DRAFTED
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


_OF_NUGGETS = {"nugget__question": models.OuterRef("question"), "member": models.OuterRef("member")}


class NuggetVote(Mark):
    """What one assessor says of a nugget. Without an assessor it is settled, or of question development."""

    OF_ASSIGNMENT = _OF_NUGGETS

    nugget = models.ForeignKey(Nugget, models.CASCADE, related_name="votes", db_index=False)
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    vote = models.CharField(max_length=5, choices=Vote)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["nugget", "member"], name="nugget_vote_unique"),
            models.UniqueConstraint(
                fields=["nugget"], condition=models.Q(member=None), name="nugget_vote_settled_unique"
            ),
        ]


class NuggetMatch(Mark):
    """One assessor's mark that a pool item holds a nugget, or a program's. Without an assessor it is settled."""

    OF_ASSIGNMENT = _OF_NUGGETS

    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="matches", db_index=False)
    nugget = models.ForeignKey(Nugget, models.PROTECT, related_name="matches")
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "nugget", "member"], name="nugget_match_unique"),
            models.UniqueConstraint(
                fields=["item", "nugget"], condition=models.Q(member=None), name="nugget_match_settled_unique"
            ),
        ]


class Reading(Mark):
    """That somebody, or a program, looked for nuggets in a pool item, whether or not there were any."""

    OF_ASSIGNMENT = {"assignment": models.OuterRef("pk")}

    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="readings", db_index=False)
    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="+")
    listed = models.CharField(
        max_length=16, blank=True, help_text="of a program: checksum of the nuggets that it was asked about"
    )
    note = models.TextField(blank=True, help_text="of a program")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["assignment", "item"], name="reading_unique")]
