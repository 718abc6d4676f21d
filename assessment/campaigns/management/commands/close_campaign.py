"""Close a campaign for runs."""

from assessment.campaigns.management.states import StateCommand
from assessment.campaigns.models import State


class Command(StateCommand):
    """Close a campaign for runs."""

    to = State.CLOSED
    help = (
        "End the submission of runs: teams can no longer submit, replace or withdraw any. "
        "Example: manage.py close_campaign facts"
    )
