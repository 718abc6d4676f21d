"""Write the judged lists and nuggets of all runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.writing import new_folder, plain_rule, refused_rule
from assessment.results.services.downloads import refuse_without_parts, write_judged_files
from assessment.results.services.export import note_export
from assessment.shared.commands import AssizeCommand
from scoring.rules import RuleError


class Command(AssizeCommand):
    """Writes a file for each run, under its own tag or one dealt out by a seed."""

    help = (
        "Write every run's judged lists and nuggets into a new folder. With a seed the runs have tags that it deals out; "
        "who knows the seed can tell which run is which. Example: manage.py export_judged_runs comets judged --seed 7"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("folder", help="a new or empty folder")
        parser.add_argument(
            "--rule", default="adjudicated", help="adjudicated (default), majority, union, intersection"
        )
        parser.add_argument("--seed", type=int, help="deals out other run tags; else the runs keep theirs")

    def do(self, **options: Any) -> str:
        campaign, rule, seed = (
            campaign_named(options["campaign"]),
            plain_rule(options["rule"]),
            options["seed"],
        )
        refuse_without_parts(campaign)
        folder = new_folder(Path(options["folder"]))
        try:
            write_judged_files(campaign, rule, seed, folder)
        except RuleError as error:
            raise refused_rule(campaign, error) from None
        tags = "with their own run tags" if seed is None else f"with run tags dealt out by the seed {seed}"
        note_export(campaign=campaign, what=f"judged runs by the rule {rule}, {tags}", by=None)
        return f"Wrote the judged runs of {campaign.slug} by the rule {rule}, {tags}, to {folder}."
