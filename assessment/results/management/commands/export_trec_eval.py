"""Write qrels and runs as trec_eval reads them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.writing import new_folder, plain_rule, refused_rule
from assessment.results.selectors.exports import write_qrels_file, write_trec_eval_runs
from assessment.results.services.export import note_export
from assessment.shared.commands import AssizeCommand
from scoring.rules import RuleError


class Command(AssizeCommand):
    """Writes what tools that know documents alone need: a made-up document for each pair of document and answer."""

    help = (
        "Write qrels.txt in trec_eval's four columns and every run, rewritten to match it, into a new folder. "
        "Example: manage.py export_trec_eval facts trec_eval"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("folder", help="a new or empty folder")
        parser.add_argument(
            "--rule", default="adjudicated", help="adjudicated (default), majority, union, intersection"
        )

    def do(self, **options: Any) -> str:
        campaign, rule = campaign_named(options["campaign"]), plain_rule(options["rule"])
        folder = new_folder(Path(options["folder"]))
        qrels = folder / "qrels.txt"
        try:
            with qrels.open("wb") as file:
                write_qrels_file(campaign, rule, "trec_eval", file)
        except RuleError as error:
            qrels.unlink()
            raise refused_rule(campaign, error) from None
        runs = folder / "runs"
        runs.mkdir()
        write_trec_eval_runs(campaign, runs)
        note_export(campaign=campaign, what="qrels and runs for trec_eval", by=None)
        number = len(list(runs.iterdir()))
        return (
            f"Wrote qrels.txt by the rule {rule} and {number} run{'' if number == 1 else 's'} "
            f"for trec_eval to {folder}."
        )
