"""Decide all disputed items that have a clear majority."""

from argparse import ArgumentParser
from typing import Any

from assessment.adjudication.selectors.majorities import question_disputes
from assessment.adjudication.services.majorities import accept_majorities, refuse_unknown
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Accepts every clear majority, as one act that `undo_batch` undoes."""

    help = (
        "Decide every open disputed item on which more than half of the assessors gave one grade: as a matter of "
        "opinion, the majority kept. `undo_batch` undoes all of it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--question", nargs="+", default=[], metavar="QID", help="these questions alone")
        parser.add_argument(
            "--without", nargs="+", default=[], metavar="QID", help="leave these questions out"
        )
        parser.add_argument(
            "--but-one", action="store_true", help="only grades that all assessors but one gave"
        )
        parser.add_argument("--check", action="store_true", help="list what would be decided; change nothing")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        wanted = {"only": options["question"], "without": options["without"], "but_one": options["but_one"]}
        if options["check"]:
            return self._check(campaign, **wanted)
        made = accept_majorities(campaign=campaign, by=None, progress=self.progress, **wanted)
        for line in made.report["left"]:
            self.stderr.write(f"left: {line}")
        return Outcome(made.report["sentence"], {"number": made.pk, **made.report})

    def _check(self, campaign: Campaign, only: list[str], without: list[str], but_one: bool) -> Outcome:
        refuse_unknown(campaign, [*only, *without])
        found = question_disputes(campaign, but_one=but_one)
        rows = [
            row for row in found if (not only or row.question.qid in only) and row.question.qid not in without
        ]
        lines = [f"question {it.question.qid}: {it.clear:,} to accept, {it.stays:,} stay open" for it in rows]
        accepted, stays = sum(row.clear for row in rows), sum(row.stays for row in rows)
        sentence = f"{accepted:,} majorities would be accepted; {stays:,} items would stay open. Nothing was changed."
        questions = {row.question.qid: {"clear": row.clear, "stay_open": row.stays} for row in rows}
        return Outcome(sentence, {"questions": questions}, lines)
