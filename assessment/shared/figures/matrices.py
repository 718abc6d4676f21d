"""A square for each pair of names, by a few levels: dark to light, with a letter each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assessment.shared.figures import frame
from assessment.shared.figures.base import Cell, Column, Figure, Table
from assessment.shared.figures.drawing import Box, Drawing, Group, Path, Words, rectangle
from assessment.shared.figures.frame import Key
from assessment.shared.figures.scales import SCORE, Unit
from assessment.shared.figures.styles import LEVELS, SIZE, Look
from assessment.shared.figures.texts import cut, isolated, width
from assessment.shared.say import say

LEAST, MOST = 17, 30  # pixels of a square
HEAD = 110  # pixels of a name over a column, at most


class Level(NamedTuple):
    """What squares of one shade mean."""

    letter: str
    name: str


class Square(NamedTuple):
    """A pair: its level, and the value it rests on."""

    level: int
    value: float | None = None


@dataclass(frozen=True, kw_only=True)
class Matrix(Figure):
    """Rows and columns of the same names. It is as wide as its squares need, and may be wider than a narrow page."""

    names: Sequence[str]
    levels: Sequence[Level]  # from dark to light; at most four
    squares: Sequence[Sequence[Square | None]]  # [row][column]; None leaves it open
    value_name: str = "p"
    unit: Unit = SCORE

    def __post_init__(self) -> None:
        if len(self.levels) > len(LEVELS):
            raise ValueError(f"{len(self.levels)} levels, {len(LEVELS)} at most")

    def drawing(self, width: int) -> Drawing:
        """Names at the left and above, squares between."""
        keys, top = frame.keyed(self._keys(), width - 20)
        left, count = frame.gutter(self.names, min(width, 420)), max(1, len(self.names))
        step = min(MOST, max(LEAST, (width - left - 2) // count))
        top += self._head() + 4
        plot = Box(left, top, left + step * count, top + step * count)
        groups = [*keys, *frame.rows(self.names, plot, step).groups, self._columns(plot, step)]
        for level in range(len(self.levels)):
            groups += self._level(level, plot, step)
        return Drawing(max(width, int(plot.right) + 2), int(plot.bottom) + 4, plot, groups)

    def table(self) -> Table:
        """A row for each pair."""
        columns = [
            Column(say("Run")),
            Column(say("and")),
            Column(say("Level")),
            Column(self.value_name, self.unit),
        ]
        return Table(columns, [self._cells(row, column) for row, column, _ in self._pairs()])

    def _cells(self, row: int, column: int) -> list[Cell]:
        square = self.squares[row][column]
        assert square
        return [self.names[row], self.names[column], self.levels[square.level].name, square.value]

    def _pairs(self) -> list[tuple[int, int, Square]]:
        return [
            (number, place, square)
            for number, row in enumerate(self.squares)
            for place, square in enumerate(row)
            if square
        ]

    def _keys(self) -> list[Key]:
        return [
            Key(f"{level.letter}  {level.name}", [(Look("bar", number), "m6-6h14v12h-14z")])
            for number, level in enumerate(self.levels)
        ]

    def _head(self) -> float:
        return min(HEAD, max((width(name, SIZE) for name in self.names), default=0)) + 8

    def _columns(self, plot: Box, step: float) -> Group:
        """Names over the columns, read from below."""
        words = []
        for number, name in enumerate(self.names):
            text = cut(name, HEAD, SIZE)
            x, full = plot.left + step * (number + 0.5) + 4.5, "" if text == name else name
            words.append(Words(x, plot.top - 6, isolated(text), "start", full, turned=True))
        return Group(Look("names"), words=words)

    def _level(self, level: int, plot: Box, step: float) -> list[Group]:
        """The squares of a level, and its letter in each."""
        paths, letters = [], []
        for row, column, square in self._pairs():
            if square.level != level:
                continue
            x, y = plot.left + step * column, plot.top + step * row
            words = say(
                "{first} and {second}: {level}",
                first=isolated(self.names[row]),
                second=isolated(self.names[column]),
                level=self.levels[level].name,
            )
            value = "" if square.value is None else f", {self.value_name} {self.unit.value(square.value)}"
            paths.append(Path(rectangle(x, y, x + step, y + step), words + value))
            letters.append(Words(x + step / 2, y + step / 2 + 4, self.levels[level].letter))
        return [Group(Look("level", level), paths), Group(Look("letters", level), words=letters)]
