"""Say whether NIL is right, of one question, of several, or of all that wait for it."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import question_named
from assessment.campaigns.models import Question
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services import settle_nils
from assessment.results.selectors.release import undecided_nils
from assessment.results.services.readings import scorer_of
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused

JUDGMENTS = "judgments"


class Command(AssizeCommand):
    """Settles NIL of questions, or leaves it to the judgments again."""

    help = (
        "Say whether NIL is right where the judgments of questions leave it open: of those named, or with --waiting of "
        "all that wait. With --check: say what would change, and change nothing. "
        "Example: manage.py settle_nil series 3.2 4.1 right"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", nargs="*", help="ids of the questions")
        parser.add_argument(
            "nil", choices=["right", "wrong", JUDGMENTS], help=f"{JUDGMENTS}: nobody settles it"
        )
        parser.add_argument("--waiting", action="store_true", help="all questions that wait for it")
        parser.add_argument("--check", action="store_true", help="say what would change, and change nothing")

    def do(self, **options: Any) -> str | Outcome:
        campaign, qids = campaign_named(options["campaign"]), dict.fromkeys(options["qid"])
        if bool(qids) == options["waiting"]:
            message = "Name the questions, or say --waiting for all that wait. Nothing was changed."
            raise Refused(message, "which_questions")
        near: Mapping[str, set[str]] = {}
        if options["waiting"] or options["check"]:
            near = undecided_nils(scorer_of(campaign))
        if options["waiting"]:
            rows = [row for row in campaign.questions.in_order() if row.qid in near]
        else:
            rows = [question_named(campaign, qid) for qid in qids]
        if not rows:
            return "No question waits for it. Nothing was changed."
        nil = "" if options["nil"] == JUDGMENTS else options["nil"]
        if options["check"]:
            return checked(rows, nil, near)
        return sentences.nils_settled(settle_nils(questions=rows, nil=nil, by=None))


def checked(rows: list[Question], nil: str, near: Mapping[str, set[str]]) -> Outcome:
    """What would change, question by question."""
    counted = "1 question" if len(rows) == 1 else f"{len(rows):,} questions"
    said = f"be {nil}" if nil else "be left to the judgments"
    lines = [line_of(row, near.get(row.qid, set())) for row in rows]
    fields = {"questions": [row.qid for row in rows]}
    return Outcome(f"NIL would {said} in {counted}. Nothing was changed.", fields, lines)


def line_of(row: Question, near: set[str]) -> str:
    """How a question is now, and why it waits."""
    waits = f"; {' and '.join(sorted(near))} answers and no correct one" if near else ""
    return f"{row.qid}: {row.get_nil_display() or 'not settled'}{waits}"
