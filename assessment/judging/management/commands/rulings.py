"""List what assessors asked and how it was ruled; answer, or rule without having been asked."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Ruling
from assessment.judging.selectors.rulings import all_rulings
from assessment.judging.services.rulings import write_ruling
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Lists questions of assessors and rulings, or writes one."""

    help = (
        "List what assessors asked and the rulings of a campaign. With --text, write a ruling for all its assessors: the "
        "answer to --number, or a new one, on --question if it concerns one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--number", type=int, help="what is answered, or worded anew")
        parser.add_argument("--question", default="", help="id of the question that it concerns")
        parser.add_argument("--text", help="the ruling")

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        if options["text"] is None:
            return _listed(campaign)
        number = options["number"]
        if number and not Ruling.objects.filter(campaign=campaign, pk=number).exists():
            raise Refused(f"There is no ruling {number}.", "ruling_unknown", "List them without --text.")
        question = _question(campaign, options["question"])
        row = write_ruling(campaign=campaign, text=options["text"], by=None, ruling=number, question=question)
        return f"Ruling {row.pk} is there for all assessors."


def _question(campaign: Campaign, qid: str) -> Question | None:
    found = campaign.questions.filter(qid=qid).first() if qid else None
    if qid and found is None:
        raise Refused(f"There is no question {qid}.", "question_unknown", "Check its id.")
    return found


def _listed(campaign: Campaign) -> Outcome:
    waiting, made = all_rulings(campaign)
    lines = [f"{row.pk} waits: {row.question.qid if row.question else ''} “{row.asked}”" for row in waiting]
    lines += [
        f"{row.pk} {row.ruled_at:%Y-%m-%d} {row.question.qid if row.question else '(all)'}: {row.text}"
        for row in made
        if row.ruled_at
    ]
    values = [{"number": row.pk, "asked": row.asked, "ruling": row.text} for row in (*waiting, *made)]
    return Outcome("\n".join(lines) or "Nothing was asked, and nothing was ruled.", {"rulings": values})
