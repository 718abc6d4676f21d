"""What people and programs say of nuggets: how much one matters, which pool items hold it, and what was read for them."""

from django.db import models

from assessment.judging.models.assignments import Assignment
from assessment.judging.models.entries import Entry, Vote
from assessment.judging.models.marks import Mark
from assessment.people.models import Member
from assessment.submissions.models import PoolItem

LONGEST_LABEL = 20  # as that of a grade
_OF_NUGGETS = {"nugget__question": models.OuterRef("question"), "member": models.OuterRef("member")}


class NuggetVote(Mark):
    """What one assessor says of a nugget. Without an assessor it is settled, or of question development."""

    OF_ASSIGNMENT = _OF_NUGGETS

    nugget = models.ForeignKey(Entry, models.CASCADE, related_name="votes", db_index=False)
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
    """One assessor's mark that a pool item holds a nugget, or a program's. Without an assessor it is settled.

    Where the type of the question has a scale of cells it says how far, and a cell that was labelled before its nugget got
    other words keeps the former ones: it says nothing until somebody says it of the new words.
    """

    OF_ASSIGNMENT = _OF_NUGGETS
    SAYS = models.Q(of_text="")

    item = models.ForeignKey(PoolItem, models.PROTECT, related_name="matches", db_index=False)
    nugget = models.ForeignKey(Entry, models.PROTECT, related_name="matches")
    label = models.CharField(max_length=LONGEST_LABEL, blank=True, help_text="of the scale of cells")
    of_text = models.TextField(
        blank=True, help_text="the words that it was said of, if they are no longer the nugget's"
    )
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
