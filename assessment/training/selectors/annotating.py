"""A sample whose page is annotated: the try as the page for annotating shows it, and its review."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse

from assessment.campaigns.models import Campaign
from assessment.judging.models import PageAnnotation
from assessment.judging.selectors.annotate import AnnotatePage, Progress, with_page
from assessment.judging.selectors.annotation_records import annotation_of
from assessment.judging.selectors.page_places import Page, boxes_of, kind_of, kind_title
from assessment.people.selectors.access import Access
from assessment.shared.errors import Refused
from assessment.shared.grades import grade_title
from assessment.shared.say import say, sentence
from assessment.training.models import TrainingAttempt, TrainingItem, TrainingQuestion
from assessment.training.selectors.training import samples_for
from documents.layouts import Word
from documents.nq import address_of
from documents.remote.setting import setting_named
from scoring.annotations import STEPS, Annotation
from scoring.spans.experts import passages
from scoring.spans.scores import PARTS
from scoring.spans.steps import agreement

TITLES: Mapping[str, str] = {
    "question": sentence("Question"),
    "long": sentence("Long answer"),
    "short": sentence("Short answer"),
}


def page_of_sample(question: TrainingQuestion) -> Page:
    """The page that is annotated: all that is expected of a sample is of one."""
    docid = question.items.order_by("pk").values_list("docid", flat=True)[0]
    return Page(question.campaign.collection_slug, docid)


def expected_annotations(question: TrainingQuestion) -> list[Annotation]:
    """What is expected of the page of a sample; any of them is right."""
    return [annotation_of(row.annotation) for row in question.items.order_by("pk")]


@dataclass(frozen=True, kw_only=True)
class TriedPage(AnnotatePage):
    """The page of a sample that somebody tries (`judging/selectors/annotate` tells what the template asks of it)."""

    attempt: TrainingAttempt
    progress: Progress  # in sample questions

    @property
    def question(self) -> TrainingQuestion:
        return self.attempt.question

    @property
    def key(self) -> str:
        """What waits in the browser to be saved belongs to this, and to no assignment."""
        return f"training-{self.attempt.pk}"

    @property
    def save_url(self) -> str:
        """The address of what is said; the step comes behind it."""
        return reverse("judging:training-try", args=self._address) + "annotation/"

    @property
    def finish_url(self) -> str:
        """Where the try ends."""
        return reverse("judging:training-finish", args=self._address)

    @property
    def _address(self) -> list[object]:
        return [self.question.campaign.slug, self.attempt.pk]


def tried_page(access: Access, attempt: TrainingAttempt) -> TriedPage:
    """The page of a try for its own assessor. Nothing of what is expected stands in it."""
    samples = samples_for(access)
    done = sum(bool(row.finished) for row in samples)
    page = TriedPage(record=attempt.annotation, attempt=attempt, progress=Progress(len(samples), done, None))
    return with_page(page, page_of_sample(attempt.question), access.campaign, _reader(access))


class ListedBox(NamedTuple):
    """A box of a page, for people who write what is expected of it."""

    number: int
    kind: str
    beginning: str
    tokens: str
    words: Sequence[Word]  # of one that is expected


def listed_boxes(campaign: Campaign, docid: str, expected: Collection[str]) -> list[ListedBox]:
    """The boxes of a page; those whose numbers are expected with their words. Empty where the page is not held."""
    try:
        boxes = boxes_of(Page(campaign.collection_slug, docid))
    except Refused:
        return []
    return [
        ListedBox(
            box.place,
            kind_title(kind_of(box.candidate.opening)),
            box.beginning,
            f"{box.candidate.start_token}-{box.candidate.end_token}",
            box.words if str(box.place) in expected else (),
        )
        for box in boxes
        if box.candidate.is_selectable
    ]


class StepReview(NamedTuple):
    """One step of a try beside what was expected."""

    title: str
    said: str
    agrees: bool | None  # None: nothing is expected of this step
    expected: Sequence[str]


class ExpectedReview(NamedTuple):
    """One of the annotations that are expected, and why; `address` leads to the page with its places marked."""

    words: str
    reason: str
    address: str


class AnnotationReview(NamedTuple):
    """A try, step by step, and what was expected; `page` is the page as it is first shown, "" where it is not held."""

    steps: Sequence[StepReview]
    expected: Sequence[ExpectedReview]
    own: str  # the page with what was said marked; "" where nothing was
    page: str
    missing: str


def annotation_review(access: Access, attempt: TrainingAttempt) -> AnnotationReview:
    """The review of a try; of one that is not finished, only what was said so far and what is expected."""
    items = list(attempt.question.items.order_by("pk"))
    opened = _opened(access, items[0].docid)
    said = replace(opened, record=attempt.annotation)
    keys = [replace(opened, record=row.annotation) for row in items]
    agreed = _agreed(attempt, keys)
    steps = [
        StepReview(
            say(TITLES[step]),
            in_words(said, step),
            agreed[number] if number < len(agreed) else None,
            [*dict.fromkeys(words for key in keys if (words := in_words(key, step)))],
        )
        for number, step in enumerate(STEPS)
    ]
    shown = [step for step in steps if step.said or step.expected]
    expected = [_expected(access, key, row) for key, row in zip(keys, items, strict=True)]
    first = next((one.address for one in expected if one.address), opened.document_url)
    return AnnotationReview(
        shown, expected, _marked(access, said, items[0]), first, str(opened.missing or "")
    )


def in_words(page: AnnotatePage, step: str) -> str:
    """What an annotation says in a step; empty where the step does not arise or is not decided."""
    record = page.record
    if step == "question":
        names = {"good": say("Good question"), "bad": say("Bad question")}
        return names.get(record.question, "")
    if step == "long":
        return _long_words(page)
    if not record.long or record.short is None:
        return ""
    if record.short:
        return ", ".join(say("“{text}”", text=text) for text in page.short_texts) or str(record.short)
    return say("No short answer") if record.yes_no == "NONE" else grade_title(record.yes_no.lower(), None)


def _long_words(page: AnnotatePage) -> str:
    if page.record.long is None:
        return ""
    return page.said_of_box if page.record.long else say("No long answer")


def _agreed(attempt: TrainingAttempt, keys: Sequence[AnnotatePage]) -> list[bool]:
    if not attempt.finished_at:
        return []
    return agreement(annotation_of(attempt.annotation), [annotation_of(key.record) for key in keys])


def _expected(access: Access, key: AnnotatePage, row: TrainingItem) -> ExpectedReview:
    words = " · ".join(filter(None, (in_words(key, step) for step in STEPS)))
    return ExpectedReview(words, row.reason, _marked(access, key, row))


def _opened(access: Access, docid: str) -> AnnotatePage:
    """The page with its boxes and words, of which what somebody said takes those that it names."""
    blank = AnnotatePage(record=PageAnnotation(question="good"))
    return with_page(blank, Page(access.campaign.collection_slug, docid), access.campaign, _reader(access))


def _marked(access: Access, page: AnnotatePage, row: TrainingItem) -> str:
    label = annotation_of(page.record).label
    places = [place for part in PARTS for place in passages(part, label)]
    if page.missing or not places:
        return ""
    return address_of(
        access.campaign.collection_slug,
        row.docid,
        places,
        reader=_reader(access),
        remote=setting_named(access.campaign.remote_resources),
    )


def _reader(access: Access) -> str:
    return access.account.as_reader if access.account else ""
