"""The texts of a target's top documents as a ZIP file, sent while it is made.

Each document stands in it with its own bytes. Its name ends in .txt, whatever it holds, so that opening it by a click
shows it and never runs it. `manifest.csv` lists every document asked for, and for one that is not here the reason why.
"""

import csv
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from assessment.campaigns.models import DocumentList, ListedDocument
from assessment.campaigns.selectors.document_lists import Licence
from assessment.shared.zips import Pipe, add_entry
from documents.errors import DocumentsError
from documents.models import DocumentEntry
from documents.originals import find_originals
from documents.store import read_bytes

COLUMNS = ("rank", "docid", "score", "file", "bytes", "sha256", "missing")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


class Archive(NamedTuple):
    """All that an archive is made of, so that making it needs no database."""

    name: str  # of the file and, without .zip, of the folder inside
    licence: Licence
    rows: Sequence[ListedDocument]
    entries: Mapping[str, DocumentEntry]  # by the id in the list


def prepare_archive(document_list: DocumentList, licence: Licence, top: int) -> Archive:
    """Look up the first documents of a list."""
    rows = list(document_list.entries.filter(rank__lte=top).order_by("rank"))
    entries = find_originals(licence.collection, [row.docid for row in rows])
    name = f"{document_list.campaign.slug}-{safe_name(document_list.target)}-top{top}.zip"
    return Archive(name, licence, rows, entries)


def safe_name(text: str) -> str:
    """A text as part of a file's name: ASCII letters, digits and ._- alone, and not too long."""
    return _UNSAFE.sub("_", text)[:100]


def stream_archive(archive: Archive) -> Iterator[bytes]:
    """The bytes of the archive, a piece for each document; one document is in memory at a time."""
    pipe, lines = Pipe(), io.StringIO()
    manifest = csv.writer(lines)
    manifest.writerow(COLUMNS)
    folder = archive.name.removesuffix(".zip")
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:
        _add(packed, f"{folder}/LICENCE.txt", archive.licence.text.encode())
        for row in archive.rows:
            name = f"{row.rank:04}-{safe_name(row.docid)}.txt"
            data, missing = _read(archive.entries.get(row.docid))
            if not missing:
                _add(packed, f"{folder}/{name}", data)
            manifest.writerow([row.rank, row.docid, row.score, *_described(name, data, missing)])
            yield pipe.take()
        _add(packed, f"{folder}/manifest.csv", lines.getvalue().encode())
    yield pipe.take()


def _read(entry: DocumentEntry | None) -> tuple[bytes, str]:
    """The bytes of a document, or the code that says why they are not here."""
    if entry is None:
        return b"", "unknown_document"
    try:
        return read_bytes(entry), ""
    except DocumentsError as error:
        return b"", error.code


def _described(name: str, data: bytes, missing: str) -> tuple[str, ...]:
    if missing:
        return "", "", "", missing
    return name, str(len(data)), hashlib.sha256(data).hexdigest(), ""


def _add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    add_entry(packed, name, io.BytesIO(data), len(data))
