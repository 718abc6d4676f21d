"""Bring in what question development found."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.development.services.files import FORMATS, documents_not_there, import_development
from assessment.development.services.intake import Preview, preview_of
from assessment.shared.commands import AssizeCommand, Outcome

SHOWN = 20


class Command(AssizeCommand):
    """Adds what a file knows to the known answers and nuggets of a campaign's questions."""

    help = "Import known answers and nuggets of a campaign's questions, found before judging."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the file of answers or nuggets")
        parser.add_argument(
            "--format", required=True, help=f"what the file holds; read are: {', '.join(FORMATS)}"
        )
        parser.add_argument(
            "--check", action="store_true", help="say what the file would do, and store nothing"
        )

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        file = read_source(options["file"])
        if options["check"]:
            return _said(preview_of(campaign, file, options["format"]))
        done = import_development(campaign=campaign, file=file, format=options["format"], by=None)
        if unknown := documents_not_there(campaign, file, options["format"]):
            shown = ", ".join(unknown[:SHOWN]) + (" …" if len(unknown) > SHOWN else "")
            self.stderr.write(
                f"Warning: {len(unknown):,} of the documents named are not in the collection "
                f"{campaign.collection_slug}: {shown}. They are kept as in the file; check the spelling of these ids."
            )
        return done.sentence(campaign.slug)


def _said(found: Preview) -> Outcome:
    """What a checked file would do: the first new entries, then the sentence of its import."""
    lines = [f"new: {qid} {entry}" for qid, entry in found.entries]
    lines += [f"and {found.more:,} more"] if found.more else []
    lines += [f"not in the collection: {docid}" for docid in found.unknown]
    fields = {"is_new": found.is_new, "added": found.entries, "more": found.more, "unknown": found.unknown}
    return Outcome(f"The import would say: “{found.import_says}” Nothing was stored.", fields, lines)
