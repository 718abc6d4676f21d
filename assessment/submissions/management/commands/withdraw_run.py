"""Take a run out of the evaluation."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assessment.submissions.models import Run, RunState
from assessment.submissions.selectors.sentences import run_withdrawn
from assessment.submissions.services import withdraw_run


class Command(AssizeCommand):
    """Withdraws a run, also after the deadline."""

    help = (
        "Take a run out of the evaluation, also after the deadline; its file and what is pooled of it stay. "
        "Example: manage.py withdraw_run facts lkg1"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("run", help="id of the run")

    def do(self, **options: Any) -> str:
        run = _current_run(campaign_named(options["campaign"]), options["run"])
        withdraw_run(by=None, run=run, organizer=True)
        return run_withdrawn(run)


def _current_run(campaign: Campaign, run_id: str) -> Run:
    """The run that stands under this id."""
    runs = campaign.runs.filter(state=RunState.SUBMITTED)
    row = runs.select_related("campaign", "team").filter(run_id=run_id).first()
    if row is None:
        known = ", ".join(runs.order_by("run_id").values_list("run_id", flat=True)) or "none"
        raise Refused(
            f"{campaign.slug} has no run {run_id}. Nothing was changed.",
            "run_unknown",
            f"Runs there: {known}.",
        )
    return row
