"""Bring in what question development found."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.campaigns.management.intakes import FileCommand, columns_of
from assessment.campaigns.services.intakes import Sent, Taken
from assessment.development.services.intake import FORMATS
from assessment.shared.commands import Outcome
from assessment.shared.errors import Refused

SHOWN = 20


class Command(FileCommand):
    """Adds what a file knows to the known answers and nuggets of a campaign's questions."""

    help = "Import known answers and nuggets of a campaign's questions, found before judging."
    file_help = "the file of answers or nuggets"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--format", required=True, help=f"what the file holds; read are: {', '.join(FORMATS)}"
        )

    def kind_of(self, options: Mapping[str, Any]) -> str:
        if options["format"] not in FORMATS:
            raise Refused(
                f"This version does not read {options['format']} files. Nothing was stored.",
                "format_unknown",
                f"It reads: {', '.join(FORMATS)}.",
            )
        return str(options["format"])

    def do(self, **options: Any) -> str | Outcome:
        done = super().do(**options)
        if not options["check"]:
            self._warn_of_documents(options)
        return done

    def _warn_of_documents(self, options: Mapping[str, Any]) -> None:
        campaign = campaign_named(options["campaign"])
        file = read_source(options["file"])._replace(columns=columns_of(options["columns"]))
        if unknown := FORMATS[options["format"]].not_there(Sent(campaign, file, None)):
            shown = ", ".join(unknown[:SHOWN]) + (" …" if len(unknown) > SHOWN else "")
            self.stderr.write(
                f"Warning: {len(unknown):,} of the documents named are not in the collection "
                f"{campaign.collection_slug}: {shown}. They are kept as in the file; check the spelling of these ids."
            )

    def shown(self, taken: Taken) -> Outcome:
        """What a checked file would do: the first new entries, then the sentence of its import."""
        found = dict(taken.review or {})
        lines = [f"new: {qid} {entry}" for qid, entry in found["entries"]]
        lines += [f"and {found['more']:,} more"] if found["more"] else []
        lines += [f"not in the collection: {docid}" for docid in found["unknown"]]
        fields = {
            "is_new": found["is_new"],
            "added": found["entries"],
            "more": found["more"],
            "unknown": found["unknown"],
        }
        sentence = f"The import would say: “{found['import_says']}” Nothing was stored."
        return Outcome(sentence, fields, lines)
