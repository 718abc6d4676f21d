"""Nuggets of a question: what they say, how much they matter, and which pool items hold them."""

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


class NuggetQuerySet(models.QuerySet["Nugget"]):
    """Ways of choosing nuggets."""

    def current(self) -> "NuggetQuerySet":
        """Nuggets that were neither removed nor merged into another."""
        return self.filter(removed=False)

    def in_order(self) -> "NuggetQuerySet":
        """As the list shows them."""
        return self.order_by("position", "pk")


class Nugget(models.Model):
    """An atomic piece of information. The list is the question's own, whoever writes in it; nothing is deleted.

    `member` names whose nugget it is where a bundle said so; such a nugget counts while that is the primary assessor.
    """

    uid = models.UUIDField(default=uuid4, unique=True, editable=False, help_text="what pages call it")
    question = models.ForeignKey(Question, models.CASCADE, related_name="nuggets", db_index=False)
    name = CodePointCharField(max_length=64)
    text = models.TextField()
    origin = models.CharField(max_length=12, choices=Origin, default=Origin.POOL)
    member = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    docid = CodePointCharField(max_length=MAX_DOCID, blank=True, help_text="a document that holds it")
    position = models.PositiveIntegerField()
    removed = models.BooleanField(default=False)
    draft = models.OneToOneField(
        "judging.MachineNugget",
        models.PROTECT,
        null=True,
        related_name="taken",
        help_text="the drafted nugget that it was made of (post-editing)",
    )

    objects = NuggetQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "name"], name="nugget_unique")]

    def __str__(self) -> str:
        return self.text


class Vote(models.TextChoices):
    """How much a nugget matters."""

    VITAL = "vital", gettext_lazy("Vital")
    OKAY = "okay", gettext_lazy("Okay")


class NuggetVote(models.Model):
    """What one assessor says of a nugget. Without an assessor it is settled, or of question development."""

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

    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="readings", db_index=False)
    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="+")
    listed = models.CharField(
        max_length=16, blank=True, help_text="of a program: checksum of the nuggets that it was asked about"
    )
    note = models.TextField(blank=True, help_text="of a program")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["assignment", "item"], name="reading_unique")]
