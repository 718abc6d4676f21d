"""Bring the judgments of a program in as a machine assessor."""

import hashlib
from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.imports.services.files import JudgmentsFile, check_judgments, import_machine_judgments
from assessment.imports.services.machines import facts_of
from assessment.imports.services.program_intake import TABLES
from assessment.shared.commands import AssizeCommand, Outcome
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor


class Command(AssizeCommand):
    """Reads what a program says of answers: all of it or, where anything is wrong, nothing."""

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
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the table of its judgments")
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
        parser.add_argument("--check", action="store_true", help="say what it would do, and store nothing")

    def do(self, **options: Any) -> str | Outcome:
        source, campaign = read_source(options["file"]), campaign_named(options["campaign"])
        if options["prompt"]:
            options["prompt_sha256"] = hashlib.sha256(read_source(options["prompt"]).data).hexdigest()
        facts = facts_of({**options, "version": options["of_version"]})
        for name, kind in (("matches", "machine-matches"), ("drafts", "machine-nuggets")):
            if options[name]:
                return _table(kind, campaign, facts, source, options["check"])
        if options["check"]:
            table = JudgmentsFile(source.name, source.data, facts.version, newcomers=True, facts=facts)
            found = check_judgments(campaign=campaign, table=table)
            return Outcome(found.sentence, found.as_data(), list(found.warnings))
        return import_machine_judgments(
            campaign=campaign,
            facts=facts,
            file=source.name,
            data=source.data,
            by=None,
            progress=self.progress,
        )


def _table(
    kind: str, campaign: Campaign, facts: MachineAssessor, source: SourceFile, check_only: bool
) -> str | Outcome:
    """Store a table of matches or drafts, or say what it would do."""
    table, problems = TABLES[kind], Problems(source.name)
    rows = table.read(source.data, problems)
    if check_only:
        found = table.review(campaign, facts, rows, problems)
        return Outcome(found.sentence, found._asdict(), list(found.warnings))
    stored = table.store(campaign=campaign, facts=facts, rows=rows, problems=problems, file=source, by=None)
    return stored.sentence
