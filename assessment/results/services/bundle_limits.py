"""What of a sound bundle the database cannot hold."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Model

from assessment.campaigns.models import Question, Series
from assessment.judging.models import (
    AnswerClass,
    Judgment,
    Nugget,
    PageAnnotation,
    Reading,
)
from assessment.people.models import Member
from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem
from assessment.submissions.services.checking import HIGHEST_PRIORITY
from assessment.submissions.services.teams import team_name_error
from scoring.records import Evaluation, Problem


def unstorable(evaluation: Evaluation) -> list[Problem]:
    """Names that are too long, numbers that are too large, teams that differ by case alone."""
    long = [problem for column in columns(evaluation) for problem in too_long(column)]
    return [*long, *run_problems(evaluation)]


class ColumnLimit(NamedTuple):
    """Values of a bundle, and the column of the database that must hold them."""

    file: str
    what: str
    values: Iterable[str]
    model: type[Model]
    name: str


def columns(evaluation: Evaluation) -> Iterator[ColumnLimit]:
    questions, series = evaluation.topics.questions, evaluation.topics.series
    yield ColumnLimit("questions.csv", "question id", (one.qid for one in questions), Question, "qid")
    yield ColumnLimit("questions.csv", "source", (one.source for one in questions), Question, "source")
    docids = (one.suggested_docid for one in questions)
    yield ColumnLimit("questions.csv", "document id", docids, Question, "suggested_docid")
    yield ColumnLimit("questions.csv", "series id", (one.series_id for one in series), Series, "key")
    yield ColumnLimit(
        "questions.csv", "target type", (one.target_type for one in series), Series, "target_type"
    )
    yield ColumnLimit("pool.csv", "document id", (item.docid for item in evaluation.pool), PoolItem, "docid")
    yield ColumnLimit(
        "pool.csv", "passage id", (item.passage for item in evaluation.pool), PoolItem, "passage"
    )
    yield ColumnLimit(
        "assignments.csv", "name", (one.assessor for one in evaluation.assignments), Member, "name"
    )
    yield ColumnLimit("judgments.csv", "name", (one.assessor for one in evaluation.judgments), Member, "name")
    yield ColumnLimit(
        "judgments.csv", "version", (one.version for one in evaluation.judgments), Judgment, "version"
    )
    yield ColumnLimit(
        "adjudications.csv", "name", (one.adjudicator for one in evaluation.adjudications), Member, "name"
    )
    yield ColumnLimit("nuggets.csv", "nugget", (one.name for one in evaluation.nuggets), Nugget, "name")
    yield ColumnLimit("nuggets.csv", "name", (one.assessor for one in evaluation.nuggets), Member, "name")
    yield ColumnLimit("nuggets.csv", "group", (one.group for one in evaluation.nuggets), Nugget, "group")
    yield ColumnLimit("votes.csv", "name", (one.assessor for one in evaluation.nugget_votes), Member, "name")
    yield ColumnLimit("matches.csv", "name", (one.assessor for one in evaluation.matches), Member, "name")
    listed = (one.listed for one in evaluation.machine_matches)
    yield ColumnLimit("machine_matches.csv", "listed", listed, Reading, "listed")
    drafted = (one.docid for one in evaluation.machine_nuggets)
    yield ColumnLimit("machine_nuggets.csv", "document id", drafted, Nugget, "docid")
    yield ColumnLimit("machines.csv", "name", (one.assessor for one in evaluation.machines), Member, "name")
    yield ColumnLimit("rulings.csv", "name", (one.assessor for one in evaluation.rulings), Member, "name")
    said = [one for example in evaluation.annotations for one in example.annotations]
    yield ColumnLimit("annotations.jsonl", "name", (one.annotator for one in said), Member, "name")
    ids = (one.annotation_id for one in said)
    yield ColumnLimit("annotations.jsonl", "annotation id", ids, PageAnnotation, "annotation_id")
    yield ColumnLimit(
        "classes.csv", "name", (one.assessor for one in evaluation.known_answers), Member, "name"
    )
    yield ColumnLimit(
        "classes.csv", "class", (one.name for one in evaluation.known_answers), AnswerClass, "name"
    )


TOO_LONG = {
    "question id": sentence("The question id {start}… has more than {most} characters."),
    "source": sentence("The source {start}… has more than {most} characters."),
    "document id": sentence("The document id {start}… has more than {most} characters."),
    "series id": sentence("The series id {start}… has more than {most} characters."),
    "target type": sentence("The target type {start}… has more than {most} characters."),
    "passage id": sentence("The passage id {start}… has more than {most} characters."),
    "name": sentence("The name {start}… has more than {most} characters."),
    "version": sentence("The version {start}… has more than {most} characters."),
    "nugget": sentence("The nugget {start}… has more than {most} characters."),
    "group": sentence("The group {start}… has more than {most} characters."),
    "annotation id": sentence("The annotation id {start}… has more than {most} characters."),
    "listed": sentence("The checksum {start}… has more than {most} characters."),
    "class": sentence("The class {start}… has more than {most} characters."),
}


def too_long(column: ColumnLimit) -> Iterator[Problem]:
    field: Any = column.model._meta.get_field(column.name)
    most: int = field.max_length
    for value in sorted({value for value in column.values if len(value) > most}):
        message = say(TOO_LONG[column.what], start=value[:40], most=most)
        yield Problem(column.file, 0, "too_long", message, say("Shorten it in every table."))


def run_problems(evaluation: Evaluation) -> Iterator[Problem]:
    for run in evaluation.runs:
        if error := team_name_error(run.team):
            yield Problem(
                "runs.csv",
                0,
                "team_name_invalid",
                say("Run {run}: {error}", run=run.run_id, error=error),
                say("Rename the team."),
            )
        if max(run.priority, run.depth or 0) > HIGHEST_PRIORITY:
            message = say(
                "Run {run} has a priority or depth over {most}.", run=run.run_id, most=HIGHEST_PRIORITY
            )
            yield Problem("runs.csv", 0, "number_too_large", message, say("Number from 1 on."))
    names = {run.team for run in evaluation.runs}
    for lowered, count in sorted(Counter(name.casefold() for name in names).items()):
        if count > 1:
            message = say("Several team names differ only in case: {name}.", name=lowered)
            yield Problem("runs.csv", 0, "team_name_taken", message, say("Use one spelling for each team."))
