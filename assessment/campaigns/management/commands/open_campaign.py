"""Open a campaign for runs."""

from assessment.campaigns.management.states import StateCommand
from assessment.campaigns.models import State


class Command(StateCommand):
    """Open a campaign for runs."""

    to = State.OPEN
    help = (
        "Let teams see the questions and submit runs; a closed campaign opens again with a reason. "
        "Example: manage.py open_campaign facts"
    )
