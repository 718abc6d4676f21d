"""Numbers as studies write them: the same digits on every machine, and never NaN."""

import json
from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

DIGITS = 12  # significant; libraries of mathematics agree at least so far


def shown(value: float | Fraction | None) -> float | None:
    """A number rounded to what all machines agree on; None for what is undefined."""
    if value is None or not isfinite(value):
        return None
    return float(f"{float(value):.{DIGITS}g}")


def text_of(document: Mapping[str, Any]) -> str:
    """A study as a file holds it: the same bytes for the same study."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
