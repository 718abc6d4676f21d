"""Writes the index of a collection by the thousand, past the model instances: COPY on PostgreSQL, prepared rows elsewhere."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from django.db import connection

from documents.models import DocumentEntry


class EntryRow(NamedTuple):
    """A document's row in the index; the names are those of DocumentEntry."""

    collection_id: int
    edition: int
    docid: str
    file: str = ""
    offset: int = 0
    length: int = 0
    sha256: str = ""
    date: str = ""
    source: str = ""


def insert_entries(rows: Sequence[EntryRow]) -> None:
    """Add rows, whose ids must be new to their collection."""
    table = connection.ops.quote_name(DocumentEntry._meta.db_table)
    columns = ", ".join(map(connection.ops.quote_name, EntryRow._fields))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.copy_expert(f"COPY {table} ({columns}) FROM STDIN WITH (FORMAT csv)", _as_csv(rows))
        else:
            marks = ", ".join(["%s"] * len(EntryRow._fields))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)


def _as_csv(rows: Sequence[EntryRow]) -> StringIO:
    """All fields in quotes, since COPY takes an empty one without them for NULL."""
    file = StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    file.seek(0)
    return file
