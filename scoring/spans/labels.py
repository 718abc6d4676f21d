"""Reads a label from JSON as the corpus and predictions write it, and names everything that is wrong with it."""

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar, cast

from scoring.annotations import (
    BAD_QUESTION,
    KINDS,
    NOWHERE,
    STEPS,
    YES_NO,
    Annotation,
    Cells,
    Label,
    PageSpan,
    YesNo,
)
from scoring.formats.problems import shown
from scoring.say import say

_OFFSETS = ("start_byte", "end_byte", "start_token", "end_token")
_LABEL = ("long_answer", "short_answers", "yes_no_answer")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}|[1-9][0-9]{19}")
_ADDED = frozenset(
    {"annotator", "question", "reason", "kind", "seconds", "complete"}
)  # to the corpus's members
_HALF = 1 << 63  # of what 64 bits tell apart
_MOST_CANDIDATES = 1 << 31
LONGEST_NAME = 150  # of an annotator, in characters
_NONE: tuple[PageSpan, ...] = ()
Error = tuple[str, str, str]  # code, sentence, hint
T = TypeVar("T")


class LabelError(ValueError):
    """Something that cannot be read."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.error: Error = (code, message, hint)


def read_label(content: Cells, errors: list[Error]) -> Label:
    """The label in an annotation or a prediction; what of it cannot be read counts as none, and is noted."""
    if not any(name in content for name in _LABEL):
        errors.append(
            (
                "no_label",
                say("It has no {names} or {last}.", names=", ".join(_LABEL[:2]), last=_LABEL[2]),
                say("Write what it says."),
            )
        )
    long = _noted(errors, NOWHERE, lambda: _span(content.get("long_answer"), say("The long answer")))
    short = _noted(errors, _NONE, lambda: _short(content.get("short_answers")))
    yes_no = _noted(errors, YES_NO[0], lambda: _yes_no(content.get("yes_no_answer", "NONE")))
    return Label(long, short, yes_no)


def read_said(content: Cells, errors: list[Error]) -> Annotation:
    """What an annotation says besides its label; members that the corpus does not have may be missing."""
    index = _candidate(content.get("long_answer"), errors)
    if _ADDED.isdisjoint(content):  # as the corpus is, of which there is much
        return Annotation(_annotation_id(content.get("annotation_id"), errors), Label(), candidate=index)
    question = _word(content, "question", ("", "good", "bad"), errors)
    reason = _word(content, "reason", ("", *BAD_QUESTION), errors)
    if reason and question != "bad":
        errors.append(
            ("reason", say("It has a reason, but calls the question not bad."), say("Leave the reason out."))
        )
    return Annotation(
        annotation_id=_annotation_id(content.get("annotation_id"), errors),
        label=Label(),
        kind=_word(content, "kind", ("", *KINDS.values()), errors),
        annotator=_annotator(content, errors),
        candidate=index,
        question=question,
        reason=reason,
        seconds=_seconds(content.get("seconds"), errors),
        complete=_complete(content.get("complete", True), errors),
    )


def contradictions(said: Annotation, label: Label) -> Iterator[Error]:
    """What somebody cannot mean: answers to a bad question, and all decided but called not complete."""
    if said.question == "bad" and (label.has_long or label.has_short):
        yield (
            "bad_with_answer",
            say("It calls the question bad, and answers it."),
            say("A bad question has no answers."),
        )
    elif not said.complete and (said.question == "bad" or label.has_short):
        yield (
            "complete",
            say("It is not complete, and everything in it is decided."),
            say("Leave complete out."),
        )


def _candidate(content: Any, errors: list[Error]) -> int:
    """The number of a long answer among its page's candidates; what is no whole number is told elsewhere."""
    index = content.get("candidate_index") if isinstance(content, dict) else None
    if type(index) is not int:
        return -1
    if -1 <= index < _MOST_CANDIDATES:
        return index
    errors.append(
        (
            "candidate",
            say("The candidate_index is {index}.", index=shown(str(index)[:60])),
            say("It counts from 0."),
        )
    )
    return -1


def _annotation_id(given: Any, errors: list[Error]) -> str:
    """An annotation's id as text: a whole number of 64 bits, with a sign or without; nothing where there is none."""
    if type(given) is int and -_HALF <= given < 2 * _HALF:
        return str(given)
    text = "" if given is None else given
    if isinstance(text, str) and (not text or _NUMBER.fullmatch(text)):
        return text
    message = say(
        "The annotation_id {annotation_id} is no whole number.", annotation_id=shown(str(given)[:60])
    )
    errors.append(("annotation_id", message, say("It has 64 bits, as in the corpus.")))
    return ""


def _complete(given: Any, errors: list[Error]) -> bool:
    if type(given) is not bool:
        errors.append(
            (
                "complete",
                say("complete is {value}.", value=shown(str(given)[:60])),
                say("It is true or false."),
            )
        )
    return given is not False


def _word(content: Cells, name: str, choices: Collection[str], errors: list[Error]) -> str:
    given = content.get(name, "")
    if isinstance(given, str) and given in choices:
        return given
    known = ", ".join(dict.fromkeys(filter(None, choices)))
    errors.append(
        (
            "bad_word",
            say("The {field} is {value}.", field=name, value=shown(str(given)[:60])),
            say("It is one of {known}.", known=known),
        )
    )
    return ""


