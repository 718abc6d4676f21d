"""The places of an annotation held against its page: what the file leaves out of them is filled in."""

from functools import cached_property

from assessment.shared.say import say, sentence
from documents.glances import Places
from documents.layouts import Candidate
from scoring.annotations import KINDS, NOWHERE, Annotation, PageSpan
from scoring.spans.labels import Error, place_of

_AGREE = sentence("Offsets count bytes of the page's UTF-8, and its tokens.")


class PageOfFile:
    """The page that an example of the file is about."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def fitted(self, annotation: Annotation, errors: list[Error]) -> Annotation:
        """The annotation with all offsets of its places; what does not fit the page is noted."""
        label = annotation.label
        if not label.has_long:
            return annotation
        number = self._number(annotation, errors)
        if number is None:
            return annotation
        box = self._places.candidates[number]
        short = tuple(self._short(span, box, errors) for span in label.short)
        label = label._replace(long=_span_of(box), short=short)
        kind = KINDS.get(box.opening, annotation.kind)
        return annotation._replace(label=label, candidate=number, kind=kind)

    def _number(self, annotation: Annotation, errors: list[Error]) -> int | None:
        """Which candidate of the page the long answer is."""
        boxes, number, long = self._places.candidates, annotation.candidate, annotation.label.long
        if number < 0:
            number = next((place for place, box in enumerate(boxes) if _agree(_span_of(box), long)), -1)
        if 0 <= number < len(boxes) and _agree(_span_of(boxes[number]), long):
            return number
        message = say("No candidate of the page is at {place}.", place=place_of(long))
        if annotation.candidate >= 0:
            message = say(
                "Candidate {number} of the page is not at {place}.", number=str(number), place=place_of(long)
            )
        errors.append(("not_on_page", message, say(_AGREE)))
        return None

    def _short(self, span: PageSpan, box: Candidate, errors: list[Error]) -> PageSpan:
        found = self._tokens_of(span) if span.start_token < 0 else (span.start_token, span.end_token)
        try:
            whole = PageSpan(*self._places.bytes_of(*found), *found)
        except ValueError:
            whole = NOWHERE
        if not _agree(whole, span):
            message = say("The short answer at {place} is not at tokens of the page.", place=place_of(span))
            errors.append(("not_on_page", message, say(_AGREE)))
        elif not box.start_token <= whole.start_token < whole.end_token <= box.end_token:
            message = say(
                "The short answer at {place} is outside of the long answer on the page.", place=place_of(span)
            )
            errors.append(("short_outside", message, say("A short answer is inside the long one.")))
        return whole

    def _tokens_of(self, span: PageSpan) -> tuple[int, int]:
        """The tokens at some bytes; -1 where none begins, or ends, there."""
        starts, ends = self._edges
        return starts.get(span.start, -1), ends.get(span.end, -1)

    @cached_property
    def _edges(self) -> tuple[dict[int, int], dict[int, int]]:
        words = self._places.words
        return {start: token for token, start, _ in words}, {end: token + 1 for token, _, end in words}


def _span_of(box: Candidate) -> PageSpan:
    return PageSpan(box.start, box.end, box.start_token, box.end_token)


def _agree(whole: PageSpan, given: PageSpan) -> bool:
    """Whether a place has the offsets that are given of it, and these are some."""
    pairs = [(one, other) for one, other in zip(whole, given, strict=True) if other >= 0]
    return bool(pairs) and all(one == other for one, other in pairs)
