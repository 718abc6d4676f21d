"""The pages about collections, for site admins and who may create campaigns: the list with new imports, and one collection."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.campaigns.forms.collections import FolderForm, ListForm
from assessment.campaigns.selectors import collections as collection_overviews
from assessment.campaigns.selectors.collections import CollectionOverview
from assessment.campaigns.services.checked_files import discard, has_file
from assessment.campaigns.services.collections import request_giving_up, request_import
from assessment.campaigns.services.id_lists import CHECK, import_checked
from assessment.campaigns.services.site_files import access_check
from assessment.campaigns.views.site_files import DISCARD, STORE, files_waiting, preview_of, stored
from assessment.jobs.models import Job, JobState
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.models import Account
from assessment.people.selectors.accounts import access_creator
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.pages import Attempt, takes_files, upload_refused
from assessment.shared.say import say
from documents.errors import DocumentsError

PROBLEMS_A_PAGE = 50
FILES_A_PAGE = 100


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def collections(request: HttpRequest) -> HttpResponse:
    """All collections, an import of a folder, and an import of a list of ids."""
    creator, home = access_creator(request.user), reverse("campaigns:collections")
    if request.method == "POST" and DISCARD in request.GET:
        discard(check=access_check(creator, CHECK, request.GET[DISCARD]))
        return redirect("campaigns:collections")
    what = request.POST.get("what")
    folder_form = FolderForm(request.POST if what == "folder" else None)
    list_form = ListForm(*((request.POST, request.FILES) if what == "list" else ()))
    context: dict[str, Any] = {"folder_form": folder_form, "list_form": list_form}
    if number := request.GET.get(STORE) or request.GET.get("check"):
        check = access_check(creator, CHECK, number)
        context |= preview_of(check, home)
        if request.method == "POST" and STORE in request.GET:
            with Attempt() as attempt:
                return stored(request, import_checked(check=check, by=creator), home)
            context |= {"refused": attempt.error, "is_kept": has_file(check)}
    if refused := upload_refused(request):
        list_form.add_error("file", refused)
    for form in (folder_form, list_form):
        if form.is_valid() and (answer := _asked(request, form, context, partial(form.ask, creator))):
            return answer
    overviews = collection_overviews.all_overviews()
    context |= {
        "overviews": overviews,
        "own": collection_overviews.own_among(overviews, creator),
        "job": context.get("checking") or collection_overviews.shown_job(request.GET.get("job")),
        "waiting": files_waiting(creator, CHECK, say("List of ids"), f"{home}?check=", context.get("check")),
    }
    return render(request, "collections/list.html", context, status=422 if request.method == "POST" else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def collection(request: HttpRequest, slug: str) -> HttpResponse:
    """What is known of a collection: its manifest, imports, broken records and files; it can be imported again.

    `open` asks for one of its documents, with `view=source` as it is in its file.
    """
    admin, overview = collection_overviews.access_overview(request.user, slug)
    if wanted := request.GET.get("open", "").strip():
        return _document(request, admin, overview, wanted)
    form, context = forms.Form(request.POST or None), dict[str, Any]()
    ask = partial(_again, request, admin, overview)
    if form.is_valid() and (answer := _asked(request, form, context, ask)):
        return answer
    status = 422 if request.method == "POST" else 200
    return render(
        request,
        "collections/collection.html",
        context | _facts(request, admin, overview, form),
        status=status,
    )


def _document(request: HttpRequest, admin: Account, overview: CollectionOverview, docid: str) -> HttpResponse:
    """Go to a document; where there is none of this id, the page says so."""
    try:
        address = collection_overviews.address_of_document(overview.collection, docid, admin)
        view = "&view=source" if request.GET.get("view") == "source" else ""
        return redirect(f"{address}{view}")
    except DocumentsError as error:
        context = _facts(request, admin, overview, forms.Form()) | {"wanted": docid, "not_opened": error}
        return render(request, "collections/collection.html", context, status=404)


def _again(request: HttpRequest, admin: Account, overview: CollectionOverview) -> Job:
    """Import the same folder once more, or give up what was cut off."""
    slug = overview.collection.slug
    if request.POST.get("what") == "give-up":
        return request_giving_up(by=admin, slug=slug)
    described, anew = overview.collection, request.POST.get("what") == "anew"
    scan = overview.unfinished or overview.complete
    folder, format = (scan.terms.get("folder"), scan.terms.get("format")) if scan else ("", "")
    return request_import(
        by=admin,
        folder=Path(folder or described.path or "."),
        slug=slug,
        format=format or described.format,
        anew=anew,
        replace=request.POST.get("replace") == "on",
    )


def _asked(
    request: HttpRequest, form: forms.Form, context: dict[str, Any], ask: Callable[[], Job]
) -> HttpResponse | None:
    """Where to go once the work is asked for; nowhere where it was refused, which the form tells then."""
    try:
        job = wait_briefly(ask())
    except FileRefused as error:
        context["problems"] = error.problems
        form.add_error(None, str(error))
        return None
    except AssizeError as error:
        form.add_error(None, str(error))
        return None
    if job.kind == CHECK and job.state != JobState.FAILED:
        return redirect(f"{reverse('campaigns:collections')}?check={job.pk}")
    if job.state != JobState.FAILED:
        return shown_in(request, job, reverse("campaigns:collections"))
    context["problems"] = job.error["problems"]
    form.add_error(None, f"{job.error['message']} {job.error['hint']}".strip())
    return None


def _facts(
    request: HttpRequest, reader: Account, overview: CollectionOverview, form: forms.Form
) -> dict[str, Any]:
    scan = overview.unfinished or overview.complete
    problems = scan.problems.order_by("pk") if scan else ()
    files = overview.complete.files.order_by("pk") if overview.complete else ()
    sources = (overview.complete.terms.get("sources") or {}) if overview.complete else {}
    return {
        "form": form,
        "overview": overview,
        "collection": overview.collection,
        "scan": scan,
        "job": overview.job,
        "jobs": collection_overviews.jobs_about(overview.collection),
        "campaigns": collection_overviews.campaigns_with(overview.collection, reader),
        "disk": collection_overviews.files_on_disk(overview.complete) if overview.complete else {},
        "sources": sorted(sources.items()),
        "first_documents": collection_overviews.first_documents(overview.collection),
        "problem_page": Paginator(problems, PROBLEMS_A_PAGE).get_page(request.GET.get("problems")),
        "file_page": Paginator(files, FILES_A_PAGE).get_page(request.GET.get("files")),
    }
