"""The evaluations that campaigns brought, kept as their files are, and the tracks that are made of them."""

import json
from functools import lru_cache

from django.db import models

from assessment.people.models import Account
from scoring import evaluations
from scoring.evaluations import changes
from scoring.tracks.base import Track


class EvaluationFile(models.Model):
    """The text of an `evaluation.toml`, once for all campaigns that have it. It never changes: another text is another row.

    Its checksum is its key, and so stands in each campaign: who has the campaign needs no row of this table.
    """

    sha256 = models.CharField(primary_key=True, max_length=64, help_text="of the text as UTF-8")
    text = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return self.sha256[:12]


@lru_cache(maxsize=64)
def definition_of(sha256: str | None) -> str:
    """The text of a campaign's own evaluation, read once: a checksum stands for one text for ever. "" where it has one
    that is built in."""
    return EvaluationFile.objects.values_list("text", flat=True).get(pk=sha256) if sha256 else ""


@lru_cache(maxsize=64)
def substance_of(sha256: str | None) -> str:
    """All of it but words that people read: two campaigns of which this is equal are judged and scored alike."""
    return changes.substance(definition_of(sha256)) if sha256 else ""


@lru_cache(maxsize=100)
def track_under(slug: str, sha256: str | None, settings: str) -> Track:
    """A track under settings, which are given as JSON."""
    return evaluations.get(slug, definition_of(sha256)).under(json.loads(settings))
