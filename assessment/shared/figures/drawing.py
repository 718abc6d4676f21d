"""A figure laid out in pixels: groups of paths and words, which one template draws."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from assessment.shared.figures.styles import Look

Anchor = Literal["start", "middle", "end"]
Along = Literal["x", "y"]


class Path(NamedTuple):
    """Something drawn. What has words is a point that people can stop at."""

    d: str
    words: str = ""


class Words(NamedTuple):
    """A text at its place; `full` is what it was before it was cut."""

    x: float
    y: float
    text: str
    anchor: Anchor = "middle"
    full: str = ""
    turned: bool = False  # read from below


class Group(NamedTuple):
    """Paths and words of one look."""

    look: Look
    paths: Sequence[Path] = ()
    words: Sequence[Words] = ()

    @property
    def has_points(self) -> bool:
        """Whether people can stop at its paths: at all of them, or at none."""
        return any(path.words for path in self.paths)


class Box(NamedTuple):
    """A part of the plane, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def path(self) -> str:
        """Its outline."""
        return rectangle(*self)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it or on its edge."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Drawing(NamedTuple):
    """All of a figure. `along` is the direction in which the points of one group follow each other."""

    width: int
    height: int
    plot: Box
    groups: Sequence[Group]
    along: Along = "x"

    @property
    def points(self) -> list[Path]:
        """Everything that people can stop at."""
        return [path for group in self.groups for path in group.paths if path.words]


def shown(number: float) -> str:
    """A coordinate to a tenth of a pixel."""
    return f"{round(number, 1):.7g}"


def at(x: float, y: float, symbol: str = "") -> str:
    """The path of a symbol at a point."""
    return f"M{shown(x)} {shown(y)}{symbol}"


def segment(x1: float, y1: float, x2: float, y2: float) -> str:
    """The path of a straight line."""
    return f"M{shown(x1)} {shown(y1)}L{shown(x2)} {shown(y2)}"


def rectangle(x1: float, y1: float, x2: float, y2: float) -> str:
    """The path of a box between two corners."""
    return f"M{shown(x1)} {shown(y1)}H{shown(x2)}V{shown(y2)}H{shown(x1)}z"


def through(points: Iterable[tuple[float, float]]) -> str:
    """The path of a line through points."""
    return "M" + "L".join(f"{shown(x)} {shown(y)}" for x, y in points)
