"""A sample question as organizers write it, on a page or in a file, and all that can be wrong with it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assessment.shared.say import say, say_n
from scoring.formats.problems import shown
from scoring.records import MAX_DOCID
from scoring.scales import YES_NO, Scale
from scoring.stages import LISTING
from scoring.tracks.base import Track

MOST_ITEMS = 100  # a sample pool is small; it is judged in one go
LONGEST: Mapping[str, int] = {
    "name": 40,
    "text": 1_000,
    "target": 300,
    "docid": MAX_DOCID,
    "supporting_text": 20_000,
    "answer": 7_000,
    "nugget": 2_000,
    "reason": 2_000,
}
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class SampleItem(NamedTuple):
    """An answer string of a sample pool, with what is known of it."""

    docid: str
    supporting_text: str
    answer: str
    right_grade: str
    reason: str
    nugget: str = ""  # that the answer holds or not, where the question is judged by nuggets


class Sample(NamedTuple):
    """A sample question with its pool."""

    name: str
    type: str
    target: str
    text: str
    items: tuple[SampleItem, ...]


class SampleProblem(NamedTuple):
    """What is wrong with a sample, and where: an item by its place from 0 (None: the question), and a column."""

    item: int | None
    column: str
    code: str
    message: str
    hint: str


def graded_types(track: Track) -> dict[str, Scale]:
    """The question types that training is for, with the grades of their samples: those of their answers.

    Where questions are judged by nuggets it is said of an answer and a nugget whether the one holds the other.
    """
    scales = {kind.name: kind.scale for kind in track.question_types.values() if kind.judged}
    return {name: scale for name, scale in scales.items() if scale} | dict.fromkeys(
        nugget_types(track), YES_NO
    )


def nugget_types(track: Track) -> tuple[str, ...]:
    """Those that are judged by nuggets."""
    return tuple(
        kind.name for kind in track.question_types.values() if kind.judged and kind.form.asks(LISTING)
    )


def with_texts(items: Iterable[SampleItem]) -> tuple[SampleItem, ...]:
    """The items, those without a text having the text that their document had at an item before."""
    texts: dict[str, str] = {}
    found = []
    for item in items:
        text = item.supporting_text or texts.get(item.docid, "")
        texts.setdefault(item.docid, text)
        found.append(item._replace(supporting_text=text))
    return tuple(found)


def sample_problems(sample: Sample, track: Track) -> Iterator[SampleProblem]:
    """Everything that is wrong with a sample in a campaign of the track."""
    yield from _question_problems(sample, track)
    if not sample.items:
        yield SampleProblem(
            None, "", "no_answers", say("The question has no answers."), say("Add at least one answer.")
        )
    if len(sample.items) > MOST_ITEMS:
        message = say_n("The question has {n} answers.", "The question has {n} answers.", len(sample.items))
        yield SampleProblem(
            None,
            "",
            "many_answers",
            message,
            say("At most {most} can be judged in one go; split it.", most=MOST_ITEMS),
        )
    scale = graded_types(track).get(sample.type)
    for number, item in enumerate(sample.items):
        yield from _item_problems(number, item, scale)
        yield from _nugget_problems(number, item, wanted=sample.type in nugget_types(track))
    yield from _contradictions(sample)


def _question_problems(sample: Sample, track: Track) -> Iterator[SampleProblem]:
    if not NAME.fullmatch(sample.name):
        yield SampleProblem(
            None,
            "name",
            "name",
            say("{name} cannot be a name.", name=shown(sample.name)),
            say("Use letters, digits, dots, dashes and underscores, such as names-1."),
        )
    if not sample.text.strip():
        yield SampleProblem(
            None, "text", "text_missing", say("The question has no text."), say("Write the question.")
        )
    yield from _lengths(None, sample._asdict())
    yield from _type_problems(sample.type, track)


def _type_problems(type: str, track: Track) -> Iterator[SampleProblem]:
    known = graded_types(track)
    if type in known:
        return
    hint = say("Types with grades in this campaign: {listed}.", listed=", ".join(known))
    kind = track.question_types.get(type)
    if kind is None:
        yield SampleProblem(
            None, "type", "type_unknown", say("{type} is not a question type here.", type=shown(type)), hint
        )
    else:
        message = say(
            "{kind} questions are not judged by grades, so training does not hold them.", kind=say(kind.label)
        )
        yield SampleProblem(None, "type", "type_without_grades", message, hint)


def _item_problems(number: int, item: SampleItem, scale: Scale | None) -> Iterator[SampleProblem]:
    wanting = [
        ("docid", say("The answer names no document."), say("Give the id of the document that it cites.")),
        ("supporting_text", say("The answer has no document text."), say("Write what the document says.")),
        ("answer", say("The answer string is empty."), say("Write the string as a system might give it.")),
        ("reason", say("No reason is given."), say("Say why the grade is right; the review shows it.")),
    ]
    for column, message, hint in wanting:
        if not getattr(item, column).strip():
            yield SampleProblem(number, column, f"{column}_missing", message, hint)
    if scale and item.right_grade not in scale.grades:
        message = say("{grade} is not a grade of this question’s type.", grade=shown(item.right_grade))
        yield SampleProblem(
            number,
            "right_grade",
            "grade_unknown",
            message,
            say("Grades: {listed}.", listed=", ".join(scale.grades)),
        )
    yield from _lengths(number, item._asdict())


def _nugget_problems(number: int, item: SampleItem, *, wanted: bool) -> Iterator[SampleProblem]:
    if wanted and not item.nugget.strip():
        yield SampleProblem(
            number,
            "nugget",
            "nugget_missing",
            say("The answer has no nugget beside it."),
            say("Write the nugget that it holds, or does not hold."),
        )
    if item.nugget.strip() and not wanted:
        yield SampleProblem(
            number,
            "nugget",
            "nugget_useless",
            say("Questions of this type are not judged by nuggets."),
            say("Leave the nugget out."),
        )


def _lengths(number: int | None, values: Mapping[str, object]) -> Iterator[SampleProblem]:
    for column, longest in LONGEST.items():
        value = values.get(column, "")
        if isinstance(value, str) and len(value) > longest:
            message = say_n(
                "{column} has {n} characters.", "{column} has {n} characters.", len(value), column=column
            )
            yield SampleProblem(
                number, column, "too_long", message, say("Shorten it to {longest}.", longest=longest)
            )


def _contradictions(sample: Sample) -> Iterator[SampleProblem]:
    """Answers that stand there twice, and documents that say one thing here and another there."""
    texts: dict[str, str] = {}
    seen: set[tuple[str, str, str]] = set()
    for number, item in enumerate(sample.items):
        judged = (item.docid, item.answer, item.nugget)
        if judged in seen:
            message = say(
                "The answer {answer} from {docid} stands in the pool twice.",
                answer=shown(item.answer),
                docid=item.docid,
            )
            yield SampleProblem(number, "answer", "answer_repeated", message, say("Keep one of the two."))
        seen.add(judged)
        if texts.setdefault(item.docid, item.supporting_text) != item.supporting_text:
            message = say("Document {docid} has another text at an answer before this one.", docid=item.docid)
            yield SampleProblem(
                number,
                "supporting_text",
                "text_differs",
                message,
                say("A document says the same to all its answers."),
            )
