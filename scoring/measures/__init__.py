"""Measures, one small file each: the formula, its source, the value where there is nothing, then the function.

To add one is to add its file: this folder is searched. Those that have parameters are spelled as ir_measures does it:
`P(rel=2)@5` is P with rel = 2 and the cutoff 5.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from scoring.found import declared_in
from scoring.measures.base import Measure
from scoring.measures.parametric import WithParameters, WrongParameter
from scoring.say import say

# A class that gives itself a name is a measure; one without is what several have in common.
_FOUND: Mapping[str, type[Measure[Any]]] = MappingProxyType(
    {
        found.name: found
        for found in declared_in(__name__, __path__)
        if isinstance(found, type) and issubclass(found, Measure) and "name" in vars(found)
    }
)
PARAMETRIC: Mapping[str, type[WithParameters[Any]]] = MappingProxyType(
    {name: found for name, found in _FOUND.items() if issubclass(found, WithParameters)}
)
MEASURES: Mapping[str, Measure[Any]] = MappingProxyType(
    {name: found() for name, found in _FOUND.items() if name not in PARAMETRIC}
)
_SPELLING = re.compile(r"(?P<name>[A-Za-z_0-9]+)(?:\((?P<given>[^()]{0,100})\))?(?:@(?P<cutoff>[^@]{0,20}))?")


def parse(text: str) -> Measure[Any]:
    """The measure that a text spells. Raises ValueError with a sentence: those there are, or what is wrong with it."""
    if plain := MEASURES.get(text):
        return plain
    return _parsed(text)


def find(text: str) -> Measure[Any] | None:
    """The same; None where there is no such measure."""
    try:
        return parse(text)
    except ValueError:
        return None


@lru_cache(maxsize=256)
def _parsed(text: str) -> WithParameters[Any]:
    spelling = _SPELLING.fullmatch(text)
    found = PARAMETRIC.get(spelling["name"]) if spelling else None
    if spelling is None or found is None:
        known = ", ".join([*MEASURES, *(one.spellings for one in PARAMETRIC.values())])
        raise ValueError(
            say('There is no measure "{text}"; there are {known}.', text=text[:100], known=known)
        )
    try:
        return found.parsed(text, spelling["given"], spelling["cutoff"])
    except WrongParameter as error:
        raise ValueError(
            say(
                'The measure "{text}" cannot be read: {problem} It is spelled {spellings}.',
                text=text,
                problem=str(error),
                spellings=found.spellings,
            )
        ) from None
