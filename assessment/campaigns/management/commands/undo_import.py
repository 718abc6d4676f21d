"""Undo an import as a whole."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.selectors.imports import dependents_of, imported_since, named, remarks_on
from assessment.campaigns.services.imports import undo_arguments
from assessment.jobs.services.runner import do_here
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Undoes an import as a whole, or lists what stands in the way."""

    help = (
        "Undo an import as a whole: what it added is removed, and what it changed is as before. Refused, with a "
        "list, where something was built on it. `imports CAMPAIGN` tells the numbers."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("number", type=int, help="number of the import")
        parser.add_argument(
            "--reason", default="", metavar="TEXT", help="needed; kept in the record and shown beside it"
        )
        parser.add_argument(
            "--check", action="store_true", help="say what was built on the import, and undo nothing"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        source = named(campaign, options["number"])
        if options["check"]:
            dependents, remarks = " ".join(dependents_of(source)), " ".join(remarks_on(source))
            if dependents:
                sentence = f"{source} cannot be undone, because this would be lost: {dependents} {imported_since(source)}".strip()
                return sentence[:1].upper() + sentence[1:]
            return f"Nothing was built on {source}: it can be undone. {remarks}".strip()
        kind, arguments = undo_arguments(source=source, reason=options["reason"])
        done = do_here(kind=kind, campaign=campaign, arguments=arguments, listener=self.progress)
        return str(done.result["sentence"])
