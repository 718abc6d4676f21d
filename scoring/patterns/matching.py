"""Which patterns are found in which strings, within a time."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.patterns.apart import Report, looked_for
from scoring.patterns.dialect import explained, translated
from scoring.patterns.files import SECONDS, Pattern, TooSlow


class Task(NamedTuple):
    """A question's patterns, and the strings to look for them in."""

    patterns: Sequence[Pattern]
    strings: Sequence[str]


def found_in(
    tasks: Sequence[Task], *, ignore_case: bool = False, seconds: float = SECONDS
) -> list[list[list[int]]]:
    """For each task and each of its strings, the places of the patterns that are found there.

    Raises TooSlow, and PatternError of a pattern that files.read refuses.
    """
    asked = [
        ([translated(one.expression) for one in task.patterns], list(dict.fromkeys(task.strings)))
        for task in tasks
    ]
    outcome = looked_for(asked, ignore_case=ignore_case, seconds=seconds)
    if outcome.stopped:
        task, pattern = outcome.stopped
        raise TooSlow(tasks[task].patterns[pattern], seconds)
    return list(_answers(outcome.reports, tasks))


def _answers(reports: Sequence[Report], tasks: Sequence[Task]) -> list[list[list[int]]]:
    places: list[dict[str, list[int]]] = [{} for _ in tasks]
    distinct = [list(dict.fromkeys(task.strings)) for task in tasks]
    for report in reports:
        if report.error:
            raise explained(report.error)
        for place in report.found:
            places[report.task].setdefault(distinct[report.task][place], []).append(report.pattern)
    return [
        [of_task.get(text, []) for text in task.strings] for task, of_task in zip(tasks, places, strict=True)
    ]