def _annotator(content: Cells, errors: list[Error]) -> str:
    given = content.get("annotator", "")
    if isinstance(given, str) and len(given) <= LONGEST_NAME and (given.isprintable() or not given):
        return given
    message = say("The annotator is {annotator}.", annotator=shown(str(given)[:60]))
    errors.append(
        (
            "bad_annotator",
            message,
            say("It is a name of at most {longest_name} characters.", longest_name=LONGEST_NAME),
        )
    )
    return ""


def _seconds(given: Any, errors: list[Error]) -> tuple[int, ...]:
    """The active time of each step; nothing where the file does not tell it."""
    if given is None:
        return ()
    found = tuple(given.get(step, 0) for step in STEPS) if isinstance(given, dict) else (None,)
    if all(type(one) is int and 0 <= one < 1 << 31 for one in found):
        return cast("tuple[int, ...]", found)
    hint = say("They are {example}.", example='{"question": 5, "long": 60, "short": 15}')
    errors.append(("bad_seconds", say("The seconds are {seconds}.", seconds=shown(str(given)[:60])), hint))
    return ()


def _noted(errors: list[Error], otherwise: T, read: Callable[[], T]) -> T:
    try:
        return read()
    except LabelError as error:
        errors.append(error.error)
        return otherwise


def both_ways(label: Label) -> Iterator[Error]:
    """A label that gives places and says yes or no too."""
    if label.short and label.yes_no != "NONE":
        yield (
            "yes_no_with_spans",
            say("It answers {yes_no} and has short answers too.", yes_no=label.yes_no),
            say("Give the one or the other."),
        )


def outside_of_long(label: Label) -> Iterator[Error]:
    """Short answers that do not stand in the long one, as those of people do."""
    if label.has_short and not label.has_long:
        yield (
            "short_alone",
            say("It has a short answer and no long one."),
            say("A short answer stands in a long one."),
        )
        return
    for span in label.short:
        if not _holds(label.long, span):
            yield (
                "short_outside",
                say(
                    "The short answer at {span} is outside of the long answer at {long}.",
                    span=place_of(span),
                    long=place_of(label.long),
                ),
                say("A short answer is inside the long one."),
            )


def place_of(span: PageSpan) -> str:
    """A span in words."""
    if span.start >= 0:
        return say("bytes {start} to {end}", start=str(span.start), end=str(span.end))
    return say("tokens {start} to {end}", start=str(span.start_token), end=str(span.end_token))


def _holds(outer: PageSpan, inner: PageSpan) -> bool:
    """Whether a span lies in another, in bytes and in tokens as far as both have them."""
    if min(outer.start, inner.start) >= 0 and not outer.start <= inner.start < inner.end <= outer.end:
        return False
    return min(outer.start_token, inner.start_token) < 0 or (
        outer.start_token <= inner.start_token < inner.end_token <= outer.end_token
    )


def _short(given: Any) -> tuple[PageSpan, ...]:
    if given is None:
        return ()
    if not isinstance(given, list):
        raise LabelError(
            "not_a_list", say("The short answers are not a list."), say("Write [] where there is none.")
        )
    spans = (
        _span(one, say("Short answer {number}", number=str(number))) for number, one in enumerate(given, 1)
    )
    return tuple(span for span in spans if not span.is_null)


def _span(given: Any, what: str) -> PageSpan:
    if given is None:
        return NOWHERE
    if not isinstance(given, dict) or not any(name in given for name in _OFFSETS):
        raise LabelError(
            "not_a_span",
            say("{answer} has no offsets.", answer=what),
            say("It takes {offsets}.", offsets=", ".join(_OFFSETS)),
        )
    get = given.get
    span = PageSpan(get("start_byte", -1), get("end_byte", -1), get("start_token", -1), get("end_token", -1))
    if span == NOWHERE:
        return NOWHERE
    for offset in span:
        if type(offset) is not int:
            message = say("{answer} has an offset that is not a whole number.", answer=what)
            raise LabelError("not_a_number", message, say("-1 stands for none."))
    _refuse_crooked(span.start, span.end, what, "bytes")
    _refuse_crooked(span.start_token, span.end_token, what, "tokens")
    return span


def _refuse_crooked(start: int, end: int, what: str, unit: str) -> None:
    if 0 <= start < end or start == end == -1:
        return
    none = say("Both are -1 where there is no answer.")
    if start < 0 and end < 0:
        raise LabelError(
            "negative",
            say(
                "{answer} has negative offsets: {unit} {start} to {end}.",
                answer=what,
                unit=unit,
                start=str(start),
                end=str(end),
            ),
            none,
        )
    if start < 0 or end < 0:
        raise LabelError(
            "half_null",
            say(
                "{answer} has one end only: {unit} {start} to {end}.",
                answer=what,
                unit=unit,
                start=str(start),
                end=str(end),
            ),
            none,
        )
    message = say(
        "{answer} ends before it begins: {unit} {start} to {end}.",
        answer=what,
        unit=unit,
        start=str(start),
        end=str(end),
    )
    raise LabelError("span_order", message, say("The end is exclusive, and greater than the start."))


def _yes_no(given: Any) -> YesNo:
    if given == "NONE":
        return "NONE"
    if isinstance(given, str) and given.upper() in YES_NO:
        return cast("YesNo", given.upper())
    raise LabelError(
        "yes_no",
        say("The yes_no_answer is {value}.", value=shown(str(given))),
        say("It takes {yes_no}.", yes_no=", ".join(YES_NO)),
    )
