"""Numbered paragraphs of JRC-Acquis and of ResPubliQA's Europarl, from a folder of their files as they are distributed.

One XML file is one document; its id is the file's name. Names are listed once, and only files that are asked for are
read. Of Acquis a paragraph is a <p> or <head> with a number in `n`, within <TEI.2> and <text>; of Europarl a <p>, <head>
or <title> with a number in `id`, within <doc>. Its text is all that stands in it, white space as in the file. Where a
number is repeated its first paragraph counts. A file that is not well-formed has no paragraphs.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from html.entities import name2codepoint
from os import walk
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from scoring.formats.topics_xml import without_doctype
from scoring.gold import bare_docid

MOST_BYTES = 256 * 2**20
_NAMED = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,30});")
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))
_CDATA, _CDATA_END = b"<![CDATA[", b"]]>"


class ParagraphShape(NamedTuple):
    """Where the paragraphs of a document stand."""

    record: str
    text: str  # the element of the record that holds them; "" for the record
    paragraphs: frozenset[str]
    number: str  # their attribute


ACQUIS = ParagraphShape("TEI.2", "text", frozenset({"p", "head"}), "n")
EUROPARL = ParagraphShape("doc", "", frozenset({"p", "head", "title"}), "id")


class ParagraphFiles:
    """A folder of documents, with their paragraphs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def _paths(self) -> dict[str, Path]:
        """The file of each document, by its id without .xml."""
        return {
            bare_docid(name): Path(folder, name)
            for folder, _, names in walk(self.folder)
            for name in names
            if name.endswith(".xml")
        }

    def known(self, docids: Collection[str]) -> set[str]:
        """Those of some document ids, with or without .xml, that the folder has."""
        return {docid for docid in docids if bare_docid(docid) in self._paths}

    def texts(self, asked: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """The texts of those paragraphs, by document and number, that the folder has."""
        numbers: defaultdict[str, list[str]] = defaultdict(list)
        for docid, number in asked:
            numbers[docid].append(number)
        found: dict[tuple[str, str], str] = {}
        for docid, of_document in numbers.items():
            path = self._paths.get(bare_docid(docid))
            texts = read(path.read_bytes(), bare_docid(docid)) if path else {}
            found |= {(docid, number): texts[number] for number in of_document if number in texts}
        return found


def read(data: bytes, docid: str) -> Mapping[str, str]:
    """The numbered paragraphs of a file."""
    if len(data) > MOST_BYTES:
        return {}
    reader = _Reader(EUROPARL if docid.startswith("EP_") else ACQUIS)
    try:
        reader.parse(_numbered(without_doctype(data)))
    except (expat.ExpatError, _Doctype, LookupError, ValueError):
        return {}
    return reader.found


class _Doctype(Exception):
    """A document type declaration stands where it could not be blanked."""


class _Reader:
    """Follows the elements of a document."""

    def __init__(self, shape: ParagraphShape) -> None:
        self.shape = shape
        self.found: dict[str, str] = {}
        self._depth = 0
        self._record = self._within = self._inside = (
            0  # depth at which each was opened; 0: not yet, or not now
        )
        self._over = False  # whether the text has ended
        self._number = ""
        self._text: list[str] = []

    def parse(self, data: bytes) -> None:
        """Read a whole file. Raises ExpatError where it is not well-formed."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._refuse
        parser.Parse(data, True)

    def _refuse(self, *_: object) -> None:
        raise _Doctype

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        name = name.rpartition(":")[2]
        shape = self.shape
        if not self._record and name == shape.record and not self._over:
            self._record = self._depth
            self._within = 0 if shape.text else self._depth
        elif self._record and not self._within and name == shape.text and not self._over:
            self._within = self._depth
        elif self._within and not self._inside and name in shape.paragraphs:
            self._inside, self._number = self._depth, attributes.get(shape.number, "")
            self._text.clear()

    def _end(self, _: str) -> None:
        if self._depth == self._inside:
            if self._number:
                self.found.setdefault(self._number, "".join(self._text))
            self._inside = 0
        elif self._depth == self._within:
            self._within, self._over = 0, True
        if self._depth == self._record:
            self._record, self._over = 0, True
        self._depth -= 1

    def _characters(self, text: str) -> None:
        if self._inside:
            self._text.append(text)


def _numbered(data: bytes) -> bytes:
    """Characters by number in the place of those by name, as in HTML, since no DTD is read; not in CDATA sections."""
    if b"&" not in data:
        return data
    first, *rest = data.split(_CDATA)
    parts = [_NAMED.sub(_number_of, first)]
    for part in rest:
        inside, end, after = part.partition(_CDATA_END)
        parts += [_CDATA, inside, end, _NAMED.sub(_number_of, after)]
    return b"".join(parts)


def _number_of(match: re.Match[bytes]) -> bytes:
    name = match[1].decode("ascii")
    if name in _OF_XML or name not in name2codepoint:
        return match[0]
    return f"&#{name2codepoint[name]};".encode()
