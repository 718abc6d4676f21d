"""The history of answer classes, nuggets, votes and matches."""

from django.conf import settings
from django.db import models

from assessment.campaigns.models import Question
from assessment.judging.models.assignments import Assignment


class Change(models.Model):
    """One change of classes, nuggets, votes or matches: what stood before, what after, who made it and when.

    `client_id` is made by the browser, so that a repeated save is harmless. Undo puts back what stood before the
    newest change that was not undone, and is a change itself. Without an assignment the adjudicator made it.
    """

    question = models.ForeignKey(Question, models.PROTECT, related_name="+", db_index=False)
    assignment = models.ForeignKey(Assignment, models.PROTECT, null=True, related_name="changes")
    client_id = models.UUIDField()
    label = models.TextField(help_text="what was done, as the undo button names it")
    before = models.JSONField()
    after = models.JSONField()
    is_undo = models.BooleanField(default=False)
    undone = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "client_id"], name="change_client_id_unique")
        ]
        indexes = [
            models.Index(
                fields=["question", "-id"],
                condition=models.Q(is_undo=False, undone=False),
                name="change_undoable",
            )
        ]
