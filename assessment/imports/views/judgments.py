"""Judgments that organizers import from a file: chosen, looked at, stored, and taken back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.imports.forms import JudgmentsForm, ReasonForm
from assessment.imports.selectors import CHECK, access_import, access_person_from_files
from assessment.imports.services import takeback, uploads
from assessment.imports.views.checked import CheckedImport
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained

FILES = CheckedImport(
    address="judging:judgments",
    template="judging/judgments.html",
    form=JudgmentsForm,
    check_kind=CHECK,
    check=uploads.request_check,
    store=uploads.request_import,
)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def judgments(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a table of judgments and show what it would do; list the imports so far."""
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


@login_required
def one_import(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What one file brought, and the form that takes it back."""
    return _one_import(request, _access(request, slug), pk, ReasonForm())


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back what a file brought."""
    access = _access(request, slug)
    source, form = access_import(access, pk), ReasonForm(request.POST)
    if not form.is_valid():
        return _one_import(request, access, pk, form, status=422)
    with Explained(request):
        asked = takeback.request_take_back(source=source, by=access.account, **form.cleaned_data)
        return FILES.shown(request, access, wait_briefly(asked))
    return _one_import(request, access, pk, form, status=422)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back all imported judgments of somebody who came with a file."""
    access = _access(request, slug)
    member, form = access_person_from_files(access, pk), ReasonForm(request.POST)
    with Explained(request):
        reason = form.cleaned_data["reason"] if form.is_valid() else ""
        asked = takeback.request_removal(member=member, reason=reason, by=access.account)
        return FILES.shown(request, access, wait_briefly(asked))
    return FILES.page(request, access, status=422)


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(request.user, slug, Permission.ASSIGN)


def _one_import(
    request: HttpRequest, access: Access, pk: int, form: ReasonForm, status: int = 200
) -> HttpResponse:
    source = access_import(access, pk)
    context = {"access": access, "tab": "assign", "source": source, "report": source.report, "form": form}
    return render(request, "judging/judgments_import.html", context, status=status)
