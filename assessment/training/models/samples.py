"""A sample question as organizers write it, on a page or in a file, and all that can be wrong with it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assessment.shared.say import say, say_n
from assessment.training.models.training import ANNOTATION
from scoring.formats.problems import shown
from scoring.records import MAX_DOCID
from scoring.scales import YES_NO, Scale
from scoring.stages import LISTING, PLACES
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
    "long": 20,
    "short": 2_000,
}
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class SampleItem(NamedTuple):
    """An answer string of a sample pool with what is known of it, or one annotation that is expected of a page."""

    docid: str
    supporting_text: str
    answer: str
    right_grade: str
    reason: str
    nugget: str = ""  # that the answer holds or not, where the question is judged by nuggets
    long: str = ""  # expected of the page `docid`: the number of a box, or none
    short: str = ""  # ranges of the page's tokens, the ends exclusive; yes, no or none


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


def grades_of(type: str, track: Track) -> tuple[str, ...]:
    """What samples of a type can say is right: of its pages, where they are annotated, and of its answers."""
    of_pages = ANNOTATION.grades if type in track.types_with(PLACES) else ()
    return (*of_pages, *graded_types(track)[type].grades)


def nugget_types(track: Track) -> tuple[str, ...]:
    """Those that are judged by nuggets."""
    return tuple(
        kind.name for kind in track.question_types.values() if kind.judged and kind.form.asks(LISTING)
    )


def is_annotation(sample: Sample, track: Track) -> bool:
    """Whether it says what is expected of a page, where pages are annotated; else its answers have the grades of experts."""
    if sample.type not in track.types_with(PLACES):
        return False
    says = any(item.right_grade in ANNOTATION.grades or item.long or item.short for item in sample.items)
    return says or not any(
        item.right_grade in graded_types(track)[sample.type].grades for item in sample.items
    )


def scale_of_sample(sample: Sample, track: Track) -> Scale | None:
    """The grades of its rows; None for a type without grades."""
    return ANNOTATION if is_annotation(sample, track) else graded_types(track).get(sample.type)


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
        message = say_n("The question has {n} answer.", "The question has {n} answers.", len(sample.items))
        yield SampleProblem(
            None,
            "",
            "many_answers",
            message,
            say("At most {most} can be judged in one go; split it.", most=MOST_ITEMS),
        )
    scale, annotates = scale_of_sample(sample, track), is_annotation(sample, track)
    for number, item in enumerate(sample.items):
        yield from _grade_problems(number, item, scale)
        yield from _annotation_problems(number, item) if annotates else _item_problems(number, item)
        yield from _nugget_problems(number, item, wanted=sample.type in nugget_types(track))
        yield from _lengths(number, item._asdict())
    if annotates:
        yield from _other_pages(sample)
        return
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


def _item_problems(number: int, item: SampleItem) -> Iterator[SampleProblem]:
    yield from _missing(
        number,
        item,
        ("docid", say("The answer names no document."), say("Give the id of the document that it cites.")),
        ("supporting_text", say("The answer has no document text."), say("Write what the document says.")),
        ("answer", say("The answer string is empty."), say("Write the string as a system might give it.")),
        ("reason", say("No reason is given."), say("Say why the grade is right; the review shows it.")),
    )
    if item.long or item.short:
        message = say("Long and short answers are for pages that are annotated.")
        hint = say("Leave them out here.")
        yield SampleProblem(number, "long" if item.long else "short", "annotation_useless", message, hint)


def _annotation_problems(number: int, item: SampleItem) -> Iterator[SampleProblem]:
    """What is wrong with an expected annotation whatever the page; the page is asked by `services/expected`."""
    yield from _missing(
        number,
        item,
        ("docid", say("The row names no page."), say("Give the id of a page of the campaign’s collection.")),
        ("reason", say("No reason is given."), say("Say why this is expected; the review shows it.")),
    )
    for column in ("answer", "supporting_text"):
        if getattr(item, column).strip():
            message = say("A page that is annotated has no answer string and no text of its own.")
            yield SampleProblem(number, column, "text_useless", message, say("Leave them out here."))
    if item.right_grade == "bad" and (item.long or item.short):
        message = say("A bad question has no answers.")
        hint = say("Leave the long and the short answer empty, or call the question good.")
        yield SampleProblem(number, "long" if item.long else "short", "bad_with_answer", message, hint)


def _missing(number: int, item: SampleItem, *wanted: tuple[str, str, str]) -> Iterator[SampleProblem]:
    for column, message, hint in wanted:
        if not getattr(item, column).strip():
            yield SampleProblem(number, column, f"{column}_missing", message, hint)


def _grade_problems(number: int, item: SampleItem, scale: Scale | None) -> Iterator[SampleProblem]:
    if scale and item.right_grade not in scale.grades:
        message = say("{grade} is not a grade of this question’s type.", grade=shown(item.right_grade))
        hint = say("Grades: {listed}.", listed=", ".join(scale.grades))
        yield SampleProblem(number, "right_grade", "grade_unknown", message, hint)


def _other_pages(sample: Sample) -> Iterator[SampleProblem]:
    for number, item in enumerate(sample.items):
        if item.docid != sample.items[0].docid:
            message = say("The page is another than in the sample’s first row.")
            hint = say("All that is expected is of one page; make a sample of its own for another.")
            yield SampleProblem(number, "docid", "page_differs", message, hint)


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
                "{column} has {n} character.", "{column} has {n} characters.", len(value), column=column
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
                "The answer {answer} from {docid} is in the pool twice.",
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
