"""Studies of a campaign's scores. Each is a version: nothing here is ever overwritten."""

import json
import zlib
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models

from assessment.campaigns.models import Campaign

if TYPE_CHECKING:  # Django's fields take type arguments for the checker alone
    _TextField = models.TextField[Any, Any]
else:
    _TextField = models.TextField


WORDS = "words"  # the part with what sentences of the study were made of, which its JSON lacks


class WrittenJSONField(_TextField):
    """JSON as it was written: JSON columns of PostgreSQL put keys into another order, and so into other bytes."""

    if TYPE_CHECKING:
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def from_db_value(self, value: str, *_: Any) -> Any:
        """What it says."""
        return json.loads(value)

    def get_prep_value(self, value: Any) -> str:
        """How it is written."""
        return json.dumps(value, ensure_ascii=False, allow_nan=False)


class Study(models.Model):
    """One study: what it was asked, of which state of the campaign, and its head. The rest is in its parts."""

    class Kind(models.TextChoices):
        TRUST = "trust", "Study"
        WHAT_IF = "what_if", "What if"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="studies", db_index=False)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.TRUST)
    options = models.JSONField(help_text="all that was chosen, the seed among it")
    inputs_sha256 = models.CharField(max_length=64)
    software = models.CharField(max_length=40)
    revision = models.CharField(max_length=12, help_text="of the scoring; another one studies anew")
    sha256 = models.CharField(max_length=64, help_text="of the whole study as JSON")
    head = WrittenJSONField(help_text="what lists and overviews show")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "version"], name="study_version_unique")]

    def __str__(self) -> str:
        return f"study {self.version}"

    @cached_property
    def words(self) -> dict[str, Any]:
        """What its sentences were made of (one query); nothing of studies that are older than this part."""
        part = self.parts.filter(name=WORDS).first()
        return part.content if part else {}


class StudyPart(models.Model):
    """A part of a study as JSON; pages read only those that they show."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="parts", db_index=False)
    name = models.CharField(max_length=60)
    compressed = models.BinaryField(help_text="JSON, zlib-compressed")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "name"], name="study_part_unique")]

    def __str__(self) -> str:
        return f"{self.name} of {self.study}"

    @classmethod
    def of(cls, name: str, content: Any) -> "StudyPart":
        """A part that is not stored yet, and of no study."""
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return cls(name=name, compressed=zlib.compress(text.encode(), level=6))

    @property
    def content(self) -> Any:
        """What it holds."""
        return json.loads(zlib.decompress(self.compressed))
