"""The page for annotating: is it a question, where is the long answer, where are the short ones."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from assessment.judging.forms.judge import PlaceForm
from assessment.judging.models import Assignment
from assessment.judging.selectors.annotate import AnnotatePage, annotate_page
from assessment.judging.selectors.background import background_of, next_undo
from assessment.judging.services.annotation_answers import NO_ANSWER
from assessment.judging.services.closed import why_closed
from assessment.judging.services.parts.annotations import record_of, step_of
from assessment.judging.views.nuggets import notes_form
from assessment.shared.errors import AssizeError
from scoring.annotations import BAD_QUESTION


def show_annotation(
    request: HttpRequest,
    assignment: Assignment,
    place: PlaceForm,
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    """What an assignment has on its page."""
    around = {
        "background": background_of(assignment),
        "closed": why_closed(assignment),
        "notes": notes_form(assignment),
    }
    undo = next_undo(assignment.question, assignment)
    return show_sitting(request, annotate_page(assignment), undo, around, problem, status)


def show_sitting(
    request: HttpRequest,
    page: AnnotatePage,
    undo: str,
    around: Mapping[str, Any],
    problem: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    """The step that is next, and what was said in those before (the names are told in selectors/annotate)."""
    record = record_of(page.record)
    if page.record.long and page.record.candidate == NO_ANSWER and page.box:
        record["candidate"] = int(page.box["index"])  # a file gave the place alone
    context = {
        **around,
        "page": page,
        "undo": undo,
        "problem": problem,
        "typed": request.POST.get("words", "") if problem else page.numbers,
        "client_id": uuid4(),
        "stands": as_it_stands(record, undo),
        "reasons": list(BAD_QUESTION.items()),
    }
    return render(request, "judging/annotate.html", context, status=status)


def as_it_stands(record: Mapping[str, Any], undo: str) -> dict[str, Any]:
    """A record for scripts, with which step is next; "" where it is complete."""
    return {"record": record, "version": record["version"], "step": step_of(record), "undo": undo}
