"""What programs say: tables of judgments, nugget matches and nugget drafts, with what is known of the program."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.views.file_pages import FilePage
from assessment.imports.forms import MachineForm, MachineMatchesForm, MachineNuggetsForm
from assessment.imports.services.program_intake import is_there
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import takes_files

JUDGMENTS = FilePage(("judgments",), MachineForm, "judging/machine.html", "assign")
MATCHES = FilePage(("machine-matches",), MachineMatchesForm, "judging/machine_matches.html", "assign")
DRAFTS = FilePage(("machine-nuggets",), MachineNuggetsForm, "judging/machine_nuggets.html", "assign")


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machine(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in what a program says; what it would do is shown where tables of judgments are."""
    return JUDGMENTS.take_in(request, access_campaign(request.user, slug, Permission.ASSIGN))


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machine_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in what a program matched, and show what it would do; nothing is stored yet."""
    return MATCHES.take_in(request, _access(request, slug))


@require_POST
@login_required
def confirm_matches(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a table of matches as its preview showed."""
    return MATCHES.confirm(request, _access(request, slug), check)


@require_POST
@login_required
def discard_matches(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded table of matches that is not to be stored."""
    return MATCHES.discard(_access(request, slug), check)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def machine_nuggets(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in what a program drafted, and show what it would do; nothing is stored yet."""
    return DRAFTS.take_in(request, _access(request, slug))


@require_POST
@login_required
def confirm_nuggets(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a table of drafts as its preview showed."""
    return DRAFTS.confirm(request, _access(request, slug), check)


@require_POST
@login_required
def discard_nuggets(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded table of drafts that is not to be stored."""
    return DRAFTS.discard(_access(request, slug), check)


def _access(request: HttpRequest, slug: str) -> Access:
    """Of campaigns with questions that are judged by nuggets."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    if not is_there(access):
        raise Http404
    return access
