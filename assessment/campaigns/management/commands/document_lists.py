"""Writes what a search finds for each question or target of a campaign."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.selectors.searching import found_for_topics
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.say import say, say_n
from documents.search.finding import MOST


class Command(AssizeCommand):
    """`document_lists CAMPAIGN --top 1000 --out FILE`."""

    help = (
        "Write the best documents for each target, or each question in no series: lines of qnum, rank, docid and rsv, "
        "as NIST gave them to participants. `import_document_lists` takes the file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "--top", type=int, default=MOST, help=f"documents of each, {MOST} at most (default {MOST})"
        )
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the new file")

    def do(self, **options: Any) -> Outcome:
        campaign, file = campaign_named(options["campaign"]), options["out"]
        topics = documents = 0
        try:
            with file.open("x", encoding="utf-8") as out:
                for topic, hits in found_for_topics(campaign, max(1, min(options["top"], MOST))):
                    out.writelines(f"{topic} {hit.rank} {hit.docid} {hit.score:.6f}\n" for hit in hits)
                    topics, documents = topics + 1, documents + len(hits)
        except FileExistsError:
            raise Refused(
                say("{file} is there already. Nothing was written.", file=str(file)),
                "file_exists",
                say("Name a new file."),
            ) from None
        except AssizeError:
            file.unlink()
            raise
        sentence = say_n(
            "Wrote {documents} documents for {n} topic.",
            "Wrote {documents} documents for {n} topics.",
            topics,
            documents=f"{documents:,}",
        )
        return Outcome(sentence, {"topics": topics, "documents": documents, "file": str(file)})
