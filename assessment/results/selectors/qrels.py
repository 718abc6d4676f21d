"""The frozen grades of one question's pool."""

from typing import NamedTuple

from django.db.models import Count

from assessment.campaigns.models import Question
from assessment.results.models import QrelsSnapshot
from assessment.submissions.models import Response, RunState
from scoring.formats import qrels as qrels_format


class Graded(NamedTuple):
    """A pool item with the grade that a snapshot gives it, and how many current runs returned it."""

    docid: str
    passage: str
    answer: str
    grade: str
    runs: int


def graded_items(snapshot: QrelsSnapshot, question: Question) -> list[Graded]:
    """The question's items in a snapshot, by document and string."""
    scale = question.kind.scale
    if scale is None:
        return []
    grades, _ = qrels_format.read(lines_of(snapshot.text, question.qid), "qrels", {question.qid: scale})
    runs = runs_by_item(question)
    return [
        Graded(item.docid, item.passage, item.answer, grade, runs.get(item.key, 0))
        for item, grade in sorted(grades.items())
    ]


def lines_of(text: bytes, qid: str) -> bytes:
    """Those lines of a qrels file that are about one question."""
    start = f"{qid} ".encode()
    return b"".join(line + b"\n" for line in text.split(b"\n") if line.startswith(start))


def runs_by_item(question: Question) -> dict[str, int]:
    """How many current runs returned each item, by the item's key."""
    given = Response.objects.filter(question=question, run__state=RunState.SUBMITTED).exclude(key="")
    return dict(given.values_list("key").annotate(runs=Count("run", distinct=True)).order_by())
