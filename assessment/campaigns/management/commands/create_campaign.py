"""Make a campaign."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

from assessment.campaigns.management.files import evaluation_in
from assessment.campaigns.models.options import split_pairs
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.settings_page import settings_in_short
from assessment.campaigns.services import check_campaign, create_campaign
from assessment.shared.commands import AssizeCommand, Outcome
from scoring import evaluations


class Command(AssizeCommand):
    """Makes a draft campaign with its settings."""

    help = "Create a campaign, as a draft: questions come with import_questions, teams with their runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = settings_in_short()
        parser.add_argument("slug", help="short name, as it stands in addresses")
        kind = parser.add_mutually_exclusive_group(required=True)
        kind.add_argument("--track", default="", help=f"one of {', '.join(evaluations.TRACKS)}")
        kind.add_argument(
            "--evaluation",
            metavar="FILE",
            help="an evaluation of your own instead (docs/own-evaluations.md)",
        )
        parser.add_argument(
            "--title", default="", help="as pages show it; the short name where none is given"
        )
        parser.add_argument("--collection", default="", help="short name of the collection of documents")
        parser.add_argument(
            "--set", action="append", default=[], metavar="KEY=VALUE", help="a setting; may be repeated"
        )

        parser.add_argument("--check", action="store_true", help="say what it would be, and create nothing")
        parser.add_argument("--past", action="store_true", help="set a deadline even though it has passed")

    def do(self, **options: Any) -> Outcome:
        wanted = {name: options[name] for name in ("slug", "title", "track", "collection", "past")}
        wanted |= {
            "evaluation": evaluation_in(options["evaluation"]),
            "settings": split_pairs(options["set"]),
        }
        if options["check"]:
            return Outcome(check_campaign(**wanted, by=None))
        campaign = create_campaign(**wanted, by=None)
        doubts = sentences.unknown_collection(campaign)
        for doubt in doubts:
            self.stderr.write(f"warning: {doubt}")
        return Outcome(sentences.campaign_created(campaign), {"doubts": doubts})
