"""TREC question series with list and Other questions judged and scored, and the settings of TREC 2006 and 2007.

`series2004` itself leaves those two types unjudged until the web application has pages for answer classes and nuggets.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scoring.scales import FIVE_WAY, FOUR_WAY
from scoring.tracks.base import Types
from scoring.tracks.series import WeightedSeries
from scoring.tracks.series2004 import SERIES2004
from scoring.tracks.settings import Setting

_GRADES = Setting(
    "grades",
    "choice",
    "4",
    "Grades",
    "Four grades, or five that tell locally correct answers from globally correct ones (TREC 2007).",
    choices=("4", "5"),
)
_OTHER = Setting(
    "other",
    "choice",
    "nuggets",
    "Scoring Other questions",
    "A nugget is vital or okay as the primary assessor says, or weighs as many votes as call it vital (TREC 2006).",
    choices=("nuggets", "pyramid"),
)


def _shape(types: Types, settings: Mapping[str, Any]) -> Types:
    scale = FIVE_WAY if settings["grades"] == "5" else FOUR_WAY
    shaped = {name: replace(kind, scale=scale) if kind.scale else kind for name, kind in types.items()}
    shaped["OTHER"] = replace(types["OTHER"], pyramid=settings["other"] == "pyramid")
    return MappingProxyType(shaped)


_TYPES = SERIES2004.question_types

SERIES2004_WHOLE = replace(
    SERIES2004,
    question_types=MappingProxyType(
        {
            **_TYPES,
            "LIST": replace(_TYPES["LIST"], scale=FOUR_WAY, judged=True, form="list"),
            "OTHER": replace(_TYPES["OTHER"], judged=True, form="nuggets"),
        }
    ),
    settings=(*SERIES2004.settings, _GRADES, _OTHER),
    score="score",
    series_rules=WeightedSeries(),
    shape=_shape,
)
