"""Small tables of what runs got for units, made by hand or by hypothesis."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from scoring.evaluate.units import Parts, UnitTable
from scoring.measures.base import MEAN, Combined
from scoring.measures.c1 import C1
from scoring.measures.spans import F1

Rows = Sequence[Sequence[Parts]]
HUGE = 2**61 - 1  # a denominator with which no float is exact
RECIPROCAL = st.sampled_from([Fraction(0), *(Fraction(1, rank) for rank in range(1, 6))])
ODD = st.builds(Fraction, st.integers(0, 6), st.sampled_from([3, 7, 11, HUGE]))
OF_MEAN = st.tuples(RECIPROCAL)
OF_ODD_MEAN = st.tuples(ODD)
OF_C1 = st.sampled_from([(1, 0), (0, 1), (0, 0)]).map(lambda parts: tuple(map(Fraction, parts)))
OF_F1 = st.sampled_from([(1, 2), (0, 2), (0, 1), (0, 0)]).map(lambda parts: tuple(map(Fraction, parts)))


def table_of(rows: Rows, combined: Combined = MEAN) -> UnitTable:
    """A table of runs a, b, … and units 1, 2, …"""
    runs = tuple(f"r{number:02}" for number in range(len(rows)))
    units = tuple(str(number) for number in range(1, len(rows[0]) + 1)) if rows else ()
    parts = tuple(tuple(tuple(unit) for unit in row) for row in rows)
    return UnitTable(
        "", combined.name, "series", runs, tuple("ABC"[len(run) % 3] for run in runs), units, parts, combined
    )


def means(rows: Sequence[Sequence[Fraction | int | str]]) -> UnitTable:
    """A table of values whose mean is the score."""
    return table_of([[(Fraction(value),) for value in row] for row in rows])


@st.composite
def tables(draw: st.DrawFn, runs: tuple[int, int] = (1, 5), units: tuple[int, int] = (1, 8)) -> UnitTable:
    """Tables of all formulas, with many ties."""
    combined, parts = draw(st.sampled_from([(MEAN, OF_MEAN), (MEAN, OF_ODD_MEAN), (C1, OF_C1), (F1, OF_F1)]))
    width = draw(st.integers(*units))
    row = st.lists(parts, min_size=width, max_size=width)
    return table_of(draw(st.lists(row, min_size=runs[0], max_size=runs[1])), combined)
