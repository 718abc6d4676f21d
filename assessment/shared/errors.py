"""One error family: what happened, a stable code, and what to do. Forms, API and commands print the same sentence."""

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any, Protocol


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

    @property
    def for_pages(self) -> dict[str, Any]:
        """What else a page may show of the error, in values that JSON has."""
        return {}


class Refused(AssizeError):
    """The state of things does not allow it (a deadline passed, a question is frozen, …)."""


class Conflict(AssizeError):
    """Somebody, or another window, changed the same thing meanwhile; both versions are kept."""

    status = HTTPStatus.CONFLICT


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
    """A file with errors; nothing of it was stored. `problems` lists every one."""

    def __init__(self, message: str, problems: Iterable[ProblemLike], hint: str = "") -> None:
        super().__init__(message, "file_refused", hint)
        self.problems = tuple(problems)
