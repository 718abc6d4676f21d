"""What of a sound bundle the database cannot hold."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Model

from assessment.campaigns.models import Question, Series
from assessment.judging.models import AnswerClass, Judgment, Nugget, PageAnnotation
from assessment.people.models import Member
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
    yield ColumnLimit("votes.csv", "name", (one.assessor for one in evaluation.nugget_votes), Member, "name")
    yield ColumnLimit("matches.csv", "name", (one.assessor for one in evaluation.matches), Member, "name")
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


def too_long(column: ColumnLimit) -> Iterator[Problem]:
    field: Any = column.model._meta.get_field(column.name)
    most: int = field.max_length
    for value in sorted({value for value in column.values if len(value) > most}):
        message = f"The {column.what} {value[:40]}… has more than {most} characters."
        yield Problem(column.file, 0, "too_long", message, "Shorten it in every table.")


def run_problems(evaluation: Evaluation) -> Iterator[Problem]:
    for run in evaluation.runs:
        if error := team_name_error(run.team):
            yield Problem(
                "runs.csv", 0, "team_name_invalid", f"Run {run.run_id}: {error}", "Rename the team."
            )
        if max(run.priority, run.depth or 0) > HIGHEST_PRIORITY:
            message = f"Run {run.run_id} has a priority or depth over {HIGHEST_PRIORITY:,}."
            yield Problem("runs.csv", 0, "number_too_large", message, "Number from 1 on.")
    names = {run.team for run in evaluation.runs}
    for lowered, count in sorted(Counter(name.casefold() for name in names).items()):
        if count > 1:
            message = f"Several team names differ only in case: {lowered}."
            yield Problem("runs.csv", 0, "team_name_taken", message, "Use one spelling for each team.")
