"""Writes rows of documents by the thousand, past the model: COPY on PostgreSQL for the index, prepared rows elsewhere."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from django.db import connection, transaction

from documents.models import DocumentEntry, Snapshot


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


def insert_snapshots(made: Sequence[Snapshot]) -> None:
    """Add copies; one that somebody else stored meanwhile stays as it is."""
    fields = [field for field in Snapshot._meta.local_concrete_fields if not field.primary_key]
    table = connection.ops.quote_name(Snapshot._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(field.attname) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    rows = [
        [field.get_db_prep_save(field.pre_save(copy, add=True), connection) for field in fields]
        for copy in made
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING", rows)


def _as_csv(rows: Sequence[EntryRow]) -> StringIO:
    """All fields in quotes, since COPY takes an empty one without them for NULL."""
    file = StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    file.seek(0)
    return file
