"""Numbered paragraphs out of XML: JRC-Acquis (TEI) and ResPubliQA's Europarl. One file is one document.

Its id is the file's name without .xml; a paragraph's identity is that id with the paragraph's number. What the elements
are called stands in `acquis.toml`, `europarl.toml` and the collection's manifest, not here. A file that is not
well-formed is indexed and reported with line and column, and shown as its source.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, BinaryIO, NamedTuple, cast

from lxml import etree

from documents.encoding import Decoded
from documents.errors import Problem
from documents.readers.base import MAX_RECORD, Reader, Record, docid_error, read_whole
from documents.readers.newswire_dates import shown_date
from documents.readers.shapes import Shape, shapes_of
from documents.readers.xmlparse import Parsed, XmlError, parse
from documents.readers.xmlsound import is_sound
from documents.readers.xmlwalk import local_name, walk
from documents.say import say
from documents.text import Block, Field, Page, one_line

SUFFIX = ".xml"
_SUFFIXES = re.compile(r"(\.xml)?(\.gz)?$", re.IGNORECASE)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")


class Read(NamedTuple):
    """A document that was parsed: its page, and the exact text of each numbered paragraph."""

    parsed: Parsed
    page: Page
    paragraphs: Mapping[str, str]
    error: XmlError | None


class _Fitting(NamedTuple):
    """The shape of a document, by its id, and the named parts of the id."""

    shape: Shape
    fits: bool
    groups: Mapping[str, str | None]


class _Located(NamedTuple):
    """A document that was parsed and not yet read."""

    shape: Shape
    parsed: Parsed
    record: "etree._Element | None"
    text: "etree._Element | None"
    error: XmlError | None

    @property
    def has_numbers(self) -> bool:
        """Whether a paragraph in it can be cited."""
        if self.text is None:
            return False
        names = {f"{{*}}{name}" for name in (self.shape.paragraph, self.shape.title) if name}
        return any(element.get(self.shape.number) for element in self.text.iter(*names))


def make_reader(format: str, mapping: Mapping[str, Any]) -> Reader:
    """The reader of a format for a collection whose manifest changes some names."""
    shapes = shapes_of(format, mapping)
    return Reader(
        records=partial(records, shapes),
        page=lambda docid, text: read(shapes, docid, text.encode(errors="replace")).page,
        opened=partial(open_page, shapes),
        date=partial(date_of, shapes),
        suffix=SUFFIX,
    )


def records(shapes: tuple[Shape, ...], stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The one document that a file is; where it cannot be read as XML, a problem besides."""
    docid = _SUFFIXES.sub("", file.rpartition("/")[2])
    data = read_whole(stream, MAX_RECORD + 1)
    if error := docid_error(docid) or _shape_error(shapes, docid):
        message = say("The file's name cannot be a document's id: {reason}.", reason=error)
        yield Problem(file, 0, "bad_docid", message, say("Rename it, or correct `ids` in the manifest."))
        return
    if len(data) > MAX_RECORD:
        message = say("The file has more than {most} bytes.", most=MAX_RECORD)
        yield Problem(file, 0, "record_too_long", message, say("It was left out."))
        return
    if not is_sound(_fitting(shapes, docid).shape, data):
        yield from _problems(shapes, docid, data, file)
    yield Record(docid, 0, 1, data)


def _problems(shapes: tuple[Shape, ...], docid: str, data: bytes, file: str) -> Iterator[Problem]:
    """What is amiss with a file that is kept nevertheless."""
    found = _located(shapes, docid, data)
    if found.error:
        message = say("The file cannot be read as a document: {reason}.", reason=str(found.error))
        yield Problem(
            file, found.error.line, "unreadable", message, say("It is kept, and shown as its source.")
        )
    elif not found.has_numbers:
        message = say("No paragraph with a number was found in it.")
        hint = say("Check that the manifest names the elements as the file does.")
        yield Problem(file, 0, "no_paragraphs", message, hint)


