"""Answer patterns that people wrote for a question: a version each time, nothing is overwritten."""

from django.conf import settings
from django.db import models

from assessment.campaigns.models import Question


class QuestionPatterns(models.Model):
    """The patterns of a question as they were saved once: one expression of Perl a line. The highest number counts."""

    question = models.ForeignKey(Question, models.CASCADE, related_name="patterns", db_index=False)
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["question", "number"], name="question_patterns_unique")
        ]
