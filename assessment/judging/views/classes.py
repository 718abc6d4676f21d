"""The page for grouping the correct answers of a list question."""

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.background import next_undo
from assessment.judging.selectors.classes import classes_page
from assessment.judging.services.closed import why_closed
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from scoring.stages import CLASSES


@require_safe
@login_required
def classes(request: HttpRequest, assignment: int) -> HttpResponse:
    """The correct answers by class, and those that have none yet."""
    return _show(request, assignment)


def show_classes(request: HttpRequest, assignment: int, problem: AssizeError, status: int) -> HttpResponse:
    """The page after a form that could not be carried out."""
    return _show(request, assignment, problem, status)


def _show(
    request: HttpRequest, pk: int, problem: AssizeError | None = None, status: int = 200
) -> HttpResponse:
    assignment = access_assignment(account_of(request), pk)
    if not assignment.work.does(CLASSES):
        raise Http404
    page = classes_page(assignment)
    context = {
        "page": page,
        "can_finish": bool(page.correct) and assignment.judged >= assignment.pool_size,
        "undo": next_undo(assignment.question, assignment),
        "closed": why_closed(assignment),
        "problem": problem,
        "changing": request.POST.get("uid", ""),
        "typed": request.POST.get("label", ""),
        "client_id": uuid4(),
        "new_uid": uuid4(),
    }
    return render(request, "judging/classes.html", context, status=status)
