"""Delete a campaign that was never released."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.jobs.services.runner import do_here
from assessment.results.services.deletion import DELETE, request_deletion, request_the_rest
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Hides the campaign at once and deletes all its rows; started again, it goes on where it was."""

    help = "Delete a campaign that was never released, with all that belongs to it. Export it first: there is no undo."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--confirm", required=True, metavar="SLUG", help="the short name once more")

    def do(self, **options: Any) -> str:
        slug = options["campaign"]
        asked = request_the_rest(slug=slug, by=None) or request_deletion(
            campaign=campaign_named(slug), confirm=options["confirm"], by=None
        )
        done = do_here(kind=DELETE, campaign=None, arguments=asked.arguments, listener=self.progress)
        return str(done.result["sentence"])
