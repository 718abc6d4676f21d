"""Words in our scripts that nobody could translate, since they were not marked (docs/translating.md).

Looked for are words where they are shown (put into an element, into an attribute that people see or hear, announced, or
given as a value to another sentence), and phrases of two words or more anywhere else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<name>[\w$]+)
    |(?P<sign>[=!]==?|=>|\?\?=?|\?\.|&&|\|\||[+\-*/]=|.)""",
    re.X | re.S,
)
PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")  # a regular expression
VALUE = "\N{OBJECT REPLACEMENT CHARACTER}"  # what is put into a text between ` `
TRANSLATED = {"gettext", "ngettext"}
# What is given to these is shown or read aloud, whichever argument it is.
METHODS = {
    *("append", "prepend", "replaceChildren", "before", "after", "replaceWith"),
    *("insertAdjacentText", "createTextNode"),
}
FUNCTIONS = {"Option", "alert", "confirm", "prompt", "announce", "announceOnce", "say", "tellLater", "button"}
SENT = {"body", "fields", "search"}  # fields of a form, not elements: what is put into them is sent
SHOWN = {
    *("textContent", "innerText", "innerHTML", "title", "placeholder", "alt", "ariaLabel", "ariaDescription"),
    *("aria-label", "aria-description", "aria-roledescription", "aria-valuetext"),
}
FOR_US = {
    "Error",
    "TypeError",
    "RangeError",
    "log",
    "warn",
    "error",
    "debug",
}  # mistakes of ours, the console
COMPARED = {"==", "!=", "===", "!==", "case", "in"}
WORDS = re.compile(r"[^\W\d_]{2}")
# Two words at least, and not what programs write: selectors, tags, addresses.
PHRASE = re.compile(r"[^<>=\[\]#/]*[^\W\d_][”’}]?[,;:.]? [“{]?[^\W\d_][^<>=\[\]#/]*")
WORD = re.compile(r"[A-Z][a-z]+|“.*[^\W\d_].*”|[^\W\d_]+ […✓]")
SELECTING = {"querySelector", "querySelectorAll", "closest", "matches", "matchMedia"}
FOR_PROGRAMS = {"use strict", "saved trouble", "see what", "li.answer, .class h3", "button, summary, input"}
KEYS = {
    "Enter",
    "Escape",
    "Space",
    "Tab",
    "Home",
    "End",
    "Backspace",
    "Delete",
    "Shift",
    "Control",
    "Alt",
    "Meta",
}


@dataclass
class Token:
    """A piece of a script: a name, a sign, or a text (that of ` ` with VALUE for each of its values)."""

    kind: str
    text: str
    line: int


@dataclass
class Part:
    """What stands between two brackets: whether its texts are shown, or said in the reader's language."""

    opened: str
    caller: str = ""
    is_shown: bool = False
    is_translated: bool = False
    is_for_us: bool = False
    shown_before: bool = False  # as it was before a property was set


def in_script(source: str) -> list[tuple[int, str]]:
    """Lines and texts of a script that are shown, or are sentences, and stand outside translations."""
    tokens = list(_tokens(source))
    parts = [Part("")]
    found = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else Token("sign", ";", 0)
        after = tokens[at + 1] if at + 1 < len(tokens) else Token("sign", ";", 0)
        part = parts[-1]
        if token.kind == "text":
            if _is_wrong(token, part, before, after):
                found.append((token.line, " ".join(token.text.replace(VALUE, "…").split())))
            if part.caller == "setAttribute" and before.text == "(":
                part.is_shown = token.text in SHOWN
        elif token.text in ("(", "[", "{", "${"):
            parts.append(_opened(token.text, tokens[max(0, at - 3) : at], part))
        elif token.text in (")", "]", "}"):
            if len(parts) > 1:
                parts.pop()
        else:
            _follow(part, token, before, tokens[at - 2] if at > 1 else before)
    return found


def _is_wrong(token: Token, part: Part, before: Token, after: Token) -> bool:
    is_passed = part.is_translated or part.is_for_us
    is_name = after.text == ":" and before.text in ("{", ",")  # of a property
    if is_passed or is_name or {before.text, after.text} & COMPARED or before.text in ("from", "import"):
        return False
    if part.is_shown:
        return bool(WORDS.search(token.text))
    if part.caller in SELECTING or token.text in KEYS | FOR_PROGRAMS:
        return False
    return bool(WORD.fullmatch(token.text) or PHRASE.fullmatch(token.text))


