"""What a table is, whoever writes it."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import median
from typing import Literal, NamedTuple

from scoring.decimals import decimal, in_full

Kind = Literal["text", "count", "number", "share"]
Cell = str | int | float | Fraction | None
NOTHING = "–"
AVERAGE = 1  # digits of a mean among counts


class Column(NamedTuple):
    """A column: words, counts and their means, numbers with so many digits, or shares of 1 that are shown in percent."""

    title: str
    kind: Kind = "text"
    digits: int = 3

    def shown(self, cell: Cell) -> str:
        """A cell as people read it; a dash where there is nothing."""
        if cell is None or cell == "":
            return NOTHING if self.kind != "text" else ""
        if isinstance(cell, str):
            return cell
        if self.kind == "share":
            return f"{in_full(100 * cell, 1)} %"
        if self.kind == "count":
            return f"{cell:,}" if isinstance(cell, int) else in_full(cell, AVERAGE)
        return decimal(cell, self.digits) if self.digits > 1 else in_full(cell, self.digits)

    def full(self, cell: Cell) -> str | int | float | None:
        """A cell for programs: every digit, and shares as they are."""
        return float(cell) if isinstance(cell, Fraction) else cell


class Table(NamedTuple):
    """A table with what it is for."""

    name: str  # of its files: lower-case letters, digits and hyphens
    title: str
    source: str  # the published tables that it follows; "" where there are none
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""  # how to read it

    @property
    def shown(self) -> list[list[str]]:
        """Its rows as people read them."""
        return [
            [column.shown(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows
        ]

    def as_json(self) -> dict[str, object]:
        """The table for programs."""
        return {
            "name": self.name,
            "title": self.title,
            "follows": self.source,
            "note": self.note,
            "columns": [{"title": one.title, "kind": one.kind} for one in self.columns],
            "rows": [
                [column.full(cell) for column, cell in zip(self.columns, row, strict=True)]
                for row in self.rows
            ],
        }


def without_empty(table: Table) -> Table:
    """The table without the columns in which no row says anything; the first always stays."""
    kept = [
        place
        for place, _ in enumerate(table.columns)
        if not place or any(row[place] not in (None, "") for row in table.rows)
    ]
    return table._replace(
        columns=[table.columns[place] for place in kept],
        rows=[[row[place] for place in kept] for row in table.rows],
    )


RANGE = (Column("Min", "count"), Column("Mean", "count"), Column("Max", "count"))


def range_of(numbers: Sequence[int]) -> list[Cell]:
    """Least, mean and most, for the columns of `RANGE`."""
    if not numbers:
        return [None, None, None]
    return [min(numbers), Fraction(sum(numbers), len(numbers)), max(numbers)]


def mean_of(values: Sequence[Fraction]) -> Fraction | None:
    """The exact mean; None of nothing."""
    return Fraction(sum(values, Fraction(0)), len(values)) if values else None


def median_of(values: Sequence[Fraction]) -> Fraction | None:
    """The middle value; None of nothing."""
    return Fraction(median(values)) if values else None
