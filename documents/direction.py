"""Which way a text runs: by its own letters and, where those do not tell, by the language of its collection.

A browser goes by the first letter (`dir="auto"`), so that an Arabic text that begins with a Latin name would run
from left to right.
"""

import re
from typing import Literal

Direction = Literal["ltr", "rtl"]

_RIGHT_TO_LEFT = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ps", "sd", "syr", "ug", "ur", "yi"]
)
_SCRIPTS = frozenset(["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"])
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
_RTL_LETTER = re.compile(f"[{_RTL}]")
_LTR_LETTER = re.compile(f"[^\\W\\d_{_RTL}]")


def direction_of_language(language: str) -> Direction:
    """The direction in which a language such as `ar` or `uz-Arab` is written."""
    name, *rest = language.lower().replace("_", "-").split("-")
    scripts = [part for part in rest if len(part) == 4]
    is_rtl = scripts[0] in _SCRIPTS if scripts else name in _RIGHT_TO_LEFT
    return "rtl" if is_rtl else "ltr"


def direction_of(text: str, language: str) -> Direction:
    """The direction of a text: its letters' where they all run one way, else its language's."""
    has_rtl = not text.isascii() and bool(_RTL_LETTER.search(text))
    has_ltr = bool(_LTR_LETTER.search(text))
    if has_rtl == has_ltr:
        return direction_of_language(language)
    return "rtl" if has_rtl else "ltr"
