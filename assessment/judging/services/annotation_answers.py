"""What an annotator says in one step, as places on a page: read and held against the page, before anything is stored.

(Kwiatkowski et al., Natural Questions, TACL 2019, section 3.1.)
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from assessment.judging.selectors.page_places import Page, kind_name, kind_of, open_layout
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from documents.layouts import Layout
from scoring.annotations import BAD_QUESTION, YES_NO

Step = Literal["question", "long", "short"]
Said = Mapping[str, Any]  # fields of the record
NO_ANSWER = -1  # in the place of a candidate's number
MOST_RANGES = 200
_UNMARKED = {
    "NONE": sentence("no short answer"),
    "YES": sentence("short answer: yes"),
    "NO": sentence("short answer: no"),
}  # what the undo button calls a short answer without words


class StepAnswer(NamedTuple):
    """What is said in one step; the other steps' fields are left alone."""

    question: str = ""  # good or bad
    reason: str = ""  # why it is bad, where that is said
    candidate: int | None = None  # the long answer's number on the page, from 0; NO_ANSWER: none
    ranges: Sequence[tuple[int, int]] = ()  # of tokens, the ends exclusive
    words: Sequence[
        tuple[int, int]
    ] = ()  # the same by the numbers of the box's words, from 1, the ends included
    yes_no: str = ""


class Understood(NamedTuple):
    """A step's answer as the record holds it, with what the undo button calls it."""

    said: Said
    label: str
    version: int | None = None  # of the record that its places were held against
    document: int | None = None  # and which copy of the page


def understood(
    page: Page, record: Said, step: Step, answer: StepAnswer, document: int | None = None
) -> Understood:
    """The answer with its places on a page of which the record says what was said before; Refused where it cannot stand.

    `document` is the copy of the page on which boxes and words were chosen; refused where another has come since.
    """
    if step == "question":
        return of_question(answer)
    if record["question"] != "good":
        is_bad = bool(record["question"])
        message = say("A bad question has no answers.") if is_bad else say("The question comes first.")
        raise Refused(message, "question_not_good", say("Say that the question is good."))
    layout = open_layout(page)
    if document is not None and document != layout.revision:
        message = say(
            "The page was copied anew since you opened it, so places on it may be others. Nothing was stored."
        )
        raise Refused(message, "page_changed", say("Reload the page and choose again."))
    found = _long(layout, answer) if step == "long" else _short(layout, record, answer)
    said = {**_numbered(layout, record), **found.said}
    return found._replace(said=said, version=record["version"], document=layout.revision)


def of_question(answer: StepAnswer) -> Understood:
    """Whether the question is good: the one step that needs no page."""
    if answer.question not in ("good", "bad"):
        raise Refused(
            say("Say whether the question is good or bad."), "question_unsaid", say("Choose one of the two.")
        )
    if answer.reason and (answer.question == "good" or answer.reason not in BAD_QUESTION):
        raise Refused(
            say("“{reason}” is no reason here.", reason=answer.reason[:40]),
            "reason_unknown",
            say("Give a reason of the list for a bad question, and none for a good one."),
        )
    label = say("good question") if answer.question == "good" else say("bad question")
    return Understood({"question": answer.question, "reason": answer.reason}, label)


def _long(layout: Layout, answer: StepAnswer) -> Understood:
    boxes = layout.candidates  # without its page nobody can say that there is no answer either
    if answer.candidate == NO_ANSWER:
        return Understood({"candidate": NO_ANSWER, "long": [], "kind": ""}, say("no long answer"))
    if answer.candidate is None or not 0 <= answer.candidate < len(boxes):
        message = say("There is no such box on the page. Nothing was stored.")
        hint = say("Choose a box, or say that there is no long answer.")
        raise Refused(message, "candidate_unknown", hint)
    box = boxes[answer.candidate]
    if not box.is_selectable:
        message = say("This box cannot be chosen. {why} Nothing was stored.", why=say(box.reason))
        raise Refused(message, "candidate_unfit", say("Choose another box."))
    kind = kind_of(box.opening)
    said = {"candidate": answer.candidate, "long": list(box[:4]), "kind": kind}
    label = say("long answer ({kind})", kind=kind_name(kind)) if kind else say("long answer")
    return Understood(said, label)


def _short(layout: Layout, record: Said, answer: StepAnswer) -> Understood:
    if not record["long"]:
        message = say("Without a long answer there is no short one.")
        if record["long"] is None:
            message = say("The long answer comes first.")
        raise Refused(message, "no_long_answer", say("Choose the box that holds the answer."))
    marked = bool(answer.ranges or answer.words)
    if answer.yes_no not in ("", *YES_NO) or not (marked or answer.yes_no):
        raise Refused(
            say("Say what the short answer is."),
            "short_unsaid",
            say("Give words, yes, or no; or say that there is no short answer."),
        )
    if marked and (answer.yes_no in YES_NO[1:] or (answer.words and answer.yes_no)):
        raise Refused(
            say("Both words and another answer were given. Nothing was stored."),
            "short_twice",
            say("Choose one: words, yes, no, or no short answer."),
        )
    if not marked:
        return Understood({"short": [], "yes_no": answer.yes_no}, say(_UNMARKED[answer.yes_no]))
    ranges = [*answer.ranges, *_by_number(layout, record["long"], answer.words)]
    return Understood(
        {"short": _places(layout, record["long"], ranges), "yes_no": YES_NO[0]}, say("short answer")
    )


def _numbered(layout: Layout, record: Said) -> Said:
    """The number of the box that was chosen, where a file gave its place alone."""
    if not record["long"] or record["candidate"] != NO_ANSWER:
        return {}
    places = [list(box[:4]) for box in layout.candidates]
    return {"candidate": places.index(record["long"])} if record["long"] in places else {}


def _by_number(layout: Layout, box: Sequence[int], words: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of tokens for the numbers of words in a box."""
    tokens = layout.words_of(box[2], box[3]) if words else []
    for first, last in words:
        if not 1 <= first <= last <= len(tokens):
            named = f"{first}-{last}" if first != last else f"{first}"
            raise Refused(
                say(
                    "“{numbers}” names no words of this box, which are numbered from 1 to {last}.",
                    numbers=named,
                    last=len(tokens),
                ),
                "words_unknown",
                say("Correct the numbers and send them again."),
            )
    return [(tokens[first - 1], tokens[last - 1] + 1) for first, last in words]


def _places(layout: Layout, box: Sequence[int], ranges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The places of ranges in a box, in their order. Refused where they are not one beside the other in words of it."""
    if len(ranges) > MOST_RANGES:
        message = say("{n} places are too many for short answers.", n=len(ranges))
        raise Refused(message, "places_too_many", say("Mark at most {most}.", most=MOST_RANGES))
    done = box[2]
    for start, end in sorted(ranges):
        if not box[2] <= start < end <= box[3]:
            raise _bad_place(
                say("A place lies outside of the long answer. Nothing was stored."), "place_outside"
            )
        if start < done:
            raise _bad_place(say("Two places overlap. Nothing was stored."), "places_overlap")
        if not (layout.is_word(start) and layout.is_word(end - 1)):
            raise _bad_place(
                say("A place begins or ends in a tag of the page. Nothing was stored."), "place_in_tag"
            )
        done = end
    return [[*layout.bytes_of(start, end), start, end] for start, end in sorted(ranges)]


def _bad_place(message: str, code: str) -> Refused:
    return Refused(message, code, say("Mark the words again."))
