"""Measures, one small file each: the formula, its source, the value where there is nothing, then the function."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.measures import c1, spans
from scoring.measures.accuracy import Accuracy
from scoring.measures.base import Measure
from scoring.measures.cws import ConfidenceWeightedScore
from scoring.measures.list_f import ListF, RigidF
from scoring.measures.mrr import MeanReciprocalRank
from scoring.measures.no_correct import NoCorrect
from scoring.measures.nugget_f import OtherF, SquishyF
from scoring.measures.success import SuccessAtK, SuccessAtOne

MEASURES: Mapping[str, Measure[Any]] = MappingProxyType(
    {
        measure.name: measure
        for measure in (
            MeanReciprocalRank(),
            NoCorrect(),
            Accuracy(),
            SuccessAtOne(),
            SuccessAtK(),
            ConfidenceWeightedScore(),
            ListF(),
            OtherF(),
            RigidF(),
            SquishyF(),
            *c1.MEASURES,
            *spans.MEASURES,
        )
    }
)


def parse(text: str) -> Measure[Any]:
    """The measure that a text spells. Raises ValueError naming those there are."""
    try:
        return MEASURES[text]
    except KeyError:
        raise ValueError(f'There is no measure "{text}"; there are {", ".join(MEASURES)}.') from None
