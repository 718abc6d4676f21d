"""Helpers that views of all apps share."""

from django.contrib import messages
from django.http import HttpRequest

from assessment.shared.errors import AssizeError


def explain(request: HttpRequest, error: AssizeError) -> None:
    """Show an error on the next page: what happened and what to do."""
    messages.error(request, str(error))
