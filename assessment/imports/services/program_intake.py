"""Tables of nugget matches and of nugget drafts that programs bring, with what is known of the program (`facts`)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake
from assessment.imports.services import draft_storing, drafts, machine_matches, match_storing
from assessment.imports.services.draft_storing import DraftReview, StoredDrafts, review_drafts, store_drafts
from assessment.imports.services.drafts import read_draft_rows
from assessment.imports.services.machine_matches import read_match_rows
from assessment.imports.services.machines import facts_of
from assessment.imports.services.match_storing import MatchReview, Stored, review_matches, store_matches
from assessment.people.selectors.access import Access, Permission
from scoring.formats.columns import Columns
from scoring.formats.problems import Problems
from scoring.stages import LISTING


class Table(NamedTuple):
    """A kind of table: how it is read, reviewed and stored."""

    columns: Columns
    read: Callable[[bytes, Problems], list[Any]]
    review: Callable[..., MatchReview | DraftReview]
    store: Callable[..., Stored | StoredDrafts]


TABLES: Mapping[str, Table] = {
    match_storing.KIND: Table(machine_matches.COLUMNS, read_match_rows, review_matches, store_matches),
    draft_storing.KIND: Table(drafts.COLUMNS, read_draft_rows, review_drafts, store_drafts),
}


def _check(table: Table, sent: Sent) -> Taken:
    """What the table would do; nothing is stored."""
    source, problems = sent.source, sent.file.problems()
    facts = facts_of(sent.facts or {})
    found = table.review(sent.campaign, facts, table.read(source.data, problems), problems)
    said = f"{facts.assessor}: {found.holds} {found.sentence}"
    return Taken(said, review=found._asdict() | {"notes": found.warnings})


def _store(table: Table, sent: Sent) -> Taken:
    """Store the table, all of it or nothing."""
    source, problems = sent.source, sent.file.problems()
    rows = table.read(source.data, problems)
    stored = table.store(
        campaign=sent.campaign,
        facts=facts_of(sent.facts or {}),
        rows=rows,
        problems=problems,
        file=source,
        by=sent.by,
    )
    return Taken(stored.sentence, stored.number)


def _columns(table: Table, sent: Sent) -> Columns:
    return table.columns


def is_there(access: Access) -> bool:
    """Whether questions of the campaign are judged by nuggets."""
    return bool(access.campaign.track.types_with(LISTING))


for _kind, _table in TABLES.items():
    register_intake(
        Intake(
            _kind,
            Permission.ASSIGN,
            partial(_check, _table),
            partial(_store, _table),
            frozenset({"facts"}),
            is_there,
            page=(f"judging:{_kind}",),
            columns=partial(_columns, _table),
        )
    )
