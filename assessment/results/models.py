"""Frozen qrels and the scores made with them. Each is a version: nothing here is ever overwritten."""

import hashlib
import json
import zlib
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign, Question
from assessment.submissions.models import Run
from scoring.forms.keys import Key, as_json, from_json
from scoring.tracks.base import Track

OFFICIAL_RULE = "adjudicated"  # by which scores are released


class QrelsSnapshot(models.Model):
    """The grades of all judged items under one rule at one time, as the file that exports write."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="qrels", db_index=False)
    version = models.PositiveIntegerField()
    rule = models.CharField(max_length=200)
    inputs_sha256 = models.CharField(max_length=64)
    software = models.CharField(max_length=40)
    revision = models.CharField(
        max_length=12, blank=True, help_text="of the scoring; another one scores anew"
    )
    sha256 = models.CharField(max_length=64, help_text="of the qrels file")
    items = models.PositiveIntegerField()
    warnings = models.JSONField(default=list)
    compressed = models.BinaryField(help_text="the qrels file, zlib-compressed")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "version"], name="qrels_version_unique")]

    def __str__(self) -> str:
        return f"version {self.version} ({self.rule})"

    @property
    def text(self) -> bytes:
        """The qrels file."""
        return zlib.decompress(self.compressed)


SERIES = "series"  # names the formula of a series among those of the measures


class ScoreSet(models.Model):
    """The scores of all runs with one qrels snapshot, by one version of the software."""

    qrels = models.OneToOneField(QrelsSnapshot, models.CASCADE, related_name="scores")
    report = models.JSONField(help_text="the score report without its runs, and the formulas by measure")
    made_at = models.DateTimeField(auto_now_add=True)

    @property
    def track(self) -> Track:
        """The campaign's track under the settings that the version was made with, which may have changed since."""
        campaign = self.qrels.campaign
        kept = self.report.get("settings")
        return campaign.track if kept is None else campaign.track_with(kept)


class QuestionKey(models.Model):
    """What one question is scored by in a version: its final answer set, or its nuggets and who holds them.

    Classes, nuggets and matches change after a version was made; this stays.
    """

    score_set = models.ForeignKey(ScoreSet, models.CASCADE, related_name="keys", db_index=False)
    question = models.ForeignKey(Question, models.CASCADE, related_name="+")
    compressed = models.BinaryField(help_text="JSON of scoring.forms.keys, zlib-compressed")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["score_set", "question"], name="question_key_unique")]

    @classmethod
    def of(cls, score_set: ScoreSet, question_pk: int, key: Key) -> "QuestionKey":
        """A row that is not stored yet."""
        text = json.dumps(as_json(key), ensure_ascii=False, separators=(",", ":"))
        return cls(
            score_set=score_set, question_id=question_pk, compressed=zlib.compress(text.encode(), level=6)
        )

    def key(self, qid: str) -> Key:
        """The answer set or nuggets of the question, whose id is `qid`."""
        return from_json(qid, json.loads(zlib.decompress(self.compressed)))


PARTS = ("questions", "series", "figures", "more")  # what single questions need, and lists of runs do not


class RunScore(models.Model):
    """One run's row: its part of the score report."""

    score_set = models.ForeignKey(ScoreSet, models.CASCADE, related_name="rows", db_index=False)
    run = models.ForeignKey(Run, models.PROTECT, related_name="scores")
    score = models.FloatField(null=True)
    judged = models.PositiveIntegerField()
    unjudged = models.PositiveIntegerField()
    measures = models.JSONField()
    bounds = models.JSONField(
        help_text="the score with every unjudged response wrong, and with every one right"
    )
    interval_low = models.FloatField(
        null=True, help_text="95 % interval over questions; empty where undefined"
    )
    interval_high = models.FloatField(null=True)
    questions = models.JSONField()
    series = models.JSONField(default=dict)
    figures = models.JSONField(default=dict, help_text="by question, every figure of its formula")
    silence = models.JSONField(
        default=dict,
        help_text="where runs may stay silent: by question, what its response and the one held back came to; by type and pair, all measures",
    )
    more = models.BinaryField(
        default=b"", help_text="what the form of its questions adds: JSON, zlib-compressed"
    )
    summary = models.JSONField(default=dict, help_text="of that, what lists of runs show")
    score_by_type = models.FloatField(
        null=True, help_text="the weights of a series over the means of each question type"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["score_set", "run"], name="run_score_unique")]


class VersionFile(models.Model):
    """A file of a version that takes long to make (report, book of runs): made once by a job, and kept.

    What it tells besides the scores is in its mark: where that is another one now, the file is made anew.
    """

    score_set = models.ForeignKey(ScoreSet, models.CASCADE, related_name="files", db_index=False)
    name = models.CharField(max_length=40)
    reader = models.CharField(
        max_length=20, blank=True, help_text="a mark of whose runs are the own ones; empty: all are told"
    )
    mark = models.CharField(max_length=20)
    sha256 = models.CharField(max_length=64, help_text="of the file")
    compressed = models.BinaryField(help_text="the file, zlib-compressed")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["score_set", "name", "reader"], name="version_file_unique")
        ]

    @classmethod
    def of(cls, name: str, pieces: Iterable[bytes]) -> "VersionFile":
        """A file that is not stored yet, and of no version; it is never in memory whole."""
        digest, squeeze = hashlib.sha256(), zlib.compressobj(level=6)
        squeezed = []
        for piece in pieces:
            digest.update(piece)
            squeezed.append(squeeze.compress(piece))
        squeezed.append(squeeze.flush())
        return cls(name=name, sha256=digest.hexdigest(), compressed=b"".join(squeezed))

    @property
    def content(self) -> bytes:
        """The file."""
        return zlib.decompress(self.compressed)


class Audience(models.TextChoices):
    """Who sees released scores: each team its own alone, or all people of the campaign the leaderboard."""

    TEAMS = "teams", gettext_lazy("Each team its own scores")
    ALL = "all", gettext_lazy("All people of the campaign")


class Release(models.Model):
    """The time of one version as the official scores, from its release until it was taken back."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="releases")
    scores = models.ForeignKey(ScoreSet, models.PROTECT, related_name="releases")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.TextField(blank=True, help_text="why it was taken back")
    audience = models.CharField(max_length=5, choices=Audience, default=Audience.ALL)
    public_at = models.DateTimeField(null=True, help_text="when all people could see it, not each team alone")
    left_out = models.JSONField(
        default=dict, help_text="runs that are not part of it, by id: never_pooled or chosen"
    )
    changes = models.JSONField(
        default=dict,
        help_text="what moved since the release before: runs, questions, why that was taken back",
    )
    unjudged = models.JSONField(
        default=dict,
        help_text="answers of pooled runs that nobody judged and that count as wrong, by question",
    )
    mark = models.CharField(
        max_length=80, blank=True, help_text="of all that its scores rest on, as selectors.inputs has it"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(ended_at__isnull=True), name="release_standing_unique"
            ),
        ]

    @property
    def partial(self) -> bool:
        """Whether answers count as wrong because nobody judged them."""
        return bool(self.unjudged)


class ReleasePreview(models.Model):
    """What a release would show and what stands against it, as it was when somebody last asked; one of each campaign."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="release_preview")
    scores = models.ForeignKey(
        ScoreSet, models.CASCADE, null=True, related_name="+", help_text="empty where no scores can be made"
    )
    inputs_sha256 = models.CharField(max_length=64)
    reasons = models.JSONField(default=list, help_text="what is still missing, as selectors.release says it")
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
