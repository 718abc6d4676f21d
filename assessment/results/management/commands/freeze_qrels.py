"""Keep the qrels that a rule derives from the judgments."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.arguments import add_rule
from assessment.results.services.scores import freeze_qrels
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Makes a snapshot, unless nothing changed since the newest one of the rule."""

    help = "Freeze the grades of all judged items under a rule, as a version that stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        add_rule(parser)

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        made = freeze_qrels(campaign=campaign, rule=options["rule"], by=None, partial=options["partial"])
        return f"Version {made.version} of {campaign.slug}: {made.items:,} items by the rule {made.rule}, SHA-256 {made.sha256}."
