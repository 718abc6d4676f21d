"""Examples of files, to download: what each field that takes a file shows the beginning of."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services.examples import EXAMPLES, FileExample
from assessment.campaigns.services.source_files import SourceFile
from assessment.people.views.decorators import login_required


@require_safe
@login_required
def of_campaign(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """How files of a kind look in a campaign, for those who may bring such."""
    example = _named(kind)
    if example.permission is None:
        raise Http404
    access = access_campaign(request.user, slug, example.permission)
    if not example.is_there(access):
        raise Http404
    return _file(example.make(access.campaign))


@require_safe
@login_required
def of_site(request: HttpRequest, kind: str) -> HttpResponse:
    """How files look that belong to no campaign: made up, the same for everybody."""
    example = _named(kind)
    if example.permission is not None:
        raise Http404
    return _file(example.make())


def _named(kind: str) -> FileExample:
    if kind not in EXAMPLES:
        raise Http404
    return EXAMPLES[kind]


def _file(example: SourceFile) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=example.name) or "attachment"
    headers = {"Content-Disposition": disposition}
    return HttpResponse(example.data, content_type="application/octet-stream", headers=headers)
