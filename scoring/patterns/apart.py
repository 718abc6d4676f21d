"""Has patterns compiled and looked for in a process of its own, which is ended when they take too long.

An expression such as (a+)+b can try more ways than there is time for, and (|)(|)(|)…\\b does so on an empty string;
nothing in the language stops it, and meanwhile no other thread runs. So nobody compiles or tries what a person sends
but this child process; it says on which pattern it is before it begins, and whoever waits in vain ends it and knows.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_WORKER = Path(__file__).with_name("worker.py")

Asked = tuple[
    Sequence[str], Sequence[str]
]  # expressions as Python has them, and the strings to look for them in


class Report(NamedTuple):
    """What is to be said of a pattern: `task` and `pattern` are places in what was asked."""

    task: int
    pattern: int
    error: str = ""  # why it is none
    empty: bool = False  # whether it is found in an empty string, and so in every answer
    found: Sequence[int] = ()  # the places of the strings in which more than nothing of it is found


class Outcome(NamedTuple):
    """What was heard, and where the process was when it took too long; None: it came to its end."""

    reports: list[Report]
    stopped: tuple[int, int] | None = None


def looked_for(asked: Sequence[Asked], *, ignore_case: bool, seconds: float) -> Outcome:
    """What the process says of patterns within so many seconds for all of them."""
    request = json.dumps({"ignore_case": ignore_case, "seconds": seconds, "tasks": asked}).encode()
    with subprocess.Popen(
        [sys.executable, "-I", "-S", str(_WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as worker:
        try:
            answered, _ = worker.communicate(request, timeout=seconds)
        except subprocess.TimeoutExpired:
            worker.kill()
            answered, _ = worker.communicate()
    lines = [json.loads(line) for line in answered[: answered.rfind(b"\n") + 1].splitlines()]
    reports = [Report(**line) for line in lines if "error" in line or "found" in line]
    if not worker.returncode:
        return Outcome(reports)
    last = lines[-1] if lines else {"task": 0, "pattern": 0}
    return Outcome(reports, (last["task"], last["pattern"]))
