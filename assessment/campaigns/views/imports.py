"""The imports of a campaign: all of them, one with what stands on it, its files, and the undo."""

import zlib
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from assessment.campaigns.forms.imports import UndoForm
from assessment.campaigns.models import FileImport
from assessment.campaigns.selectors import imports as selectors
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services.checked_files import waiting
from assessment.campaigns.services.imports import request_undo
from assessment.campaigns.services.intakes import INTAKES, ways_in
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import OnForm


@require_safe
@login_required
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    """All imports, newest first."""
    access = _access(request, slug)
    context = {
        "access": access,
        "tab": "imports",
        "imports": selectors.imports_of(access.campaign),
        "ways_in": ways_in(access),
        "waiting": [_waiting(access, check) for check in waiting(access)],
    }
    return render(request, "campaigns/imports.html", context)


def _waiting(access: Access, check: Job) -> dict[str, Any]:
    """A checked file that somebody has still to say yes to, or to discard."""
    intake = INTAKES[check.arguments["kind"]]
    return {
        "what": intake.name,
        "file": Path(check.arguments["path"]).name,
        "sentence": check.checkpoint["review"]["sentence"],
        "check": check,
        "address": f"{intake.link(access.campaign.slug).address}?job={check.pk}",
    }


@require_safe
@login_required
def file_import(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One import: what it made, what stands on it, and the form that undoes it."""
    access = _access(request, slug)
    source = selectors.access_file_import(access, number)
    return _page(request, access, source, UndoForm(), shown_job(access, request.GET.get("job")))


@require_POST
@login_required
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo an import as a whole."""
    access = _access(request, slug)
    source, form = selectors.access_file_import(access, number), UndoForm(request.POST)
    if form.is_valid():
        with OnForm(form):
            asked = request_undo(source=source, by=access.account, **form.cleaned_data)
            job = wait_briefly(asked)
            if job.state == JobState.FAILED:
                return _page(request, access, source, form, job)
            return shown_in(request, job, reverse("campaigns:file-import", args=[slug, number]))
    return _page(request, access, source, form)


@require_safe
@login_required
def file(request: HttpRequest, slug: str, number: int, position: int) -> HttpResponseBase:
    """A file of an import, byte for byte."""
    source = selectors.access_file_import(_access(request, slug), number)
    kept = source.files.filter(position=position, packed__isnull=False).first()
    if kept is None:
        raise Http404
    headers = {"Content-Disposition": content_disposition_header(True, kept.name) or ""}
    data = zlib.decompress(bytes(kept.packed or b""))
    return StreamingHttpResponse([data], content_type="application/octet-stream", headers=headers)


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)


def _page(
    request: HttpRequest, access: Access, source: FileImport, form: UndoForm, job: Job | None = None
) -> HttpResponse:
    failed = job is not None and job.state == JobState.FAILED
    dependents = selectors.dependents_of(source) if source.is_open else []
    context = {
        "access": access,
        "tab": "imports",
        "source": source,
        "files": source.files.defer("packed").order_by("position"),
        "standing": dependents,
        "since": selectors.imported_since(source) if dependents else "",
        "remarks": selectors.remarks_on(source) if source.is_open else [],
        "form": form,
        "job": job,
    }
    status = 422 if form.is_bound or failed else 200
    return render(request, "campaigns/import.html", context, status=status)
