"""Tables of nugget matches and of nugget drafts that programs bring, with what is known of the program (`facts`)."""

from functools import partial
from typing import Any

from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake
from assessment.imports.services.draft_storing import DRAFTS
from assessment.imports.services.machines import facts_of
from assessment.imports.services.match_storing import MATCHES
from assessment.imports.services.program_tables import ProgramTable
from assessment.people.selectors.access import Access, Permission
from scoring.formats.columns import Columns
from scoring.stages import LISTING

Table = ProgramTable[Any, Any, Any, Any]


def _check(table: Table, sent: Sent) -> Taken:
    """What the table would do; nothing is stored."""
    facts, problems = facts_of(sent.facts or {}), sent.file.problems()
    found = table.review(sent.campaign, facts, table.read(sent.source.data, problems), problems)
    said = f"{facts.assessor}: {table.holds(found)} {table.would(found)}"
    return Taken(said, review=found._asdict() | {"notes": found.warnings})


def _store(table: Table, sent: Sent) -> Taken:
    """Store the table, all of it or nothing."""
    source, facts, problems = sent.source, facts_of(sent.facts or {}), sent.file.problems()
    rows = table.read(source.data, problems)
    stored = table.store(
        campaign=sent.campaign, facts=facts, rows=rows, problems=problems, file=source, by=sent.by
    )
    return Taken(stored.sentence, stored.number)


def _columns(table: Table, sent: Sent) -> Columns:
    return table.columns


def is_there(access: Access) -> bool:
    """Whether questions of the campaign are judged by nuggets."""
    return bool(access.campaign.track.types_with(LISTING))


for _table in (MATCHES, DRAFTS):
    register_intake(
        Intake(
            _table.kind,
            Permission.ASSIGN,
            partial(_check, _table),
            partial(_store, _table),
            frozenset({"facts"}),
            is_there,
            page=f"judging:{_table.kind}",
            columns=partial(_columns, _table),
        )
    )
