"""Proves that what is stored is whole: foreign keys, counters, checksums of what is kept, judgments, the sealed history."""

import hashlib
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import DatabaseError, connection
from django.db.models import ForeignKey, Model, QuerySet

from assessment.campaigns.models import Campaign, ImportedFile, State
from assessment.judging.selectors.history_check import sealed_as, verify_history
from assessment.judging.selectors.ledger_check import compare_with_history
from assessment.judging.services.counters import recount
from assessment.judging.services.sealing import is_due, last_day
from assessment.results.models import QrelsSnapshot
from assessment.results.selectors.access import release_in_force
from assessment.results.services.drift import drift_of
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem, RunFile
from documents.models import Snapshot
from scoring.records import item_key

Progress = Callable[[int, int, str], None]


class Checked(NamedTuple):
    """What one examination found: in one sentence what was looked at, mismatches, and what is worth knowing."""

    sentence: str
    mismatches: list[str]
    notes: list[str] = []


NOT_HELD = (
    "Held against nothing: the texts of questions, guidelines and nuggets; votes, matches and annotations; the responses "
    "of runs, but not their files; scores that are not released, and studies."
)


def check_database(progress: Progress) -> Checked:
    """The file of the database itself: a page that is damaged may be one that nothing below reads."""
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SHOW data_checksums")
            (state,) = cursor.fetchone()
        return Checked(f"Database: its server looks after its pages (data_checksums is {state}).", [])
    progress(0, 1, "pages of the database read:")
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(20)")
            damage = [line for (line,) in cursor.fetchall() if line != "ok"]
    except DatabaseError as error:  # so damaged that it cannot even be said where
        damage = [str(error)]
    progress(1, 1, "pages of the database read:")
    return Checked("Database: its file is whole.", [f"the file of the database: {line}" for line in damage])


def check_keys(progress: Progress) -> Checked:
    """Every foreign key leads to a row: counted anew, whatever the database believes of its constraints."""
    keys = [key for model in _models() for key in _keys_of(model)]
    mismatches = []
    for number, key in enumerate(keys, 1):
        if lost := _lost(key):
            mismatches.append(f"{key.model._meta.db_table}.{key.column}: {lost} lead to no row")
        progress(number, len(keys), "foreign keys checked:")
    return Checked(f"Foreign keys: {len(keys)} lead to rows.", mismatches)


def check_counters(progress: Progress) -> Checked:
    """The counters of every campaign against its rows."""
    campaigns = list(Campaign.visible.order_by("slug"))
    mismatches = []
    for number, campaign in enumerate(campaigns, 1):
        mismatches += [f"{campaign.slug}: {found}" for found in recount(campaign=campaign, by=None)]
        progress(number, len(campaigns), "campaigns counted:")
    return Checked(f"Counters: those of {len(campaigns)} campaigns are right.", mismatches)


def check_files(progress: Progress) -> Checked:
    """The bytes of kept files against the checksums that were stored beside them."""
    mismatches, count = [], 0
    for what, rows in _kept_files():
        for pk, name, said, packed in rows:
            count += 1
            if _sha256(packed) != said:
                mismatches.append(f"{what} {pk} ({name}): its bytes are not those of its checksum")
            progress(count, count + 1, "files read:")
    for pk, name in ImportedFile.objects.filter(is_kept=True, packed=None).values_list("pk", "name"):
        mismatches.append(f"imported file {pk} ({name}): its bytes are gone")
    return Checked(f"Files: the checksums of {count} are right.", mismatches)


def check_items(progress: Progress) -> Checked:
    """What pools hold against the name that each item has of its content."""
    mismatches, count = [], 0
    fields = ("question__campaign__slug", "key", "question__qid", "docid", "passage", "answer")
    for pk, slug, key, *content in _rows(PoolItem.ever.all(), *fields, at_once=5_000):
        count += 1
        if item_key(*content) != key:
            mismatches.append(
                f"{slug}: question {content[0]}, item {pk}: its content is not what its key names"
            )
        progress(count, count + 1, "pool items read:")
    return Checked(f"Pools: {count} items are as they were pooled.", mismatches)


def check_judgments(progress: Progress) -> Checked:
    """Judgments and decisions against the history: whoever alters one past the site leaves the other as it was."""
    found = compare_with_history(lambda done, all_: progress(done, all_, "questions compared:"))
    sentence = (
        f"Judgments: {found.changed} judgments and decisions are what the history says of them; "
        f"{found.from_files} came with files and were not changed since."
    )
    return Checked(sentence, found.mismatches)


