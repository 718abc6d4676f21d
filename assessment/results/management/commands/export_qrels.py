"""Write the qrels of a campaign."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import IO, Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.results.management.writing import plain_rule, write_new
from assessment.results.selectors.exports import FORMS, write_qrels_file
from assessment.results.services.export import note_export
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Writes the grades as the judgments are now; frozen ones are kept with the scores."""

    help = (
        "Write the qrels of a campaign by a rule, as the judgments are now, in NIST's form or in trec_eval's four "
        "columns. Example: manage.py export_qrels facts qrels.txt --rule union"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the new file")
        parser.add_argument(
            "--rule", default="adjudicated", help="adjudicated (default), majority, union, intersection"
        )
        parser.add_argument("--form", default="qrels", choices=FORMS, help="qrels (default) or trec_eval")

    def do(self, **options: Any) -> str:
        campaign, rule, form = (
            campaign_named(options["campaign"]),
            plain_rule(options["rule"]),
            options["form"],
        )
        write_new(campaign, Path(options["file"]), partial(_write, rule=rule, form=form))
        note_export(campaign=campaign, what=f"qrels by the rule {rule}", by=None)
        return f"Wrote the qrels of {campaign.slug} by the rule {rule} to {options['file']}."


def _write(campaign: Campaign, target: IO[bytes], rule: str, form: str) -> None:
    write_qrels_file(campaign, rule, form, target)
