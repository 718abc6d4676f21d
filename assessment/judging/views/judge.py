"""The judging page, and the document beside an answer."""

from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from assessment.judging.forms.judge import NotesForm, PlaceForm
from assessment.judging.models import Assignment
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.background import background_of, questions_before
from assessment.judging.selectors.document import (
    Cited,
    DocumentsBeside,
    Panel,
    cited_answer,
    panel_ahead,
    panels_beside,
)
from assessment.judging.selectors.page import JudgingPage, judging_page, undoable_grades
from assessment.judging.services.closed import why_closed
from assessment.judging.views.annotate import show_annotation
from assessment.judging.views.nuggets import notes_form, show_nuggets
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from documents.marks import How


@require_safe
@login_required
def judge(request: HttpRequest, assignment: int) -> HttpResponse:
    """The answers of a question, one of them in focus with its document."""
    place = PlaceForm(request.GET)
    found = access_assignment(account_of(request), assignment)
    return PAGES[found.work.page](request, found, place)


@require_safe
@login_required
def document(request: HttpRequest, assignment: int) -> HttpResponse:
    """An answer's document and what is to be said of it, for the scripts of the page; `beside`: of several answers."""
    found = access_assignment(account_of(request), assignment)
    place = PlaceForm(request.GET)
    if items := place.value("beside"):
        return JsonResponse({"beside": panels_beside(found, items)})
    item = cited_answer(found, place.value("item") or 0)
    return JsonResponse(_panel(DocumentsBeside(found), item, place, hands=True).as_json())


def show_problem(request: HttpRequest, assignment: int, problem: AssizeError, status: int) -> HttpResponse:
    """The page after a form that could not be carried out, with all that was typed."""
    place = PlaceForm(request.POST)
    found = access_assignment(account_of(request), assignment)
    return PAGES[found.work.page](request, found, place, problem, status)


def address_of(assignment: int) -> str:
    """The judging page of an assignment."""
    return reverse("judging:judge", args=[assignment])


def show_answers(
    request: HttpRequest,
    assignment: Assignment,
    place: PlaceForm,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of single answers and lists."""
    page = judging_page(assignment, place.value("item"), place.chosen, place.value("list"))
    if problem is None and page.now and page.now.pk != place.value("item"):
        # With the answer in its address, "back" leads to it again, and not to whichever is next by then.
        return redirect(f"{address_of(assignment.pk)}?item={page.now.pk}{_kept(place, page)}")
    return _show(request, page, place, problem, status)


PAGES = {"answers": show_answers, "nuggets": show_nuggets, "annotate": show_annotation}  # Stage.page


def _show(
    request: HttpRequest,
    page: JudgingPage,
    place: PlaceForm,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    documents = DocumentsBeside(page.assignment)
    panel = _panel(documents, page.now, place) if page.now else None
    hit = place.value("hit") or (panel.place if panel else 1) or 1
    context = {
        "page": page,
        "background": background_of(page.assignment),
        "earlier": questions_before(page.question),
        "undoable": undoable_grades(page),
        "panel": panel,
        "alone": not (page.question.campaign.track.documents and page.question.kind.documents),
        "ahead": _ahead(documents, page),
        "place": place,
        "keep": _kept(place, page),
        "hit": hit,
        "hits_beside": panel.beside(hit) if panel else None,
        "closed": why_closed(page.assignment),
        "problem": problem,
        "note": request.POST.get("note") if problem else page.now and page.now.note,
        "notes": _notes_form(request, page.assignment, problem),
        "client_id": uuid4(),
        "undo_client_id": uuid4(),
    }
    return render(request, "judging/judge.html", context, status=status)


def _ahead(documents: DocumentsBeside, page: JudgingPage) -> list[dict[str, Any]]:
    """The document of the answer that comes next, where it can be handed over: the scripts need not ask for it."""
    following = page.following
    if following is None or following == page.now or following.passage:
        return []
    return [panel_ahead(documents, following)]


def _panel(documents: DocumentsBeside, item: Cited, place: PlaceForm, hands: bool = False) -> Panel:
    how: How = "words" if place.value("how") == "words" else "exact"
    return documents.panel(item, find=place.value("find") or "", how=how, hands=hands)


def _notes_form(request: HttpRequest, assignment: Assignment, problem: AssizeError | None) -> NotesForm:
    """The notes as they are stored, or as they were typed when they could not be."""
    if problem and "rules_of_thumb" in request.POST:
        return NotesForm(request.POST)
    return notes_form(assignment)


def _kept(place: PlaceForm, page: JudgingPage) -> str:
    """The filter and the list as the tail of an address."""
    kept = {"show": place.value("show"), "q": place.value("q"), "list": page.run and page.run.number}
    pairs = urlencode({name: value for name, value in kept.items() if value})
    return f"&{pairs}" if pairs else ""
