"""Addresses of documents: signed, short-lived, and good for one reader alone, while signed in in one browser."""

import json
import time
from collections.abc import Sequence
from urllib.parse import quote_plus, urlencode

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner, b62_encode
from django.urls import reverse

from documents.marks import How
from documents.remote.setting import Remote
from documents.text import one_line

WINDOW = (
    12 * 60 * 60
)  # seconds; all addresses made in one window are the same, so that a browser may keep the page
LIFETIME = 2 * WINDOW  # counted from the start of the window: an address lives for 12 to 24 hours at most
IN_BROWSER = "@"  # between a person and the browser in which that person is signed in
# Servers limit the length of a request line, some to 4,094 bytes. Rooms in bytes, as written in the address:
ANSWER_ROOM = 1200
FIND_ROOM = 400
KNOWN_ROOM = 1400
PASSAGE_ROOM = 60
PASSAGES_ROOM = 1400


class _WindowSigner(TimestampSigner):
    """Signs with the start of the present half-day."""

    def timestamp(self) -> str:
        return b62_encode(int(time.time()) // WINDOW * WINDOW)


def document_url(
    collection_slug: str,
    docid: str,
    *,
    reader: str,
    answer: str = "",
    find: str = "",
    how: How = "exact",
    known: Sequence[str] = (),
    passage: str = "",
    passages: Sequence[str] = (),
    remote: Remote = "off",
    beside: str = "",
    keys: bool = False,
    revision: int = 0,
) -> str:
    """The address of a document for one reader, with what is to be marked in it.

    `reader` is a person, or a person with IN_BROWSER and a browser: both are for `permits.Readers` to know. Without a
    browser the address opens nothing to a request that does not say who makes it.

    The key covers collection, document, reader, and whether what lies outside the page is loaded, not the marks. Of a very long answer only the beginning is
    marked; of the known answers as many go in as fit. `passage` is the number of the cited paragraph, `passages` are
    places on a page of Natural Questions, of which as many go in as fit, `beside` is the language in which the document is
    shown next to it where it is held in that too. With `keys` the page tells the one around it which keys are pressed in it. With
    the `revision` of its copy the page never changes: a browser keeps it, and a newer copy has another address.
    """
    query = {
        "answer": shortened(answer, ANSWER_ROOM),
        "find": shortened(find, FIND_ROOM),
        "how": how if how != "exact" else "",
        "passage": shortened(passage, PASSAGE_ROOM),
        "beside": beside,
    }
    pairs = [(name, value) for name, value in query.items() if value]
    pairs += [("known", string) for string in _fitting("known", known, KNOWN_ROOM)]
    pairs += [("passage", place) for place in _fitting("passage", passages, PASSAGES_ROOM)]
    if remote != "off":
        pairs.append(("remote", remote))
    if keys:
        pairs.append(("keys", "1"))
    if revision:
        pairs.append(("revision", str(revision)))
    pairs.append(("key", make_key(collection_slug, docid, reader, remote)))
    path = reverse("documents:document", args=[collection_slug, docid])
    return f"{settings.DOCUMENT_ORIGIN}{path}?{urlencode(pairs)}"


def make_key(collection_slug: str, docid: str, reader: str, remote: Remote = "off") -> str:
    """A key that opens one document to one reader until it expires."""
    return _signer(collection_slug, docid, remote).sign(reader)


def reader_of(key: str, collection_slug: str, docid: str, remote: Remote = "off") -> str | None:
    """The reader to whom this key opens this document so; None where it is wrong or has expired."""
    try:
        return _signer(collection_slug, docid, remote).unsign(key, max_age=LIFETIME)
    except BadSignature:
        return None


def make_picture_key(collection_slug: str, digest: str, reader: str) -> str:
    """A key that opens one archived picture to one reader until it expires."""
    return _picture_signer(collection_slug, digest).sign(reader)


def picture_reader(key: str, collection_slug: str, digest: str) -> str | None:
    """The reader to whom this key opens the picture; None where it is wrong or has expired."""
    try:
        return _picture_signer(collection_slug, digest).unsign(key, max_age=LIFETIME)
    except BadSignature:
        return None


def _picture_signer(collection_slug: str, digest: str) -> _WindowSigner:
    return _WindowSigner(salt=json.dumps(["pictures", collection_slug, digest]))


def _signer(collection_slug: str, docid: str, remote: Remote) -> _WindowSigner:
    covered = ["documents", collection_slug, docid]
    return _WindowSigner(salt=json.dumps(covered if remote == "off" else [*covered, remote]))


def shortened(text: str, room: int) -> str:
    """The beginning of a text that fits, cut between words; all white space as single blanks."""
    text = one_line(text)
    while len(quote_plus(text)) > room:
        text = text[: len(text) * 9 // 10].rsplit(" ", 1)[0]
    return text


def _fitting(name: str, strings: Sequence[str], room: int) -> list[str]:
    """The strings that fit into an address under a name, each once, in their order."""
    chosen = []
    for string in dict.fromkeys(strings):
        taken = len(urlencode({name: string})) + 1
        if string and taken <= room:
            chosen.append(string)
            room -= taken
    return chosen
