"""Pages for tables of decisions, nugget matches and nugget votes: a file is checked, looked at, then stored."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.adjudication.forms.table_files import TableForm
from assessment.adjudication.services.intake import is_there
from assessment.adjudication.services.table_files import KINDS
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.views.file_pages import FilePage
from assessment.judging.selectors.batches import batches_of
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import takes_files
from scoring.formats.columns import BROUGHT

NAMES = {"decisions": "adjudications", "matches": "matches", "votes": "votes"}  # of the tables in a bundle


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def table_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Takes a table in and shows what it would do; or the page as it is."""
    return _page(kind).take_in(request, _access(request, slug, kind))


@require_POST
@login_required
def store(request: HttpRequest, slug: str, kind: str, check: int) -> HttpResponse:
    """Stores a table as its preview showed."""
    return _page(kind).confirm(request, _access(request, slug, kind), check)


@require_POST
@login_required
def discard(request: HttpRequest, slug: str, kind: str, check: int) -> HttpResponse:
    """Deletes an uploaded table that is not to be stored."""
    return _page(kind).discard(_access(request, slug, kind), check)


def _access(request: HttpRequest, slug: str, kind: str) -> Access:
    access = access_campaign(account_of(request), slug, Permission.ADJUDICATE)
    if not is_there(kind, access):
        raise Http404
    return access


def _page(kind: str) -> FilePage:
    def more(access: Access) -> dict[str, Any]:
        name = NAMES[kind]
        columns = BROUGHT[name]
        return {
            "kind": kind,
            "table": KINDS[kind],
            "name": name,
            "needed": [column for column in columns.names if column not in columns.optional],
            "optional": [column for column in columns.names if column in columns.optional],
            "acts": batches_of(access.campaign, kind),
        }

    return FilePage((kind,), TableForm, "judging/table_file.html", "adjudicate", more)
