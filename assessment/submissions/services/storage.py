"""Puts the responses of a run into the database in bulk, flat in memory."""

from collections.abc import Iterable, Mapping

from assessment.submissions.models import Response, Run
from documents.bulk import insert_rows
from scoring import records
from scoring.spans.codec import encoded

COLUMNS = ("run_id", "question_id", "line", "rank", "docid", "passage", "answer", "key", "noa", "prediction")


def insert_responses(
    run: Run, question_pks: Mapping[str, int], responses: Iterable[records.Response]
) -> None:
    """Store the lines of a run."""
    insert_rows(Response, COLUMNS, (_row(run.pk, question_pks[one.qid], one) for one in responses))


def _row(run_pk: int, question_pk: int, response: records.Response) -> tuple[int | str, ...]:
    key = response.item.key if response.item else ""
    place = (run_pk, question_pk, response.line, response.rank)
    prediction = encoded(response.prediction) if response.prediction else ""
    return *place, response.docid, response.passage, response.answer, key, response.noa, prediction
