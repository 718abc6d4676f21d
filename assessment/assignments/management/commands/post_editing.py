"""Declare that assessors see a machine's grades before judging, in a share of their questions."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.management.commands.assign import split_names
from assessment.assignments.services.post_editing import declare_post_editing, withdraw_post_editing
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Declares post-editing before anything is assigned, or withdraws it."""

    help = (
        "Declare, before anything is assigned, that in a share of their questions assessors see what a machine said before "
        "they judge, drawn by a seed for each question and assessor when it is assigned. The others are judged blind."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "name", nargs="?", default="", help="of the machine assessor, such as NAME@VERSION"
        )
        parser.add_argument("--share", type=int, default=50, metavar="PERCENT", help="1 to 100 (default 50)")
        parser.add_argument("--seed", type=int, default=1, help="of the draw (default 1)")
        parser.add_argument("--questions", default="", metavar="A,B,C", help="only these; all by default")
        parser.add_argument(
            "--withdraw",
            action="store_true",
            help="take the declaration back; nothing may be assigned under it",
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        if options["withdraw"]:
            return withdraw_post_editing(campaign=campaign, by=None)
        return declare_post_editing(
            campaign=campaign,
            name=options["name"],
            share=options["share"],
            seed=options["seed"],
            questions=split_names(options["questions"]),
            by=None,
        )
