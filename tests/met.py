"""Notes where the product asked the database in a way of its own, and holds that against all places that do (own_ways.py).

`pytest --own-ways` fails where the tests that ran did not meet each place. Who calls is looked up at each such call:
to trace every line would take three times as long as the tests.
"""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.db import connections
from django.db.models import Func, QuerySet, functions
from django.db.models.expressions import RawSQL
from django.db.models.manager import BaseManager

from tests.own_ways import CONFLICTS, PACKAGES, ROOT, Place, own_ways

Line = tuple[str, int]
_FILES = tuple(f"{ROOT / package}/" for package in PACKAGES)
_AROUND = (BaseManager.__module__, __name__)  # between a caller and what it calls
_met: set[Line] = set()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--own-ways",
        action="store_true",
        help="fail where a place that asks a database in its own way was not met",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Have each call noted."""
    if not config.getoption("--own-ways"):
        return
    for owner, name in _calls():
        setattr(owner, name, _noted(getattr(owner, name)))
    QuerySet.bulk_create = _noted(QuerySet.bulk_create, only=CONFLICTS)  # type: ignore[method-assign]  # that is the aim


def _calls() -> Iterator[tuple[Any, str]]:
    yield from ((QuerySet, name) for name in ("select_for_update", "raw"))
    yield type(connections["default"]), "cursor"
    for kind in {Func, RawSQL, *_classes(functions)}:
        if "__init__" in vars(kind):
            yield kind, "__init__"


def _classes(module: Any) -> Iterable[type]:
    return (value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Func))


def _noted(call: Callable[..., Any], only: tuple[str, ...] = ()) -> Callable[..., Any]:
    @functools.wraps(call)
    def noted(*arguments: Any, **named: Any) -> Any:
        if not only or any(name in named for name in only):
            _note_caller()
        return call(*arguments, **named)

    return noted


def _note_caller() -> None:
    frame = sys._getframe(2)
    while frame.f_globals.get("__name__") in _AROUND and frame.f_back:
        frame = frame.f_back
    if frame.f_code.co_filename.startswith(_FILES):
        _met.add((frame.f_code.co_filename, frame.f_lineno))


# With xdist, workers tell the process that started them.


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Give on what was met, or hold it against all places."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["met"] = sorted(_met)
    elif session.config.getoption("--own-ways") and missed():
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a worker met."""
    _met.update(tuple(line) for line in getattr(node, "workeroutput", {}).get("met", ()))


def missed() -> list[Place]:
    """The places at which nobody called."""
    return [
        place
        for place in own_ways()
        if not any((str(ROOT / place.file), line) in _met for line in range(place.first, place.last + 1))
    ]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name what was not met."""
    if not config.getoption("--own-ways"):
        return
    if not (places := missed()):
        terminalreporter.line(
            "Every place that asks a database in a way of its own was met on this database."
        )
        return
    terminalreporter.section("not met on this database")
    for place in places:
        terminalreporter.line(f"{place.file}:{place.first}")
    terminalreporter.line(
        "Each asks a database in a way of its own. Mark a test that reaches it with both_databases."
    )
