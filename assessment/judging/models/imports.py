"""Files of judgments that were imported: what each one brought, and whether it was taken back."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign, FileImport
from assessment.jobs.models import Job


class ImportState(models.TextChoices):
    """How far an import is. While it is being stored, or taken back, nothing is counted from the campaign."""

    STORING = "storing", gettext_lazy("Being imported")
    STORED = "stored", gettext_lazy("Imported")
    TAKING_BACK = "taking_back", gettext_lazy("Being undone")
    TAKEN_BACK = "taken_back", gettext_lazy("Undone")


UNFINISHED = (ImportState.STORING, ImportState.TAKING_BACK)


class JudgmentImport(models.Model):
    """One file of judgments. `report` says what it added, changed and left out, for people."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="judgment_imports", db_index=False)
    kept = models.OneToOneField(
        FileImport, models.CASCADE, null=True, related_name="judgments", help_text="the record of its file"
    )
    job = models.ForeignKey(
        Job, models.SET_NULL, null=True, related_name="+", help_text="at work on it, or last"
    )
    file = models.CharField(max_length=255)
    machine = models.CharField(max_length=100, blank=True, help_text="version of the program that judged")
    state = models.CharField(max_length=12, choices=ImportState, default=ImportState.STORING)
    report = models.JSONField(default=dict)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True, help_text="why it was taken back")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign"],
                condition=models.Q(state__in=UNFINISHED),
                name="judgment_import_one_at_a_time",
            )
        ]
        indexes = [models.Index(fields=["campaign", "-id"], name="judgment_import_of_campaign")]

    def __str__(self) -> str:
        return f"import {self.pk} ({self.file})"
