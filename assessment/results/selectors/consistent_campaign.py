"""Long reads of a campaign's judgments that must not see a change half-way."""

from collections.abc import Iterator
from contextlib import contextmanager

from assessment.campaigns.models import Campaign
from assessment.imports.selectors import refuse_half_stored
from assessment.shared.consistent_read import consistent_read


@contextmanager
def consistent_campaign(campaign: Campaign) -> Iterator[None]:
    """One consistent read for what judgments are counted in or given out: refused while an import of them is half stored."""
    with consistent_read():
        refuse_half_stored(campaign)
        yield
