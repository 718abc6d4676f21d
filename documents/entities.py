"""Character entities as they stand in newswire and in the answers cut from it, which no DTD declares for us.

HTML's names are resolved, as are the few that only these collections use. Typesetting marks of the wire (`&UR;`,
`&LR;`, `&QL;`, `&Cx1f;` …) are shown as nothing. Any other name is left as it stands: an assessor sees the record
as it is rather than a guess.
"""

import re
from html import unescape
from html.entities import html5

_OWN = {"hyph": "-", "blank": " ", "sp": " ", "amp": "&", "lt": "<", "gt": ">"}
_TYPESETTING = re.compile(r"[UL][RL]|Q[LCR]|T[LRC]|LC|MD|Cx[0-9A-Fa-f]{2}|TOP|BOTTOM")
_ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")


def resolve(text: str) -> str:
    """The text with its entities resolved; an `&` that begins none stays."""
    return _ENTITY.sub(_resolved, text)


def _resolved(match: re.Match[str]) -> str:
    name = match[1]
    if name in _OWN:
        return _OWN[name]
    if name.startswith("#") or f"{name};" in html5:
        return unescape(match[0])
    return "" if _TYPESETTING.fullmatch(name) else match[0]
