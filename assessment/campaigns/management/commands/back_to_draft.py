"""Take a campaign back to a draft."""

from assessment.campaigns.management.states import StateCommand
from assessment.campaigns.models import State


class Command(StateCommand):
    """Take a campaign back to a draft."""

    to = State.DRAFT
    help = (
        "Take an open campaign back to a draft, with a reason, as long as no run was submitted. "
        "Example: manage.py back_to_draft facts --reason 'Two questions are missing.'"
    )
