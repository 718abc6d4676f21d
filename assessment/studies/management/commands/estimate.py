"""Estimate the scores of all questions from the sample that people judged and a machine's judgments of all."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.studies.management.commands.study import write
from assessment.studies.services.designs import estimate_scores
from scoring.studies.estimates import table_of
from scoring.studies.numbers import text_of


class Command(AssizeCommand):
    """Says each run's estimate with its interval."""

    help = (
        "Estimate each run's score over all questions, with an interval of 95 %, from the sample that people judged (sample) "
        "and from the machine's judgments of all. Estimates are no scores and go into no qrels."
    )
    json_file = "the estimates of all runs and pairs of runs"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> str | Outcome:
        found = estimate_scores(campaign=campaign_named(options["campaign"]))
        text = text_of(found.as_json())
        if options["json"] == "-":
            return text.rstrip("\n")
        said, *notes = found.sentences
        if isinstance(options["json"], str):
            write(Path(options["json"]), text, said)
        return Outcome(said, lines=[*table_of(found), *notes])
