"""Write the answer patterns of a campaign as a file in NIST's layout."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.imports.services.own_patterns import exported
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from scoring.patterns import files


class Command(AssizeCommand):
    """A reusable test collection: qid and pattern, and the documents where they are wanted."""

    help = (
        "Write the answer patterns that people wrote on the page Answer patterns, lines of qid and pattern. With "
        "--proposals also patterns made of the right answers of questions for which nobody wrote any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the file to write; it must not exist yet")
        parser.add_argument(
            "--documents", action="store_true", help="with the documents where such answers were judged right"
        )
        parser.add_argument(
            "--proposals", action="store_true", help="made of right answers where nobody wrote patterns"
        )

    def do(self, **options: Any) -> str:
        campaign, target = campaign_named(options["campaign"]), Path(options["file"])
        if target.exists():
            raise Refused(f"{target} exists. Nothing was written.", "file_exists", "Name another file.")
        documents = options["documents"]
        patterns = list(exported(campaign, documents=documents, proposals=options["proposals"]))
        if not patterns:
            hint = "Write some on the page Answer patterns, or judge answers right and use --proposals."
            raise Refused(f"{campaign.slug} has no patterns. Nothing was written.", "no_patterns", hint)
        target.write_bytes(b"".join(files.write(patterns, documents=documents)))
        questions = len({pattern.qid for pattern in patterns})
        return f"Wrote {len(patterns):,} patterns of {questions:,} questions to {target}."
