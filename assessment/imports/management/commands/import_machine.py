"""Bring the judgments of a program in as a machine assessor."""

import hashlib
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.files import read_source
from assessment.campaigns.management.intakes import FileCommand

TABLES = {"matches": "machine-matches", "drafts": "machine-nuggets"}  # of options
FACTS = ("name", "model", "family", "team", "prompt_sha256", "parameters", "made_on")


class Command(FileCommand):
    """Reads what a program says of answers: all of it or, where anything is wrong, nothing."""

    file_help = "the table of its judgments"
    help = (
        "Store the judgments of a program (CSV: qid,docid,answer,grade, and if there are any passage,answer_class,"
        "confidence,explanation). Its version becomes the machine assessor NAME@VERSION, whose judgments count only "
        "where a rule names it: score CAMPAIGN --rule assessor:NAME@VERSION. An import can be undone (undo_import). "
        "With --matches the table says which nuggets answers hold (qid,docid,answer,nugget, and if there are any "
        "passage,confidence,explanation): a row for each, one without a nugget for an answer that holds none. "
        "With --drafts it has the nuggets that the program would write (qid,nugget,importance, and if there are any "
        "docid,confidence,explanation); all of a question is its draft, and replaces what this version drafted before."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--name", required=True, help="of the program")
        parser.add_argument("--of-version", required=True, metavar="VERSION", help="of the program")
        parser.add_argument("--model", required=True, help="the model that it asks, as its maker names it")
        parser.add_argument("--family", default="", help="of models; runs that name it are flagged")
        parser.add_argument("--team", default="", help="who made the program; their runs are flagged")
        parser.add_argument("--prompt", metavar="FILE", help="the prompt, of which the SHA-256 is kept")
        parser.add_argument("--prompt-sha256", default="", metavar="HASH", help="the same without the file")
        parser.add_argument("--parameters", default="", help="temperature and the like, as text or JSON")
        parser.add_argument("--made-on", default="", metavar="DATE", help="when it judged: YYYY-MM-DD")
        tables = parser.add_mutually_exclusive_group()
        tables.add_argument(
            "--matches", action="store_true", help="the table says which nuggets answers hold"
        )
        tables.add_argument(
            "--drafts", action="store_true", help="the table has nuggets that the program would write"
        )

    def kind_of(self, options: Mapping[str, Any]) -> str:
        return next((kind for name, kind in TABLES.items() if options[name]), "judgments")

    def said(self, options: Mapping[str, Any]) -> dict[str, Any]:
        facts = {name: options[name] for name in FACTS} | {"version": options["of_version"]}
        if options["prompt"]:
            facts["prompt_sha256"] = hashlib.sha256(read_source(options["prompt"]).data).hexdigest()
        return {"facts": facts, "replace": True}
