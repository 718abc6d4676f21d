"""Writes of sample questions: versions, their order, files, and whether training is wanted."""

import json
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import ids_of_questions, table_example
from assessment.campaigns.services.imports import Keeping, pack, register_import_kind
from assessment.campaigns.services.intakes import SEEN, Intake, Sent, Taken, register_intake
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.planned import Plan, PlannedLine, would
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.training.models import TrainingItem, TrainingPlan, TrainingQuestion
from assessment.training.models.samples import (
    Sample,
    SampleItem,
    graded_types,
    grades_of,
    nugget_types,
    scale_of_sample,
)
from assessment.training.models.training import NONE
from assessment.training.services.expected import problems_of, rows_of
from assessment.training.services.sample_files import COLUMNS, read_samples
from scoring.scales import YES_NO

SAMPLES = "samples"  # kind of file and of import
_UNSTORED = sentence("Nothing was stored.")
_IN_WORDS = {
    "new": sentence("new"),
    "changed": sentence("becomes the next version"),
    "same": sentence("is here already; nothing changes"),
}


class PlannedSample(NamedTuple):
    """What becomes of a sample question: it is new, changed or the same as `current`, its version in force."""

    line: int
    sample: Sample
    scale: str
    rows: list[TrainingItem]  # of the next version, not stored
    current: TrainingQuestion | None
    outcome: str

    @property
    def in_words(self) -> PlannedLine:
        """What becomes of it, at its first line."""
        said, sample = say(_IN_WORDS[self.outcome]), self.sample
        return PlannedLine(self.line, sample.name, said, self.outcome != "same", sample.text)

    @property
    def state(self) -> list[object]:
        """What decides what happens."""
        return [self.outcome, self.current and self.current.version]


class SamplesPlan(Plan[PlannedSample]):
    """What a file of sample questions would do."""

    @property
    def counts(self) -> dict[str, int]:
        """How many are new, changed and the same, and how many answers they have."""
        outcomes = [one.outcome for one in self.rows]
        counted = {outcome: outcomes.count(outcome) for outcome in _IN_WORDS}
        return counted | {"answers": sum(len(one.rows) for one in self.rows)}

    @property
    def sentence(self) -> str:
        """What is done, for people."""
        counts = self.counts
        return say(
            "Read {questions} with {answers}: {new} new, {changed} changed, {same} as they were.",
            questions=say_n("{n} sample question", "{n} sample questions", len(self.rows)),
            answers=say_n("{n} answer", "{n} answers", counts.pop("answers")),
            **counts,
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
    planned = _planned(campaign, sample)
    current = planned.current
    if (current.version if current else 0) != seen:
        raise _changed_meanwhile(sample.name, seen, current)
    return current if current and planned.outcome == "same" else _store(campaign, planned, by)


def plan_samples(campaign: Campaign, file: SourceFile) -> SamplesPlan:
    """Read and check sample questions. Raises FileRefused listing every error."""
    samples, problems = read_samples(file, campaign.track, campaign.collection_slug)
    if problems:
        raise FileRefused(say(_UNSTORED), problems, say("Fix what is listed and import again."))
    return SamplesPlan([_planned(campaign, read.sample, read.lines[0]) for read in samples])


@transaction.atomic
def import_samples(sent: Sent) -> Taken:
    """Take in the sample questions of a file; those that it does not name stay as they are.

    Conflict where a check of it showed something else.
    """
    campaign, file = sent.campaign, sent.source
    lock_campaign(campaign)
    plan = plan_samples(campaign, file)
    plan.refuse_another(sent, say("Something changed since the table was checked. Nothing was changed."))
    questions = campaign.training_questions.all()
    items = TrainingItem.objects.filter(question__campaign=campaign)
    watched = Watch(questions, items, without=("position",))
    keeping = Keeping(campaign, SAMPLES, pack(file), watched, sent.by)
    for one in plan.rows:
        if one.outcome != "same":
            _store(campaign, one, sent.by)
    record_event(by=sent.by, campaign=campaign, verb="training:imported", subject=file.name, **plan.counts)
    done = plan.sentence + keeping.again
    return Taken(done, keeping.end(done, plan.counts), review=plan.review)


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


def _planned(campaign: Campaign, sample: Sample, line: int = 0) -> PlannedSample:
    rows, on = (
        rows_of(sample, campaign.track, campaign.collection_slug),
        scale_of_sample(sample, campaign.track),
    )
    scale = on.name if on else ""
    current, outcome = _current(campaign, sample.name), "new"
    if current:
        outcome = "same" if _same(current, sample, rows, scale) else "changed"
    return PlannedSample(line, sample, scale, rows, current, outcome)


def _store(campaign: Campaign, planned: PlannedSample, by: Account | None) -> TrainingQuestion:
    """The next version, in force from now on."""
    sample, current = planned.sample, planned.current
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
        scale_name=planned.scale,
        target=sample.target,
        text=sample.text,
    )
    for row in planned.rows:
        row.question = question
    TrainingItem.objects.bulk_create(planned.rows)
    record_event(
        by=by,
        campaign=campaign,
        verb="training:sample_written",
        subject=question.name,
        version=question.version,
    )
    return question


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


def example(campaign: Campaign) -> SourceFile:
    """A made-up question with a right and a wrong answer; where pages are annotated, a page on which none stands."""
    track = campaign.track
    type = next(iter(graded_types(track)), next(iter(track.question_types)))
    question = {"question": "lamp-1", "type": type, "text": "what was the lamp lit with"}
    if track.marks_places:
        (page, *_), said = ids_of_questions(campaign), {"grade": "good", "long": NONE, "short": NONE}
        return table_example(
            "samples.csv", [{**question, "docid": page, **said, "reason": "it tells no fuel"}]
        )
    said = {"docid": "WIRE-1", "supporting_text": "the lamp was lit with whale oil"}
    nugget = {"nugget": "was lit with whale oil"} if type in nugget_types(track) else {}
    best, *_, worst = grades_of(type, track) if type in graded_types(track) else YES_NO.grades
    right = {"answer": "whale oil", **nugget, "grade": best, "reason": "it says so"}
    wrong = {"answer": "gas", **nugget, "grade": worst, "reason": "it says otherwise"}
    return table_example("samples.csv", [{**question, **said, **right}, {**question, **said, **wrong}])


register_import_kind(SAMPLES, sentence("Sample questions"))
register_intake(
    Intake(
        SAMPLES,
        Permission.EDIT_CAMPAIGN,
        partial(would, plan_samples),
        import_samples,
        example,
        "training#files-of-sample-questions",
        frozenset({SEEN}),
        page="judging:training-import",
        heading=sentence("Import sample questions"),
        columns=lambda sent: COLUMNS,
    )
)
