"""Readers of document formats, one module per format. To add one: docs/how-to-add-a-reader.md."""

from collections.abc import Iterable, Mapping
from typing import Any

from documents.readers import blog06, html, newswire, nq, plain, segments, xmltext
from documents.readers.base import Reader
from documents.readers.shapes import FORMATS

READERS: Mapping[str, Reader] = {
    "acquis": xmltext.make_reader("acquis", {}),
    "blog06": blog06.READER,
    "europarl": xmltext.make_reader("europarl", {}),
    "html": html.READER,
    "newswire": newswire.READER,
    "nq": nq.READER,
    "respubliqa": xmltext.make_reader("respubliqa", {}),
    "segments": segments.READER,
    "text": plain.READER,
}


def reader_for(format: str, mapping: Mapping[str, Any]) -> Reader:
    """The reader of a collection's files, where its manifest changes the shape of XML too."""
    return xmltext.make_reader(format, mapping) if mapping and format in FORMATS else READERS[format]


def spellings(docids: Iterable[str]) -> set[str]:
    """The ids as an index may hold them: as they stand, and without an ending that ids of some format may bear or not."""
    endings = {reader.suffix for reader in READERS.values() if reader.suffix}
    return {name for docid in docids for name in (docid, *map(docid.removesuffix, endings))}
