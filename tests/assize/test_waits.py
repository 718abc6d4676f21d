"""How tests wait in the browser: by the states of pages that tests/browser/waiting.py names, and in no other way."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT: Path = settings.BASE_DIR
ITSELF = ROOT / "tests" / "browser" / "waiting.py"
# Asks pages that may not answer, once a test has failed.
REPORT = ROOT / "tests" / "failures.py"
WAITS = {
    "sleep": "time is no state of a page",
    "wait_for_timeout": "time is no state of a page",
    "wait_for_load_state": "expect_ready: a page that was loaded may not hear keys yet; expect_done for what it asks for",
    "wait_for_function": "expect_so",
    "wait_for_selector": "expect(locator)",
    "wait_for_event": "expect(locator)",
}
READS = {
    "all_inner_texts",
    "count",
    "evaluate",
    "evaluate_all",
    "get_attribute",
    "inner_text",
    "input_value",
    "is_checked",
    "is_disabled",
    "is_enabled",
    "is_hidden",
    "is_visible",
    "text_content",
}


def _meets_the_browser(tree: ast.Module) -> bool:
    modules = (node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return any(module.startswith("playwright") for module in modules)


def other_waits(source: str) -> Iterator[str]:
    """Each line of a module that waits in another way, and what to do."""
    tree = ast.parse(source)
    for node in ast.walk(tree) if _meets_the_browser(tree) else ():
        if wrong := _what_is_wrong(node):
            yield f"{getattr(node, 'lineno', 0)}: {wrong}"


def _what_is_wrong(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in WAITS:
            return f"{name}: {WAITS[name]}"
        case ast.Call(keywords=keywords) if any(one.arg == "timeout" for one in keywords):
            return "timeout: PATIENCE holds for all"
        case ast.Constant(value="networkidle"):
            return "networkidle: true for ever once it was true; expect_done"
        case ast.Constant(value=str(script)) if "new Promise" in script and "setTimeout" in script:
            return "setTimeout: time is no state of a page; take_turn"
        case ast.While() if any(_reads(inner) for inner in ast.walk(node)):
            return "while: expect(locator), expect_so or until"
    return ""


def _reads(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READS


def test_tests_wait_for_states_of_pages() -> None:
    files = [path for path in (ROOT / "tests").rglob("*.py") if path not in (ITSELF, REPORT)]
    found = {path: list(other_waits(path.read_text(encoding="utf-8"))) for path in files}
    assert [f"{path.relative_to(ROOT)}:{line}" for path, lines in found.items() for line in lines] == []


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(1)",
        "sleep(1)",
        "page.wait_for_timeout(50)",
        "page.wait_for_load_state('networkidle')",
        "page.goto('/', wait_until='networkidle')",
        "page.wait_for_function('() => window.done')",
        "page.locator('a').click(timeout=500)",
        "expect(page).to_have_url('/', timeout=60_000)",
        "page.evaluate('() => new Promise(done => setTimeout(done, 20))')",
        "while not page.locator('a').count(): pass",
        "while True:\n    if page.evaluate('done'): break",
    ],
)
def test_another_wait_would_be_seen(line: str) -> None:
    assert list(other_waits(f"from playwright.sync_api import Page\n{line}"))
    assert not list(other_waits(f"from elsewhere import Page\n{line}"))


def test_what_waits_for_a_state_is_let_through() -> None:
    lines = (
        "expect(page.locator('a')).to_have_text('b')",
        "expect_saved(page)",
        "page.wait_for_url('**/judge/**')",
        "while rows: rows.pop()",
    )
    assert not [line for line in lines if list(other_waits(f"from playwright.sync_api import Page\n{line}"))]


def _waits_for_no_function(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="wait_for_function"), args=[ast.Constant(value=str(script)), *_]
            ):
                if "=>" not in script:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_benchmarks_wait_for_functions() -> None:
    """A plain expression is evaluated afresh at every look, and from the second on the page's policy forbids that."""
    assert [line for path in (ROOT / "bench").rglob("*.py") for line in _waits_for_no_function(path)] == []
