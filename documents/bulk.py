"""Many rows of one table at once, past the model instances: COPY on PostgreSQL, prepared rows elsewhere."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

_ROWS_AT_A_TIME = 5_000


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


def update_rows(rows: Sequence[Model], columns: Sequence[str]) -> None:
    """Write some columns of rows that are stored already, many times faster than Django's `bulk_update`."""
    if not rows:
        return
    model = type(rows[0])
    fields = [field for field in model._meta.local_concrete_fields if field.name in columns]
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
