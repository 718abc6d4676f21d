"""Where the paths of a drawing go."""

import re

from assessment.shared.figures.drawing import Drawing, Path

PART = re.compile(r"([A-Za-z])([^A-Za-z]*)")
NUMBER = re.compile(r"-?\d*\.?\d+")


def places(path: Path) -> list[tuple[float, float]]:
    """The corners that a path names in absolute numbers. What follows is a symbol around the last of them."""
    found, x, y = list[tuple[float, float]](), 0.0, 0.0
    for command, rest in PART.findall(path.d):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        if command in "ML":
            x, y = numbers
        elif command == "H":
            (x,) = numbers
        elif command == "V":
            (y,) = numbers
        else:
            break
        found.append((x, y))
    return found


def strays(drawing: Drawing, *kinds: str) -> list[Path]:
    """Paths of these kinds that leave the plot."""
    return [
        path
        for group in drawing.groups
        if group.look.kind in kinds
        for path in group.paths
        if not all(drawing.plot.holds(x, y) for x, y in places(path))
    ]
