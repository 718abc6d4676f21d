"""The shape of the house: sizes, and what must not lie where."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

ROOT: Path = settings.BASE_DIR
CODE = ("assize", "assessment", "documents", "scoring", "bench")
FILE_LINES, FUNCTION_LINES, TEMPLATE_LINES, SCRIPT_LINES = 400, 60, 260, 140


def _python_files() -> Iterator[Path]:
    for folder in CODE:
        yield from (path for path in (ROOT / folder).rglob("*.py") if path.parent.name != "migrations")


def _line_count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _longer_than(limit: int, paths: Iterator[Path]) -> list[str]:
    return [f"{path.relative_to(ROOT)}: {lines}" for path in paths if (lines := _line_count(path)) > limit]


def _long_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {length}"


def test_files_stay_small() -> None:
    assert _longer_than(FILE_LINES, _python_files()) == []
    assert _longer_than(TEMPLATE_LINES, (ROOT / "templates").rglob("*.html")) == []
    assert _longer_than(SCRIPT_LINES, (ROOT / "static").rglob("*.js")) == []


def test_every_comment_of_a_template_ends_on_its_line() -> None:
    pages = (ROOT / "templates").rglob("*.html")
    lines = ((page.name, line) for page in pages for line in page.read_text().splitlines())
    assert [(name, line) for name, line in lines if line.count("{#") != line.count("#}")] == []


def test_functions_stay_short() -> None:
    assert [line for path in _python_files() for line in _long_functions(path)] == []


def test_a_long_function_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    body = "    pass\n" * FUNCTION_LINES
    (tmp_path / "long.py").write_text(f"def f():\n{body}\ndef g():\n    pass\n", encoding="utf-8")
    assert list(_long_functions(tmp_path / "long.py")) == ["long.py:1 f: 61"]


def test_collections_hold_data_only() -> None:
    # A package of that name would shadow the standard library's `collections`.
    assert list((ROOT / "collections").rglob("*.py")) == []


@pytest.mark.django_db
def test_migrations_hold_every_change_of_the_models() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=1)


def test_query_counts_are_numbers_in_order() -> None:
    path = ROOT / "query_counts.json"
    counts = json.loads(path.read_text(encoding="utf-8"))
    assert list(counts) == sorted(counts)
    assert all(isinstance(count, int) for count in counts.values())
