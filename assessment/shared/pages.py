"""Helpers that views of all apps share."""

from django.contrib import messages
from django.http import HttpRequest

from assessment.shared.errors import AssizeError, Refused


def explain(request: HttpRequest, error: AssizeError) -> None:
    """Show an error on the next page: what happened and what to do."""
    messages.error(request, str(error))


def posted_text(request: HttpRequest, name: str, longest: int = 1000) -> str:
    """A field that is read without a form; Refused where it holds a NUL, which no database keeps."""
    text = request.POST.get(name, "")[:longest]
    if "\0" in text:
        raise Refused(
            f"The field {name} holds a NUL character. Nothing was changed.", "nul_character", "Type it anew."
        )
    return text
