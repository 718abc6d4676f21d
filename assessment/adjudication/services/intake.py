"""Tables of decisions, nugget matches and nugget votes: checked, then stored by a job."""

from functools import partial
from typing import Any

from assessment.adjudication.selectors.nuggets import has_nuggets
from assessment.adjudication.services import decisions, nugget_files  # noqa: F401  # register their tables
from assessment.adjudication.services.table_files import KINDS, STORE, TableFile
from assessment.campaigns.services.intakes import Intake, Sent, Taken, register_intake, store_by_job
from assessment.judging.models import BatchKind
from assessment.judging.services.batches import refuse_half_done
from assessment.judging.services.disputes import refuse_released
from assessment.people.selectors.access import Access, Permission
from scoring.formats.columns import BROUGHT, Columns


def _check(table: type[TableFile[Any]], sent: Sent) -> Taken:
    found = table(sent.campaign, sent.file).check()
    return Taken(found.sentence, review=found.as_data())


def _store(kind: str, sent: Sent) -> Taken:
    refuse_released(sent.campaign, "decisions")
    refuse_half_done(sent.campaign)
    return store_by_job(sent, STORE, kind=kind)


def _columns(table: type[TableFile[Any]], sent: Sent) -> Columns:
    return BROUGHT[table.kind]


def is_there(kind: str, access: Access) -> bool:
    """Whether the campaign has such files."""
    return kind in KINDS and (kind == BatchKind.DECISIONS or has_nuggets(access))


for _kind, _table in KINDS.items():
    register_intake(
        Intake(
            _kind,
            Permission.ADJUDICATE,
            partial(_check, _table),
            partial(_store, _kind),
            is_there=partial(is_there, _kind),
            page=f"judging:table-{_kind}",
            kept_as=_table.kind,
            columns=partial(_columns, _table),
            by_job=True,
        )
    )
