"""Who may read what: by the key in the address, and by what its reader is now."""

from typing import Any, NamedTuple, Protocol

from django.http import HttpRequest

from documents import links
from documents.remote.setting import Remote, setting_named


class Readers(Protocol):
    """What is known of readers. Whoever has accounts and sessions says so here; this package knows neither."""

    def is_signed_in(self, person: str, browser: str) -> bool:
        """Whether somebody is signed in, now, in the browser for which an address was made."""

    def may_read(self, person: str, collection: str) -> bool:
        """Whether somebody may read the documents of a collection, now."""

    def name_of(self, visitor: Any) -> str:
        """For whom addresses are made that a signed-in visitor is given."""


class Permit(NamedTuple):
    """Whether the visitor may read, for whom addresses on the page are made, which setting the key covers, and the key anew."""

    may_read: bool
    reader: str = ""
    remote: Remote = "off"
    key: str = ""


_readers: list[Readers] = []


def register_readers(readers: Readers) -> None:
    """Have everyone who comes with a key looked up there, in the place of whatever was there."""
    _readers[:] = [readers]


def permit_for(request: HttpRequest, collection: str, docid: str) -> Permit:
    """What an address of a document lets its visitor do. A part edited by hand is worth nothing, also to a superuser."""
    remote = setting_named(request.GET.get("remote", ""))
    reader = links.reader_of(request.GET.get("key", ""), collection, docid, remote)
    may_read = _is_reader(request, reader, collection)
    if reader and may_read and request.user.is_authenticated and _readers:
        reader = _readers[0].name_of(request.user)  # who may have signed in again since the address was made
    key = links.make_key(collection, docid, reader, remote) if reader else ""
    return Permit(may_read, reader or "", remote if reader else "off", key)


def may_see_picture(request: HttpRequest, collection: str, digest: str) -> bool:
    """Whether an address of an archived picture is this visitor's."""
    reader = links.picture_reader(request.GET.get("key", ""), collection, digest)
    return _is_reader(request, reader, collection)


def _is_reader(request: HttpRequest, reader: str | None, collection: str) -> bool:
    """Whether the key is this visitor's, who may still read the collection.

    A frame in a sandbox sends no cookie with what it asks for itself, nor does an origin of its own. There the browser
    for which the key was made counts, for as long as its reader is signed in there.
    """
    if request.user.is_authenticated and request.user.is_superuser:
        return True
    person, _, browser = (reader or "").partition(links.IN_BROWSER)
    if not person or not _readers:
        return False
    [readers] = _readers
    if request.user.is_authenticated:
        is_theirs = str(request.user.pk) == person
    else:
        is_theirs = bool(browser) and readers.is_signed_in(person, browser)
    return is_theirs and readers.may_read(person, collection)
