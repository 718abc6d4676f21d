"""One vocabulary: the words of docs/glossary.md, and none of the house's own in names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.assize.test_layout import CODE, ROOT

MOST_WORDS = 60

# What they were called before: data, permission, error, hint, batch, alert, download, attempt, fix and so on.
HOUSE_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        told deed deeds slip slips standing standings ground grounds basis lot lots looks moment moments holding holdings
        handout handouts sheet sheets relief entitled tries fault faults remedy remedies mend mends spelled shut bones
        maker makers desk desks
        """,
    )
)
# Names that files and answers of the site have for others, which therefore stay.
FIXED = {
    "ground": "a column of adjudications.csv",
    "Ground": "its values",
    "_ground": "reads it",
    "remedy": "the key of a hint in the JSON of the API",
}
STYLE_SHEETS = ("documents/remote/", "documents/sanitise/", "documents/snapshots.py")
# What TREC's appendices and the command `sheets` call the page of a run.
RUN_SHEETS = re.compile(r"assessment/results/(selectors|services|views|api|management/commands)/sheets\.py")


def _names(tree: ast.AST) -> Iterator[str]:
    """Every name that the code itself gives: of modules' parts, parameters, variables and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def _words(name: str) -> list[str]:
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]


def _house_names(path: Path, root: Path = ROOT) -> Iterator[str]:
    place = path.relative_to(root).as_posix()
    is_of_sheets = place.startswith(STYLE_SHEETS) or RUN_SHEETS.fullmatch(place)
    allowed = {"sheet", "sheets"} if is_of_sheets else set()
    names = {path.stem, *_names(ast.parse(path.read_text(encoding="utf-8")))}
    for name in sorted(names - FIXED.keys()):
        if HOUSE_WORDS.intersection(_words(name)) - allowed:
            yield f"{place}: {name}"


def test_names_are_words_of_the_field() -> None:
    paths = (path for folder in CODE for path in (ROOT / folder).rglob("*.py"))
    assert [name for path in paths if path.parent.name != "migrations" for name in _house_names(path)] == []


def test_a_house_word_would_be_seen(tmp_path: Path) -> None:
    source = "class Deed:\n    def f(self, told):\n        self.fault_of = told\n"
    (tmp_path / "lots.py").write_text(source, encoding="utf-8")
    named = [line.split(": ")[1] for line in _house_names(tmp_path / "lots.py", tmp_path)]
    assert named == ["Deed", "fault_of", "lots", "told"]


def test_the_glossary_is_short_and_in_order() -> None:
    rows = re.findall(
        r"^\| \*\*(.+?)\*\* \| .+ \|$", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert 40 <= len(rows) <= MOST_WORDS
    assert rows == sorted(rows, key=str.lower)
