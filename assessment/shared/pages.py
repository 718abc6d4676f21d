"""Helpers that views of all apps share."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse

from assessment.shared.errors import AssizeError, Conflict, Refused
from assessment.shared.say import say
from assessment.shared.seen import mark_of

View = TypeVar("View", bound=Callable[..., Any])
logger = logging.getLogger(__name__)


def explain(request: HttpRequest, error: AssizeError) -> None:
    """Show an error on the next page: what happened and what to do."""
    messages.error(request, str(error))


def afterwards(response: HttpResponse, note: Callable[[], object]) -> None:
    """Have something noted once the answer has gone out: nobody waits for it, and where the database does not take it,
    the log alone says so."""

    close = response.close

    def noted() -> None:
        try:
            note()
        except DatabaseError:
            logger.exception("What goes with an answer could not be noted")
        finally:
            close()

    vars(response)["close"] = noted  # a server closes an answer once all of it is sent


class Attempt:
    """A block that does what the site may refuse. Where it does, the block ends, and `error` says why."""

    error: AssizeError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, AssizeError):
            return False
        self.error = error
        self.show(error)
        return True

    def show(self, error: AssizeError) -> None:
        """Show the error; the page that follows does so by itself."""

    @property
    def status(self) -> HTTPStatus:
        """The status of the page that shows the outcome."""
        return self.error.status if self.error else HTTPStatus.OK


class Explained(Attempt):
    """An attempt whose refusal is shown on the next page."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def show(self, error: AssizeError) -> None:
        """Keep the sentence for the next page."""
        explain(self.request, error)


class OnForm(Attempt):
    """An attempt whose refusal becomes an error of a form, beside what was typed."""

    def __init__(self, form: BaseForm, field: str | None = None) -> None:
        self.form, self.field = form, field

    def show(self, error: AssizeError) -> None:
        """Show the sentence at the field, or above the form."""
        self.form.add_error(self.field, ValidationError(str(error), code=error.code))


def takes_files(view: View) -> View:
    """Decorate a view that files are sent to; all others take small bodies alone (assize/uploads, assize/bodies)."""
    vars(view)["takes_files"] = True
    return view


def takes_corpora(view: View) -> View:
    """Decorate a view whose files may be as large as a corpus (assize/uploads): it hands them to jobs, unread."""
    view.takes_corpora = True  # type: ignore[attr-defined]  # assize/uploads looks for it
    return takes_files(view)


def upload_refused(request: HttpRequest) -> str:
    """Why an uploaded file was dropped while it came in (assize/uploads); "" where it was not."""
    return getattr(request, "upload_refused", "")


def is_received(request: HttpRequest, form: BaseForm, field: str | None = None) -> bool:
    """Whether a form with a file can be carried out; a file that was dropped is an error of its field."""
    if refused := upload_refused(request):
        form.add_error(field, refused)
        return False
    return form.is_valid()


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
            say("The field {name} has a NUL character. Nothing was changed.", name=name),
            "nul_character",
            say("Type it again."),
        )
    return text
