"""Bring decisions on disputed items in."""

from argparse import ArgumentParser
from typing import Any

from assessment.adjudication.services.decisions import import_decisions
from assessment.campaigns.management.files import campaign_named, read_source
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Reads an adjudications.csv: all of it or, where anything is wrong, nothing."""

    help = "Store the decisions of an adjudications.csv (qid,docid,passage,answer,grade,ground,overruled,adjudicator,note)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the table of decisions")

    def do(self, **options: Any) -> str:
        source = read_source(options["file"])
        campaign = campaign_named(options["campaign"])
        done = import_decisions(campaign=campaign, file=source.name, data=source.data, by=None)
        return str(done)
