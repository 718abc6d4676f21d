"""Document lists: all of a campaign, one target's, their import, the licence, and the texts as an archive."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from assessment.campaigns.forms.campaigns import ArchiveForm
from assessment.campaigns.forms.files import ListsForm
from assessment.campaigns.models import DocumentList
from assessment.campaigns.selectors import document_lists as selectors
from assessment.campaigns.selectors.archives import prepare_archive, stream_archive
from assessment.campaigns.selectors.campaigns import sees_questions
from assessment.campaigns.services.document_lists import KIND, accept_licence, note_download
from assessment.campaigns.views.file_pages import DECLARED, FilePage
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import Refused
from assessment.shared.pages import Explained, explain, posted_text
from assessment.shared.say import say
from scoring.formats.document_lists import TOP

FILES = FilePage(
    (KIND,),
    ListsForm,
    DECLARED,
    "lists",
    "import-document-lists/",
    back="campaigns:document-lists",
)


@require_safe
@login_required
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists of all targets."""
    access = selectors.access_document_lists(request.user, slug)
    out = sees_questions(access)
    context = _context(access) | {
        "out": out,
        "lists": selectors.document_lists(access.campaign) if out else [],
    }
    if context["licence"] and access.may(Permission.EDIT_CAMPAIGN):
        context["acceptances"] = selectors.acceptances(access.campaign, context["licence"])
    return render(request, "campaigns/document_lists.html", context)


def _context(access: Access) -> dict[str, Any]:
    collection = selectors.collection_of(access.campaign)
    licence = selectors.licence_of(collection)
    return {
        "access": access,
        "tab": "lists",
        "top": TOP,
        "collection": collection,
        "licence": licence,
        "acceptance": selectors.acceptance_of(access.account, licence),
    }


@require_safe
@login_required
def document_list(request: HttpRequest, slug: str, target: str) -> HttpResponse:
    """The list of one target, a hundred documents at a time."""
    access, found = selectors.access_document_list(request.user, slug, target)
    return _list_page(request, access, found, ArchiveForm(found))


def _list_page(request: HttpRequest, access: Access, found: DocumentList, form: ArchiveForm) -> HttpResponse:
    context = _context(access)
    first = request.GET.get("from", "")
    from_rank = int(first) if first.isascii() and first.isdigit() and len(first) < 8 else 1
    part = selectors.part_of(found, context["collection"], from_rank)
    context |= {"list": found, "part": part, "form": form}
    return render(request, "campaigns/document_list.html", context, status=422 if form.is_bound else 200)


@require_POST
@login_required
def accept(request: HttpRequest, slug: str) -> HttpResponse:
    """Record that somebody accepts the licence they read, and go back to the list they came from."""
    access = selectors.access_licence(request.user, slug)
    target = request.POST.get("target", "")
    searches = "search" in request.POST and access.may(Permission.SEARCH)
    with Explained(request):
        accept_licence(campaign=access.campaign, seen=posted_text(request, "seen", 64), by=access.account)
        messages.success(
            request,
            say("You accepted the licence. You can search now.")
            if searches
            else say("You accepted the licence. The texts can be downloaded now."),
        )
    if searches:
        return redirect("campaigns:search", slug)
    if target in {found.target for found in selectors.document_lists(access.campaign)}:
        return redirect("campaigns:document-list", slug, target)
    return redirect("campaigns:document-lists", slug)


@require_safe
@login_required
def archive(request: HttpRequest, slug: str, target: str) -> HttpResponseBase:
    """The texts of a target's top documents as a ZIP file, for those who accepted the licence."""
    access, found = selectors.access_document_list(request.user, slug, target)
    form = ArchiveForm(found, request.GET)
    try:
        licence = selectors.accepted_licence(access)
    except Refused as error:
        explain(request, error)
        return redirect("campaigns:document-list", slug, target)
    if not form.is_valid():
        return _list_page(request, access, found, form)
    prepared = prepare_archive(found, licence, form.cleaned_data["top"] or TOP)
    note_download(found=found, by=access.account)
    headers = {"Content-Disposition": content_disposition_header(True, prepared.name) or ""}
    return StreamingHttpResponse(stream_archive(prepared), content_type="application/zip", headers=headers)
