"""All released runs' answers with their grades, to give out: each run a table, under its name or a made-up one."""

import io
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.crypto import salted_hmac

from assessment.campaigns.models import Question
from assessment.results.models import PARTS, RunScore, ScoreSet
from assessment.results.selectors.run_answers import grades_of, in_key, keys_of
from assessment.results.selectors.sight import Sight
from assessment.shared.spreadsheets import Table
from assessment.submissions.models import Response
from scoring.records import Item

COLUMNS = ("qid", "rank", "docid", "passage", "answer", "grade", "class", "nuggets")


def judged_runs(score_set: ScoreSet, sight: Sight) -> Iterator[tuple[str, bytes]]:
    """The name of each run's file and its content, one run after the other."""
    questions = Question.objects.filter(campaign=score_set.qrels.campaign).select_related("campaign")
    by_pk = {question.pk: question for question in questions}
    grades = grades_of(score_set.qrels, list(by_pk.values()))
    keys = keys_of(score_set, by_pk)
    rows = RunScore.objects.filter(score_set=score_set).select_related("run").defer(*PARTS)
    places = {pk: (question.position, pk) for pk, question in by_pk.items()}
    for name, row in sorted(file_names(sight.shown(rows), sight)):
        target = io.StringIO(newline="")
        writer = Table(target)
        writer.writerow(COLUMNS)
        for question, rank, _, docid, passage, answer in _given(row.run_id, places):
            qid = by_pk[question].qid
            item = Item(qid, docid, passage, answer)
            label, nuggets = in_key(keys.get(question, {}), item)
            said = (docid, passage, answer, grades.get(item, ""), label, " | ".join(nuggets))
            writer.writerow((qid, rank, *said))
        yield f"{name}.csv", target.getvalue().encode()


def _given(run: int, places: Mapping[int, Any]) -> list[tuple[int, int, int, str, str, str]]:
    """A run's responses in the order of the questions, then of their ranks; no object is made of each."""
    columns = ("question_id", "rank", "line", "docid", "passage", "answer")
    rows = Response.objects.filter(run=run).order_by().values_list(*columns)
    return sorted((row for row in rows if row[0] in places), key=lambda row: (places[row[0]], row[1], row[2]))


def file_names(rows: list[RunScore], sight: Sight) -> list[tuple[str, RunScore]]:
    """Each run under its id, or under a number that neither its id nor its score tells."""
    named = [(row.run.run_id, row) for row in rows if sight.names(row)]
    taken = {run_id.lower() for run_id, _ in named}
    others = sorted((row for row in rows if not sight.names(row)), key=_secret)
    numbers = (f"OTHER-{number}" for number in range(1, len(rows) + len(taken) + 1))
    free = (name for name in numbers if name.lower() not in taken)
    return [*named, *zip(free, others, strict=False)]


def _secret(row: RunScore) -> str:
    """What the made-up names are dealt out by: the same each time, and nobody's guess."""
    return salted_hmac("judged runs", f"{row.score_set_id} {row.run_id}").hexdigest()
