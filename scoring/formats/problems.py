"""Collects everything that is wrong with one file, and lists no more of it than a person can use."""

from collections import Counter

from scoring.budget import spend
from scoring.records import Problem
from scoring.say import say

LIMIT = 10_000  # a real run of 2007 alone breaks 2,500 rules where its documents are unknown


class Problems:
    """The problems of one file. The first of each code is always listed; past the limit the rest is counted."""

    def __init__(self, file: str, limit: int = LIMIT) -> None:
        self.file = file
        self._limit = limit
        self._listed: list[Problem] = []
        self._seen: set[str] = set()
        self._more: Counter[str] = Counter()
        self.count = 0  # of all problems, listed or not

    def __bool__(self) -> bool:
        return bool(self._listed)

    def add(self, line: int, code: str, message: str, hint: str = "") -> None:
        """Note a problem at a line (0: the whole file)."""
        spend()
        self.count += 1
        if len(self._listed) >= self._limit and code in self._seen:
            self._more[code] += 1
            return
        self._seen.add(code)
        self._listed.append(Problem(self.file, line, code, message, hint))

    def extend(self, problems: list[Problem]) -> None:
        """Note problems found elsewhere, keeping the file they name."""
        self.count += len(problems)
        self._listed.extend(problems)
        self._seen.update(problem.code for problem in problems)

    def listed(self) -> list[Problem]:
        """The problems by line, those of the whole file last, then how many more there are."""
        listed = sorted(self._listed, key=lambda problem: (problem.line == 0, problem.line))
        if self._more:
            counts = ", ".join(f"{code} {count:,}" for code, count in sorted(self._more.items()))
            message = say(
                "{count} more problems are not listed ({counts}).",
                count=sum(self._more.values()),
                counts=counts,
            )
            listed.append(
                Problem(self.file, 0, "more_problems", message, say("Fix those listed and check again."))
            )
        return listed


def shown(text: str, length: int = 60) -> str:
    """A piece of a file, quoted for a message: short, on one line, without control characters."""
    cut = text if len(text) <= length else text[:length] + "…"
    return '"' + "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in cut) + '"'
