"""The evaluations that can be run, one module each. To add one is to add a module and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.records import Evaluation
from scoring.tracks.base import Track
from scoring.tracks.nq import NQ
from scoring.tracks.respubliqa2010 import RESPUBLIQA2010
from scoring.tracks.series2004 import SERIES2004
from scoring.tracks.tac2008 import TAC2008
from scoring.tracks.trec8 import TREC8

TRACKS: Mapping[str, Track] = MappingProxyType(
    {track.slug: track for track in (TREC8, SERIES2004, TAC2008, RESPUBLIQA2010, NQ)}
)


def with_scales(evaluation: Evaluation) -> Evaluation:
    """The same with the scale of each question, as its type has it under the settings of the campaign."""
    track = get(evaluation.track).under(evaluation.settings)
    return evaluation._replace(scales=track.scales(evaluation.topics))


def get(slug: str) -> Track:
    """The track of that name. Raises ValueError naming those there are."""
    try:
        return TRACKS[slug]
    except KeyError:
        raise ValueError(f'There is no track "{slug}"; there are {", ".join(TRACKS)}.') from None
