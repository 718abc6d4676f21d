"""Figures as files: SVG that stands alone, and CSV with all values in full."""

import io
import re
from typing import NamedTuple

from django.template.loader import render_to_string

from assessment.shared.figures.base import WIDE, Figure
from assessment.shared.figures.drawing import Drawing, Words
from assessment.shared.figures.texts import clean, wrapped
from assessment.shared.spreadsheets import Table

MARGIN, LINE, SMALL = 18, 15, 20  # pixels: around all, and from one line to the next
HEADING = 22
FORBIDDEN = re.compile(
    r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # in XML, however it is written


class FileDrawing(NamedTuple):
    """A drawing with its title above and small print below."""

    title: str
    drawing: Drawing
    width: int
    height: int
    top: int
    heading: list[Words]
    print: list[Words]


def svg(figure: Figure) -> bytes:
    """The figure with its title, its caption and where its values are from."""
    return FORBIDDEN.sub("", render_to_string("figures/figure.svg", {"file": file_drawing(figure)})).encode()


def file_drawing(figure: Figure) -> FileDrawing:
    """The figure laid out on paper."""
    drawing = figure.drawing(WIDE)
    titles = wrapped(figure.title, drawing.width, 16)
    top = MARGIN + HEADING * len(titles) + 8
    heading = [
        Words(0, HEADING * number - top + MARGIN + 14, line, "start") for number, line in enumerate(titles)
    ]
    lines = [*wrapped(figure.caption, drawing.width, 12), *wrapped(figure.source, drawing.width, 12)]
    small = [
        Words(0, drawing.height + SMALL + LINE * number, line, "start") for number, line in enumerate(lines)
    ]
    height = top + drawing.height + (SMALL + LINE * (len(lines) - 1) if lines else 0) + MARGIN
    return FileDrawing(clean(figure.title), drawing, drawing.width + 2 * MARGIN, height, top, heading, small)


def csv_file(figure: Figure) -> bytes:
    """The values as a table; what is undefined is empty."""
    target = io.StringIO(newline="")
    write = Table(target).writerow
    write([clean(column.title) for column in figure.values.columns])
    for row in figure.values.rows:
        write([clean(cell) if isinstance(cell, str) else cell for cell in row])
    return target.getvalue().encode()
