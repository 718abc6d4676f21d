"""Pages for tables of decisions, nugget matches and nugget votes: a file is checked, looked at, then stored."""

from functools import partial
from typing import Any

from assessment.adjudication.forms.table_files import TableForm
from assessment.adjudication.services.table_files import KINDS
from assessment.campaigns.views.file_pages import FilePage
from assessment.judging.selectors.batches import batches_of
from assessment.people.selectors.access import Access
from scoring.formats.columns import BROUGHT


def _more(kind: str, access: Access) -> dict[str, Any]:
    table = KINDS[kind]
    columns = BROUGHT[table.kind]
    return {
        "kind": kind,
        "imports": table.imports,
        "name": table.kind,
        "needed": [column for column in columns.names if column not in columns.optional],
        "optional": [column for column in columns.names if column in columns.optional],
        "acts": batches_of(access.campaign, kind),
    }


PAGES = [
    FilePage(
        (kind,),
        TableForm,
        "judging/table_file.html",
        "adjudicate",
        f"tables/{kind}/",
        partial(_more, kind),
        store="store/",
    )
    for kind in KINDS
]
