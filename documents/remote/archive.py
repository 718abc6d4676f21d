"""The archive: pictures and style sheets that the site fetched once, the same for every reader on every day."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db.models import QuerySet
from django.urls import get_script_prefix

from documents import links, snapshots
from documents.models import Collection, RemoteFile, Snapshot
from documents.remote.fetch import Fetched, NotFetched, fetch
from documents.remote.images import addresses_in
from documents.remote.sheets import MAX_SHEET_BYTES, rules_of

SHEET = "text/css"
_PLACE = "/documents/pictures/"
_AT_ONCE = 8
_BATCH = 900  # values in a query; SQLite takes 999
# What pictures begin with. Drawings (SVG) are documents, and stay out.
_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"BM", "image/bmp"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
)


class NamedResource(NamedTuple):
    """Something at an address that a page names, and the day of the page, if it is known."""

    address: str
    is_sheet: bool
    date: str


def _place() -> str:
    """Where the pictures are, on a site that may lie under a path."""
    return get_script_prefix().rstrip("/") + _PLACE


class Archive:
    """What the archive holds for one reader of a collection's pages, at an address of ours each."""

    def __init__(self, collection: Collection, reader: str, site: str) -> None:
        self.collection, self.reader, self.site = collection, reader, site
        self._held = frozenset[str]()
        self.gave = False  # whether a picture was given

    def look_up(self, addresses: Iterable[str]) -> None:
        """Read once which of the pictures there are."""
        rows = _rows(self.collection, addresses).exclude(type__in=("", SHEET))
        self._held = frozenset(rows.values_list("digest", flat=True))

    @property
    def sources(self) -> list[str]:
        """Where a browser gets the pictures that were given, as a content policy names it."""
        return [f"{self.site.rstrip('/')}{_place()}"] if self.gave else []

    def picture(self, address: str) -> str:
        """Where this reader gets a picture; empty where there is none."""
        digest = digest_of(address)
        if digest not in self._held:
            return ""
        self.gave = True
        slug = self.collection.slug
        return f"{_place()}{slug}/{digest}?key={quote(links.make_picture_key(slug, digest, self.reader))}"

    def sheets(self, addresses: Sequence[str]) -> dict[str, str]:
        """The rules of the sheets that there are, by address."""
        rows = _rows(self.collection, addresses).filter(type=SHEET) if addresses else ()
        return {row.address: rules_of(Fetched(bytes(row.body), SHEET)) for row in rows}


def archived_picture(collection: str, digest: str) -> RemoteFile | None:
    """The picture of this digest, where the archive holds it."""
    held = RemoteFile.objects.filter(collection__slug=collection, digest=digest)
    return held.exclude(type__in=("", SHEET)).first()


def digest_of(address: str) -> str:
    """What an address is found by."""
    return hashlib.sha256(address.encode()).hexdigest()


def named_by(snapshot: Snapshot) -> list[NamedResource]:
    """The pictures and sheets that a page names."""
    clean = snapshots.clean_of(snapshot)
    if clean is None:
        return []
    pictures = [NamedResource(address, False, snapshot.date) for address in addresses_in(clean.html)]
    return pictures + [
        NamedResource(sheet.address, True, snapshot.date) for sheet in clean.sheets if sheet.address
    ]


def not_archived(collection: Collection, named: Iterable[NamedResource]) -> list[NamedResource]:
    """Those that were never fetched, each address once."""
    wanted = {digest_of(one.address): one for one in reversed(list(named))}
    digests, known = list(wanted), set[str]()
    for start in range(0, len(digests), _BATCH):
        rows = collection.remote_files.filter(digest__in=digests[start : start + _BATCH])
        known.update(rows.values_list("digest", flat=True))
    return [wanted[digest] for digest in reversed(digests) if digest not in known]


def fetch_all(collection: Collection, wanted: Sequence[NamedResource]) -> list[RemoteFile]:
    """Files from the archive, or why they are not to be had; not stored yet."""
    with ThreadPoolExecutor(_AT_ONCE) as fetching:
        return list(fetching.map(lambda one: _fetched(collection, one), wanted))


def source_of(address: str, date: str) -> tuple[str, str]:
    """Where an address is fetched from, and the host of the owner's own choice among them."""
    template = settings.ARCHIVE_URL
    if not template:
        return address, ""
    day = re.sub(r"\D", "", date)[:14]
    encoded = quote(address, "") if "?" in template.partition("{url}")[0] else address
    where = template.replace("{date}", day if len(day) >= 4 else "").replace("{url}", encoded)
    return where, urlsplit(template).netloc


def _fetched(collection: Collection, wanted: NamedResource) -> RemoteFile:
    file = RemoteFile(collection=collection, digest=digest_of(wanted.address), address=wanted.address)
    where, trusted = source_of(wanted.address, wanted.date)
    try:
        if wanted.is_sheet:
            found = fetch(where, trusted=trusted, limit=MAX_SHEET_BYTES)
            file.type, file.body = SHEET, found.body
            if not rules_of(found):
                raise NotFetched("it is no style sheet")
        else:
            file.body = fetch(where, trusted=trusted).body
            file.type = picture_type(file.body)
    except NotFetched as error:
        file.type, file.body, file.error = "", b"", str(error).replace("\0", "")[:200]
    return file


def picture_type(body: bytes) -> str:
    """The type of a picture by its first bytes, whatever its server said; NotFetched where it is none."""
    if body.startswith(b"RIFF") and body[8:12] == b"WEBP":
        return "image/webp"
    for beginning, name in _BEGINNINGS:
        if body.startswith(beginning):
            return name
    raise NotFetched("it is no picture")


def _rows(collection: Collection, addresses: Iterable[str]) -> QuerySet[RemoteFile]:
    digests = [digest_of(address) for address in addresses][:_BATCH]
    return collection.remote_files.filter(digest__in=digests)
