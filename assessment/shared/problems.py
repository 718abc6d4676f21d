"""Many problems of a file told so that they can be read: how many of which rule, and where the first is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from assessment.shared.errors import ProblemLike

FEW = 10  # so many are read without a summary
SHOWN = 50  # so many are listed unless all are asked for


@dataclass(frozen=True)
class RuleCount:
    """A rule that problems of a file have against them, how many, and the place of the first."""

    rule: str
    count: int
    first: str

    def __str__(self) -> str:
        return f"  {self.rule}: {self.count:,}, first at {self.first}"


def place_of(problem: ProblemLike) -> str:
    """Where a problem is: the file, and its line where one is meant. Some name a place of their own, as a byte."""
    place: str = getattr(problem, "place", "")
    return place or (f"{problem.file}:{problem.line}" if problem.line else problem.file)


def problem_line(problem: ProblemLike) -> str:
    """A problem of a file in one line."""
    return f"{place_of(problem)}: {problem.code}: {problem.message} {problem.hint}".rstrip()


def by_rule(problems: Iterable[ProblemLike]) -> list[RuleCount]:
    """The rules in question, the most frequent first, then by name."""
    first: dict[str, str] = {}
    counts: dict[str, int] = {}
    for problem in problems:
        first.setdefault(problem.code, place_of(problem))
        counts[problem.code] = counts.get(problem.code, 0) + 1
    found = [RuleCount(rule, count, first[rule]) for rule, count in counts.items()]
    return sorted(found, key=lambda one: (-one.count, one.rule))


def report_lines(
    problems: Sequence[ProblemLike], *, every: bool = False, what: str = "problem", more: int = 0
) -> list[str]:
    """Problems as a report: a summary by rule where they are many, then the list, cut unless every one is wanted.

    `more` are problems that were counted but not kept; nobody can list them. A `what` other than problems begins each line.
    """
    begin = "" if what == "problem" else f"{what}: "
    lines = [begin + problem_line(problem) for problem in problems]
    if len(lines) <= FEW:
        return [*lines, *_uncounted(more)]
    summary = [f"{len(lines):,} {what}s by rule:", *map(str, by_rule(problems))]
    return [*summary, *cut(lines, every=every), *_uncounted(more)]


def cut(lines: Sequence[str], *, every: bool = False) -> list[str]:
    """The first of many lines, and how many more there are; all of them where every one is wanted."""
    if every or len(lines) <= SHOWN:
        return list(lines)
    left = len(lines) - SHOWN
    return [*lines[:SHOWN], f"… and {left:,} more; with --all-problems all are listed."]


def as_data(problems: Iterable[ProblemLike]) -> list[dict[str, Any]]:
    """Problems in values that JSON has, under the names that programs read."""
    return [
        {"file": one.file, "line": one.line, "rule": one.code, "message": one.message, "remedy": one.hint}
        for one in problems
    ]


def _uncounted(more: int) -> list[str]:
    return [f"… and {more:,} more that were counted and not listed."] if more else []
