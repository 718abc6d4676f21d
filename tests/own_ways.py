"""Where the product asks a database in a way of its own: statements written by hand, locks, conflicts, functions.

Tests marked `both_databases` run on SQLite and again on PostgreSQL. Together they must reach each of these places on
PostgreSQL. After a run there that measured, `python -m tests.own_ways` fails with those that it did not reach
(`make test` does both), so that a mark is missing, or a test.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("assessment", "assize", "documents")
# What only processes of their own run, where nothing is measured: their tests say which databases they start.
ELSEWHERE = (
    *("assize/keeping/", "assize/demo/", "assize/worker.py", "assize/first_start.py"),
    "assize/soundness.py",
)

METHODS = {"select_for_update", "raw", "cursor", "copy_expert"}
CONFLICTS = {"ignore_conflicts", "update_conflicts"}
FUNCTIONS = ("django.db.models.functions", "django.contrib.postgres")


class Place(NamedTuple):
    """The lines, first and last, of a call."""

    file: str
    first: int
    last: int


class _Finder(ast.NodeVisitor):
    """Collects the places of one module."""

    def __init__(self) -> None:
        self.found: list[tuple[int, int]] = []
        self.functions = {"RawSQL"}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module and node.module.startswith(FUNCTIONS):
            self.functions |= {name.asname or name.name for name in node.names}

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        by_method = isinstance(called, ast.Attribute) and called.attr in METHODS
        by_function = isinstance(called, ast.Name) and called.id in self.functions
        if by_method or by_function or any(keyword.arg in CONFLICTS for keyword in node.keywords):
            self._keep(node)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """What SQLite alone does is not looked for on PostgreSQL."""
        self.visit(node.test)
        condition = ast.unparse(node.test)
        for statement in [] if condition.endswith("== 'sqlite'") else node.body:
            self.visit(statement)
        for statement in [] if condition.endswith("== 'postgresql'") else node.orelse:
            self.visit(statement)

    def visit_With(self, node: ast.With) -> None:
        """So is what SQLite alone understands."""
        if "PRAGMA" not in ast.unparse(node):
            self.generic_visit(node)

    def _keep(self, node: ast.expr) -> None:
        self.found.append((node.lineno, node.end_lineno or node.lineno))


def own_ways() -> Iterator[Place]:
    """Every place, in the order of files and lines."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if "/migrations/" not in name and not name.startswith(ELSEWHERE):
                finder = _Finder()
                finder.visit(ast.parse(path.read_text(encoding="utf-8")))
                yield from (Place(name, *lines) for lines in sorted(finder.found))


def main() -> None:
    """Hold the places against what the last run measured."""
    measured = CoverageData(str(ROOT / ".coverage"))
    measured.read()
    places = list(own_ways())
    missed = [
        place
        for place in places
        if not set(measured.lines(str(ROOT / place.file)) or ()) & set(range(place.first, place.last + 1))
    ]
    if missed:
        lines = "\n".join(f"    {place.file}:{place.first}" for place in missed)
        raise SystemExit(
            f"On PostgreSQL no test marked both_databases reached {len(missed)} of {len(places)} places that ask "
            f"a database in a way of their own:\n{lines}\nMark a test that does (see CONTRIBUTING.md)."
        )
    print(f"Places that ask a database in a way of their own: {len(places)}, all met on PostgreSQL")


if __name__ == "__main__":
    main()
