"""Undo accepted majorities, or what a file of decisions, matches or votes brought."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.jobs.services.runner import do_here
from assessment.judging.models import ChangeBatch
from assessment.judging.selectors.batches import UNDO, batches_of
from assessment.judging.services.batches import undo_arguments
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Undoes one act of many changes; what was changed since is kept and named."""

    help = (
        "Undo accepted majorities, or what a file of decisions, nugget matches or votes brought, as a whole. What "
        "somebody changed since is kept and listed. Without --number, the acts are listed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--number", type=int, help="number of the act")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        if options["number"] is None:
            return _listed(campaign)
        batch = _batch(campaign, options["number"])
        arguments = undo_arguments(batch=batch)
        done = do_here(kind=UNDO, campaign=campaign, arguments=arguments, listener=self.progress)
        batch.refresh_from_db()
        for line in batch.report.get("kept", ()):
            self.stderr.write(f"kept: {line}")
        return str(done.result["sentence"])


def _batch(campaign: Campaign, number: int) -> ChangeBatch:
    rows = ChangeBatch.objects.filter(campaign=campaign, pk=number)
    found = rows.select_related("campaign", "job").first()
    if found is None:
        raise Refused(f"There is no act {number}.", "batch_unknown", _listed(campaign))
    return found


def _listed(campaign: Campaign) -> str:
    named = (
        f"{row.pk} ({row.get_kind_display().lower()}{f', {row.file}' if row.file else ''}, "
        f"{row.get_state_display().lower()})"
        for row in batches_of(campaign)
    )
    return f"Acts: {', '.join(named) or 'none'}."
