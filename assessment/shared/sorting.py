"""Tables that are sorted by any of their columns, as their address says: `?sort=COLUMN&order=rising` or `falling`."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

Row = TypeVar("Row")
Value = str | float | Fraction
RISING, FALLING = "rising", "falling"


class Head(NamedTuple):
    """The head of a column as a table shows it."""

    name: str
    label: str
    is_number: bool
    title: str
    is_falling: bool | None  # None where the rows are not sorted by it
    turns: str  # the order that a click on it asks for

    @property
    def full(self) -> str:
        """What the column is called where nothing around it says more."""
        return self.title or self.label

    @property
    def is_sorted(self) -> bool:
        """Whether the rows are sorted by it."""
        return self.is_falling is not None

    @property
    def direction(self) -> str:
        """What `aria-sort` says."""
        return "descending" if self.is_falling else "ascending"

    @property
    def arrow(self) -> str:
        """The same for the eye."""
        return "↓" if self.is_falling else "↑"


class Column(NamedTuple):
    """A column that rows can be sorted by. Numbers begin with the largest, words with the first."""

    name: str
    label: str
    is_number: bool = True
    title: str = ""  # the label written out, where it is short


class Sorting(NamedTuple):
    """The column that rows are sorted by, and which way."""

    column: str
    is_falling: bool

    @property
    def order(self) -> str:
        """As the address says it."""
        return FALLING if self.is_falling else RISING

    def head(self, column: Column) -> Head:
        """The head of a column; a click on that of the sorted one turns its order round."""
        here = column.name == self.column
        falls = not self.is_falling if here else column.is_number
        return Head(*column, self.is_falling if here else None, FALLING if falls else RISING)

    def rows(self, rows: Iterable[Row], value: Callable[[Row], Value | None]) -> list[Row]:
        """The rows in order: ties as they come, and those without a value last, whichever way."""
        pairs = [(value(row), row) for row in rows]
        known = [(_key(found), row) for found, row in pairs if found is not None]
        known.sort(key=lambda pair: pair[0], reverse=self.is_falling)
        return [*(row for _, row in known), *(row for found, row in pairs if found is None)]


def _key(value: Value) -> tuple[Value, Value]:
    return (value.casefold(), value) if isinstance(value, str) else (value, value)


def sorting_of(asked: Mapping[str, str], columns: Iterable[Column], default: Column) -> Sorting:
    """What an address asks for; an unknown column is the default one, and without an order it begins as columns do."""
    known = {column.name: column for column in columns}
    column = known.get(asked.get("sort", ""), default)
    order = asked.get("order")
    return Sorting(column.name, order == FALLING if order in {RISING, FALLING} else column.is_number)
