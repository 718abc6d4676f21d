"""Numbers as studies write them: the same digits on every machine, and never NaN."""

from fractions import Fraction
from math import isfinite

DIGITS = 12  # significant; libraries of mathematics agree at least so far


def shown(value: float | Fraction | None) -> float | None:
    """A number rounded to what all machines agree on; None for what is undefined."""
    if value is None or not isfinite(value):
        return None
    return float(f"{float(value):.{DIGITS}g}")
