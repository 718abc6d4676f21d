"""Writes rows of documents by the thousand, past the model."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.utils import timezone

from documents.bulk import insert_rows
from documents.models import DocumentEntry, Snapshot, SourceFile


class EntryRow(NamedTuple):
    """A document's row in the index; the names are those of DocumentEntry. `line` is for messages, and not stored."""

    collection_id: int
    edition: int
    docid: str
    file: str = ""
    offset: int = 0
    length: int = 0
    sha256: str = ""
    date: str = ""
    source: str = ""
    line: int = 0


class FileRow(NamedTuple):
    """A file that a scan has finished; the names are those of SourceFile."""

    scan_id: int
    name: str
    size: int
    mtime: int
    sha256: str
    documents: int
    problems_found: int


def insert_entries(rows: Sequence[EntryRow]) -> None:
    """Add rows, whose ids must be new to their collection."""
    insert_rows(DocumentEntry, EntryRow._fields[:-1], [row[:-1] for row in rows])


def insert_files(rows: Sequence[FileRow]) -> None:
    """Add the files that a scan has finished."""
    insert_rows(SourceFile, FileRow._fields, rows)


def insert_snapshots(made: Sequence[Snapshot]) -> None:
    """Add copies; one that somebody else stored meanwhile stays as it is."""
    fields = [field for field in Snapshot._meta.local_concrete_fields if not field.primary_key]
    table = connection.ops.quote_name(Snapshot._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(field.attname) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    rows = list(zip(*(_values(field, made) for field in fields), strict=True))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING", rows)


def _values(field: "models.Field[Any, Any]", made: Sequence[Snapshot]) -> list[Any]:
    """A column as the database takes it. Texts and numbers are taken as they are."""
    if isinstance(field, models.DateTimeField):
        return [field.get_db_prep_save(timezone.now(), connections[DEFAULT_DB_ALIAS])] * len(made)
    values = [getattr(copy, field.attname) for copy in made]
    if not isinstance(field, models.BinaryField | models.JSONField):
        return values
    return [field.get_db_prep_save(value, connections[DEFAULT_DB_ALIAS]) for value in values]
