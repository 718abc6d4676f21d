"""A run's precision and recall at every threshold, thinned to what a figure and a table can show."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from assessment.results.selectors.figures import FigureLine
from assessment.shared.say import say, sentence
from scoring.annotations import Part
from scoring.decimals import decimal
from scoring.spans.kept import curve_of
from scoring.spans.scores import PARTS, Point

WIDTH, HEIGHT = 640, 450
LEFT, RIGHT, TOP, BOTTOM = 58, 628, 38, 394
KEY = 175  # pixels of a name in the key
ACROSS, UP = RIGHT - LEFT, BOTTOM - TOP
LABELS = {"long": sentence("Long answers"), "short": sentence("Short answers")}
LINE_STEP, DOT_STEP = 1.0, 7.0  # pixels: finer is not seen, and smaller is not hit with a pointer
ROWS = 10  # of the table, for each part
TICKS = ("0", ".2", ".4", ".6", ".8", "1")


class Dot(NamedTuple):
    """A point of a curve in the figure, and what it says."""

    point: Point
    is_best: bool = False

    @property
    def x(self) -> float:
        """Where its recall is."""
        return _x(self.recall)

    @property
    def y(self) -> float:
        """Where its precision is."""
        return _y(self.precision)

    @property
    def words(self) -> str:
        """What stands at the pointer."""
        values = {
            "threshold": f"{self.point.threshold:g}",
            "precision": decimal(self.precision),
            "recall": decimal(self.recall),
            "f1": decimal(self.f1),
        }
        if self.is_best:
            return say(
                "Scores from {threshold}: precision {precision}, recall {recall}, F1 {f1}, the best", **values
            )
        return say("Scores from {threshold}: precision {precision}, recall {recall}, F1 {f1}", **values)

    @property
    def precision(self) -> float:
        """Of a point at which something is given."""
        return self.point.counts.right / self.point.counts.given

    @property
    def recall(self) -> float:
        """Zero where there is nothing to find."""
        return self.point.counts.right / (self.point.counts.gold or 1)

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return float(self.point.counts.f1)


class CurveLine(NamedTuple):
    """One part's curve: a path through all that can be told apart, and some of its points to point at."""

    part: Part
    label: str
    path: str
    dots: Sequence[Dot]
    rows: Sequence[Dot]  # of a table

    @property
    def offset(self) -> int:
        """Where its name is in the key."""
        return LEFT + KEY * PARTS.index(self.part)


class Curves(NamedTuple):
    """The figure, in pixels."""

    lines: Sequence[CurveLine]
    across: Sequence[FigureLine]
    up: Sequence[FigureLine]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM

    @property
    def key_end(self) -> int:
        """Where the last name of the key is."""
        return LEFT + KEY * len(PARTS)

    @property
    def middle(self) -> int:
        """Half way along the lower axis."""
        return (self.left + self.right) // 2

    @property
    def halfway(self) -> int:
        """Half way up the other."""
        return (self.top + self.bottom) // 2

    @property
    def is_empty(self) -> bool:
        """Whether no run of points can be drawn."""
        return not any(line.dots for line in self.lines)


def curves(spans: Mapping[str, Any]) -> Curves:
    """The curves of both parts of a run, out of what a version keeps of it."""
    lines = [_line(part, curve_of(spans[part]), spans[part]["best"]) for part in PARTS]
    across = [FigureLine(name, _x(float(name))) for name in TICKS]
    up = [FigureLine(name, _y(float(name))) for name in TICKS]
    return Curves(lines, across, up)


def _line(part: Part, points: Sequence[Point], best: Mapping[str, Any] | None) -> CurveLine:
    """A point at which no answer is given has no precision, and is not drawn."""
    threshold = best["threshold"] if best else None
    seen = thinned([Dot(one, one.threshold == threshold) for one in points if one.counts.given], LINE_STEP)
    path = " ".join(f"{'L' if n else 'M'}{dot.x:g} {dot.y:g}" for n, dot in enumerate(seen))
    dots = thinned(seen, DOT_STEP)
    return CurveLine(part, say(LABELS[part]), path, dots, spread(dots))


def thinned(dots: Sequence[Dot], step: float) -> list[Dot]:
    """The points that are more than `step` pixels from the one kept before, besides the first, the best and the last."""
    kept, last_x, last_y = list[Dot](), 0.0, 0.0
    for dot in dots:
        _, given, right = counts = dot.point.counts
        x, y = ACROSS * right / (counts.gold or 1), UP * right / given
        is_far = not kept or max(abs(x - last_x), abs(y - last_y)) > step
        if is_far or dot.is_best or dot is dots[-1]:
            kept.append(dot)
            last_x, last_y = x, y
    return kept


def spread(dots: Sequence[Dot], rows: int = ROWS) -> list[Dot]:
    """At most so many of the points, evenly along the curve, the best and the last among them."""
    if len(dots) <= rows:
        return list(dots)
    places = {round(n * (len(dots) - 1) / (rows - 2)) for n in range(rows - 1)}
    places |= {place for place, dot in enumerate(dots) if dot.is_best}
    return [dots[place] for place in sorted(places)]


def _x(recall: float) -> float:
    return round(LEFT + ACROSS * recall, 1)


def _y(precision: float) -> float:
    return round(BOTTOM - UP * precision, 1)
