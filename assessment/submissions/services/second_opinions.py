"""Second opinions on pooled pages, so that people hear where a page can be read in two ways."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.db import transaction

from assessment.campaigns.models import Campaign
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.submissions.models import DocumentFlag, PoolItem
from assessment.submissions.services.copying import pooled_documents, steps
from documents import second_opinion
from documents.errors import DocumentsError


class ReadingCounts(NamedTuple):
    """How far asking is: the last id, how many documents were looked at, read twice, and read differently."""

    last: str = ""
    seen: int = 0
    made: int = 0
    differing: int = 0

    @property
    def sentence(self) -> str:
        """Result."""
        if not self.made:
            return say_n(
                "The {n} pooled document needs no second reading.",
                "Of {n} pooled documents none needs a second reading.",
                self.seen,
            )
        if not self.differing:
            return say(
                "Read {n} of {seen} pooled documents a second time: all the same.",
                n=self.made,
                seen=self.seen,
            )
        return say(
            "Read {n} of {seen} pooled documents a second time; different: {differing}. They are listed, and assessors see a remark above them.",
            n=self.made,
            seen=self.seen,
            differing=self.differing,
        )


class ReadingStep(NamedTuple):
    """What asking about some documents came to: how far that is, the opinions, and at which of them to look."""

    asked: ReadingCounts
    ids: Sequence[str]
    opinions: second_opinion.Opinions
    doubts: Sequence[second_opinion.DocumentDoubt]


def opinion_step(campaign: Campaign, ids: Sequence[str], before: ReadingCounts) -> ReadingStep:
    """Read those of the documents a second time that want it; nothing is stored yet."""
    answers = answers_of(campaign, ids)
    opinions = second_opinion.opinions_on(campaign.collection_slug, answers, seed=campaign.slug)
    seen, made = before.seen + len(ids), before.made + len(opinions.made)
    asked = ReadingCounts(ids[-1], seen, made, before.differing + len(opinions.differing))
    doubts = second_opinion.doubts_about(campaign.collection_slug, answers, opinions.made)
    return ReadingStep(asked, ids, opinions, doubts)


def store_step(campaign: Campaign, step: ReadingStep) -> None:
    """Store opinions, and flag the documents in doubt."""
    with transaction.atomic():
        second_opinion.store(step.opinions.made)
        replace_flags(campaign, step.ids, step.doubts)


def replace_flags(
    campaign: Campaign, ids: Sequence[str], doubts: Sequence[second_opinion.DocumentDoubt]
) -> None:
    """Flag those of the documents that are in doubt; the flags of the others go."""
    flags = [DocumentFlag(campaign=campaign, **doubt._asdict()) for doubt in doubts]
    with transaction.atomic():
        campaign.document_flags.filter(docid__in=ids).delete()
        DocumentFlag.objects.bulk_create(flags, ignore_conflicts=True)


def ask_again(campaign: Campaign, docid: str) -> str:
    """Ask for a second reading of one document, whatever was found before; says what came of it."""
    try:
        opinion = second_opinion.ask_again(campaign.collection_slug, docid)
    except DocumentsError as error:
        raise Refused(error.message, error.code, error.hint) from error
    answers = answers_of(campaign, [docid])
    doubts = second_opinion.doubts_about(campaign.collection_slug, answers)
    replace_flags(campaign, [docid], doubts)
    return opinion.sentence or say("Another program reads the same text in {document}.", document=docid)


def answers_of(campaign: Campaign, ids: Sequence[str]) -> dict[str, set[str]]:
    """The answers that cite each of the documents."""
    answers: dict[str, set[str]] = {docid: set() for docid in ids}
    items = PoolItem.objects.filter(question__campaign=campaign, docid__in=ids)
    for docid, answer in items.values_list("docid", "answer"):
        answers[docid].add(answer)
    return answers


def ask_all(
    campaign: Campaign, progress: Callable[[int, int, str], None], tell: Callable[[str], object]
) -> ReadingCounts:
    """Ask for all opinions that are wanted; every page that is read differently is listed."""
    asked, total = ReadingCounts(), pooled_documents(campaign)
    for ids in steps(campaign):
        step = opinion_step(campaign, ids, asked)
        asked = step.asked
        store_step(campaign, step)
        for line in step.opinions.differing:
            tell(line)
        progress(asked.seen, total, "documents")
    return asked
