"""The evaluations that can be run, one module each. To add one is to add a module and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.tracks.base import Track
from scoring.tracks.series2004 import SERIES2004
from scoring.tracks.tac2008 import TAC2008
from scoring.tracks.trec8 import TREC8
from scoring.tracks.whole_series import SERIES2004_WHOLE

# The tracks that the web application offers.
TRACKS: Mapping[str, Track] = MappingProxyType({track.slug: track for track in (TREC8, SERIES2004)})
# The tracks with all question types judged, lists and nuggets too; only `python -m scoring` offers those.
WHOLE: Mapping[str, Track] = MappingProxyType(
    {track.slug: track for track in (TREC8, SERIES2004_WHOLE, TAC2008)}
)


def get(slug: str, known: Mapping[str, Track] = TRACKS) -> Track:
    """The track of that name. Raises ValueError naming those there are."""
    try:
        return known[slug]
    except KeyError:
        raise ValueError(f'There is no track "{slug}"; there are {", ".join(known)}.') from None
