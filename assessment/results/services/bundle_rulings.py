"""The rulings of a bundle, and a campaign's own for its clone. Nobody is told of them: they are known already."""

from collections.abc import Iterable, Mapping
from uuid import uuid4

from assessment.campaigns.models import Campaign
from assessment.judging.models import Ruling
from assessment.results.services.bundle_judgments import parse_time
from assessment.results.services.bundle_steps import store_rows
from scoring import records
from scoring.records import Item


def store_rulings(campaign: Campaign, rulings: Iterable[records.Ruling], items: Mapping[Item, int]) -> None:
    """Store what people asked and how it was ruled; who ruled is not in a bundle."""
    questions = dict(campaign.questions.values_list("qid", "pk"))
    members = dict(campaign.members.values_list("name", "pk"))
    store_rows(
        Ruling(
            campaign=campaign,
            question_id=questions.get(row.qid),
            item_id=items.get(Item(row.qid, row.docid, row.passage, row.answer)),
            asked_by_id=members.get(row.assessor),
            asked=row.asked,
            asked_at=parse_time(row.asked_at),
            client_id=uuid4(),
            text=row.ruling,
            ruled_at=parse_time(row.ruled_at) if row.ruling else None,
            read_at=parse_time(row.ruled_at) if row.ruling else None,
            changes=1 if row.ruling else 0,
        )
        for row in rulings
    )


def copy_rulings(origin: Campaign, made: Campaign) -> dict[str, int]:
    """The rulings of another campaign with their dates, without who asked; those of a question only where it went along."""
    questions = dict(made.questions.values_list("qid", "pk"))
    rows = origin.rulings.made().select_related("question").order_by("ruled_at", "pk")
    kept = [row for row in rows if row.question is None or row.question.qid in questions]
    store_rows(
        Ruling(
            campaign=made,
            question_id=questions[row.question.qid] if row.question else None,
            client_id=uuid4(),
            asked_at=row.asked_at,
            text=row.text,
            ruled_by_id=row.ruled_by_id,
            ruled_at=row.ruled_at,
            changes=1,
        )
        for row in kept
    )
    return {"rulings": len(kept)}
