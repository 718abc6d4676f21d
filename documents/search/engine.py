"""What an engine of search does, whichever it is: it keeps indexes of collections under names, and looks in them.

An index is whole once its writer has ended; what was cut off before is none, and can be gone on with.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from documents.search.queries import Clause
from documents.search.texts import IndexedText

VERSION = (
    2  # raise it by one whenever the same documents would be indexed otherwise: indexes are then made anew
)
NAME = re.compile(r"\d+-[0-9a-f]+-\d+")  # of an index: the edition, what it was made of, the turn of it
MOST_FOUND = 1000  # hits of a search that are in order


class EngineHit(NamedTuple):
    """A document found: its id, and how well it fits."""

    docid: str
    score: float


class Contents(NamedTuple):
    """What an index holds: how many documents, and of how many nothing could be read but the id."""

    documents: int
    unread: int


class Broken(Exception):
    """What is kept under a name is no index that can be read."""


class NotWritten(Exception):
    """An index that could not be written, with the reason."""


class Away(Exception):
    """An engine that does not answer as it should now, with the reason. What it keeps is as it was."""


class Writer(Protocol):
    """Adds documents to an index, and goes on where one that was cut off had come to; NotWritten where it cannot."""

    def last(self) -> int:
        """The largest number of a document in it; 0 where there is none. Broken where what is there is damaged."""

    def add(self, document: IndexedText) -> None:
        """Take one more document."""

    def end(self) -> Contents:
        """Have all of it kept, and the index whole."""


class Searcher(Protocol):
    """Looks in an index that is whole."""

    @property
    def contents(self) -> Contents:
        """What it holds."""

    def search(self, clauses: Sequence[Clause], limit: int, offset: int = 0) -> tuple[int, list[EngineHit]]:
        """How many documents fit, and those from one place on, the best first, equal ones in the order of the import; Broken where it is damaged."""


class Engine(Protocol):
    """Keeps the indexes of collections, each under the collection's slug and a name."""

    def slugs(self) -> Iterable[str]:
        """The collections of which it has any."""

    def names(self, slug: str) -> Mapping[str, bool]:
        """What it has of a collection, and whether that is whole."""

    def open(self, slug: str, name: str) -> Searcher:
        """One that is whole, to be searched as it is now, whatever becomes of it; Broken where it cannot be read."""

    def writer(self, slug: str, name: str, size: int) -> Writer:
        """A new one, or one that was cut off, for documents of so many bytes; Broken where what is there is damaged."""

    def remove(self, slug: str, name: str) -> None:
        """Forget one. Whoever has it open goes on with it."""
