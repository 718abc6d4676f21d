"""The page for questions that are judged by nuggets, and the one for voting on them."""

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.judging.forms.judge import NotesForm, PlaceForm
from assessment.judging.models import Assignment
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.background import background_of, next_undo
from assessment.judging.selectors.document import document_panel
from assessment.judging.selectors.nuggets import nugget_page, voting_page
from assessment.judging.services.closed import why_closed
from assessment.judging.services.parts.notes import notes_of
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from scoring.stages import ENTRY, MATCHING


def show_nuggets(
    request: HttpRequest,
    assignment: Assignment,
    place: PlaceForm,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    """The answers with the list of nuggets; for a voter the list alone."""
    context = {
        **_around(request, assignment, problem),
        "background": background_of(assignment),
        "undo": next_undo(assignment.question, assignment),
    }
    if assignment.work.of == ENTRY:
        context["page"] = voting_page(assignment)
        return render(request, "judging/voting.html", context, status=status)
    page = nugget_page(assignment, place.value("item"), place.value("list"))
    context |= {"page": page, "keep": f"&list={page.run.number}" if page.run else ""}
    if page.now and "document" in request.GET:
        context["panel"] = document_panel(assignment, page.now.pk)
    return render(request, "judging/nuggets.html", context, status=status)


@require_safe
@login_required
def nugget_list(request: HttpRequest, assignment: int) -> HttpResponse:
    """The list of nuggets alone, for the scripts of the page."""
    found = access_assignment(account_of(request), assignment)
    if not found.work.does(MATCHING):
        raise Http404
    place = PlaceForm(request.GET)
    page = nugget_page(found, place.value("item"), place.value("list"))
    return render(request, "judging/_nuggets.html", {**_around(request, found), "page": page})


def _around(
    request: HttpRequest, assignment: Assignment, problem: AssizeError | None = None
) -> dict[str, object]:
    """What every form of the page needs, and what was typed where it could not be stored."""
    return {
        "closed": why_closed(assignment),
        "problem": problem,
        "typed": request.POST.get("text", "") if problem else request.GET.get("text", ""),
        "docid": request.POST.get("docid", "") if problem else request.GET.get("docid", ""),
        "notes": notes_form(assignment),
        "client_id": uuid4(),
        "new_uid": uuid4(),
    }


def notes_form(assignment: Assignment) -> NotesForm:
    """The notes as they are stored."""
    stored = notes_of(assignment)
    return NotesForm(initial={**stored, "seen": stored["version"], "client_id": uuid4()})
