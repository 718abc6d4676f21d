"""Copies the documents that people read, so that what they read stays as it was: pooled ones, or pages to annotate."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign
from assessment.shared.say import say, say_n
from assessment.submissions.models import PoolItem
from documents import boxes, snapshots
from documents.models import Collection

SHOWN_ERRORS = 20
IDS_AT_A_TIME = 20_000  # so many that a pool is seldom gone through, so few that they are soon read


class Copied(NamedTuple):
    """How far copying is: the last id, and of the documents how many were looked at, copied, and not readable."""

    last: str = ""
    seen: int = 0
    made: int = 0
    faulty: int = 0
    errors: Sequence[str] = ()  # of the latest step

    @property
    def sentence(self) -> str:
        """Result."""
        done = say_n(
            "Copied {made} of {n} document, {former} had been copied before.",
            "Copied {made} of {n} documents, {former} had been copied before.",
            self.seen,
            made=self.made,
            former=self.seen - self.made - self.faulty,
        )
        faulty = say("{n} could not be read.", n=self.faulty)
        return f"{done} {faulty}" if self.faulty else done


def holds_texts(campaign: Campaign) -> bool:
    """Whether the campaign's collection is held here with its texts."""
    return Collection.visible.filter(slug=campaign.collection_slug, held=True).exists()


def pooled_documents(campaign: Campaign) -> int:
    """How many different documents people read."""
    return _docids(campaign, "").count()


def _docids(campaign: Campaign, after: str) -> "QuerySet[Any, str]":
    """The ids of documents that people read, those after a given one: of the pools, or of pages to annotate."""
    if campaign.track.marks_places:
        pages = campaign.questions.filter(qid__gt=after).order_by("qid")
        return pages.values_list("qid", flat=True)
    items = PoolItem.objects.filter(question__campaign=campaign, docid__gt=after)
    return items.values_list("docid", flat=True).distinct().order_by("docid")


def steps(campaign: Campaign, after: str = "") -> Iterator[list[str]]:
    """The ids of these documents in portions, those after a given one, in the order of their code points.

    Read by key, a page at a time, never through an open cursor: on SQLite whoever holds one open cannot write once
    anybody else has.
    """
    while page := list(_docids(campaign, after)[:IDS_AT_A_TIME]):
        yield from snapshots.batches(page)
        after = page[-1]


def copy_step(campaign: Campaign, ids: Sequence[str], before: Copied) -> Copied:
    """Copy these documents and say how far that is. Repeating it does no harm."""
    batch = snapshots.copy_some(campaign.collection_slug, ids)
    if campaign.track.marks_places:
        boxes.prepare_some(campaign.collection_slug, ids)
    return Copied(
        batch.last,
        before.seen + batch.seen,
        before.made + batch.made,
        before.faulty + len(batch.errors),
        batch.errors[:SHOWN_ERRORS],
    )


def copy_all(campaign: Campaign, progress: Callable[[int, int, str], None]) -> Copied:
    """Copy all pooled documents, one step after another."""
    copied, total = Copied(), pooled_documents(campaign)
    for ids in steps(campaign):
        copied = copy_step(campaign, ids, copied)
        progress(copied.seen, total, "documents")
    return copied
