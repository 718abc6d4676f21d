"""Figures drawn on the server: data in, layout out, one template for all.

To add a kind: a subclass of Figure with `drawing`, which makes groups of paths and words at places that Scale and
frame give, and `table`, which holds the same values. Pages, files and keys then work as they do for the others.
"""

from assessment.shared.figures.bars import Bar, Bars, Bin, Histogram
from assessment.shared.figures.base import Column, Figure, Table
from assessment.shared.figures.boxes import Boxes, BoxRow
from assessment.shared.figures.differences import Differences
from assessment.shared.figures.dotrows import DotRows, Row, Spread
from assessment.shared.figures.files import csv_file as csv
from assessment.shared.figures.files import svg
from assessment.shared.figures.flows import Flow, Way
from assessment.shared.figures.frame import Guide
from assessment.shared.figures.matrices import Level, Matrix, Square
from assessment.shared.figures.plots import Plot, Point, Series, Slice
from assessment.shared.figures.scales import COUNT, DIFFERENCE, PLAIN, SCORE, SHARE, Axis, Unit

__all__ = [
    "COUNT",
    "DIFFERENCE",
    "PLAIN",
    "SCORE",
    "SHARE",
    "Axis",
    "Bar",
    "Bars",
    "Bin",
    "BoxRow",
    "Boxes",
    "Column",
    "Differences",
    "DotRows",
    "Figure",
    "Flow",
    "Guide",
    "Histogram",
    "Level",
    "Matrix",
    "Plot",
    "Point",
    "Row",
    "Series",
    "Slice",
    "Spread",
    "Square",
    "Table",
    "Unit",
    "Way",
    "csv",
    "svg",
]
