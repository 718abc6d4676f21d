"""Perl's regular expressions as Python's: what means the same is kept, what is spelled otherwise is written anew.

Patterns of the evaluations were written for Perl. What Python has no word for is refused with a remedy, never guessed.
"""

import re
import warnings

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
    "p": "Unicode properties; name the characters, as in [A-Z]",
    "P": "Unicode properties; name the characters, as in [^A-Z]",
    "G": r"\G; leave it out",
    "K": r"\K; leave out what is before it, or use (?<=…)",
    "X": r"\X; write . instead",
    "L": r"\L; write the letters out",
    "U": r"\U; write the letters out",
}
_GROUPS = (
    ("(?{", "code of Perl; leave it out"),
    ("(??{", "code of Perl; leave it out"),
    ("(?|", "(?|…); write (?:…)"),
    ("(?R)", "recursion; write the repeated part out"),
    ("(?&", "recursion; write the repeated part out"),
    ("(*", "a verb of Perl such as (*FAIL); leave it out"),
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
    for opening, what in _GROUPS:
        if opening in pattern.replace(r"\(", ""):
            raise _refused(what)
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
        raise _refused(REFUSED[letter])
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
        raise _refused(f"{piece}; name the characters, as in [A-Z]")
    return CLASSES[name]


def _refused(what: str) -> PatternError:
    said, _, remedy = what.partition("; ")
    return PatternError(
        f"The pattern uses {said}, which is not understood here.", f"{remedy[:1].upper()}{remedy[1:]}."
    )


def compiled(pattern: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    """A pattern, ready. Raises PatternError where it is none, or calls every answer right."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            made = re.compile(translated(pattern), re.IGNORECASE if ignore_case else 0)
    except (re.error, OverflowError, RecursionError) as error:
        message = f"The pattern is no regular expression: {error}."
        hint = r"Correct it; a character that means itself needs a backslash, as in \$ or \(."
        if "global flags" in str(error):
            hint = "Put (?i) at the beginning, or write (?i:…)."
        raise PatternError(message, hint) from None
    return made


def matches_nothing(made: re.Pattern[str]) -> bool:
    """Whether a pattern is found in an empty string, and so in every answer."""
    return made.search("") is not None
