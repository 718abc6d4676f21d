"""Puts the responses of a run into the database in bulk, flat in memory."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db import connection

from assessment.submissions.models import Response, Run
from scoring import records

ROWS_AT_A_TIME = 5_000
COLUMNS = ("run_id", "question_id", "line", "rank", "docid", "passage", "answer", "key", "noa")

Row = tuple[int, int, int, int, str, str, str, str, bool]


def insert_responses(
    run: Run, question_pks: Mapping[str, int], responses: Iterable[records.Response]
) -> None:
    """Store the lines of a run: by COPY on PostgreSQL, else in prepared chunks."""
    rows = (_row(run.pk, question_pks[response.qid], response) for response in responses)
    if connection.vendor == "postgresql":
        _copy(rows)
    else:
        _insert(rows)


def _row(run_pk: int, question_pk: int, response: records.Response) -> Row:
    item = response.item
    key = item.key if item else ""
    line, rank = response.line, response.rank
    place, content = (run_pk, question_pk, line, rank), (response.docid, response.passage, response.answer)
    return *place, *content, key, response.noa


def _insert(rows: Iterator[Row]) -> None:
    places = ", ".join(["%s"] * len(COLUMNS))
    sql = f"INSERT INTO {_table()} ({_columns()}) VALUES ({places})"
    with connection.cursor() as cursor:
        # Chunks, because Django's SQLite cursor keeps the whole parameter list of one executemany.
        while chunk := list(islice(rows, ROWS_AT_A_TIME)):
            cursor.executemany(sql, chunk)


def _copy(rows: Iterator[Row]) -> None:
    with connection.cursor() as cursor:
        cursor.copy_expert(f"COPY {_table()} ({_columns()}) FROM STDIN", _CopyFile(rows))


class _CopyFile:
    """The rows as the file that COPY reads: its text format, some thousand lines at a read."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self.rows = rows

    def read(self, _size: int = -1) -> str:
        return "".join(map(_copy_line, islice(self.rows, ROWS_AT_A_TIME)))


def _copy_line(row: Row) -> str:
    return "\t".join(map(_copy_value, row)) + "\n"


def _copy_value(value: Any) -> str:
    if not isinstance(value, str):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    return escaped.replace("\r", "\\r")


def _table() -> str:
    return connection.ops.quote_name(Response._meta.db_table)


def _columns() -> str:
    return ", ".join(map(connection.ops.quote_name, COLUMNS))