def check_releases(progress: Progress) -> Checked:
    """Released scores against the judgments and everything else that scores rest on: worked out anew."""
    campaigns = list(Campaign.visible.filter(state=State.RELEASED).order_by("slug"))
    mismatches: list[str] = []
    notes: list[str] = []
    same = 0
    for number, campaign in enumerate(campaigns, 1):
        if row := release_in_force(campaign):
            found = drift_of(campaign, row)
            if found.difference:
                (mismatches if found.is_mismatch else notes).append(found.difference)
            else:
                same += 1
        progress(number, len(campaigns), "released campaigns scored:")
    sentence = f"Releases: the scores of {same} are those of their judgments."
    return Checked(sentence, mismatches, notes)


def check_history(progress: Progress, head: str = "") -> Checked:
    """The history against its seals, and a head that was noted elsewhere."""
    verdict = verify_history(progress=lambda rows: progress(rows, rows + 1, "rows of the history read:"))
    mismatches = [str(mismatch) for mismatch in verdict.mismatches]
    notes = list(verdict.notes)
    if head:
        found = sealed_as(head)
        if found is None:
            mismatches.append(
                f"The head {head} is not in the chain: the history was altered and sealed anew, or the site was restored "
                "from a backup made before it."
            )
        else:
            notes.append(f"The noted head is that of {found.day}.")
    if is_due():
        notes.append(f"Days up to {last_day()} are over and not sealed: start a worker, or seal_history.")
    if verdict.head is None:
        if is_due():
            notes.append(
                "Had days been sealed before, their seals were removed: compare with a backup, or with a head that was "
                "noted, before sealing anew."
            )
        return Checked("History: no day is sealed yet (seal_history).", mismatches, notes)
    sentence = f"History: {verdict.days} days are as they were sealed. Head on {verdict.head.day}: {verdict.head.head}."
    return Checked(sentence, mismatches, notes)


def verify(*, head: str = "", progress: Progress = lambda *_: None) -> list[Checked]:
    """Examine everything. Refused, with a line for each mismatch, where anything is not as it should be."""
    whole = check_database(progress)
    if whole.mismatches:  # whatever else is read from it may be wrong
        raise _refused(whole.mismatches)
    found = [
        whole,
        check_keys(progress),
        check_counters(progress),
        check_files(progress),
        check_items(progress),
        check_judgments(progress),
        check_releases(progress),
        check_history(progress, head),
    ]
    if lines := [line for checked in found for line in checked.mismatches]:
        raise _refused(lines)
    return found


def _refused(lines: list[str]) -> Refused:
    error = Refused(
        f"{len(lines)} mismatch{'es' if len(lines) > 1 else ''} found. Nothing was changed.",
        "not_as_stored",
        "docs/backup.md, “Is everything as it was?”, says what to do.",
    )
    error.details = lines
    return error


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _keys_of(model: type[Model]) -> Iterator[Any]:
    yield from (field for field in model._meta.local_fields if isinstance(field, ForeignKey))


def _lost(key: Any) -> int:
    """How many rows have a value in this column that no row of the other table has."""
    quote = connection.ops.quote_name
    target = key.target_field
    table, other = quote(key.model._meta.db_table), quote(target.model._meta.db_table)
    sql = (
        f"SELECT count(*) FROM {table} AS a LEFT JOIN {other} AS b ON b.{quote(target.column)} = a.{quote(key.column)} "
        f"WHERE a.{quote(key.column)} IS NOT NULL AND b.{quote(target.column)} IS NULL"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return int(cursor.fetchone()[0])


def _kept_files() -> Iterator[tuple[str, Iterator[tuple[Any, ...]]]]:
    """For each kind of kept file its rows: number, name, checksum, packed bytes."""
    imported = ImportedFile.objects.exclude(packed=None)
    yield "run", _rows(RunFile.objects.all(), "run__run_id", "run__sha256", "compressed")
    yield "qrels", _rows(QrelsSnapshot.objects.all(), "rule", "sha256", "compressed")
    yield "imported file", _rows(imported, "name", "sha256", "packed")
    yield "document copy", _rows(Snapshot.objects.all(), "docid", "sha256", "record")


def _rows(rows: "QuerySet[Any]", *fields: str, at_once: int = 20) -> Iterator[tuple[Any, ...]]:
    """Some at a time, for a file may be large; no statement stays open."""
    last: Any = None
    asked = rows.order_by("pk").values_list("pk", *fields)
    while some := list((asked if last is None else asked.filter(pk__gt=last))[:at_once]):
        yield from some
        last = some[-1][0]


def _sha256(packed: bytes) -> str:
    try:
        return hashlib.sha256(zlib.decompress(bytes(packed))).hexdigest()
    except zlib.error:
        return ""
