"""List the disputed items of a campaign: how many by question, then the items."""

from argparse import ArgumentParser
from typing import Any

from assessment.adjudication.selectors.majorities import listed_disputes, question_disputes
from assessment.adjudication.services.majorities import refuse_unknown
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.problems import SHOWN


class Command(AssizeCommand):
    """Reads alone: what is disputed, what is open, and what a majority would decide."""

    help = (
        "List the disputed items that wait for a decision: first how many of each question, then each with its "
        f"grades. The first {SHOWN} are listed; --all lists every one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--question", nargs="+", default=[], metavar="QID", help="these questions alone")
        parser.add_argument("--decided", action="store_true", help="list decided items too")
        parser.add_argument("--all", action="store_true", help=f"list all items, not the first {SHOWN}")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        only = options["question"]
        refuse_unknown(campaign, only)
        rows = [row for row in question_disputes(campaign) if not only or row.question.qid in only]
        every = bool(options["all"] or options["all_problems"] or options["json"])
        total = sum(row.disputed if options["decided"] else row.open for row in rows)
        items = listed_disputes(
            campaign, only=only, decided=options["decided"], most=None if every else SHOWN
        )
        summary = [
            f"question {row.question.qid}: {row.open:,} open of {row.disputed:,}, {row.clear:,} with a clear majority"
            for row in rows
        ]
        cut = [f"… and {total - len(items):,} more; with --all all are listed."] if total > len(items) else []
        asked, is_open = sum(row.disputed for row in rows), sum(row.open for row in rows)
        sentence = f"{is_open:,} of {asked:,} disputed items of {len(rows):,} questions are open."
        return Outcome(sentence, _data(rows, items), [*summary, *map(str, items), *cut])


def _data(rows: Any, items: Any) -> dict[str, Any]:
    return {
        "questions": [
            {
                "qid": row.question.qid,
                "disputed": row.disputed,
                "open": row.open,
                "clear": row.clear,
                "split": row.split,
                "stale": row.stale,
            }
            for row in rows
        ],
        "items": [item._asdict() for item in items],
    }
