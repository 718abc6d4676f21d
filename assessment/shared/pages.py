"""Helpers that views of all apps share."""

from django.contrib import messages
from django.http import HttpRequest

from assessment.shared.errors import AssizeError, Conflict, Refused
from assessment.shared.seen import mark_of


def explain(request: HttpRequest, error: AssizeError) -> None:
    """Show an error on the next page: what happened and what to do."""
    messages.error(request, str(error))


def seen_by(request: HttpRequest) -> str | None:
    """The mark of the state that the form's page showed; None where a request has none."""
    return request.POST.get("seen", "")[:40] or None


def mark_again(request: HttpRequest, state: object, error: AssizeError | None = None) -> str:
    """The mark for a form that is shown (again): the state is seen once the page tells of a conflict, not before."""
    seen = None if isinstance(error, Conflict) else seen_by(request)
    return seen or mark_of(state)


def posted_text(request: HttpRequest, name: str, longest: int = 1000) -> str:
    """A field that is read without a form; Refused where it holds a NUL, which no database keeps."""
    text = request.POST.get(name, "")[:longest]
    if "\0" in text:
        raise Refused(
            f"The field {name} holds a NUL character. Nothing was changed.", "nul_character", "Type it anew."
        )
    return text
