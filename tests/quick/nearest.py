"""Which tests are near a change.

Nearest are tests that were changed themselves. Then those that import a changed module and lie in the folder of its room;
then those of which one is true, for tests enter by addresses, commands and files, and so seldom import what they test;
then those that reach it by a few imports more. Among equals, those come first whose name has words of the changed file's.

A template is as near as the views that show it. A style sheet is tried in a browser alone; so is a script, first by the
tests of its behaviour.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from tests.quick.uses import Uses

MOST = 100  # files to run: to collect more takes longer than there is time for
STEPS = 3  # imports between a test and what it is chosen for
CHANGED, IMPORTS_AND_ROOM, IMPORTS_OR_ROOM, FURTHER = range(4)
BROWSER = "tests/browser/"
BEHAVIOURS = "tests/behaviours/"
# Whole installations and long proofs, of which one alone takes as long as all that is wanted here.
LONG = (
    *("tests/at_work/", "tests/journeys/", "tests/proof/", "tests/real/", "tests/told_saved/"),
    *(
        "tests/faults/test_weather.py",
        "tests/assize/demo/test_making.py",
        "tests/assize/keeping/test_deployment.py",
    ),
)
# What every room has says nothing of what is in a file.
EVERYWHERE = frozenset(
    [
        "assessment",
        "services",
        "selectors",
        "models",
        "views",
        "forms",
        "tasks",
        "management",
        "templates",
        "static",
        "test",
        "tests",
        "init",
        "conftest",
    ]
)


class Near(NamedTuple):
    """How near a test file is to a change; what is less is nearer."""

    rank: int
    in_browser: bool
    words: int  # that it has in common with what was changed, negative
    file: str


def nearest(uses: Uses, changed: Collection[str]) -> list[str]:
    """The test files to run for some changed files, the nearest first."""
    tests = [
        path.relative_to(uses.root).as_posix() for path in sorted((uses.root / "tests").rglob("test_*.py"))
    ]
    near: dict[str, Near] = {}
    for file in sorted(changed):
        for found in _near_one(uses, file, tests):
            near[found.file] = min(near.get(found.file, found), found)
    return [found.file for found in sorted(near.values())]


def _near_one(uses: Uses, file: str, tests: Iterable[str]) -> Iterator[Near]:
    ranks = _ranks(uses, file, tests)
    wanted = _words(file)
    for test, rank in ranks.items():
        if rank == CHANGED or not test.startswith(LONG):
            yield Near(rank, test.startswith(BROWSER), -_alike(wanted, _words(test)), test)


def _ranks(uses: Uses, file: str, tests: Iterable[str]) -> dict[str, int]:
    """How near each test is to one changed file; absent are those that are not."""
    if file.endswith(".py"):
        return _of_module(uses, file, tests)
    if file.startswith("static/"):
        return dict(_of_script(uses, file, tests))
    if file.startswith("templates/"):
        found: dict[str, int] = {}
        for module in uses.views_of(file):
            for test, rank in _of_module(uses, module, tests).items():
                found[test] = min(rank, found.get(test, rank))
        return found
    path = PurePosixPath(file)
    named, own = set(uses.named_in(path.name)), f"tests/{path.parts[1]}/" if path.parts[0] == "tests" else ""
    return {test: IMPORTS_OR_ROOM for test in tests if test in named or (own and test.startswith(own))}


def _of_script(uses: Uses, file: str, tests: Iterable[str]) -> Iterator[tuple[str, int]]:
    wanted, named = _words(file), set(uses.named_in(file.removeprefix("static/js/")))
    for test in tests:
        if test.startswith(BEHAVIOURS) and test in named:
            yield test, IMPORTS_AND_ROOM
        elif test.startswith(BROWSER):
            yield test, IMPORTS_OR_ROOM if _alike(wanted, _words(test)) else FURTHER


def _of_module(uses: Uses, file: str, tests: Iterable[str]) -> dict[str, int]:
    importers, rooms = uses.importers(file, STEPS), rooms_of(file)
    found = {}
    for test in tests:
        steps, is_of_room = importers.get(test, 0), test.startswith(rooms)
        if test == file:
            found[test] = CHANGED
        elif steps == 1 or is_of_room:
            found[test] = IMPORTS_AND_ROOM if steps == 1 and is_of_room else IMPORTS_OR_ROOM
        elif steps:
            found[test] = FURTHER + steps
    return found


def rooms_of(file: str) -> tuple[str, ...]:
    """The folders of the tests that enter by the doors of a file's room."""
    path = PurePosixPath(file)
    parts = path.parts
    if parts[0] == "tests":  # what a folder's tests share without importing it
        return (f"{path.parent}/",) if path.name == "conftest.py" else ()
    if parts[0] != "assessment":
        return (f"tests/{parts[0]}/",)
    inner = parts[2] if parts[1] == "shared" else parts[1]
    return (f"tests/{inner}/", *(["tests/api/"] if "api" in path.with_suffix("").parts else []))


def _words(file: str) -> list[str]:
    """The words of a path, but for those that every room has."""
    path = PurePosixPath(file).with_suffix("")
    words = re.split(r"[^a-z0-9]+", path.as_posix().lower())
    return list(dict.fromkeys(word for word in words if word and word not in EVERYWHERE))


def _alike(some: Collection[str], others: Collection[str]) -> int:
    """How many words stand among some others, whatever their endings: saving, saved."""
    return sum(any(one[:4] == other[:4] for other in others) for one in some)
