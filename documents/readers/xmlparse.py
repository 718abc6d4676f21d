"""Parses a file of XML: hardened, and never past an error.

Entities are not resolved and no DTD is read. A DOCTYPE is taken out; where a collection writes characters by name, a
fixed table (that of HTML) stands for its DTD. `recover` stays off: it drops text without a word.
"""

import codecs
import re
from html.entities import name2codepoint
from typing import NamedTuple

from lxml import etree

from documents.encoding import BYTE_ORDER_MARKS, Decoded

_DECLARATION = re.compile(rb"\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
_DOCTYPE = re.compile(
    r"((?:<\?[^>]*\?>|<!--.*?-->|\s)*+)"
    r"(<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+(?:\[(?:<!--.{0,5000}?-->|[^\]\"']|\"[^\"]*\"|'[^']*')*+\]\s*+)?>)",
    re.DOTALL,
)
_MOST = 100_000  # characters in which a DOCTYPE must have ended
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30});")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_MARKUP = frozenset(("amp", "lt", "gt", "quot", "apos"))
_NOT_LINE_END = re.compile(r"[^\n]")
_PLACE = re.compile(r",? line \d+, column \d+\s*$")


class XmlError(NamedTuple):
    """Why a file cannot be read as XML."""

    message: str
    line: int  # 1-based, as the column
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class Parsed(NamedTuple):
    """The root of a file, or its error; and its text as it stands there."""

    root: "etree._Element | None"
    error: XmlError | None
    decoded: Decoded


def parse(data: bytes, entities: bool = True) -> Parsed:
    """The file in the encoding that it names itself, else UTF-8. `entities`: characters may be written by name."""
    decoded, broken = _decode(data)
    if broken:
        return Parsed(None, broken, decoded)
    text = _without_names(decoded.text, entities)
    try:
        root = etree.fromstring(text.encode(), _parser())
        if root.getroottree().docinfo.internalDTD is not None:  # its entities would be missing from the text
            return Parsed(None, XmlError("its DOCTYPE cannot be told from the text", 1, 1), decoded)
        return Parsed(root, None, decoded)
    except UnicodeEncodeError as error:
        return Parsed(None, _error_at(text, error.start, "half a character stands alone"), decoded)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        message = "an & that means itself is written &amp;" if "EntityRef" in (error.msg or "") else error.msg
        message = _PLACE.sub("", message or "it is not well-formed").strip()
        return Parsed(None, XmlError(message, max(line, 1), column), decoded)


def prepared(data: bytes, entities: bool) -> bytes | None:
    """What the parser is given of a file, in UTF-8.

    None where the file is not in the encoding that it names, or its DOCTYPE cannot be taken out.
    """
    encoding, _, start = _encoding(data)
    if encoding == "utf-8" and b"&" not in data and b"<!DOCTYPE" not in data:
        return data[start:] if start else data
    decoded, error = _decode(data)
    text = "" if error else _without_names(decoded.text, entities)
    return None if error or "<!DOCTYPE" in text else text.encode(errors="surrogatepass")


def _without_names(text: str, entities: bool) -> str:
    text = _without_doctype(text)
    return _named_characters(text) if entities and "&" in text else text


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=False,
        remove_comments=True,
        remove_pis=True,
    )


def _decode(data: bytes) -> tuple[Decoded, XmlError | None]:
    encoding, reason, start = _encoding(data)
    try:
        codec = codecs.lookup(encoding)
        text = data[start:].decode(codec.name)
    except (LookupError, UnicodeDecodeError) as error:
        text = data[start:].decode("utf-8", "replace")
        if not isinstance(error, UnicodeDecodeError):
            return Decoded(text, "utf-8", reason), XmlError(f"the encoding {encoding!r} is unknown", 1, 1)
        before = data[start : start + error.start].decode(encoding, "replace")
        message = f"byte 0x{data[start + error.start]:02x} is not {encoding}"
        return Decoded(text, encoding, reason), _error_at(before, len(before), message)
    except ValueError as error:
        return Decoded("", encoding, reason), XmlError(str(error), 1, 1)
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), encoding, reason), None


def _encoding(data: bytes) -> tuple[str, str, int]:
    """The encoding, why, and where the text begins."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding, "byte order mark", len(mark)
    if declared := _DECLARATION.match(data):
        return declared[1].decode("ascii").lower(), "as the file says", 0
    return "utf-8", "nothing says otherwise", 0


def _error_at(text: str, position: int, message: str) -> XmlError:
    return XmlError(message, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))


def _without_doctype(text: str) -> str:
    """The text with blanks in the place of its DOCTYPE, so that lines and columns stay."""
    match = _DOCTYPE.match(text, 0, _MOST)
    if not match:
        return text
    return match[1] + _NOT_LINE_END.sub(" ", match[2]) + text[match.end() :]


def _named_characters(text: str) -> str:
    """Characters by number in the place of those by name, of the same length where there is room."""

    def numbered(match: re.Match[str]) -> str:
        name = match[1]
        if name in _MARKUP or name not in name2codepoint:
            return match[0]
        return f"&#{name2codepoint[name]:0{len(name) - 1}d};"

    first, *rest = text.split(_CDATA)
    parts = [_ENTITY.sub(numbered, first)]
    for part in rest:
        inside, end, after = part.partition(_CDATA_END)
        parts += [_CDATA, inside, end, _ENTITY.sub(numbered, after)]
    return "".join(parts)
