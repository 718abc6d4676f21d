"""Words in figures: clean, cut to the room there is, and kept from turning what is around them."""

import unicodedata

ELLIPSIS = "…"
FIRST_STRONG, POP = "\u2068", "\u2069"  # isolate a text of another direction
TURNING = {"R", "AL", "AN", "RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"}
WIDE, NARROW = frozenset("mwMW@%—…"), frozenset("iljtfrI.,:;'|!()[] ")


def clean(text: str) -> str:
    """The text in one line, without what XML cannot hold."""
    held = (" " if sign in "\t\n\r" else sign for sign in text)
    return "".join(sign for sign in held if unicodedata.category(sign) not in ("Cc", "Cs", "Cn"))


def isolated(text: str) -> str:
    """A name for use within other words: one that is read from right to left does not turn them."""
    text = clean(text)
    turns = any(unicodedata.bidirectional(sign) in TURNING for sign in text)
    return f"{FIRST_STRONG}{text}{POP}" if turns else text


def width(text: str, size: float) -> float:
    """About how many pixels a text takes; rather too many than too few."""
    return sum(map(_ems, text)) * size


def cut(text: str, room: float, size: float) -> str:
    """As much of the text as fits, with an ellipsis where it is cut."""
    text = clean(text)
    if width(text, size) <= room:
        return text
    room -= width(ELLIPSIS, size)
    end = 0
    while end < len(text) and (room := room - _ems(text[end]) * size) >= 0:
        end += 1
    while end and _joins(text[end - 1], text[end : end + 1]):
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def wrapped(text: str, room: float, size: float) -> list[str]:
    """The text in lines; a word that is longer than a line is cut."""
    lines = [""]
    for word in clean(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size) <= room or not lines[-1]:
            lines[-1] = cut(longer, room, size)
        else:
            lines.append(cut(word, room, size))
    return lines if lines[0] else []


def _ems(sign: str) -> float:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn", "Me"):
        return 0.0
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return 1.0
    if sign in NARROW:
        return 0.36
    return 0.95 if sign in WIDE else 0.72 if sign.isupper() else 0.6


def _joins(before: str, after: str) -> bool:
    """Whether a cut between two signs would part what is read as one."""
    return before == "\u200d" or (after != "" and (bool(unicodedata.combining(after)) or after == "\u200d"))
