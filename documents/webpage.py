"""From the record of a web page to what is shown of it: unpacked, decoded as a browser would, sanitised."""

import codecs
import re
import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from documents.encoding import BYTE_ORDER_MARKS, Decoded, split_rule
from documents.readers.base import WebRecord
from documents.sanitise import process
from documents.sanitise.plain import MAX_TEXT
from documents.sanitise.result import Clean, NotClean, Packed
from documents.xhtml import as_html, is_xhtml

_HEAD_BYTES = 1024  # in which a page must name its own encoding
_META = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_XML_DECLARATION = re.compile(rb"<\?xml\s[^>]{0,200}?encoding\s*=\s*[\"']\s*([\w.:-]{1,40})")
_WIDE_DECLARATIONS = {"<?x".encode(name): name for name in ("utf-16-le", "utf-16-be")}
_GZIP = b"\x1f\x8b"
# What browsers take certain names for (WHATWG Encoding Standard, section 4.2).
_TAKEN_FOR = {
    **dict.fromkeys(("iso8859-1", "ascii", "latin-1"), "windows-1252"),
    "iso8859-9": "windows-1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-16": "utf-16-le",
}
_WIDE = ("utf-16-le", "utf-16-be")  # whoever could read such a name in the page itself is not reading either
_WESTERN = ("cp1252", "windows-1252")  # the same; they differ from Latin-1 in 32 codes
_NO_ENCODINGS = frozenset(
    ("utf-7", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem")
)


class WebPage(NamedTuple):
    """A page as it is shown; `clean` is None, and `why` says why, where it can be shown as text alone."""

    decoded: Decoded
    clean: Clean | None
    why: str = ""
    packed: bool = False
    opinion: str = ""  # what a second reading found amiss

    @property
    def removed(self) -> str:
        """What was left out, in words: `3 scripts, 1 frame`."""
        return in_words(self.clean.removed) if self.clean else ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the reader of the page should know before reading."""
        packed = ("The page had been stored packed (gzip) and was unpacked.",) if self.packed else ()
        if self.clean is None:
            return (
                f"This page is shown as plain text, not as a browser shows it. {self.why}{self._cut}",
                *packed,
            )
        return self.clean.remarks + packed + ((self.opinion,) if self.opinion else ())

    @property
    def _cut(self) -> str:
        beginning = f" Only its beginning is shown, {MAX_TEXT:,} characters at most."
        return beginning if len(self.decoded.text) > MAX_TEXT else ""


def in_words(removed: Mapping[str, int]) -> str:
    """What was left out of a page: `3 scripts, 1 frame`."""
    return ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for name, count in sorted(removed.items()))


def read_page(record: WebRecord, rule: str = "") -> WebPage:
    """The page of a record. `rule` is the collection's word on encodings: see `decode_page`."""
    (page,) = read_pages([record], rule)
    if isinstance(page.outcome, NotClean):
        return WebPage(page.decoded, None, str(page.outcome), page.packed)
    return WebPage(page.decoded, page.outcome.unpacked(), packed=page.packed)


class ReadPage(NamedTuple):
    """A page as it is stored: its source, what became of it, and whether it had been packed."""

    decoded: Decoded
    outcome: Packed | NotClean
    packed: bool
    xhtml: bool  # whether it was read as that


def read_pages(records: Sequence[WebRecord], rule: str = "") -> list[ReadPage]:
    """The pages of some records, in one go."""
    unpacked = [_unpacked(record.body) for record in records]
    decoded = [_decoded_page(record, body, rule) for record, (body, _) in zip(records, unpacked, strict=True)]
    kinds = [_is_xhtml(record, page.text) for record, page in zip(records, decoded, strict=True)]
    outcomes = process.sanitise_all(
        [
            (as_html(page.text) if xhtml else page.text, record.address)
            for record, page, xhtml in zip(records, decoded, kinds, strict=True)
        ]
    )
    return [
        ReadPage(page, outcome, packed, xhtml)
        for page, outcome, (_, packed), xhtml in zip(decoded, outcomes, unpacked, kinds, strict=True)
    ]


def _is_xhtml(record: WebRecord, text: str) -> bool:
    """Whether a page is XHTML. What came from a server as HTML is to a browser, whatever it says itself."""
    return not (record.served or record.charset) and is_xhtml(text, record.file)


def page_text(record: WebRecord, encoding: str, reason: str) -> Decoded:
    """The source of a record's page alone, in the encoding in which it was read before."""
    data, _ = _unpacked(record.body)
    mark = next((mark for mark, _ in BYTE_ORDER_MARKS if data.startswith(mark)), b"")
    return _decoded(data[len(mark) :], encoding, reason)


def _decoded_page(record: WebRecord, body: bytes, rule: str) -> Decoded:
    return decode_page(body, record.charset, rule, served=record.served)


def decode_page(data: bytes, charset: str = "", rule: str = "", *, served: bool = False) -> Decoded:
    """The text of a page, its encoding found in the order of the HTML standard (13.2.3.2), and why it was taken.

    A byte order mark tells, else the server's word (`charset`), else the collection's, else the page's own META, else
    its XML declaration. Where nobody says which, valid UTF-8 beyond ASCII is that, and all else the last encoding of
    the collection's rule, which is windows-1252 where it has none. The collection speaks for its pages by one encoding
    alone: `utf-8 else windows-1252` is for those that name none. So is any rule for pages that came with the answer of
    their server (`served`), since they are of many places.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, "byte order mark")
    if name := _codec(charset):
        return _decoded(data, name, "as the server said")
    names = split_rule(rule)
    last = _TAKEN_FOR.get(codecs.lookup(names[-1]).name, names[-1])
    if rule and len(names) == 1 and not served:
        return _decoded(data, last, "as the collection says")
    encoding, reason = _declared(data[:_HEAD_BYTES])
    if not encoding and _is_utf8(data):
        encoding, reason = "utf-8", "valid UTF-8"
    return _decoded(data, encoding or last, reason or "nothing says which")


def _declared(head: bytes) -> tuple[str, str]:
    """The encoding that a page names itself, and where; both empty where it names none that is known."""
    for start, encoding in _WIDE_DECLARATIONS.items():
        if head.startswith(start):
            return encoding, "as the XML declaration is written"
    meta = _META.search(_COMMENT.sub(b"", head))
    for found, reason in (
        (meta, "as the page says"),
        (_XML_DECLARATION.match(head), "as the XML declaration says"),
    ):
        if found and (name := _codec(found[1].decode("ascii"))):
            return "utf-8" if name in _WIDE else name, reason
    return "", ""


def _is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8 and could not as well be anything else: ASCII alone tells nothing."""
    if data.isascii():
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _codec(name: str) -> str:
    """The codec that a browser takes for a name; empty for an unknown one."""
    try:
        codec = codecs.lookup(name.strip())
    except (LookupError, ValueError):
        return ""
    if codec.name in _NO_ENCODINGS or not codec._is_text_encoding:
        return ""
    return _TAKEN_FOR.get(codec.name, codec.name)


def _decoded(data: bytes, encoding: str, reason: str) -> Decoded:
    is_latin = _reads_as_latin(data, encoding)
    text = data.decode("latin-1" if is_latin else encoding, "replace")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not (is_latin or _is_latin(text)):
        text = unicodedata.normalize("NFC", text)
    return Decoded(text, encoding, reason)


def _reads_as_latin(data: bytes, encoding: str) -> bool:
    """Whether the usual encoding reads bytes as Latin-1 does, which is thirty times as fast."""
    return encoding in _WESTERN and not any(code in data for code in range(0x80, 0xA0))


def _is_latin(text: str) -> bool:
    """Whether all characters are of Latin-1, so that there is nothing to compose; far quicker than composing."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


def _unpacked(body: bytes) -> tuple[bytes, bool]:
    """The page out of its packing, at most one byte more than may be shown as HTML; and whether there was one."""
    if not body.startswith(_GZIP):
        return body, False
    try:
        data = zlib.decompressobj(31).decompress(body, process.MAX_BYTES + 1)
    except zlib.error:
        return body, False
    return data, True
