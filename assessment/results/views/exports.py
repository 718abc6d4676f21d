"""Downloads of a campaign: the bundle, single tables, qrels as of now, and trec_eval's forms."""

import tempfile
from collections.abc import Callable, Iterator
from functools import wraps
from typing import IO

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

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.results.forms import JudgedForm
from assessment.results.selectors import bundle
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.evaluation import load_topics
from assessment.results.selectors.exports import (
    FORMS,
    export_list,
    trec_eval_runs,
    write_qrels_file,
)
from assessment.results.services.annotation_export import write_annotations
from assessment.results.services.downloads import has_parts
from assessment.results.services.errors import RuleRefused
from assessment.results.services.export import bundle_in_temporary_folder, note_export, noted_export
from assessment.shared.errors import Refused
from assessment.shared.pages import explain
from assessment.shared.zips import begun, stream_zip, write_zip
from scoring.formats.tables import TABLES
from scoring.rules import PLAIN, RuleError


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


@login_required
@or_why_not
def download_bundle(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The bundle as a ZIP file, the same bytes for the same state."""

    def pack(campaign: Campaign, target: IO[bytes]) -> None:
        with bundle_in_temporary_folder(campaign) as folder:
            write_zip(folder, target)

    access = access_campaign(request.user, slug, Permission.EXPORT)
    return sent(access, "the bundle", f"{slug}-bundle.zip", pack)


@login_required
@or_why_not
def download_table(request: HttpRequest, slug: str, table: str) -> HttpResponseBase:
    """One table of the bundle, or the topics file."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    track = access.campaign.track

    def write(campaign: Campaign, target: IO[bytes]) -> None:
        if table == track.questions_file:
            target.write(track.write_topics(load_topics(campaign)))
        else:
            with consistent_campaign(campaign):
                target.writelines(bundle.table(campaign, table.removesuffix(".csv")))

    if table not in {track.questions_file, *(f"{name}.csv" for name in TABLES)}:
        raise Http404
    return sent(access, table, f"{slug}-{table}", write)


@login_required
@or_why_not
def download_annotations(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The annotations that count, in the corpus's very layout, without pages."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    if not access.campaign.track.annotated_types:
        raise Http404

    def write(campaign: Campaign, target: IO[bytes]) -> None:
        write_annotations(campaign, target, packed=True)

    return sent(access, "the annotations", f"{slug}-annotations.jsonl.gz", write)


@login_required
@or_why_not
def download_qrels(request: HttpRequest, slug: str, rule: str, form: str) -> HttpResponseBase:
    """The qrels by one of the four rules as the judgments are now, in NIST's form or trec_eval's."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    if rule not in PLAIN or form not in FORMS:
        raise Http404
    try:
        return sent(
            access,
            f"qrels by the rule {rule}",
            f"{slug}-{form}-{rule}.txt",
            lambda campaign, target: write_qrels_file(campaign, rule, form, target),
        )
    except RuleError as error:
        return refused(request, access, error)


def refused(request: HttpRequest, access: Access, error: RuleError) -> HttpResponse:
    """The exports page, saying for which questions a rule gives no grades."""
    qids = access.campaign.questions.in_order().values_list("qid", flat=True)
    return exports_page(request, access, status=422, refused=RuleRefused(error, qids))


@login_required
@or_why_not
def download_runs(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All runs rewritten for trec_eval, as a ZIP file that is sent while it is made."""
    access = access_campaign(request.user, slug, Permission.EXPORT)
    pieces = stream_zip(trec_eval_runs(access.campaign))
    noted = noted_export(
        campaign=access.campaign, what="the runs for trec_eval", by=access.account, pieces=begun(pieces)
    )
    return streamed(noted, f"{slug}-trec_eval-runs.zip")


def streamed(pieces: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """A ZIP file that is sent while it is made."""
    headers = {
        "Content-Disposition": content_disposition_header(True, name) or "",
        "X-Content-Type-Options": "nosniff",
    }
    return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)


def sent(access: Access, what: str, name: str, write: Callable[[Campaign, IO[bytes]], None]) -> FileResponse:
    """Write to a temporary file first, so that a failure is a page and not half a file; then log it and send it."""
    file = tempfile.TemporaryFile()  # noqa: SIM115  # FileResponse closes it
    try:
        write(access.campaign, file)
        note_export(campaign=access.campaign, what=what, by=access.account, file=file)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return FileResponse(
        file, as_attachment=True, filename=name, headers={"X-Content-Type-Options": "nosniff"}
    )
