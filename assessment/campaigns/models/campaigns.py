"""Campaigns with their settings and guidelines; series and questions, and what became of them."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property

from django.db import models
from django.utils.translation import gettext_lazy

from assessment.campaigns.models.evaluations import EvaluationFile, definition_of, substance_of, track_under
from assessment.campaigns.models.headlines import headline_of
from assessment.campaigns.models.options import GIVEN, OF_CAMPAIGN, InForce, in_force
from assessment.people.models import Account, RoleName
from assessment.shared.datetimes import format_datetime, parse_datetime
from documents.fields import MAX_DOCID, CodePointCharField
from documents.models import Collection
from scoring import records
from scoring.tracks.base import QuestionType, Track


class State(models.TextChoices):
    """Where a campaign stands. Runs come in while it is open; scores are out when it is released."""

    DRAFT = "draft", gettext_lazy("Draft")
    OPEN = "open", gettext_lazy("Open for runs")
    CLOSED = "closed", gettext_lazy("Closed")
    RELEASED = "released", gettext_lazy("Released")


def language_of(path: str = "") -> models.Subquery:
    """The language of the documents of the campaign at a path such as `question__campaign__`."""
    collections = Collection.visible.filter(slug=models.OuterRef(f"{path}collection_slug"))
    return models.Subquery(collections.values("language")[:1])


class VisibleCampaigns(models.Manager["Campaign"]):
    """The campaigns that are all there: one that is being imported or deleted is not among them."""

    def get_queryset(self) -> "models.QuerySet[Campaign]":
        return super().get_queryset().filter(importing__isnull=True, deleting__isnull=True)

    def with_language(self) -> "models.QuerySet[Campaign]":
        """They with the language of their documents, which every page of answers needs."""
        return self.annotate(documents_language=language_of())


class Campaign(models.Model):
    """One evaluation: a track, its questions, runs, judgments and scores."""

    slug = models.SlugField(max_length=64, unique=True)
    title = models.CharField(max_length=200)
    track_slug = models.CharField(max_length=40)
    evaluation = models.ForeignKey(
        EvaluationFile,
        models.PROTECT,
        null=True,
        related_name="campaigns",
        help_text="its own, where track_slug is own",
    )
    collection_slug = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    settings = models.JSONField(default=dict, help_text="values that differ from the track's defaults")
    deadline = models.DateTimeField(null=True, blank=True)
    deadline_zone = models.CharField(max_length=64, default="UTC")
    remote_resources = models.CharField(
        max_length=10,
        default="off",
        choices=[
            ("off", gettext_lazy("Off")),
            ("archived", gettext_lazy("Archived")),
            ("live", gettext_lazy("Live")),
        ],
    )
    registration = models.CharField(
        max_length=10,
        default="closed",
        choices=[
            ("closed", gettext_lazy("Closed")),
            ("approval", gettext_lazy("With approval")),
            ("open", gettext_lazy("Open")),
        ],
        help_text="whether people who are not in the campaign may register teams",
    )
    candidates_of_assessors = models.PositiveIntegerField(
        null=True, help_text="how many candidate questions each assessor may enter; empty: they enter none"
    )
    candidates_of_participants = models.PositiveIntegerField(null=True, help_text="the same of participants")
    candidates_until = models.CharField(
        max_length=80, null=True, help_text="until when they may, as settings spell it; empty: no end"
    )
    team_names = models.BooleanField(
        default=False, help_text="participants see whose runs the others on the released leaderboard are"
    )
    qrels_for_teams = models.BooleanField(
        default=False, help_text="participants may download the released qrels"
    )
    judged_runs = models.CharField(
        max_length=4,
        default="own",
        choices=[("none", gettext_lazy("None")), ("own", gettext_lazy("Own")), ("all", gettext_lazy("All"))],
        help_text="the runs whose answers participants see with their grades after release",
    )
    search_developing = models.BooleanField(
        default=False, help_text="assessors may search the collection while it is a draft"
    )
    search_judging = models.BooleanField(
        default=False, help_text="assessors may search the collection once it has opened"
    )
    third_assessors = models.BooleanField(
        default=False,
        help_text="answers on which judges differ are given to a third once the last of them has finished",
    )
    search_for_teams = models.BooleanField(
        default=False, help_text="participants who accepted the licence may search the collection"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    checked = models.JSONField(
        default=dict, help_text="what the last check of the assessors found, and when: at, alarms"
    )
    importing = models.DateTimeField(
        null=True, help_text="last sign of life of the import that makes it; empty: it is all there"
    )
    deleting = models.DateTimeField(
        null=True, help_text="since when its rows are being deleted; it is hidden from then on"
    )
    archived_at = models.DateTimeField(null=True, help_text="not empty: it can be read, not changed")
    archived_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")

    objects = models.Manager()
    visible = VisibleCampaigns()

    def __str__(self) -> str:
        return self.title

    @property
    def is_visible(self) -> bool:
        """Whether it is all there, as those of `visible` are, so that its pages can be opened."""
        return self.importing is None and self.deleting is None

    @property
    def is_released(self) -> bool:
        """Whether its scores are out, to each team alone or to everybody."""
        return self.state == State.RELEASED

    @property
    def track(self) -> Track:
        """The evaluation's rules, with the question types that the settings give it."""
        return self.track_with(self.settings)

    def track_with(self, settings: Mapping[str, object]) -> Track:
        """The same under other settings."""
        return track_under(self.track_slug, self.evaluation_id, json.dumps(settings, sort_keys=True))

    @property
    def definition(self) -> str:
        """The text of the evaluation that it brought; "" where it has one that is built in."""
        return definition_of(self.evaluation_id)

    def has_evaluation_of(self, other: "Campaign") -> bool:
        """Whether both have the same evaluation, whatever its words."""
        own, theirs = substance_of(self.evaluation_id), substance_of(other.evaluation_id)
        return (self.track_slug, own) == (other.track_slug, theirs)

    @property
    def rules(self) -> dict[str, object]:
        """All settings of the track, with defaults where nothing was chosen."""
        return self.track.settings_with_defaults(self.settings) | {"remote_resources": self.remote_resources}

    @property
    def choices(self) -> dict[str, object]:
        """The same with what people are given beside them."""
        return self.rules | {setting.name: getattr(self, setting.name) for setting in GIVEN}

    @property
    def searchers(self) -> frozenset[str]:
        """The roles to which its settings give the search of the collection in its present state."""
        is_draft = self.state == State.DRAFT
        to_assessors = self.search_developing if is_draft else self.search_judging
        given = {
            RoleName.ASSESSOR: to_assessors,
            RoleName.PARTICIPANT: self.search_for_teams and not is_draft,
        }
        return frozenset(role.value for role, is_given in given.items() if is_given)

    @property
    def settings_in_force(self) -> list[InForce]:
        """All settings of the track with the words for them."""
        return in_force(self.track, self.choices)

    @property
    def relaxations(self) -> list[InForce]:
        """The relaxed rules for submissions."""
        return [rule for rule in self.settings_in_force if rule.setting.relaxation and rule.chosen]

    @property
    def other_choices(self) -> list[InForce]:
        """What else differs from the track's defaults."""
        return [rule for rule in self.settings_in_force if not rule.setting.relaxation and rule.chosen]

    @cached_property
    def language(self) -> str:
        """The language of the collection's documents; empty where no collection is held here."""
        found = self.__dict__.get("documents_language")
        if "documents_language" not in self.__dict__ and self.collection_slug:
            languages = Collection.visible.filter(slug=self.collection_slug).values_list(
                "language", flat=True
            )
            found = languages.first()
        return found or ""

    @property
    def own_settings(self) -> list[InForce]:
        """What is set of the campaign besides its track and what participants get."""
        return [InForce(setting, getattr(self, setting.name)) for setting in OF_CAMPAIGN]

    def candidate_quota(self, roles: Iterable[str]) -> int:
        """How many candidate questions somebody in these roles, who does not run the campaign, may enter."""
        quotas = {
            RoleName.ASSESSOR.value: self.candidates_of_assessors,
            RoleName.PARTICIPANT.value: self.candidates_of_participants,
        }
        return max((quotas.get(role) or 0 for role in roles), default=0)

    @property
    def developing_roles(self) -> frozenset[str]:
        """The roles in which people who do not run the campaign may enter candidate questions."""
        return frozenset(
            role
            for role in (RoleName.ASSESSOR.value, RoleName.PARTICIPANT.value)
            if self.candidate_quota([role])
        )

    @property
    def candidates_end(self) -> datetime | None:
        """Until when they may; None: without an end."""
        return parse_datetime(self.candidates_until).at if self.candidates_until else None

    @property
    def deadline_text(self) -> str:
        """The deadline in its own zone, as a setting spells it; "none" where there is none."""
        return format_datetime(self.deadline, self.deadline_zone) if self.deadline else "none"


