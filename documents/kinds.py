"""What a file seems to be that was given as text, and is none, or is in an encoding that nothing names.

Such a file is indexed as it is, since its id may be cited; whoever imports it is told. Nothing is converted or guessed.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator

from documents.encoding import BYTE_ORDER_MARKS, split_rule
from documents.errors import Problem
from documents.say import say

_SAMPLE = 65_536  # bytes by which an encoding is told
_STARTS = {
    b"%PDF-": "PDF",
    b"{\\rtf": "RTF",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "Microsoft Office 97–2003",
    b"\x89PNG": "PNG",
    b"GIF8": "GIF",
    b"\xff\xd8\xff": "JPEG",
    b"\x1f\x8b\x08": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
}
_ZIP = b"PK\x03\x04"
_IN_ZIP = {
    b"word/": "DOCX",
    b"xl/": "XLSX",
    b"ppt/": "PPTX",
    b"application/vnd.oasis.opendocument": "OpenDocument",
    b"application/epub+zip": "EPUB",
}
_WIDE = {"utf-32-le": "UTF-32", "utf-32-be": "UTF-32", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}
_PRINTABLE = re.compile(rb"[\t\n\r -~]")
_WIDE_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_WESTERN = frozenset(("utf-8", "cp1252", "iso8859-1", "ascii"))
_HIGH = re.compile(rb"[\x80-\xff]+")
_FEWEST = 24  # bytes beyond ASCII by which an encoding of East Asia is told
_NAMES_ITS_OWN = re.compile(rb"charset|<\?xml", re.IGNORECASE)
_HEAD = 1024  # bytes of a page in which it names its encoding


def doubts_about(file: str, data: bytes, rule: str, *, is_page: bool) -> Iterator[Problem]:
    """At most one warning, for a file that is one document; `rule` is the collection's word on encodings."""
    if not data.strip():
        hint = say("Its document has no text; see whether the file was saved.")
        yield Problem(file, 0, "empty_document", say("The file is empty."), hint)
    elif (kind := _kind(data)) and not (is_page and kind == "gzip"):  # pages are unpacked
        hint = say("It was indexed as it is; put its text in its place, and import again.")
        message = say("The file seems to be {kind}, not text.", kind=kind)
        yield Problem(file, 0, "not_text", message, hint)
    elif encoding := _unnamed_encoding(data, rule, is_page):
        hint = say("Save the file as UTF-8, or name its encoding in the manifest, and import again.")
        message = say("The file seems to be in {encoding}, and nothing says so.", encoding=encoding)
        yield Problem(file, 0, "encoding_doubtful", message, hint)
    elif b"\0" in data and not data.startswith(_marks()) and not _is_wide(rule):
        hint = say("Save the file as UTF-8, or name its encoding in the manifest, and import again.")
        message = say("The file holds NUL bytes: it is no text, or in an encoding that nothing names.")
        yield Problem(file, 0, "nul_bytes", message, hint)


def _kind(data: bytes) -> str:
    start = data[:_HEAD].lstrip()
    if data.startswith(_ZIP):
        return next((kind for name, kind in _IN_ZIP.items() if name in data), "ZIP")
    return next((kind for sign, kind in _STARTS.items() if start.startswith(sign)), "")


def _marks() -> tuple[bytes, ...]:
    return tuple(mark for mark, _ in BYTE_ORDER_MARKS)


def _is_wide(rule: str) -> bool:
    return any(codecs.lookup(name).name.startswith(("utf-16", "utf-32")) for name in split_rule(rule))


def _unnamed_encoding(data: bytes, rule: str, is_page: bool) -> str:
    """The encoding that a file seems to be in, where neither a mark nor the collection (nor the page) names it."""
    if data.startswith(_WIDE_MARKS):
        return "UTF-32"
    if data.startswith(_marks()) or _is_wide(rule):
        return ""
    sample = data[:_SAMPLE]
    if b"\0" in sample:
        return _wide_encoding(sample)
    is_western = {codecs.lookup(name).name for name in split_rule(rule)} <= _WESTERN
    is_named = is_page and _NAMES_ITS_OWN.search(data[:_HEAD])
    return "GB18030" if is_western and not is_named and _is_east_asian(sample) else ""


def _wide_encoding(sample: bytes) -> str:
    """UTF-16 or UTF-32 where bytes with a NUL among them are text in it, and are not mostly text as they stand."""
    if len(_PRINTABLE.findall(sample)) > 0.7 * len(sample):
        return ""
    return next((name for codec, name in _WIDE.items() if _reads_as_text(sample, codec)), "")


def _reads_as_text(sample: bytes, codec: str) -> bool:
    try:
        text = codecs.getincrementaldecoder(codec)().decode(sample)
    except UnicodeDecodeError:
        return False
    usual = sum(unicodedata.category(sign)[0] in "LMNPZ" or sign in "\t\n\r" for sign in text)
    return usual > 0.85 * len(text)


def _is_east_asian(sample: bytes) -> bool:
    """Whether bytes are GB18030 (or an encoding of its build) rather than UTF-8, or letters of the West or of Russia."""
    high = [len(found) for found in _HIGH.findall(sample)]
    paired = sum(length for length in high if length > 1)
    if sum(high) < _FEWEST or paired < 0.8 * sum(high):
        return False
    return not _decodes(sample, "utf-8") and _decodes(sample, "gb18030")


def _decodes(sample: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(sample, final=len(sample) < _SAMPLE)
    except UnicodeDecodeError:
        return False
    return True
