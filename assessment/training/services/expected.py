"""What is expected of a page, read from what organizers write and held against the page: one annotation a row.

A row says it as the corpus does: the number of a candidate, and ranges of tokens with the ends exclusive. What is right
of an annotator's answer is right here (`judging/services/annotation_answers`).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from assessment.judging.selectors.page_places import Page, open_layout
from assessment.judging.services.annotation_answers import NO_ANSWER, Step, StepAnswer, understood
from assessment.judging.services.parts.annotations import ANSWER, record_of, said_anew
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.training.models import TrainingItem
from assessment.training.models.samples import (
    Sample,
    SampleItem,
    SampleProblem,
    is_annotation,
    sample_problems,
)
from assessment.training.models.training import NONE
from documents.layouts import Layout
from scoring.formats.problems import shown
from scoring.tracks.base import Track

_NUMBER, _RANGE = re.compile(r"[0-9]{1,9}"), re.compile(r"([0-9]{1,9})\s*[-–]\s*([0-9]{1,9})")
_WORDS = {NONE: "NONE", "yes": "YES", "no": "NO"}  # short answers without places


def problems_of(sample: Sample, track: Track, collection: str) -> Iterator[SampleProblem]:
    """Everything that is wrong with a sample in a campaign of the track and the collection, by its pages too."""
    found = list(sample_problems(sample, track))
    yield from found
    if found or not is_annotation(sample, track):
        return
    first: dict[tuple[Any, ...], int] = {}
    for number, item in enumerate(sample.items):
        try:
            row = _row(item, expected_of(item, Page(collection, item.docid)))
        except _Wrong as wrong:
            yield SampleProblem(number, wrong.column, wrong.code, wrong.message, wrong.hint or "")
            continue
        if first.setdefault((item.right_grade, row.long, row.short), number) != number:
            message = say("The same annotation is expected twice.")
            yield SampleProblem(number, "long", "answer_repeated", message, say("Keep one of the two."))


def rows_of(sample: Sample, track: Track, collection: str) -> list[TrainingItem]:
    """The rows of a sample without problems, not stored."""
    if not is_annotation(sample, track):
        return [_row(item, None) for item in sample.items]
    return [_row(item, expected_of(item, Page(collection, item.docid))) for item in sample.items]


def expected_of(item: SampleItem, page: Page) -> Mapping[str, Any]:
    """The answer of an annotation, with the names that `PageAnnotation` has. Raises Refused with the column it is about."""
    record = record_of(None)
    for step, answer, column in _steps(item, page):
        try:
            record = said_anew(record, understood(page, record, step, answer).said)
        except Refused as refusal:
            raise _Wrong(column, refusal.code, refusal.message, _hint(refusal, column, page)) from refusal
    return {name: record[name] for name in ANSWER}


class _Wrong(Refused):
    """Refused for what a column says."""

    def __init__(self, column: str, code: str, message: str, hint: str) -> None:
        super().__init__(message, code, hint)
        self.column = column


def _row(item: SampleItem, expected: Mapping[str, Any] | None) -> TrainingItem:
    values = item._asdict()
    del values["long"], values["short"]
    return TrainingItem(**values, expected=expected)


def _steps(item: SampleItem, page: Page) -> Iterator[tuple[Step, StepAnswer, str]]:
    """What a row says, step by step, each with the column that says it."""
    yield "question", StepAnswer(question=item.right_grade), "right_grade"
    layout = _layout(page)
    if item.right_grade == "bad":
        return
    candidate = _candidate(item.long)
    yield "long", StepAnswer(candidate=candidate), "long"
    if candidate == NO_ANSWER:
        if item.short.strip() not in ("", NONE):
            raise _Wrong(
                "short",
                "no_long_answer",
                say("Without a long answer there is no short one."),
                say("Leave the short answer empty, or give the box that holds it."),
            )
        return
    yield "short", _short(item.short, layout), "short"


def _layout(page: Page) -> Layout:
    try:
        return open_layout(page)
    except Refused as refusal:
        raise _Wrong("docid", refusal.code, refusal.message, _hint(refusal, "docid", page)) from refusal


def _candidate(text: str) -> int:
    if text.strip() == NONE:
        return NO_ANSWER
    if _NUMBER.fullmatch(text.strip()):
        return int(text)
    message = (
        say("{text} is no long answer.", text=shown(text))
        if text.strip()
        else say("No long answer is given.")
    )
    raise _Wrong(
        "long", "long_unknown", message, say("Give the number of a box of the page, from 0, or none.")
    )


def _short(text: str, layout: Layout) -> StepAnswer:
    """Yes, no, none, or places; both at once are for `understood` to refuse."""
    said = [part.strip() for part in text.split(",") if part.strip()]
    words = [_WORDS[part] for part in said if part in _WORDS]
    ranges = [match for part in said if (match := _RANGE.fullmatch(part))]
    if not said or len(words) + len(ranges) < len(said) or len(words) > 1:
        message = (
            say("{text} is no short answer.", text=shown(text)) if said else say("No short answer is given.")
        )
        raise _Wrong("short", "short_unknown", message, _how_short())
    if words and ranges:
        message = say("The short answer is {text}: words and places at once.", text=shown(text))
        raise _Wrong("short", "short_twice", message, _how_short())
    places = [(int(match[1]), int(match[2])) for match in ranges]
    for start, end in places:
        if end > layout.tokens:
            message = say(
                "{place} lies outside of the page, which has tokens from 0 to {last}.",
                last=layout.tokens - 1,
                place=f"{start}-{end}",
            )
            raise _Wrong("short", "not_on_page", message, _how_short())
    return StepAnswer(ranges=places, yes_no=words[0] if words else "")


def _how_short() -> str:
    return say(
        "Give tokens of the page as first-end, the end exclusive, such as 42-44, 50-51; or yes, no or none."
    )


def _hint(refusal: Refused, column: str, page: Page) -> str:
    """What an organizer can do, where the sentence's own remedy is for annotators."""
    if column == "docid":
        return (
            say("Give the id of a page of the campaign’s collection.")
            if page.collection
            else refusal.hint or ""
        )
    if column == "long":
        return say("Give the number of a box of the page, from 0, or none.")
    return _how_short() if column == "short" else refusal.hint or ""
