"""Searches the collection of a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.selectors.searching import search_in
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.say import say_n
from documents.search.finding import MOST, PAGE


class Command(AssizeCommand):
    """`search CAMPAIGN QUERY [--top 20] [--json]`."""

    help = (
        "Search the collection of a campaign: one document a line, the best first, with rank, id, score and title. "
        'Words, "phrases", +must, -not, title:word, id:start*, date:1989..1990-06.'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("query", help="what is looked for; -- before one that begins with a minus")
        parser.add_argument(
            "--top", type=int, default=PAGE, help=f"how many documents, {MOST} at most (default {PAGE})"
        )

    def do(self, **options: Any) -> Outcome:
        results = search_in(
            campaign_named(options["campaign"]), options["query"], limit=max(1, min(options["top"], MOST))
        )
        if not results.is_current:
            self.stderr.write("warning: The index is that of the import before; the new one is being made.")
        lines = [f"{hit.rank} {hit.docid} {hit.score:.4f} {hit.title}".rstrip() for hit in results.hits]
        hits = [
            hit._asdict() | {"snippet": "".join(piece.text for piece in hit.snippet)} for hit in results.hits
        ]
        sentence = say_n("{n} document found.", "{n} documents found.", results.total)
        return Outcome(sentence, {"total": results.total, "hits": hits, "current": results.is_current}, lines)
