"""Long reads of a campaign's judgments that must not see a change half-way."""

from collections.abc import Iterator
from contextlib import contextmanager

from assessment.campaigns.models import Campaign
from assessment.imports.selectors import refuse_half_stored
from assessment.shared.moment import one_moment


@contextmanager
def whole_moment(campaign: Campaign) -> Iterator[None]:
    """One moment for what judgments are counted in or given out: refused while an import of them is half stored."""
    with one_moment():
        refuse_half_stored(campaign)
        yield
