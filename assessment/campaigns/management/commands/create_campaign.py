"""Make a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.models.options import split_pairs
from assessment.campaigns.services import create_campaign
from assessment.shared.commands import AssizeCommand
from scoring import tracks


class Command(AssizeCommand):
    """Makes a draft campaign with its settings."""

    help = "Create a campaign, as a draft: questions come with import_questions, teams with their runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="short name, as it stands in addresses")
        parser.add_argument("--track", required=True, help=f"one of {', '.join(tracks.TRACKS)}")
        parser.add_argument(
            "--title", default="", help="as pages show it; the short name where none is given"
        )
        parser.add_argument("--collection", default="", help="short name of the collection of documents")
        parser.add_argument(
            "--set", action="append", default=[], metavar="KEY=VALUE", help="a setting; may be repeated"
        )

    def do(self, **options: Any) -> str:
        campaign = create_campaign(
            slug=options["slug"],
            title=options["title"],
            track=options["track"],
            collection=options["collection"],
            settings=split_pairs(options["set"]),
            by=None,
        )
        chosen = [f"{rule.setting.name}={rule.text}" for rule in campaign.settings_in_force if rule.chosen]
        if campaign.deadline:
            chosen.append(f"deadline={campaign.deadline_text}")
        settings = f" with {', '.join(chosen)}" if chosen else ""
        return f"Created the campaign {campaign.slug} ({campaign.track.title}), a draft{settings}."
