"""Perl's regular expressions as Python's: what means the same is kept, what is spelled otherwise is written anew.

Patterns of the evaluations were written for Perl. What Python has no word for is refused with a remedy, never guessed.
"""

import re

from scoring.say import say, sentence

CLASSES = {
    "alpha": "A-Za-z",
    "digit": "0-9",
    "alnum": "A-Za-z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r"\s",
    "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~",
    "word": r"\w",
    "xdigit": "0-9A-Fa-f",
}
# Escapes of Perl that Python spells otherwise, outside and inside a class.
ESCAPES = {"z": r"\Z", "Z": r"(?=\n?\Z)", "h": r"[ \t]", "R": r"(?:\r\n|[\n\r])", "e": r"\x1b"}
IN_CLASS = {"h": r" \t", "e": r"\x1b"}
REFUSED = {
    "p": (sentence("Unicode properties"), sentence("Name the characters, as in [A-Z].")),
    "P": (sentence("Unicode properties"), sentence("Name the characters, as in [^A-Z].")),
    "G": (r"\G", sentence("Leave it out.")),
    "K": (r"\K", sentence("Leave out what is before it, or use (?<=…).")),
    "X": (r"\X", sentence("Write . instead.")),
    "L": (r"\L", sentence("Write the letters out.")),
    "U": (r"\U", sentence("Write the letters out.")),
}
_GROUPS = (
    ("(?{", (sentence("code of Perl"), sentence("Leave it out."))),
    ("(??{", (sentence("code of Perl"), sentence("Leave it out."))),
    ("(?|", ("(?|…)", sentence("Write (?:…)."))),
    ("(?R)", (sentence("recursion"), sentence("Write the repeated part out."))),
    ("(?&", (sentence("recursion"), sentence("Write the repeated part out."))),
    ("(*", (sentence("a verb of Perl such as (*FAIL)"), sentence("Leave it out."))),
)
_PIECE = re.compile(
    r"\\Q.*?(?:\\E|$)|\\x\{[0-9A-Fa-f]{1,6}\}|\\E|\\.|\[:\^?[a-z]+:\]|\(\?<(?![=!])|\(\?'|.", re.DOTALL
)


class PatternError(ValueError):
    """A pattern that cannot be used: why, and what to write instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message} {hint}")
        self.message, self.hint = message, hint


def translated(pattern: str) -> str:
    """A pattern of Perl as Python has it. Raises PatternError."""
    for opening, refused in _GROUPS:
        if opening in pattern.replace(r"\(", ""):
            raise _refused(*refused)
    written, in_class = [], False
    for piece in _PIECE.findall(pattern):
        written.append(_piece(piece, in_class=in_class))
        if piece == "[" and not in_class:
            in_class = True
        elif piece == "]" and in_class and "".join(written[-2:]) not in ("[]", "^]"):
            in_class = False
    return "".join(written)


def _piece(piece: str, *, in_class: bool) -> str:
    if piece.startswith(r"\Q"):
        return re.escape(piece.removeprefix(r"\Q").removesuffix(r"\E"))
    if piece.startswith(r"\x{"):
        return re.escape(chr(int(piece[3:-1], 16)))
    if piece.startswith("[:") and in_class:
        return _posix(piece)
    if piece == "(?<" and not in_class:
        return "(?P<"
    if len(piece) == 2 and piece[0] == "\\":
        return _escape(piece[1], in_class=in_class)
    return r"\[" if piece == "[" and in_class else piece


def _escape(letter: str, *, in_class: bool) -> str:
    if letter in REFUSED:
        raise _refused(*REFUSED[letter])
    known = IN_CLASS if in_class else ESCAPES
    if letter in known:
        return known[letter]
    if letter == "E":
        return ""
    # Perl reads an escaped letter that means nothing as the letter; so do people who escape too much.
    is_plain = letter.isascii() and letter.isalpha() and letter not in "AbBdDsSwWafnrtvxuUN0"
    return letter if is_plain else f"\\{letter}"


def _posix(piece: str) -> str:
    name = piece[2:-2].removeprefix("^")
    if name not in CLASSES or piece.startswith("[:^"):
        raise _refused(piece, sentence("Name the characters, as in [A-Z]."))
    return CLASSES[name]


def _refused(what: str, remedy: str) -> PatternError:
    message = say("The pattern uses {construct}, which is not understood here.", construct=say(what))
    return PatternError(message, say(remedy))


def explained(error: str) -> PatternError:
    """What is wrong with a pattern that Python refused, by Python's own words."""
    message = say("The pattern is no regular expression: {error}.", error=error)
    hint = say("Correct it; a character that means itself needs a backslash, as in \\$ or \\(.")
    if "global flags" in error:
        hint = say("Put (?i) at the beginning, or write (?i:…).")
    return PatternError(message, hint)
