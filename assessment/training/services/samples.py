"""Writes of sample questions: versions, their order, files, and whether training is wanted."""

import json
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.locks import lock_campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.training.models import TrainingItem, TrainingPlan, TrainingQuestion
from assessment.training.models.samples import Sample, SampleItem, scale_of_sample
from assessment.training.services.expected import problems_of, rows_of
from assessment.training.services.sample_files import read_samples

_UNSTORED = sentence("Nothing was stored.")


class SamplesImported(NamedTuple):
    """What a file brought."""

    new: int
    changed: int
    same: int
    answers: int

    @property
    def sentence(self) -> str:
        """What was done, for people."""
        questions = self.new + self.changed + self.same
        return say(
            "Read {questions} with {answers}: {new} new, {changed} changed, {same} as they were.",
            questions=say_n("{n} sample question", "{n} sample questions", questions),
            answers=say_n("{n} answer", "{n} answers", self.answers),
            new=self.new,
            changed=self.changed,
            same=self.same,
        )


@transaction.atomic
def write_sample(*, campaign: Campaign, sample: Sample, seen: int, by: Account | None) -> TrainingQuestion:
    """Store a sample question as the next version of its name; nothing happens where it says the same.

    `seen` is the version that the writer saw, 0 for none. Raises Conflict where there is another by now,
    Refused where the sample cannot be used.
    """
    lock_campaign(campaign)
    problem = next(problems_of(sample, campaign.track, campaign.collection_slug), None)
    if problem:
        raise Refused(f"{problem.message} {say(_UNSTORED)}", problem.code, problem.hint)
    current = _current(campaign, sample.name)
    if (current.version if current else 0) != seen:
        raise _changed_meanwhile(sample.name, seen, current)
    stored, _ = _store(campaign, sample, current, by)
    return stored


@transaction.atomic
def import_samples(*, campaign: Campaign, file: SourceFile, by: Account | None) -> SamplesImported:
    """Take in the sample questions of a file; those that it does not name stay as they are.

    Raises FileRefused listing every error.
    """
    lock_campaign(campaign)
    samples, problems = read_samples(file.data, file.name, campaign.track, campaign.collection_slug)
    if problems:
        raise FileRefused(say(_UNSTORED), problems, say("Fix what is listed and import again."))
    outcomes = [_store(campaign, sample, _current(campaign, sample.name), by)[1] for sample in samples]
    imported = SamplesImported(
        new=outcomes.count("new"),
        changed=outcomes.count("changed"),
        same=outcomes.count("same"),
        answers=sum(len(sample.items) for sample in samples),
    )
    record_event(by=by, campaign=campaign, verb="training:imported", subject=file.name, **imported._asdict())
    return imported


@transaction.atomic
def remove_sample(*, question: TrainingQuestion, by: Account | None) -> None:
    """Take a sample question away from assessors. Attempts at it are kept, with their reviews."""
    lock_campaign(question.campaign)
    current = _current(question.campaign, question.name)
    if current != question:
        raise _changed_meanwhile(question.name, question.version, current)
    _retire(question)
    record_event(by=by, campaign=question.campaign, verb="training:sample_removed", subject=question.name)


@transaction.atomic
def move_sample(*, question: TrainingQuestion, by: Account | None) -> None:
    """Put a sample question before the one that stands before it."""
    lock_campaign(question.campaign)
    samples = list(question.campaign.training_questions.current())
    place = samples.index(question)
    if place == 0:
        return
    samples.insert(place - 1, samples.pop(place))
    for position, sample in enumerate(samples, 1):
        sample.position = position
    TrainingQuestion.objects.bulk_update(samples, ["position"])
    record_event(by=by, campaign=question.campaign, verb="training:sample_moved", subject=question.name)


@transaction.atomic
def require_training(*, campaign: Campaign, required: bool, by: Account | None) -> None:
    """Say whether assessors shall be trained before they judge. Pages remind them; nothing is locked."""
    TrainingPlan.objects.update_or_create(campaign=campaign, defaults={"required": required})
    record_event(by=by, campaign=campaign, verb="training:required" if required else "training:not_required")


def _current(campaign: Campaign, name: str) -> TrainingQuestion | None:
    return campaign.training_questions.current().filter(name=name).first()


def _changed_meanwhile(name: str, seen: int, current: TrainingQuestion | None) -> Conflict:
    if seen == 0:
        message = say("There is already a sample question {name}. Nothing was stored.", name=name)
        return Conflict(message, "sample_exists", say("Choose another name, or open that one and change it."))
    message = (
        say(
            "Somebody changed {name} meanwhile: it is version {version} now. Yours is below and not stored yet.",
            name=name,
            version=str(current.version),
        )
        if current
        else say(
            "Somebody changed {name} meanwhile: it was removed. Yours is below and not stored yet.", name=name
        )
    )
    return Conflict(message, "sample_changed", say("Save again to replace it with yours."))


def _store(
    campaign: Campaign, sample: Sample, current: TrainingQuestion | None, by: Account | None
) -> tuple[TrainingQuestion, str]:
    """The version in force afterwards, and whether that is new, changed or the same."""
    rows, scale = rows_of(sample, campaign.track, campaign.collection_slug), _scale_name(campaign, sample)
    if current and _same(current, sample, rows, scale):
        return current, "same"
    if current:
        _retire(current)
    versions = campaign.training_questions.filter(name=sample.name)
    newest = versions.order_by("-version").values_list("version", flat=True).first() or 0
    question = TrainingQuestion.objects.create(
        campaign=campaign,
        name=sample.name,
        version=newest + 1,
        position=current.position if current else _last_position(campaign) + 1,
        type=sample.type,
        scale_name=scale,
        target=sample.target,
        text=sample.text,
    )
    for row in rows:
        row.question = question
    TrainingItem.objects.bulk_create(rows)
    record_event(
        by=by,
        campaign=campaign,
        verb="training:sample_written",
        subject=question.name,
        version=question.version,
    )
    return question, "changed" if current else "new"


def _scale_name(campaign: Campaign, sample: Sample) -> str:
    scale = scale_of_sample(sample, campaign.track)
    return scale.name if scale else ""


def _same(current: TrainingQuestion, sample: Sample, rows: list[TrainingItem], scale: str) -> bool:
    stored = (current.type, current.target, current.text, current.scale_name)
    written = (sample.type, sample.target, sample.text, scale)
    return stored == written and {*map(_facts, current.items.all())} == {*map(_facts, rows)}


def _facts(row: TrainingItem) -> tuple[object, ...]:
    """All that a row says; where its page has another layout by now, it says something else."""
    return (
        *(getattr(row, column) for column in SampleItem._fields),
        json.dumps(row.expected, sort_keys=True),
    )


def _retire(question: TrainingQuestion) -> None:
    question.retired_at = timezone.now()
    question.save(update_fields=["retired_at"])


def _last_position(campaign: Campaign) -> int:
    rows = campaign.training_questions.order_by("-position").values_list("position", flat=True)
    return rows.first() or 0