def open_page(shapes: tuple[Shape, ...], docid: str, data: bytes) -> tuple[Decoded, Page]:
    """The source of a document, and how it is shown."""
    found = read(shapes, docid, data)
    return found.parsed.decoded, found.page


def date_of(shapes: tuple[Shape, ...], docid: str) -> str:
    """The date, or the year, that an id tells."""
    groups = _fitting(shapes, docid).groups
    return shown_date("", groups.get("date") or "") or groups.get("year") or ""


@lru_cache(maxsize=16)
def read(shapes: tuple[Shape, ...], docid: str, data: bytes) -> Read:
    """A document out of the bytes of its file; of any bytes at all, something readable."""
    shape, parsed, record, text, error = _located(shapes, docid, data)
    if error or record is None or text is None:
        return _unreadable(parsed, error or XmlError("it is empty", 1, 1))
    walked = walk(shape, text)
    groups = _fitting(shapes, docid).groups
    named = (record.get(shape.language) if shape.language else "") or groups.get("language") or ""
    page = Page(
        title=next((block.text for block in walked.blocks if block.kind == "title"), ""),
        date=date_of(shapes, docid),
        fields=tuple(_fields(record, text)),
        body=tuple(walked.blocks),
        language=named.lower() if _LANGUAGE.fullmatch(named) else "",
    )
    return Read(parsed, page, walked.paragraphs, None)


def _located(shapes: tuple[Shape, ...], docid: str, data: bytes) -> _Located:
    shape = _fitting(shapes, docid).shape
    parsed = parse(data, shape.entities)
    if parsed.root is None:
        return _Located(shape, parsed, None, None, parsed.error or XmlError("it is empty", 1, 1))
    record, text = _record_and_text(shape, parsed.root)
    if record is not None and text is not None:
        return _Located(shape, parsed, record, text, None)
    missing = shape.record if record is None else shape.text
    error = XmlError(f"there is no element {missing!r}", _line_of(parsed.root), 1)
    return _Located(shape, parsed, record, text, error)


@lru_cache(maxsize=16)
def _fitting(shapes: tuple[Shape, ...], docid: str) -> _Fitting:
    """The first shape that an id is of, else the first of all."""
    for shape in shapes:
        if ids := shape.match(docid):
            return _Fitting(shape, True, ids.groupdict())
    return _Fitting(shapes[0], False, {})


def _record_and_text(
    shape: Shape, root: "etree._Element"
) -> "tuple[etree._Element | None, etree._Element | None]":
    record = root if shape.record in ("", local_name(root)) else root.find(f".//{{*}}{shape.record}")
    if record is None or shape.text == ".":
        return record, record
    return record, record.find(f".//{{*}}{shape.text}")


def _unreadable(parsed: Parsed, error: XmlError) -> Read:
    """The source as one block."""
    source = Block("source", parsed.decoded.text) if parsed.decoded.text.strip() else None
    page = Page(body=(source,) if source else (), error=str(error))
    return Read(parsed, page, {}, error)


def _line_of(element: "etree._Element") -> int:
    return cast("int | None", element.sourceline) or 1


def _fields(record: "etree._Element", text: "etree._Element") -> Iterator[Field]:
    """What stands beside the text: the header, an entry for each element that has text of its own."""
    if text is record:
        return
    for outer in record:
        if outer is text:
            continue
        for element in outer.iter("{*}*"):
            own = one_line("".join([element.text or "", *(child.tail or "" for child in element)]))
            if own or element.get("url"):
                yield Field(local_name(element), own or element.get("url") or "")


def _shape_error(shapes: tuple[Shape, ...], docid: str) -> str:
    if _fitting(shapes, docid).fits:
        return ""
    *some, last = (f"`{shape.ids}`" for shape in shapes)
    forms = say("{names} or {last}", names=", ".join(some), last=last) if some else last
    return say("it is not of the form {forms}", forms=forms)
