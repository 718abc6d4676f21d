"""Rulings, and the questions that wait for one, as a bundle holds them. No score depends on them."""

from assessment.campaigns.models import Campaign
from assessment.judging.models import Ruling
from assessment.results.selectors.batches import format_time
from scoring import records


def load_rulings(campaign: Campaign) -> list[records.Ruling]:
    """All of a campaign, sorted by code point."""
    rows = Ruling.objects.filter(campaign=campaign).select_related("question", "item", "asked_by")
    return sorted(ruling_record(row) for row in rows.order_by("pk"))


def ruling_record(row: Ruling) -> records.Ruling:
    """One of them; an item that left the pool is not named, since no other table of the bundle knows it."""
    item = row.item if row.item and row.item.left_at is None else None
    return records.Ruling(
        qid=row.question.qid if row.question else "",
        docid=item.docid if item else "",
        passage=item.passage if item else "",
        answer=item.answer if item else "",
        assessor=row.asked_by.name if row.asked_by else "",
        asked=row.asked,
        asked_at=format_time(row.asked_at),
        ruling=row.text,
        ruled_at=format_time(row.ruled_at) if row.ruled_at else "",
    )
