"""From bytes to text: which encoding was taken, and why."""

import codecs
import re
import unicodedata
from typing import NamedTuple

DEFAULT_RULE = "utf-8 else windows-1252"
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")

_ASCII_CONTROLS = bytes(code for code in range(128) if _CONTROLS.match(chr(code)))


class Decoded(NamedTuple):
    """A text with the encoding it was read in and the reason for it."""

    text: str
    encoding: str
    reason: str


def decode(data: bytes, rule: str = DEFAULT_RULE) -> Decoded:
    """Read bytes by a byte order mark, else by the first encoding of the rule that fits.

    Where none fits, the last one is taken and what does not decode is shown as U+FFFD, as are control
    characters. Lines end in LF, and characters are composed (NFC), so that equal text compares equal.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :].decode(encoding, "replace"), encoding, "byte order mark")
    names = split_rule(rule)
    for position, name in enumerate(names):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        return _decoded(text, name, f"not valid {names[0]}" if position else "as the collection says")
    return _decoded(data.decode(names[-1], "replace"), names[-1], "none of the collection's rule fits")


def split_rule(rule: str) -> list[str]:
    """The encodings of a rule such as `utf-8 else windows-1252`, in order; LookupError names an unknown one."""
    names = [name.strip() for name in (rule or DEFAULT_RULE).split(" else ")]
    for name in names:
        codecs.lookup(name)
    return names


def _decoded(text: str, encoding: str, reason: str) -> Decoded:
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    if _is_clean_ascii(unified):
        return Decoded(unified, encoding, reason)
    return Decoded(unicodedata.normalize("NFC", _CONTROLS.sub("\ufffd", unified)), encoding, reason)


def _is_clean_ascii(text: str) -> bool:
    """Whether nothing in a text is to be shown otherwise; far quicker than by a pattern."""
    return text.isascii() and len(text.encode("ascii").translate(None, _ASCII_CONTROLS)) == len(text)
