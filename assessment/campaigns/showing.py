"""What of a campaign's questions stays with those who run it."""

from assessment.campaigns.models import State
from assessment.people.access import Access, Deed


def sees_types(access: Access) -> bool:
    """Whether somebody may know the types of questions: teams may where their topics file tells them, or at the end."""
    campaign = access.campaign
    runs_it = access.may(Deed.SEE_BOARD) or access.may(Deed.ADJUDICATE)
    return runs_it or not campaign.track.untold or campaign.state == State.RELEASED
