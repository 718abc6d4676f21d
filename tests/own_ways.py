"""Where the product asks a database in a way of its own: locks, statements written by hand, conflicts, functions.

Tests marked `both_databases` run on SQLite and again on PostgreSQL. Together they must reach each of these places there:
`pytest --own-ways`, as `make test` runs it on PostgreSQL, fails with those that they did not reach (tests/met.py).
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("assessment", "assize", "documents")
# What only processes of their own run, where nobody looks: their tests say which databases they start.
ELSEWHERE = (
    *("assize/keeping/", "assize/demo/", "assize/worker.py", "assize/first_start.py"),
    "assize/soundness.py",
)

METHODS = ("select_for_update", "raw")
CONFLICTS = ("ignore_conflicts", "update_conflicts")
FUNCTIONS = "django.db.models.functions"


class Place(NamedTuple):
    """The lines, first and last, of a call."""

    file: str
    first: int
    last: int


class _Finder(ast.NodeVisitor):
    """Collects the places of one module. What a module does when it is imported is no test's."""

    def __init__(self) -> None:
        self.found: set[tuple[int, int]] = set()
        self.functions = {"RawSQL"}
        self._depth = 0

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module and node.module.startswith(FUNCTIONS):
            self.functions |= {name.asname or name.name for name in node.names}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._depth += 1
        for statement in node.body:
            self.visit(statement)
            if _sends_others_away(statement):
                break
        self._depth -= 1

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        by_method = isinstance(called, ast.Attribute) and called.attr in METHODS
        by_hand = (
            ast.unparse(called) == "connection.cursor"
        )  # the driver's own connection is one of Django's, below
        by_function = isinstance(called, ast.Name) and called.id in self.functions
        in_conflict = any(keyword.arg in CONFLICTS for keyword in node.keywords)
        if self._depth and (by_method or by_hand or by_function or in_conflict):
            self.found.add((node.lineno, node.end_lineno or node.lineno))
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


def _sends_others_away(statement: ast.stmt) -> bool:
    """Whether only SQLite comes past a statement."""
    return (
        isinstance(statement, ast.If)
        and ast.unparse(statement.test).endswith("!= 'sqlite'")
        and isinstance(statement.body[-1], ast.Return)
    )


def own_ways() -> Iterator[Place]:
    """Every place, in the order of files and lines."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if "/migrations/" not in name and not name.startswith(ELSEWHERE):
                finder = _Finder()
                finder.visit(ast.parse(path.read_text(encoding="utf-8")))
                yield from (Place(name, *lines) for lines in sorted(finder.found))
