"""One error family: what happened, a stable code, and what to do. Forms, API and commands print the same sentence."""

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any, Protocol

from assessment.shared.say import say
from scoring.budget import OutOfTime

FILE_REFUSED = "file_refused"  # where the problems say all there is to say


class AssizeError(Exception):
    """A request that cannot be fulfilled, in words that a person can act on. Nothing was changed.

    `details` are lines that name everything concerned, where the message names only the first.
    """

    status = HTTPStatus.UNPROCESSABLE_ENTITY  # of pages and answers that show it
    details: Sequence[str] = ()

    def __init__(self, message: str, code: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()

    def sentences(self, most: int) -> list[str]:
        """Message and hint, and so many of the details, each by itself, so that it can be said in another language."""
        return [one for one in (self.message, self.hint, *self.details[:most]) if one]

    @property
    def headline(self) -> str:
        """The message without what `details` list anyway."""
        return self.message

    @property
    def summary(self) -> Sequence[str]:
        """Lines that sum the details up, where they are many."""
        return ()

    @property
    def for_pages(self) -> dict[str, Any]:
        """What else a page may show of the error, in values that JSON has."""
        return {}


class Refused(AssizeError):
    """The state of things does not allow it (a deadline passed, a question is frozen, …)."""


class SignedOut(AssizeError):
    """Nobody is known to have sent it."""

    status = HTTPStatus.UNAUTHORIZED


class Forbidden(AssizeError):
    """The person may, but not in this way: a token goes less far."""

    status = HTTPStatus.FORBIDDEN


class TooLarge(AssizeError):
    """More came than is read at once."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class Unavailable(AssizeError):
    """What it takes does not answer now; it may later."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class Conflict(AssizeError):
    """Somebody, or another window, changed the same thing meanwhile; both versions are kept."""

    status = HTTPStatus.CONFLICT


def as_refusal(error: Exception) -> AssizeError | None:
    """An error as people and programs are told it; None where it is a bug of the program."""
    if isinstance(error, OutOfTime):
        return TooLarge(
            say("Reading what was sent took too long, so it was stopped. Nothing was stored."),
            "reading_too_long",
            say("See whether it is the right file; if it is, divide it."),
        )
    return error if isinstance(error, AssizeError) else None


class ProblemLike(Protocol):
    """A problem at a place of a file; `scoring.records.Problem` is one."""

    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def hint(self) -> str: ...


class FileRefused(AssizeError):
    """A file with errors; nothing of it was stored. `problems` lists every one, but for `more` that were only counted."""

    def __init__(self, message: str, problems: Iterable[ProblemLike], hint: str = "", more: int = 0) -> None:
        super().__init__(message, FILE_REFUSED, hint)
        self.problems = tuple(problems)
        self.more = more
