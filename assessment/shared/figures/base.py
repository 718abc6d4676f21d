"""What all figures are: names, words, a drawing for wide and narrow pages, and the table of their values."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assessment.shared.figures.drawing import Drawing
from assessment.shared.figures.scales import Unit
from assessment.shared.figures.texts import clean

WIDE, NARROW = 760, 340  # pixels of a drawing
Cell = str | int | float | None
NOTHING = "–"


class Column(NamedTuple):
    """A column of values; one without a unit holds words."""

    title: str
    unit: Unit | None = None


class ShownCell(NamedTuple):
    """A cell as a page shows it."""

    text: str
    is_number: bool


class Table(NamedTuple):
    """The values of a figure, in full."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]

    @property
    def shown(self) -> list[list[ShownCell]]:
        """The rows as a page shows them."""
        return [
            [_shown(cell, column) for cell, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]


def _shown(cell: Cell, column: Column) -> ShownCell:
    if column.unit is None:
        return ShownCell(clean(str(cell or "")), is_number=False)
    text = column.unit.value(float(cell)) if isinstance(cell, (int, float)) else NOTHING
    return ShownCell(text, is_number=True)


class Size(NamedTuple):
    """A drawing for a page of some width."""

    name: str
    room: int
    drawing: Drawing

    @property
    def is_over(self) -> bool:
        """Whether it needs more room than it was given, and is to be scrolled."""
        return self.drawing.width > self.room


@dataclass(frozen=True, kw_only=True)
class Figure(ABC):
    """A figure before it is laid out."""

    name: str  # lower-case letters, digits and hyphens; no other figure of the page has it
    title: str
    caption: str = ""  # what it shows, and how to read it
    source: str = ""  # of which version and software the values are, for the file

    @abstractmethod
    def drawing(self, width: int) -> Drawing:
        """The figure laid out."""

    @abstractmethod
    def table(self) -> Table:
        """Its values."""

    @cached_property
    def sizes(self) -> list[Size]:
        """The figure for pages that are wide, and for those that are not."""
        sizes = (("broad", WIDE), ("slim", NARROW))
        return [Size(name, width, self.drawing(width)) for name, width in sizes]

    @property
    def is_over(self) -> bool:
        """Whether it is wider than other figures on a wide page."""
        return self.sizes[0].is_over

    @cached_property
    def values(self) -> Table:
        """The table, made once."""
        return self.table()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.values.rows

    @property
    def alone(self) -> str:
        """The words of its only point: a page says them instead of drawing axes around it. Empty where it has more."""
        points = self.sizes[0].drawing.points
        return points[0].words if len(points) == len(self.values.rows) == 1 else ""
