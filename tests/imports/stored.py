"""All that a database holds, row by row: what an import is held against that stored nothing, or was undone."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection, transaction

from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass

Row = Mapping[str, Any]
Stored = dict[tuple[str, Any], Row]  # by table and key

WORK = frozenset({"Job"})  # who did it, and how far it is
RECORDS = frozenset({"FileImport", "ImportedFile", "ImportTrace", "ChangeBatch"})
HISTORY = frozenset({"Change", "Event"})
JOINED = frozenset({"Member", "Role"})  # who has a name in the campaign stays in it
RISING = {
    "PageAnnotation": {"changes", "version", "changed_at"}
}  # how often a row was changed is never taken back
DRAWN = re.compile(  # moments, ids, and what links of invitations are made of
    r"\d{4}-\d\d-\d\d[T ][\d:.]+(\+00:00|Z)?|[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}"
    r"|(?<='link_seed': ')[\w-]+|(?<='invitation:)\d+:[\w-]+"
)
NOTHING: Mapping[str, Row] = {
    "Judgment": {
        "grade": "",
        "note": "",
        "later": False,
        "judged_at": None,
        "answer_class_id": None,
        "by_program": False,
        "automatic": False,
        "version": "",
        "guidelines_id": None,
        "source_id": None,
    },
    "Adjudication": {"grade": "", "ground": "", "overruled": False, "note": "", "answer_class_id": None},
    "Assignment": {"judged": 0, "seconds": 0},
    "PageAnnotation": {"question": "", "long": None, "source_id": None},
}


def stored(*apart: Collection[str]) -> Stored:
    """Every column of every row of every table, but for those apart and the record of work."""
    left, found = WORK.union(*apart), Stored()
    with connection.cursor() as cursor:
        for table in apps.get_models(include_auto_created=True):
            if table._meta.proxy or table.__name__ in left:
                continue
            cursor.execute(f'SELECT * FROM "{table._meta.db_table}"')
            names = [column[0] for column in cursor.description]
            key = names.index(table._meta.pk.column)
            found |= {(table.__name__, row[key]): dict(zip(names, row, strict=True)) for row in cursor}
    return found


def told(*apart: Collection[str]) -> dict[tuple[str, Any], str]:
    """The same as texts, whenever it was stored and whatever ids were drawn."""
    return {
        key: DRAWN.sub("", str({name: str(value) for name, value in row.items()}))
        for key, row in stored(*apart).items()
    }


def too_long(rows: Stored) -> list[tuple[str, str]]:
    """Columns with a text that is longer than they may be, which no database but SQLite keeps."""
    limits = {
        (table.__name__, field.column): field.max_length
        for table in apps.get_models(include_auto_created=True)
        for field in table._meta.local_concrete_fields
        if getattr(field, "max_length", None)
    }
    return [
        (table, name)
        for (table, _), row in rows.items()
        for name, value in row.items()
        if isinstance(value, str) and len(value) > (limits.get((table, name)) or len(value))
    ]


def changed(before: Stored, after: Stored) -> set[str]:
    """The tables that hold other rows, or rows with other values."""
    keys = {key for key in {**before, **after} if before.get(key) != after.get(key)}
    return {table for table, _ in keys}


def assert_undone(before: Stored, campaign: Campaign) -> Stored:
    """That all is as it was before an import. The rows that it left behind: they say nothing."""
    after = stored()
    same = {key: _whole(key, after.get(key, {})) for key in before}
    assert same == {key: _whole(key, row) for key, row in before.items()}
    held = set(AnswerClass.objects.in_use(campaign.track).values_list("pk", flat=True))
    aside = RECORDS | HISTORY | JOINED
    left = {key: row for key, row in after.items() if key not in before and key[0] not in aside}
    for (table, pk), row in left.items():
        assert table in NOTHING or (table == "Entry" and pk not in held), (table, row)
        assert {**row, **NOTHING.get(table, {})} == row, (table, row)
        assert table != "Assignment" or row["handed_over_at"], row
    return left


def _whole(key: tuple[str, Any], row: Row) -> Row:
    rising = RISING.get(key[0], {"changes"})
    return {name: value for name, value in row.items() if name not in rising}


@contextmanager
def tried() -> Iterator[None]:
    """A block that leaves nothing behind in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
