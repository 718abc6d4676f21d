"""What can go wrong with documents: each error says what happened, has a stable code, and says what to do."""

from collections.abc import Iterable
from typing import NamedTuple

NOWHERE = -1


class Problem(NamedTuple):
    """What is wrong at one place of a file, and how to fix it."""

    file: str
    line: int  # 1-based; 0 where the whole file is meant
    code: str  # stable, for programs
    message: str
    hint: str = ""
    offset: int = 0  # bytes from the start of the (uncompressed) file; NOWHERE where lines say enough

    @property
    def place(self) -> str:
        """The file, the line where one is meant, and the byte where lines do not say enough."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return (
            f"{place} (byte {self.offset})" if self.offset > 0 or (self.line and not self.offset) else place
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.code}: {self.message} {self.hint}".rstrip()


class DocumentsError(Exception):
    """A request about documents that cannot be fulfilled. Nothing was changed."""

    code = "documents_error"

    def __init__(self, message: str, hint: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code or self.code

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class CollectionRefused(DocumentsError):
    """An import with errors; the collection is as it was before. `problems` lists every error."""

    code = "collection_refused"

    def __init__(
        self, message: str, problems: Iterable[Problem] = (), hint: str = "", code: str = ""
    ) -> None:
        super().__init__(message, hint, code)
        self.problems = tuple(problems)


class UnknownCollection(DocumentsError):
    """There is no collection of this name."""

    code = "unknown_collection"


class UnknownDocument(DocumentsError):
    """The collection has no document of this id."""

    code = "unknown_document"


class NotHeld(DocumentsError):
    """The id belongs to the collection, but its text is not on this site."""

    code = "text_not_held"


class Unreadable(DocumentsError):
    """The file of a document is gone, or no longer holds the bytes that were imported."""

    code = "document_unreadable"


class NoSecondReading(DocumentsError):
    """The document is not shown as a page of the web, so that there is nothing to read a second time."""

    code = "no_second_reading"
