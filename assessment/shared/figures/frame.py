"""Axes, keys and guides around what a figure shows."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from assessment.shared.figures.drawing import Box, Group, Path, Words, at, segment
from assessment.shared.figures.scales import Scale
from assessment.shared.figures.styles import SIZE, SMALL, Look, shape
from assessment.shared.figures.texts import cut, isolated, width

LINE = 18  # pixels from one line of words to the next
SWATCH, BETWEEN = 26, 18  # of the key
EDGE = 20  # pixels that the last tick may reach over the plot
BELOW = 46  # pixels for the lower axis
GUTTER = 0.36  # of the width, at most, for names of rows


class Guide(NamedTuple):
    """A line across the figure at a value of one axis, and its name."""

    value: float
    label: str
    axis: Literal["x", "y"] = "y"


class Key(NamedTuple):
    """What a look means. Each swatch is a path that begins at the left end of its place, half way up."""

    label: str
    swatches: Sequence[tuple[Look, str]]


class Rows(NamedTuple):
    """Named rows above a common axis."""

    plot: Box
    step: float
    groups: list[Group]

    def middle(self, row: int) -> float:
        """Half way down a row."""
        return self.plot.top + self.step * (row + 0.5)


def symbol_key(label: str, series: int) -> Key:
    """The entry of a series that is drawn as symbols."""
    return Key(label, [(Look("marks", series), f"m{SWATCH // 2} 0{shape(series)}")])


def keyed(keys: Sequence[Key], room: float) -> tuple[list[Group], float]:
    """The key in as many lines as it takes, and how high it is."""
    groups, x, line = list[Group](), 0.0, 0
    for key in keys:
        text = cut(key.label, room - SWATCH - 8, SIZE)
        long = SWATCH + 8 + width(text, SIZE)
        if x and x + long > room:
            x, line = 0.0, line + 1
        y = 9 + LINE * line
        groups += [Group(look, [Path(at(x, y, path))]) for look, path in key.swatches]
        full = "" if text == key.label else key.label
        groups.append(Group(Look("names"), words=[Words(x + SWATCH + 8, y + 4.5, text, "start", full)]))
        x += long + BETWEEN
    return groups, LINE * (line + 1) + 10 if keys else 0


def below(scale: Scale, plot: Box) -> list[Group]:
    """The axis under a plot, with its grid."""
    ticks, middle = scale.ticks, (plot.left + plot.right) / 2
    grid = [Path(segment(tick.place, plot.top, tick.place, plot.bottom)) for tick in ticks]
    names = [Words(tick.place, plot.bottom + 17, tick.name) for tick in ticks]
    title = cut(scale.axis.title, 2 * min(middle, plot.right + EDGE - middle), SMALL)
    full = "" if title == scale.axis.title else scale.axis.title
    return [
        Group(Look("grid"), grid),
        Group(Look("rule"), [Path(segment(plot.left, plot.bottom, plot.right, plot.bottom))]),
        Group(Look("ticks"), words=names),
        Group(Look("titles"), words=[Words(middle, plot.bottom + 37, title, full=full)]),
    ]


def beside(scale: Scale, plot: Box, lines: int = 0) -> list[Group]:
    """The axis at the left of a plot, with its grid.

    Its title is above, over so many lines of other words: there it reads without turning the head.
    """
    grid = [Path(segment(plot.left, tick.place, plot.right, tick.place)) for tick in scale.ticks]
    names = [Words(plot.left - 7, tick.place + 4, tick.name, "end") for tick in scale.ticks]
    title = cut(scale.axis.title, plot.right, SMALL)
    full = "" if title == scale.axis.title else scale.axis.title
    return [
        Group(Look("grid"), grid),
        Group(Look("ticks"), words=names),
        Group(Look("titles"), words=[Words(0, plot.top - 12 - LINE * lines, title, "start", full)]),
    ]


def upright(guides: Sequence[Guide], scale: Scale, plot: Box) -> list[Group]:
    """Lines from top to bottom, each with its name on a line of its own above the plot."""
    groups = list[Group]()
    for number, guide in enumerate(guides):
        x, y = scale.place(guide.value), plot.top - 5 - LINE * (len(guides) - 1 - number)
        anchor: Literal["start", "end"] = "start" if x < (plot.left + plot.right) / 2 else "end"
        words = f"{guide.label} {scale.axis.unit.value(guide.value)}"
        label = Words(x + (3 if anchor == "start" else -3), y, words, anchor)
        groups.append(Group(Look("guides"), [Path(segment(x, y - 10, x, plot.bottom))]))
        groups.append(Group(Look("ticks"), words=[label]))
    return groups


def level(guides: Sequence[Guide], scale: Scale, plot: Box) -> list[Group]:
    """Lines from left to right, each with its name above its right end."""
    groups = list[Group]()
    for guide in guides:
        y = scale.place(guide.value)
        groups.append(Group(Look("guides"), [Path(segment(plot.left, y, plot.right, y))]))
        groups.append(Group(Look("ticks"), words=[Words(plot.right, y - 5, guide.label, "end")]))
    return groups


def gutter(names: Sequence[str], room: float) -> float:
    """How much of the width the names of rows take."""
    longest = max((width(name, SIZE) for name in names), default=0.0)
    return round(min(longest, GUTTER * room)) + 14


def rows(names: Sequence[str], plot: Box, step: float) -> Rows:
    """The names of rows, and a fine line under every fifth."""
    frame = Rows(plot, step, [])
    texts = [cut(name, plot.left - 11, SIZE) for name in names]
    words = [
        Words(plot.left - 10, frame.middle(number) + 4.5, isolated(text), "end", "" if text == name else name)
        for number, (text, name) in enumerate(zip(texts, names, strict=True))
    ]
    fifths = [plot.top + step * number for number in range(0, len(names), 5)]
    frame.groups.append(Group(Look("grid"), [Path(segment(plot.left, y, plot.right, y)) for y in fifths]))
    frame.groups.append(Group(Look("names"), words=words))
    return frame
