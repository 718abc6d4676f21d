"""Decisions on what assessors see differently."""

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.judging.models.entries import Entry
from assessment.people.models import Member
from assessment.submissions.models import PoolItem


class Ground(models.TextChoices):
    """Why the assessors' grades differ, as the adjudicator sees it."""

    OPINION = "opinion", gettext_lazy("A matter of opinion")
    MISAPPLIED = "misapplied", gettext_lazy("A misapplied guideline")
    INCONSISTENT = "inconsistent", gettext_lazy("Inconsistent across the pool")


class Adjudication(models.Model):
    """The decision on a disputed item, and the answer class that is settled for an item.

    The grade is empty where a decision was withdrawn, or where the class alone is settled. Former states are in Change.
    """

    item = models.OneToOneField(PoolItem, models.PROTECT, related_name="adjudication")
    grade = models.CharField(max_length=20, blank=True)
    ground = models.CharField(max_length=20, choices=Ground, blank=True)
    overruled = models.BooleanField(default=False)
    note = models.TextField(blank=True)
    answer_class = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="settled_items")
    member = models.ForeignKey(Member, models.PROTECT, related_name="+", null=True)
    changes = models.PositiveIntegerField(default=0)
    decided_at = models.DateTimeField(null=True)
