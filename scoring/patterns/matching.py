"""Which patterns are found in which strings: in a process of its own, which is ended when a pattern takes too long.

An expression such as (a+)+b can try more ways than there is time for, and nothing in the language stops it. So the strings go
to a child process, question by question; it says on which pattern it is before it begins, and whoever waits in vain ends it
and knows the line.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scoring.formats.problems import shown
from scoring.patterns.dialect import translated
from scoring.patterns.files import Pattern
from scoring.say import say

SECONDS = 10.0  # for all patterns of a file; real files of a year need a tenth of a second
_WORKER = Path(__file__).with_name("worker.py")


class TooSlow(ValueError):
    """A pattern that did not come to an end in time."""

    def __init__(self, pattern: Pattern, seconds: float) -> None:
        self.pattern, self.seconds = pattern, seconds
        self.message = say(
            "The pattern {expression} was still searching after {seconds} seconds and was stopped.",
            expression=shown(pattern.expression),
            seconds=f"{seconds:g}",
        )
        self.hint = say("Write it without a repetition inside a repetition, such as (a+)+ or (.*)*.")
        super().__init__(f"{self.message} {self.hint}")


class Task(NamedTuple):
    """A question's patterns, and the strings to look for them in."""

    patterns: Sequence[Pattern]
    strings: Sequence[str]


def found_in(
    tasks: Sequence[Task], *, ignore_case: bool = False, seconds: float = SECONDS
) -> list[list[list[int]]]:
    """For each task and each of its strings, the places of the patterns that are found there. Raises TooSlow."""
    asked = [
        ([translated(one.expression) for one in task.patterns], list(dict.fromkeys(task.strings)))
        for task in tasks
    ]
    request = json.dumps({"ignore_case": ignore_case, "tasks": asked}).encode()
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(_WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as worker:
        try:
            answered, _ = worker.communicate(request, timeout=seconds)
        except subprocess.TimeoutExpired:
            worker.kill()
            answered, _ = worker.communicate()
            raise TooSlow(_last(answered, tasks), seconds) from None
    if worker.returncode:
        raise TooSlow(_last(answered, tasks), seconds)
    return list(_answers(answered, tasks))


def _lines(answered: bytes) -> list[dict[str, int | list[int]]]:
    whole = answered[: answered.rfind(b"\n") + 1]
    return [json.loads(line) for line in whole.splitlines()]


def _last(answered: bytes, tasks: Sequence[Task]) -> Pattern:
    """The pattern that the worker began last."""
    report = _lines(answered) or [{"task": 0, "pattern": 0}]
    return tasks[_number(report[-1], "task")].patterns[_number(report[-1], "pattern")]


def _number(report: Mapping[str, int | list[int]], name: str) -> int:
    value = report[name]
    return value if isinstance(value, int) else 0


def _answers(answered: bytes, tasks: Sequence[Task]) -> list[list[list[int]]]:
    places: list[dict[str, list[int]]] = [{} for _ in tasks]
    distinct = [list(dict.fromkeys(task.strings)) for task in tasks]
    for report in _lines(answered):
        found = report.get("found")
        if isinstance(found, list):
            number = _number(report, "task")
            for place in found:
                places[number].setdefault(distinct[number][place], []).append(_number(report, "pattern"))
    return [
        [of_task.get(text, []) for text in task.strings] for task, of_task in zip(tasks, places, strict=True)
    ]
