"""Annotations of pages that organizers import from a file: chosen, looked at, stored."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.views.file_pages import FilePage
from assessment.imports.forms import AnnotationsForm
from assessment.imports.views.judgments import imported_before
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import takes_corpora

FILES = FilePage(("annotations",), AnnotationsForm, "judging/annotations.html", "assign", imported_before)


@takes_corpora
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def annotations(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a file of annotations and show what it would do; list the imports so far."""
    return FILES.take_in(request, _access(request, slug))


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Store a file as its preview showed."""
    return FILES.confirm(request, _access(request, slug), check)


@require_POST
@login_required
def discard(request: HttpRequest, slug: str, check: int) -> HttpResponse:
    """Delete an uploaded file that is not to be imported."""
    return FILES.discard(_access(request, slug), check)


def _access(request: HttpRequest, slug: str) -> Access:
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    if not access.campaign.track.marks_places:
        raise Http404
    return access
