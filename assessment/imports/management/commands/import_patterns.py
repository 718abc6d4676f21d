"""Bring answer patterns in as a machine assessor."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.campaigns.models.imports import JUDGMENTS
from assessment.campaigns.services.checked_files import check_here, import_here
from assessment.campaigns.services.intakes import INTAKES
from assessment.imports.services.patterns import DOCUMENTS, NAME, PatternsFile, judged_by
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Judges the pool by a file of patterns: all of it or, where anything is wrong, nothing."""

    help = (
        "Judge the pool by answer patterns: lines of qid and a Perl regular expression, with or without the documents "
        "where such answers were judged right. The judgments are those of a machine: they count where a rule names it, "
        "as in score CAMPAIGN --rule assessor:patterns. An import can be taken back (take_back_judgments)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the file of patterns")
        parser.add_argument(
            "--machine", required=True, metavar="VERSION", help="which patterns they are, such as trec13"
        )
        parser.add_argument("--name", default=NAME, help=f"name of the machine assessor (default {NAME})")
        parser.add_argument(
            "--documents",
            choices=("yes", "no", "auto"),
            default="auto",
            help="whether lines name documents (default auto: as they look)",
        )
        parser.add_argument("--ignore-case", action="store_true", help="let A match a")
        parser.add_argument(
            "--complete",
            action="store_true",
            help="judge the answers to questions without a pattern too: all are wrong",
        )
        parser.add_argument("--check", action="store_true", help="say what it would do, and store nothing")

    def do(self, **options: Any) -> str:
        source, campaign = read_source(options["file"]), campaign_named(options["campaign"])
        how = {name: options[name] for name in ("machine", "name", "ignore_case", "complete")}
        how["documents"] = DOCUMENTS[options["documents"]]
        judged = judged_by(campaign, PatternsFile(source.name, source.data, **how), None)
        if not options["check"]:
            return f"{judged.sentence} {import_here(JUDGMENTS, judged.sent, self.progress).sentence}"
        self.warn(judged.warnings)
        return f"{judged.sentence} {check_here(INTAKES[JUDGMENTS], judged.sent).sentence}"
