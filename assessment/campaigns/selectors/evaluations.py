"""An evaluation that people write as its page shows it: what is wrong with it, and how answers will be judged by it."""

from typing import NamedTuple

from assessment.shared.grades import grade_name, grade_tones, keys_of
from scoring.evaluations.own import FILE, read
from scoring.records import Problem
from scoring.scales import Scale
from scoring.tracks.base import QuestionType, Track

DOCID = "DOC-1"  # of the sample answer
# What a line of the list of answers has besides, and is empty before anybody judged.
_EMPTY = (
    *(
        "place",
        "whole",
        "quoted",
        "machine",
        "said_by_machine",
        "automatic",
        "grade",
        "note",
        "later",
        "hidden",
    ),
    "current",
)


class PlacedProblem(NamedTuple):
    """A problem with the text of the line where it is."""

    problem: Problem
    written: str


class ShownKey(NamedTuple):
    """A grade with its key, as the judging page has them."""

    grade: str
    key: str
    exact: bool = False


class ShownGroup(NamedTuple):
    """Answers of one document in the list of the judging page."""

    docid: str
    lines: list[dict[str, str]]
    hidden: bool = False


class ShownType(NamedTuple):
    """How questions of one type are judged."""

    kind: QuestionType
    keys: list[ShownKey]
    groups: list[ShownGroup]  # the sample answer once with each grade

    @property
    def scale(self) -> Scale | None:
        """Its grades; None where answers have none."""
        return self.kind.scale


class Preview(NamedTuple):
    """What a text comes to. It stands for the campaign where parts of pages take the words of grades from one."""

    track: Track | None  # None where anything is wrong
    problems: list[PlacedProblem]
    types: list[ShownType]


def preview_of(data: bytes, answer: str = "", name: str = FILE) -> Preview:
    """Check a file and show how an answer is judged by it."""
    track, problems = read(data, name)
    lines = data.decode("utf-8", "replace").split("\n")
    placed = [
        PlacedProblem(one, lines[one.line - 1] if 0 < one.line <= len(lines) else "") for one in problems
    ]
    types = [_shown(track, kind, answer) for kind in track.question_types.values()] if track else []
    return Preview(track, placed, types)


def _shown(track: Track, kind: QuestionType, answer: str) -> ShownType:
    keys = keys_of(kind.scale) if kind.scale else {}
    tones = grade_tones([track])
    lines = [
        shown_line(
            str(number), answer, tones.get(grade, ""), f"{key} {grade_name(grade, track)}", grade=grade
        )
        for number, (grade, key) in enumerate(keys.items(), 1)
    ]
    groups = [ShownGroup(DOCID, lines)] if lines else []
    return ShownType(kind, [ShownKey(*one) for one in keys.items()], groups)


def shown_line(name: str, answer: str, tone: str, label: str, **more: str) -> dict[str, str]:
    """An answer in the list, as `judging/templatetags/answers` writes it."""
    said = {"pk": name, "answer": answer, "changes": "0", "tone": tone, "label": label}
    return dict.fromkeys(_EMPTY, "") | said | more
