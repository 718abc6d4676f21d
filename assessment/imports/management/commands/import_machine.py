"""Bring the judgments of a program in as a machine assessor."""

import hashlib
from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.imports.services.files import JudgmentsFile, check_judgments, import_machine_judgments
from assessment.imports.services.machines import facts_of
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Reads what a program says of answers: all of it or, where anything is wrong, nothing."""

    help = (
        "Store the judgments of a program (CSV: qid,docid,answer,grade, and if there are any passage,answer_class,"
        "confidence,explanation). Its version becomes the machine assessor NAME@VERSION, whose judgments count only "
        "where a rule names it: score CAMPAIGN --rule assessor:NAME@VERSION. An import can be undone (undo_import)."
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
        parser.add_argument("--check", action="store_true", help="say what it would do, and store nothing")

    def do(self, **options: Any) -> str | Outcome:
        source, campaign = read_source(options["file"]), campaign_named(options["campaign"])
        if options["prompt"]:
            options["prompt_sha256"] = hashlib.sha256(read_source(options["prompt"]).data).hexdigest()
        facts = facts_of({**options, "version": options["of_version"]})
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
