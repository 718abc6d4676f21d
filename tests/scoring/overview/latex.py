"""What LaTeX would refuse of a table, without LaTeX: braces, environments, cells, commands and signs that it does not know."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(r"%[^\n]*\n?|\\[A-Za-z]+|\\.|[{}&$#^_~]|[^\\{}&$#^_~%]+", re.DOTALL)
# Of LaTeX itself, and of the packages that a table names.
COMMANDS = {
    *(f"\\{name}" for name in ("begin", "end", "caption", "label", "noindent", "char", "dots", "rightarrow")),
    *(f"\\text{name}" for name in ("backslash", "less", "greater", "bar")),
    *(f"\\textascii{name}" for name in ("tilde", "circum", "grave")),
    *(f"\\{name}" for name in ("toprule", "midrule", "bottomrule", "endfirsthead", "endhead", "endlastfoot")),
    *(f"\\{sign}" for sign in "\\{}$&#%_"),
}
RULES = re.compile(r"\\(?:toprule|midrule|endfirsthead|endhead|bottomrule|endlastfoot|caption|label)\b")
UNKNOWN_LETTERS = "ĦħĸĿŀŉŦŧſ"  # of Latin-1 and Latin Extended-A
KNOWN_SIGNS = "‐‑‒–—―‘’‚“”„†‡•…‰‹›€™"
ANNOUNCED = "% LuaLaTeX or XeLaTeX, and a font that has: "


class Token(NamedTuple):
    """A piece of a file, and how many braces are open before it."""

    text: str
    depth: int


def problems(text: str) -> list[str]:
    """Everything that LaTeX would refuse; nothing of a sound table."""
    tokens = list(_tokens(text))
    return [*_of_braces(tokens), *_of_commands(tokens), *_of_rows(tokens), *_of_signs(text)]


def _tokens(text: str) -> Iterator[Token]:
    depth = 0
    for found in TOKEN.finditer(text):
        if found[0].startswith("%"):
            continue
        depth -= int(found[0] == "}")
        yield Token(found[0], depth)
        depth += int(found[0] == "{")


def _of_braces(tokens: list[Token]) -> Iterator[str]:
    if any(token.depth < 0 for token in tokens) or sum(map(_opens, tokens)) != 0:
        yield "braces do not balance"
    named = [
        (token.text, tokens[place + 2].text)
        for place, token in enumerate(tokens[:-2])
        if token.text in ("\\begin", "\\end")
    ]
    if named != [("\\begin", "longtable"), ("\\end", "longtable")]:
        yield f"environments do not match: {named}"
    maths = "".join(token.text for token in tokens).replace("\\$", "").split("$")
    if len(maths) % 2 == 0 or set(maths[1::2]) - {"\\rightarrow"}:
        yield "a formula that is none"


def _opens(token: Token) -> int:
    return {"{": 1, "}": -1}.get(token.text, 0)


def _of_commands(tokens: list[Token]) -> Iterator[str]:
    for text, _ in tokens:
        if text[0] == "\\" and text not in COMMANDS:
            yield f"the command {text}"
        if text in "#^_~":
            yield f"a bare {text}"


def _of_rows(tokens: list[Token]) -> Iterator[str]:
    """Every row has as many cells as there are columns, and begins with nothing that its end would take."""
    begin = next((place for place, token in enumerate(tokens) if token.text == "\\begin"), None)
    end = next((place for place, token in enumerate(tokens) if token.text == "\\end"), None)
    if begin is None or end is None:
        return
    columns, body = tokens[begin + 5].text, tokens[begin + 7 : end]
    if set(columns) - {"l", "r"}:
        yield f"columns {columns}"
    row: list[Token] = []
    for token in body:
        if token == ("\\\\", 0):
            yield from _of_row(row, len(columns))
            row = []
        else:
            row.append(token)
    if any(token.text.strip() and not RULES.match(token.text) for token in row):
        yield "something after the last row"


def _of_row(row: list[Token], columns: int) -> Iterator[str]:
    written = "".join(token.text for token in row if not RULES.match(token.text))
    if written.lstrip().startswith(("[", "*")):
        yield f"a row that begins with {written.strip()[0]}"
    cells = 1 + sum(token == ("&", 0) for token in row)
    is_caption = any(token.text == "\\caption" for token in row)
    if cells != columns and not is_caption:
        yield f"{cells} cells for {columns} columns: {written.strip()}"


def _of_signs(text: str) -> Iterator[str]:
    """Signs that pdfLaTeX cannot read, unless the table says that it is not for pdfLaTeX."""
    unread = sorted({sign for sign in text if not _is_read(sign)})
    if unread and ANNOUNCED not in text:
        yield f"signs that pdfLaTeX cannot read: {' '.join(unread)}"


def _is_read(sign: str) -> bool:
    if sign < "\x7f" or sign in KNOWN_SIGNS:
        return sign == "\n" or sign >= " "
    is_latin = unicodedata.name(sign, "").startswith("LATIN ") and sign < "\u0180"
    return (is_latin and sign not in UNKNOWN_LETTERS) or "\xa0" <= sign <= "\xff"
