"""Puts the responses of a run into the database in bulk, flat in memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from assessment.submissions.models import Response, Run
from documents.bulk import insert_rows, staged_rows
from scoring import records
from scoring.spans.codec import encoded

COLUMNS = ("question_id", "line", "rank", "docid", "passage", "answer", "key", "noa", "prediction")
LARGE = 50_000  # responses of a run from which on they are made ready before others have to wait

Stored = Callable[[Run], None]


@contextmanager
def ready_responses(
    question_pks: Mapping[str, int], responses: Sequence[records.Response]
) -> Iterator[Stored]:
    """What stores the lines of a run, once there is one. Outside of a transaction, so that those of a large run are ready."""
    if len(responses) < LARGE:
        yield lambda run: insert_responses(run, question_pks, responses)
        return
    with staged_rows(COLUMNS, (_row(question_pks[one.qid], one) for one in responses)) as staged:
        if staged:
            yield lambda run: staged.add_to(Response, run_id=run.pk)
        else:
            yield lambda run: insert_responses(run, question_pks, responses)


def insert_responses(
    run: Run, question_pks: Mapping[str, int], responses: Iterable[records.Response]
) -> None:
    """Store the lines of a run."""
    rows = ((run.pk, *_row(question_pks[one.qid], one)) for one in responses)
    insert_rows(Response, ("run_id", *COLUMNS), rows)


def _row(question_pk: int, response: records.Response) -> tuple[int | str, ...]:
    key = response.item.key if response.item else ""
    place = (question_pk, response.line, response.rank)
    prediction = encoded(response.prediction) if response.prediction else ""
    return *place, response.docid, response.passage, response.answer, key, response.noa, prediction
