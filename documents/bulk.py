"""Many rows of one table at once, past the model instances: COPY on PostgreSQL, prepared rows elsewhere."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import islice
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

_ROWS_AT_A_TIME = 5_000
_STAGE = "staged_rows"


def insert_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add rows with values for these columns of the model's table, flat in memory. No value is None."""
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    remaining = iter(rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.copy_expert(f"COPY {table} ({names}) FROM STDIN WITH (FORMAT csv)", _CopyFile(remaining))
            return
        marks = ", ".join(["%s"] * len(columns))
        # Chunks, because Django's SQLite cursor keeps the whole parameter list of one executemany.
        while chunk := list(islice(remaining, _ROWS_AT_A_TIME)):
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", chunk)


@contextmanager
def staged_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> "Iterator[StagedRows | None]":
    """Rows made ready for a table, before the transaction that adds them; nothing where that gains nothing.

    SQLite has one lock for everything that is written: a million rows made one by one under it keep everybody waiting
    for most of a minute. Here they wait in a table of this connection alone, which takes no lock, and the database
    moves them in a few seconds. PostgreSQL locks nobody out.
    """
    if connection.vendor != "sqlite":
        yield None
        return
    names, marks = ", ".join(map(connection.ops.quote_name, columns)), ", ".join(["%s"] * len(columns))
    remaining, is_alone = iter(rows), not connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMP TABLE {_STAGE} ({names})")
        try:
            if is_alone:
                cursor.execute("BEGIN")  # deferred: of the temporary tables alone
            while chunk := list(islice(remaining, _ROWS_AT_A_TIME)):
                cursor.executemany(f"INSERT INTO {_STAGE} VALUES ({marks})", chunk)
            if is_alone:
                cursor.execute("COMMIT")
            yield StagedRows(names, cursor)
        finally:
            if is_alone and connection.connection.in_transaction:
                cursor.execute("ROLLBACK")
            if not connection.needs_rollback:  # else the table goes with the transaction around it
                cursor.execute(f"DROP TABLE temp.{_STAGE}")


class StagedRows(NamedTuple):
    """Rows that wait; `names` are their columns, as SQL, and `cursor` one of the connection that alone sees them."""

    names: str
    cursor: CursorWrapper

    def add_to(self, model: type[Model], **same: Any) -> None:
        """Add them to a table, each with some further values that are the same for all."""
        quote = connection.ops.quote_name
        further, marks = ", ".join(map(quote, same)), ", ".join(["%s"] * len(same))
        table = quote(model._meta.db_table)
        self.cursor.execute(
            f"INSERT INTO {table} ({further}, {self.names}) SELECT {marks}, * FROM temp.{_STAGE} ORDER BY rowid",
            list(same.values()),
        )


def update_rows(rows: Sequence[Model], columns: Sequence[str]) -> None:
    """Write some columns of rows that are stored already, many times faster than Django's `bulk_update`."""
    if not rows:
        return
    model = type(rows[0])
    fields = [field for field in model._meta.concrete_fields if field.name in columns]
    quote = connection.ops.quote_name
    settings = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    sql = (
        f"UPDATE {quote(model._meta.db_table)} SET {settings} WHERE {quote(str(model._meta.pk.column))} = %s"
    )
    values = (
        (*(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields), row.pk)
        for row in rows
    )
    with connection.cursor() as cursor:
        while chunk := list(islice(values, _ROWS_AT_A_TIME)):
            cursor.executemany(sql, chunk)


class _CopyFile:
    """The rows as the file that COPY reads, some thousand at a read; quotes tell an empty text from NULL."""

    def __init__(self, rows: Iterator[Sequence[Any]]) -> None:
        self._rows = rows

    def read(self, _size: int = -1) -> str:
        piece = StringIO()
        csv.writer(piece, quoting=csv.QUOTE_ALL).writerows(islice(self._rows, _ROWS_AT_A_TIME))
        return piece.getvalue()