class DeadlineChange(models.Model):
    """A moved deadline: both dates and the reason stay visible."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="deadline_changes")
    team_name = models.CharField(max_length=64, blank=True, help_text="empty: for all teams")
    before = models.DateTimeField(null=True)
    after = models.DateTimeField(null=True)
    reason = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")


class Guidelines(models.Model):
    """A version of the text that assessors judge by; the one in force is stored with each judgment."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="guidelines", db_index=False)
    version = models.PositiveIntegerField()
    text = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="guidelines_version_unique")
        ]


class Series(models.Model):
    """Questions about one target."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="series", db_index=False)
    key = CodePointCharField(max_length=64)
    position = models.PositiveIntegerField()
    target = models.TextField()
    target_type = models.CharField(max_length=40, blank=True)
    drop_reason = models.TextField(blank=True, help_text="not empty: left the evaluation, and why")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "key"], name="series_key_unique")]

    def __str__(self) -> str:
        return f"{self.key} {self.target}"


class QuestionQuerySet(models.QuerySet["Question"]):
    """Ways of choosing questions."""

    def in_order(self) -> "QuestionQuerySet":
        """In the order of the topics file."""
        return self.order_by("position", "pk")

    def retained(self) -> "QuestionQuerySet":
        """Questions that were not dropped, by themselves or with their series."""
        in_evaluation = models.Q(series__isnull=True) | models.Q(series__drop_reason="")
        return self.filter(in_evaluation, drop_reason="")

    def as_topics(self) -> records.Topics:
        """What they ask, as those know them who read files: without their series, and nothing that is known of them."""
        rows = self.values_list("qid", "type", "text", "source_lang", "target_lang")
        questions = (
            records.Question(qid, kind, text, source_lang=source, target_lang=target)
            for qid, kind, text, source, target in rows
        )
        return records.Topics(tuple(questions))


class Question(models.Model):
    """One question. Its text is frozen once its answers are pooled, or its page is annotated; corrections are recorded."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="questions", db_index=False)
    series = models.ForeignKey(Series, models.CASCADE, null=True, blank=True, related_name="questions")
    qid = CodePointCharField(max_length=64)
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    text = models.TextField(blank=True)
    source = models.CharField(max_length=200, blank=True)
    suggested_answer = models.TextField(blank=True)
    suggested_docid = CodePointCharField(max_length=MAX_DOCID, blank=True)
    source_lang = models.CharField(max_length=2, blank=True, help_text="of the question, in capitals")
    target_lang = models.CharField(max_length=2, blank=True, help_text="of the documents")
    drop_reason = models.TextField(blank=True, help_text="not empty: left the evaluation, and why")
    nil = models.CharField(
        max_length=5,
        blank=True,
        choices=[("right", gettext_lazy("NIL is right")), ("wrong", gettext_lazy("NIL is wrong"))],
        help_text="the organizer's word where judging leaves NIL undecided",
    )

    objects = QuestionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "qid"], name="question_qid_unique"),
            models.UniqueConstraint(fields=["campaign", "position"], name="question_position_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.qid} {self.text}"

    @property
    def language(self) -> str:
        """The language of the answers: that of the documents which they come from."""
        return self.target_lang.lower() or self.campaign.language

    @property
    def kind(self) -> QuestionType:
        """What the track says of questions of this type: scale, response form, measure."""
        return self.campaign.track.question_types[self.type]

    @property
    def headline(self) -> str:
        """What its pages are headed with: what is asked; the target of its series where that is but “Other”, or nothing."""
        return headline_of(self.text, self.kind, self.series.target if self.series else "")

    @property
    def is_pooled(self) -> bool:
        """Whether its answers are pooled."""
        return hasattr(self, "pool")

    @property
    def pool_left(self) -> int:
        """The items that the gold standard leaves in its pool."""
        return self.pool.left if self.is_pooled else 0

    @property
    def to_judge(self) -> int:
        """What each of its assessors has to judge: one page where that is annotated, else its pool."""
        return self.pool_left if self.kind.form.pools else 1

    @property
    def left_because(self) -> str:
        """Why it left the evaluation, by itself or with its series; empty where it did not."""
        return self.drop_reason or (self.series.drop_reason if self.series else "")


class Correction(models.Model):
    """A change of a frozen question's text, shown wherever the question is."""

    question = models.ForeignKey(Question, models.CASCADE, related_name="corrections")
    before = models.TextField()
    after = models.TextField()
    reason = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
