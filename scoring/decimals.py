"""How a number with a fraction is written: on pages, in sentences, in tables of commands, everywhere by the same rounding.

Half of the last digit is rounded away from zero, on the decimals that the number is written with: .0625 is .063 and .2345 is
.235, as a reader would round them, though the latter is a little less in binary. What is rounded to nothing is 0 and has no
sign. Files hold numbers in full.
"""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

Number = float | Fraction | Decimal


def rounded(value: Number, places: int = 3) -> Decimal:
    """A number with so many digits after the point."""
    exactly = value if isinstance(value, Decimal) else Decimal(repr(float(value)))
    found = exactly.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return abs(found) if found.is_zero() else found


def decimal(value: Number, places: int = 3) -> str:
    """A score as the field writes it, without the zero before the point: .660, 1.000, -.034."""
    text = f"{rounded(value, places):f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def in_full(value: Number, places: int = 4) -> str:
    """The same with the zero, for tables in terminals: 0.6600."""
    return f"{rounded(value, places):f}"