def _opened(sign: str, read: list[Token], around: Part) -> Part:
    """The part that a bracket opens, after the last three tokens."""
    of, dot, before = [Token("sign", ";", 0)] * (3 - len(read)) + read
    is_call = (
        sign == "(" and before.kind == "name" and before.text not in ("return", "if", "for", "while", "of")
    )
    if is_call:
        return Part(
            sign,
            before.text,
            is_shown=_is_showing(before.text, of.text, dot.text)
            or (before.text == "join" and around.is_shown),
            is_translated=before.text in TRANSLATED,
            is_for_us=before.text in FOR_US,
        )
    if sign == "{" and around.is_translated:
        return Part(sign, is_shown=True)  # values of a sentence
    is_at = sign == "[" and (before.kind == "name" or before.text in (")", "]"))
    is_block = sign == "{" and before.text in (")", "=>", ";", "{", "}", "else", "try", "finally", "do")
    return Part(sign, is_shown=around.is_shown and not (is_at or is_block), is_for_us=around.is_for_us)


def _is_showing(name: str, of: str, dot: str) -> bool:
    return (name in METHODS and of not in SENT) if dot in (".", "?.") else name in FUNCTIONS


def _follow(part: Part, token: Token, before: Token, former: Token) -> None:
    """What is shown from here on: what a property is set to, as far as its statement or its place in a list goes."""
    is_set = token.text in ("=", "+=") and former.text in (".", "?.") and before.text in SHOWN
    is_member = (
        part.opened == "{" and token.text == ":" and before.text in SHOWN and former.text in ("{", ",")
    )
    if is_set or is_member:
        part.shown_before, part.is_shown = part.is_shown, True
    elif token.text == ";" or (token.text == "," and not part.caller):
        part.is_shown = part.shown_before


def _tokens(source: str, line: int = 1) -> Iterator[Token]:
    """Names, signs and texts of a script, without comments; a text between ` ` before what stands in its values."""
    at = 0
    former = Token("sign", ";", 0)
    while at < len(source):
        if source[at] == "`":
            text, values, end = _between_ticks(source, at)
            yield (former := Token("text", text, line))
            for start, stop in values:
                yield Token("sign", "${", line)
                yield from _tokens(source[start:stop], line + source.count("\n", at, start))
                yield Token("sign", "}", line)
        else:
            may_be_pattern = (
                former.kind == "sign" and former.text not in (")", "]", "}")
            ) or former.text == "return"
            match = (
                PATTERN.match(source, at) if may_be_pattern and source[at] == "/" else None
            ) or TOKEN.match(source, at)
            assert match
            end = match.end()
            kind = match.lastgroup or "pattern"
            if source.startswith(("//", "/*"), at):
                kind = "space"
                comment = TOKEN.match(source, at)
                assert comment
                end = comment.end()
            if kind in ("text", "name", "sign"):
                former = Token(kind, _unquoted(match[0]) if kind == "text" else match[0], line)
                yield former
            elif kind == "pattern":
                former = Token("name", "pattern", line)
                yield former
        line += source.count("\n", at, end)
        at = end


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def _between_ticks(source: str, start: int) -> tuple[str, list[tuple[int, int]], int]:
    """Of a text between ` `: the text with VALUE for each value, where the values stand, and where it ends."""
    text, values, at = "", [], start + 1
    while source[at] != "`":
        if source.startswith("${", at):
            end = _end_of_value(source, at + 2)
            values.append((at + 2, end))
            text, at = text + VALUE, end + 1
        else:
            width = 2 if source[at] == "\\" else 1
            text, at = text + source[at : at + width], at + width
    return text, values, at + 1


def _end_of_value(source: str, at: int) -> int:
    depth = 0
    while depth or source[at] != "}":
        if source[at] == "`":
            at = _between_ticks(source, at)[2]
            continue
        match = TOKEN.match(source, at)
        assert match
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        at = match.end()
    return at


def unmarked(path: Path) -> list[str]:
    """Places and texts of a script's words that are not marked."""
    return [f"{path}:{line}: {text[:120]}" for line, text in in_script(path.read_text(encoding="utf-8"))]
