"""Measures, one small file each: the formula, its source, the value where there is nothing, then the function.

To add one is to add its file: this folder is searched.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.found import declared_in
from scoring.measures.base import Measure

# A class that gives itself a name is a measure; one without is what several have in common.
MEASURES: Mapping[str, Measure[Any]] = MappingProxyType(
    {
        found.name: found()
        for found in declared_in(__name__, __path__)
        if isinstance(found, type) and issubclass(found, Measure) and "name" in vars(found)
    }
)


def parse(text: str) -> Measure[Any]:
    """The measure that a text spells. Raises ValueError naming those there are."""
    try:
        return MEASURES[text]
    except KeyError:
        raise ValueError(f'There is no measure "{text}"; there are {", ".join(MEASURES)}.') from None
