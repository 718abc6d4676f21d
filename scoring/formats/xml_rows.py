"""XML as rows: the elements that repeat, as topics of NTCIR and of ciQA do, each an object of texts by their paths.

    <TOPIC ID="T1"><QUESTION LANG="EN"> Who …? </QUESTION><NARRATIVE> … </NARRATIVE></TOPIC>

has ID, QUESTION and NARRATIVE. Where an element stands there in several languages, that is told behind its name
(`QUESTION.EN`); where it does in one, it is a list of texts. An attribute is called as itself, below the element in which it
stands (`template.id`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.formats.elements import Element, note
from scoring.formats.folding import fold
from scoring.formats.markup import read
from scoring.formats.problems import Problems, shown
from scoring.say import say

Cell = str | list[str]
_LANGUAGE = frozenset({"lang", "xml:lang"})


def elements(data: bytes, problems: Problems) -> list[tuple[int, dict[str, Cell]]]:
    """The rows of a file, each with its line; none where it has errors, which are noted."""
    root = read(data, problems, doctype=True)
    if root is None or problems:
        return []
    found = _rows(root)
    rows = [(row.place.line, _object(row)) for row in found if row.name == found[0].name]
    _note_left_out(found, {path for _, row in rows for path in row}, problems)
    return rows


def _note_left_out(found: Sequence[Element], paths: set[str], problems: Problems) -> None:
    """Note elements beside the rows that look like rows, as most of what they hold is what rows hold."""
    for one in found:
        its = _object(one).keys() if one.name != found[0].name else set[str]()
        if 2 * len(its & paths) > len(its):
            message = say(
                "{name} is left out: rows are called {rows} here.",
                name=shown(one.name),
                rows=shown(found[0].name),
            )
            note(problems, one.place, "row_name", message, say("Use the same in all rows, or remove it."))


def _rows(root: Element) -> list[Element]:
    """The elements that repeat, of the outermost element that holds more than one, or what is one row; those first that
    have the name of most, and behind them what stands beside them.
    """
    while len(root.children) == 1 and _only_holds_rows(root.children[0]):
        root = root.children[0]
    found = [child for child in root.children if _has_parts(child)]
    counted = Counter(child.name for child in found)
    most = max(
        found,
        key=lambda child: (counted[child.name], len(child.attributes) + len(child.children)),
        default=None,
    )
    return sorted(found, key=lambda child: child.name != most.name) if most else []


def _only_holds_rows(element: Element) -> bool:
    return not element.attributes and bool(element.children) and all(map(_has_parts, element.children))


def _has_parts(element: Element) -> bool:
    return bool(element.attributes or element.children)


def _object(row: Element) -> dict[str, Cell]:
    """The texts of an element by their paths."""
    found: dict[str, list[str]] = {}
    for path, text in _leaves(row, ""):
        found.setdefault(path, []).append(text)
    return {path: texts[0] if len(texts) == 1 else texts for path, texts in found.items()}


def _leaves(element: Element, before: str) -> Iterator[tuple[str, str]]:
    yield from ((f"{before}{name}", fold(value)) for name, value in element.attributes.items())
    names = Counter(child.name for child in element.children)
    for child in element.children:
        language = _language_of(child)
        path = f"{before}{child.name}" + (f".{language}" if language and names[child.name] > 1 else "")
        if child.children and not child.text.strip():
            yield from _leaves(child, f"{path}.")
        else:
            yield path, fold(_whole_text(child))
            others = (
                (name, value) for name, value in child.attributes.items() if name.lower() not in _LANGUAGE
            )
            yield from ((f"{path}.{name}", fold(value)) for name, value in others)


def _language_of(element: Element) -> str:
    return next((value for name, value in element.attributes.items() if name.lower() in _LANGUAGE), "")


def _whole_text(element: Element) -> str:
    """The text of an element and of all in it, in their order."""
    parts = [*element.pieces, *((child.place, _whole_text(child)) for child in element.children)]
    return "".join(text for _, text in sorted(parts))
