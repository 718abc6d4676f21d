"""Collects everything that is wrong with one file, and lists no more of it than a person can use."""

from collections import Counter
from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import TypeVar

from scoring.budget import spend
from scoring.records import Problem
from scoring.say import say, say_n

Key = TypeVar("Key", bound=Hashable)
LAST = frozenset({"missing_question"})  # codes of what often follows from what is wrong elsewhere
LONGEST = 600  # characters of a message: what it names of the file may be of any length
LIMIT = 10_000  # a real run of 2007 alone breaks 2,500 rules where its documents are unknown


class RowInLine(int):
    """A line that holds several rows, as a file of JSON in one line does: which of them is told where one is wrong."""

    row = 0  # its number, counted through the file from 1 on
    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        """Two rows of one line are two places, as what stands in a file twice is told by."""
        return int(self) == other and getattr(other, "row", self.row) == self.row

    def __ne__(self, other: object) -> bool:
        return not self == other


class Problems:
    """The problems of one file. The first of each code is always listed; past the limit the rest is counted."""

    def __init__(
        self, file: str, limit: int = LIMIT, columns: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.file = file
        self.columns = columns  # ours -> the file's, where somebody said which is which (formats/columns)
        self._limit = limit
        self._first: list[Problem] = []
        self._listed: list[Problem] = []
        self._seen: set[str] = set()
        self._more: Counter[str] = Counter()
        self.count = 0  # of all problems, listed or not

    def __bool__(self) -> bool:
        return bool(self._first or self._listed)

    def add(self, line: int, code: str, message: str, hint: str = "") -> None:
        """Note a problem at a line (0: the whole file)."""
        spend()
        self.count += 1
        if isinstance(line, RowInLine):
            message = say("Row {row}: {message}", row=line.row, message=message)
            line = int(line)
        if len(self._listed) >= self._limit and code in self._seen:
            self._more[code] += 1
            return
        self._seen.add(code)
        self._listed.append(Problem(self.file, line, code, _readable(message), hint))

    def add_first(self, code: str, message: str, hint: str = "") -> None:
        """Note what is wrong with the file as a whole and is told before all else: that it is another kind of file."""
        self.count += 1
        self._first.append(Problem(self.file, 0, code, message, hint))

    def leave_out(self, *codes: str) -> None:
        """Forget the problems of some codes, which another one says in a sentence."""
        self._listed = [problem for problem in self._listed if problem.code not in codes]
        for code in codes:
            self._more.pop(code, None)

    def extend(self, problems: list[Problem]) -> None:
        """Note problems found elsewhere, keeping the file they name."""
        self.count += len(problems)
        self._listed.extend(problems)
        self._seen.update(problem.code for problem in problems)

    def listed(self) -> list[Problem]:
        """What is told first, the problems by line, those of the whole file, what is missing, and how many more there are."""
        listed = [*self._first, *sorted(self._listed, key=_place)]
        if self._more:
            counts = ", ".join(f"{code} {count:,}" for code, count in sorted(self._more.items()))
            message = say_n(
                "{n} more problem is not listed ({counts}).",
                "{n} more problems are not listed ({counts}).",
                sum(self._more.values()),
                counts=counts,
            )
            listed.append(
                Problem(self.file, 0, "more_problems", message, say("Fix those listed and check again."))
            )
        return listed


def earlier(lines: dict[Key, int], key: Key, line: int) -> int | None:
    """The line in which something stood before, which may be the same, as rows of JSON may; None the first time."""
    before = lines.get(key)
    lines.setdefault(key, line)
    return before


def _place(problem: Problem) -> tuple[bool, bool, int]:
    return problem.code in LAST, problem.line == 0, problem.line


def _readable(message: str) -> str:
    """A message with its beginning and its end, where it is too long to be read."""
    half = LONGEST // 2
    return message if len(message) <= LONGEST else f"{message[:half]} … {message[-half:]}"


def shown(text: str, length: int = 60) -> str:
    """A piece of a file, quoted for a message: short, on one line, without control characters."""
    cut = text if len(text) <= length else text[:length] + "…"
    return '"' + "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in cut) + '"'
