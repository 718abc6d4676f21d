"""Write the final answer sets of a campaign."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.writing import plain_rule, write_new
from assessment.results.services.downloads import refuse_without_parts, write_answers
from assessment.results.services.export import note_export
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Writes the answers of list questions that count."""

    help = (
        "Write the final answer sets of a campaign with lists, by a rule, as the judgments are now. "
        "Example: manage.py export_answers comets answers.txt"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the new file")
        parser.add_argument(
            "--rule", default="adjudicated", help="adjudicated (default), majority, union, intersection"
        )

    def do(self, **options: Any) -> str:
        campaign, rule = campaign_named(options["campaign"]), plain_rule(options["rule"])
        refuse_without_parts(campaign)
        write_new(campaign, Path(options["file"]), partial(write_answers, rule=rule))
        note_export(campaign=campaign, what=f"final answer sets by the rule {rule}", by=None)
        return f"Wrote the final answer sets of {campaign.slug} by the rule {rule} to {options['file']}."
