"""Files of known answers, nuggets, pyramids and gold answers: chosen, looked at, stored."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.views.file_pages import FilePage
from assessment.development.forms.known import DevelopmentForm
from assessment.development.services.files import FORMATS
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import takes_files

FILES = FilePage(FORMATS, DevelopmentForm, "judging/development.html", "imports")


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def development(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a file and show what it would do; nothing is stored yet."""
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
    return access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
