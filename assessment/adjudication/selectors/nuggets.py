"""Whether a campaign has nuggets."""

from assessment.people.selectors.access import Access
from scoring.stages import MATCHING


def has_nuggets(access: Access) -> bool:
    """Whether questions of this campaign may have nuggets."""
    return bool(access.campaign.track.types_with(MATCHING))
