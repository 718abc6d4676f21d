"""Records and places of pages for work that looks at very many of them: nothing is kept."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from documents import selectors, snapshots, store
from documents.errors import Unreadable
from documents.layouts import VERSION, Candidate, Layout
from documents.models import PageLayout, Snapshot
from documents.readers.base import json_value, whole_number
from documents.say import say
from documents.text import one_line


class Places(Protocol):
    """Where tokens and candidates are on a page."""

    @property
    def candidates(self) -> Sequence[Candidate]:
        """All candidates, in the order of the record."""

    @property
    def words(self) -> Sequence[tuple[int, int, int]]:
        """Of each word its token, and the bytes where it begins and ends."""

    def bytes_of(self, start_token: int, end_token: int) -> tuple[int, int]:
        """The bytes of some tokens; ValueError where there are none."""


class RecordPlaces:
    """The places of a record, looked at one by one: all of them take longer than the few that are asked for."""

    def __init__(self, data: bytes) -> None:
        content = json_value(data)
        self._size = len(content["document_html"].encode("utf-8", "surrogatepass"))
        self._tokens: Sequence[Mapping[str, Any]] = content["document_tokens"]
        self.candidates = tuple(map(self._candidate, content["long_answer_candidates"]))

    @property
    def words(self) -> list[tuple[int, int, int]]:
        """Of each word its token, and the bytes where it begins and ends."""
        tokens = enumerate(self._tokens)
        return [(n, one["start_byte"], one["end_byte"]) for n, one in tokens if not one["html_token"]]

    def bytes_of(self, start_token: int, end_token: int) -> tuple[int, int]:
        """The bytes of some tokens; ValueError where there are none, or the record says wrongly where they are."""
        if not 0 <= start_token < end_token <= len(self._tokens):
            raise ValueError(f"the page has no tokens {start_token} to {end_token}")
        start, end = self._tokens[start_token]["start_byte"], self._tokens[end_token - 1]["end_byte"]
        if not 0 <= start < end <= self._size:
            raise ValueError(f"nobody knows where the tokens {start_token} to {end_token} are")
        return start, end

    def _candidate(self, box: Mapping[str, Any]) -> Candidate:
        """A candidate; one whose tokens are not there is nowhere."""
        start, end, first, last = (
            whole_number(box[name]) for name in ("start_byte", "end_byte", "start_token", "end_token")
        )
        top_level = bool(box["top_level"])
        if not 0 <= first < last <= len(self._tokens):
            return Candidate(-1, -1, -1, -1, top_level, "")
        return Candidate(start, end, first, last, top_level, one_line(str(self._tokens[first]["token"])))


def places_of(collection_slug: str, docid: str, reading: store.Reading | None = None) -> Places:
    """The places of the newest copy of a page, or of its record. A DocumentsError says why there are none."""
    newest = _newest(collection_slug, docid)
    kept = PageLayout.objects.filter(snapshot=newest, version=VERSION).first() if newest else None
    if kept:
        return Layout(kept)
    data = _record(newest, collection_slug, docid, reading)
    try:
        return RecordPlaces(data)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        message = say(
            "The document {document} is no page of Natural Questions with its tokens.", document=docid
        )
        raise Unreadable(message, say("Its record cannot be read so: {reason}.", reason=str(error))) from None


def record_at(collection_slug: str, docid: str, reading: store.Reading | None = None) -> bytes:
    """The record of the newest copy of a page, or of its file, as it came in. A DocumentsError says why there is none."""
    return _record(_newest(collection_slug, docid), collection_slug, docid, reading)


def _newest(collection_slug: str, docid: str) -> Snapshot | None:
    copies = Snapshot.objects.filter(collection__slug=collection_slug, docid=docid)
    return copies.order_by("-revision").first()


def _record(newest: Snapshot | None, collection: str, docid: str, reading: store.Reading | None) -> bytes:
    if newest:
        return snapshots.record_of(newest)
    return store.read_bytes(selectors.find_entry(collection, docid), reading)
