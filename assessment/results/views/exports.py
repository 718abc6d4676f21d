"""Downloads of a campaign: the bundle, single tables, qrels as of now, and trec_eval's forms."""

from collections.abc import Callable, Iterator
from functools import wraps

from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.results.forms import JudgedForm
from assessment.results.selectors.exports import export_list
from assessment.results.services import exported_files as files
from assessment.results.services.downloads import has_parts
from assessment.results.services.errors import RuleRefused
from assessment.shared.errors import Refused
from assessment.shared.pages import explain


@require_safe
@login_required
def exports(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be taken away."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    return exports_page(request, access)


def exports_page(request: HttpRequest, access: Access, status: int = 200, **extra: object) -> HttpResponse:
    context: dict[str, object] = {
        "access": access,
        "tab": "exports",
        "slug": access.campaign.slug,
        **export_list(access.campaign),
    }
    if has_parts(access.campaign.track):
        context["judged_form"] = JudgedForm.with_new_seed()
    return render(request, "results/exports.html", context | extra, status=status)


def or_why_not(download: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a download: where it is refused, the exports page says why."""

    @wraps(download)
    def shown(request: HttpRequest, slug: str, *rest: str, **named: str) -> HttpResponseBase:
        try:
            return download(request, slug, *rest, **named)
        except Refused as error:
            explain(request, error)
            return redirect("results:exports", slug)

    return shown


@require_safe
@login_required
@or_why_not
def download_bundle(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The bundle as a ZIP file, the same bytes for the same state; with `released` only if that is what was released."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    return sent(request, access, files.bundle_file(access.campaign, released="released" in request.GET))


@require_safe
@login_required
@or_why_not
def download_bundle_without_names(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The bundle with pseudonyms for people."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    return sent(request, access, files.bundle_file(access.campaign, without_names=True))


@require_safe
@login_required
@or_why_not
def download_table(request: HttpRequest, slug: str, table: str) -> HttpResponseBase:
    """One table of the bundle, or the topics file."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    return sent(request, access, files.table_file(access.campaign, table))


@require_safe
@login_required
@or_why_not
def download_annotations(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The annotations that count, in the corpus's very layout, without pages."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    return sent(request, access, files.annotations_file(access.campaign))


@require_safe
@login_required
@or_why_not
def download_qrels(request: HttpRequest, slug: str, rule: str, form: str) -> HttpResponseBase:
    """The qrels by one of the four rules as the judgments are now, in NIST's form or trec_eval's."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    return sent(request, access, files.qrels_file(access.campaign, rule, form))


@require_safe
@login_required
@or_why_not
def download_runs(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All runs rewritten for trec_eval, as a ZIP file that is sent while it is made."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    return streamed(files.runs_in_pieces(access), f"{slug}-trec_eval-runs.zip")


def streamed(pieces: Iterator[bytes], name: str, kind: str = "application/zip") -> StreamingHttpResponse:
    """A file, a ZIP file unless said otherwise, that is sent while it is made."""
    headers = {
        "Content-Disposition": content_disposition_header(True, name) or "",
        "X-Content-Type-Options": "nosniff",
    }
    return StreamingHttpResponse(pieces, content_type=kind, headers=headers)


def sent(request: HttpRequest, access: Access, file: files.ExportedFile | None) -> HttpResponseBase:
    """The file; where its rule gives no grades, the exports page says for which questions."""
    if file is None:
        raise Http404
    try:
        content = files.written(access, file)
    except RuleRefused as error:
        return exports_page(request, access, status=422, refused=error)
    headers = {"X-Content-Type-Options": "nosniff"}
    return FileResponse(content, as_attachment=True, filename=file.name, headers=headers)
