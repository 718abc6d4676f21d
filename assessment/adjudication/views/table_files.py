"""Pages for tables of decisions, nugget matches and nugget votes: a file is checked, looked at, then stored."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.adjudication.forms.table_files import TableForm
from assessment.adjudication.selectors.nuggets import has_nuggets
from assessment.adjudication.services import table_files as services
from assessment.adjudication.services.table_files import CHECK, KINDS, STORE
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.models import Job, JobState
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.judging.models import BatchKind
from assessment.judging.selectors.batches import batches_of, job_of
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import Explained, is_received, takes_files
from assessment.shared.problems import by_rule
from scoring.formats.tables import OPTIONAL, TABLES
from scoring.records import Problem

NAMES = {"decisions": "adjudications", "matches": "matches", "votes": "votes"}  # of the tables in a bundle


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def table_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Takes a table in and shows what it would do; or the page as it is."""
    access = _access(request, slug, kind)
    if request.method != "POST":
        return _page(request, access, kind, job=job_of(access, request.GET.get("job"), CHECK, STORE))
    form = TableForm(request.POST, request.FILES)
    if not is_received(request, form, "file"):
        return _page(request, access, kind, form=form, status=422)
    upload = form.cleaned_data["file"]
    asked = services.request_check(campaign=access.campaign, kind=kind, upload=upload, by=account_of(request))
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        return _page(request, access, kind, form=form, refused=job, status=422)
    return redirect(f"{_home(access, kind)}?job={job.pk}")


@require_POST
@login_required
def store(request: HttpRequest, slug: str, kind: str, check: int) -> HttpResponse:
    """Stores a table as its preview showed."""
    access = _access(request, slug, kind)
    checked = _checked(access, kind, check)
    with Explained(request):
        job = wait_briefly(services.request_store(check=checked, by=account_of(request)))
        if job.state == JobState.FAILED:
            return _page(request, access, kind, refused=job, status=422)
        return shown_in(request, job, _home(access, kind))
    return _page(request, access, kind, job=checked, status=422)


@require_POST
@login_required
def discard(request: HttpRequest, slug: str, kind: str, check: int) -> HttpResponse:
    """Deletes an uploaded table that is not to be stored."""
    access = _access(request, slug, kind)
    services.discard(check=_checked(access, kind, check))
    return redirect(_home(access, kind))


def _access(request: HttpRequest, slug: str, kind: str) -> Access:
    access = access_campaign(account_of(request), slug, Permission.ADJUDICATE)
    if kind not in KINDS or (kind != BatchKind.DECISIONS and not has_nuggets(access)):
        raise Http404
    return access


def _checked(access: Access, kind: str, pk: int) -> Job:
    job = job_of(access, str(pk), CHECK)
    if job is None or job.arguments["kind"] != kind:
        raise Http404
    return job


def _home(access: Access, kind: str) -> str:
    return reverse("judging:table-file", args=[access.campaign.slug, kind])


def _page(
    request: HttpRequest,
    access: Access,
    kind: str,
    *,
    form: TableForm | None = None,
    refused: Job | None = None,
    job: Job | None = None,
    status: int = 200,
) -> HttpResponse:
    job = job if job and job.arguments["kind"] == kind else None
    is_preview = job is not None and job.kind == CHECK and job.state == JobState.DONE
    name = NAMES[kind]
    context: dict[str, Any] = {
        "access": access,
        "tab": "adjudicate",
        "kind": kind,
        "table": KINDS[kind],
        "name": name,
        "needed": [column for column in TABLES[name] if column not in OPTIONAL.get(name, ())],
        "optional": [column for column in TABLES[name] if column in OPTIONAL.get(name, ())],
        "form": form or TableForm(),
        "refused": refused,
        "rules": _rules(refused),
        "job": None if is_preview else job,
        "check": job if is_preview else None,
        "preview": job.checkpoint.get("review") if job and is_preview else None,
        "is_kept": job is not None and is_preview and services.has_file(job),
        "acts": batches_of(access.campaign, kind),
    }
    return render(request, "judging/table_file.html", context, status=status)


def _rules(refused: Job | None) -> list[Any]:
    """How many problems of each rule a refused file has."""
    problems = refused.error.get("problems", ()) if refused else ()
    columns = ("file", "line", "code", "message", "hint")
    return by_rule([Problem(*(one[name] for name in columns)) for one in problems])
