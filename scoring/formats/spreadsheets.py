"""Tables that people open in a spreadsheet: a cell that one would work out as a formula is text there.

Strangers wrote answers, names and notes. A spreadsheet takes a cell for a formula that begins with one of `SIGNS`, and shows
a text alone behind an apostrophe. Tables of bundles and those that programs read stay as they are.
"""

import csv
from collections.abc import Iterable
from typing import Any

SIGNS = ("=", "+", "-", "@", "\t", "\r")


def guarded(cell: object) -> object:
    """A cell as a spreadsheet shows it: numbers as they are, text as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(SIGNS) else cell


def unguarded(cell: str) -> str:
    """What a guarded cell said, where people bring the table in again."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(SIGNS) else cell


class Table:
    """Writes such a table, line by line, to whatever takes text."""

    def __init__(self, target: Any) -> None:
        self._writer = csv.writer(target, lineterminator="\r\n")

    def writerow(self, row: Iterable[object]) -> None:
        """Write a line."""
        self._writer.writerow([guarded(cell) for cell in row])

    def writerows(self, rows: Iterable[Iterable[object]]) -> None:
        """Write several lines."""
        for row in rows:
            self.writerow(row)
