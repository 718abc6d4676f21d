"""What the ids, texts and labels of questions may be, whichever format they come in."""

import re
import unicodedata

from scoring.formats.encoded import is_text
from scoring.formats.problems import shown
from scoring.say import say

_BREAKS = re.compile(r"[ \t\r\n]*[\r\n][ \t\r\n]*")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp", "Zs"))
# Letters, marks and symbols that show nothing by themselves: Default_Ignorable_Code_Point, and the blank of Braille.
_FILLERS = frozenset(
    chr(code)
    for code in (
        *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164, 0xFFA0),
        *(*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
    )
)
_QID = re.compile(r"[^\s\x00-\x1f\x7f-\x9f]{1,64}")


def fold(text: str) -> str:
    """A padded text without its padding; a line break inside becomes one blank, other white space stays."""
    return _BREAKS.sub(" ", text.strip(" \t\r\n"))


def non_white(text: str) -> int:
    """How many characters of a text are not white space (`str.isspace`)."""
    return len("".join(text.split()))


def is_visible(text: str) -> bool:
    """Whether anything of a text can be seen: not white space, controls, format characters and fillers alone."""
    return any(
        unicodedata.category(character) not in _UNSEEN and character not in _FILLERS for character in text
    )


def qid_error(qid: str) -> str:
    """What is wrong with the id of a question or series; "" where nothing is."""
    if not qid:
        return say("The id is missing.")
    if not _QID.fullmatch(qid):
        return say(
            "The id {qid} holds white space or control characters, or more than 64 characters.",
            qid=shown(qid),
        )
    if not is_text(qid):
        return say("The id {qid} holds half of a character.", qid=shown(qid))
    if {".", ".."} & set(qid.split("/")):
        return say(
            "The id {qid} cannot be part of an address, where . and .. lead elsewhere.", qid=shown(qid)
        )
    return ""


def fold_label(text: str) -> str:
    """What two labels have in common that differ in case, white space or compatibility forms alone."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
