"""Style sheets, written anew: rules of how text looks, for elements that a clean page has, and nothing else.

A sheet never fetches anything, and never takes text away or adds any: the visible text is the same with it and without.
What a browser would read otherwise than we do comes out harmless, because each rule is put together from its parts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from documents.sanitise.allowed import LINK_CLASS, NAMES, PREFIX
from documents.sanitise.styles import declarations

MAX_SHEET = 200_000  # characters of a sheet; the rest is left out
_MAX_RULES = 3000
_MAX_SELECTORS = 40  # of a rule
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_PIECE = re.compile(r"([^{};]*)([{};])")
_BRACE = re.compile(r"[{}]")
_MEDIA = re.compile(r"@media\s+(?:(?:all|screen)\s*(?:,|\Z)\s*)+\Z", re.IGNORECASE).match
_NAME = r"[A-Za-z_][A-Za-z0-9_-]{0,60}"
_COMPOUND = re.compile(
    rf"(\*|[A-Za-z][A-Za-z0-9]*)?((?:[.#]{_NAME})*)(:link|:first-child|:last-child|:first-letter|:first-line)?\Z"
).match
_STEPS = re.compile(r"\s*([>+])\s*|\s+")
_TYPES = frozenset(name for name, written in NAMES.items() if name == written) | {"html", "body"}


class Sheet(NamedTuple):
    """A style sheet of a page: its text as it came, where it stands in the page, or else the address that it is at."""

    css: str = ""  # for `filter_sheet` alone
    address: str = ""


def sheets_of(pairs: Iterable[Sequence[str]]) -> tuple[Sheet, ...]:
    """Sheets that were written as JSON."""
    return tuple(Sheet(*pair) for pair in pairs)


def filter_sheet(css: str) -> str:
    """The harmless rules of a sheet, each in a line, in their order."""
    css = _COMMENT.sub(" ", css[:MAX_SHEET]).replace("<!--", " ").replace("-->", " ")
    return "\n".join(_rules(css))


def _rules(css: str) -> Iterator[str]:
    written = (_rule(prelude, block) for prelude, block in _blocks(css))
    return islice(filter(None, written), _MAX_RULES)


def _rule(prelude: str, block: str) -> str:
    declarations = _declarations(block)
    selectors = _selectors(prelude.strip()) if declarations else ""
    return f"{selectors} {{ {declarations} }}" if selectors else ""


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """What stands before and between the brackets of each rule; @-rules are left out, but for those of all screens."""
    place = 0
    while match := _PIECE.match(css, place):
        place = match.end()
        prelude = match[1].strip()
        if match[2] != "{" or _MEDIA(prelude):
            continue
        if prelude.startswith("@"):
            place = _end_of_block(css, place)
            continue
        end = css.find("}", place)
        end = len(css) if end < 0 else end
        yield prelude, css[place:end]
        place = end + 1


def _end_of_block(css: str, place: int) -> int:
    """Where a block ends, blocks in it included."""
    depth = 1
    for match in _BRACE.finditer(css, place):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return len(css)


def _declarations(block: str) -> str:
    kept = declarations(block)
    joined = "; ".join(kept)
    if "!" not in joined and "display: " not in joined:
        return joined
    kept = [css.partition("!")[0].rstrip() for css in kept]
    return "; ".join([css for css in kept if css and css.lower() != "display: none"])


def _selectors(prelude: str) -> str:
    written = (_selector(selector.strip()) for selector in prelude.split(",")[:_MAX_SELECTORS])
    return ", ".join(filter(None, written))


def _selector(selector: str) -> str:
    """A selector for the clean page; empty where it is not a plain one."""
    parts: list[str] = []
    for number, part in enumerate(_STEPS.split(selector)):
        if number % 2:
            parts.append(f" {part} " if part else " ")
        elif compound := _compound(part):
            parts.append(compound)
        else:
            return ""
    return "".join(parts)


def _compound(part: str) -> str:
    match = _COMPOUND(part)
    if not match or not part:
        return ""
    name, names, state = (match[1] or "").lower(), match[2], match[3] or ""
    own = re.sub(r"([.#])", rf"\1{PREFIX}", names)
    if state == ":link":
        name, state = name or "a", ""
    if name == "a":
        return f".{LINK_CLASS}{own}{state}"
    return f"{name}{own}{state}" if not name or name == "*" or name in _TYPES else ""
