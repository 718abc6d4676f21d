"""What a file seems to be by its first bytes, so that whoever reads another kind says that before any error of its lines."""

import codecs
import re
from collections.abc import Mapping
from types import MappingProxyType

from scoring.formats.problems import Problems
from scoring.say import say, sentence

TEXT, JSON, XML, GZIP, UTF16, WORKBOOK = "text", "json", "xml", "gzip", "utf16", "workbook"
# What each kind is called, and what is packed.
TITLES: Mapping[str, str] = MappingProxyType(
    {
        TEXT: sentence("plain text"),
        JSON: "JSON",
        XML: "XML",
        "html": sentence("a web page (HTML)"),
        "csv": sentence("a table (CSV)"),
        "pdf": "PDF",
        "rtf": "RTF",
        WORKBOOK: sentence("an Excel workbook"),
        UTF16: "UTF-16",
        GZIP: "gzip",
        "zip": "zip",
        "bzip2": "bzip2",
        "xz": "xz",
        "zstd": "zstd",
    }
)
PACKED = frozenset({GZIP, "zip", "bzip2", "xz", "zstd"})

_OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # .xls; other documents of Office before 2007 begin so too
_ZIP = b"PK\x03\x04"
_STARTS = {
    b"%PDF-": "pdf",
    b"{\\rtf": "rtf",
    _OLD_OFFICE: WORKBOOK,
    b"\x1f\x8b": GZIP,
    _ZIP: "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_SAMPLE = 4096  # bytes by which text is told from other text
_LINES = 5  # by which a table is told
_BEFORE = re.compile(rb"\s+|<\?xml[^>]*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)  # what a page may begin with
_HTML = re.compile(rb"<(!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_XML = re.compile(rb"<[?!a-z_]", re.IGNORECASE)
_JSON = re.compile(rb"\{\s*[\"}]|\[\s*[\[{\"\]]")
_CELL = re.compile(rb"[^ \t,;]*[,;][^,;]*[,;]")  # a first cell without blanks, and two more


def kind_of_file(data: bytes) -> str:
    """A key of TITLES; `text` where nothing speaks for another kind. The first kilobytes tell all but workbooks."""
    if data.startswith(_ZIP) and b"[Content_Types].xml" in data and b"xl/" in data:
        return WORKBOOK  # ECMA-376, Part 2
    for magic, kind in _STARTS.items():
        if data.startswith(magic):
            return kind
    return UTF16 if _is_utf16(data) else _kind_of_text(data[:_SAMPLE].removeprefix(codecs.BOM_UTF8).lstrip())


def _is_utf16(data: bytes) -> bool:
    start = data[:400]
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        return True
    half = len(start) // 2
    return half >= 4 and any(start[side::2].count(0) > half * 0.6 for side in (0, 1))


def _kind_of_text(start: bytes) -> str:
    if _HTML.match(start, _behind_comments(start)):
        return "html"
    if _XML.match(start):
        return XML
    if _JSON.match(start):
        return JSON
    lines = [line for line in start.splitlines() if line.strip()][:_LINES]
    return "csv" if lines and all(_CELL.match(line) for line in lines) else TEXT


def _behind_comments(start: bytes) -> int:
    """Where the first tag stands. Comments are passed one by one: one expression for all could try their ends for ever."""
    place = 0
    while found := _BEFORE.match(start, place):
        place = found.end()
    return place


def refuse_kind(data: bytes, problems: Problems, read: str, hint: str) -> None:
    """Note that a file seems to be of another kind than what is read, which is said in words."""
    message = say(
        "The file seems to be {kind}; what is read here is {read}.",
        kind=say(TITLES[kind_of_file(data)]),
        read=read,
    )
    problems.add_first("file_kind", message, hint)
