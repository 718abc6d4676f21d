"""Evaluations that people bring: what a declaration gives, and that every problem is told at once, with its line."""

import pytest

from scoring.evaluations import get, own
from scoring.evaluations.own import OWN

GRADED = """title = "Graded answers"
about = "How useful is the answer?"

[runs]
ranks = 5

[[scale]]
name = "graded"
right = ["3", "2"]
grades = [
  { label = "3", title = "Perfect", value = 3, key = "3" },
  { label = "2", title = "Good", value = 2 },
  { label = "0", title = "Off topic", value = 0 },
]

[[type]]
name = "question"
scale = "graded"
measures = ["mrr", "success_1"]
"""


def test_a_declaration_gives_a_track() -> None:
    track = get(OWN, GRADED)
    kind = track.question_types["question"]
    assert (track.slug, track.title, track.score, track.run_columns.split()[3]) == (
        OWN,
        "Graded answers",
        "mrr",
        "rank",
    )
    assert kind.scale is not None
    assert kind.scale.correct == {"3", "2"}
    assert kind.scale.codes == {"3": 3, "2": 2, "0": 0}
    assert kind.ranked
    assert get(OWN, GRADED) is track


def test_every_problem_is_told_at_once_with_its_line() -> None:
    wrong = (
        GRADED.replace("title = ", "titel = ", 1)
        .replace("value = 2", 'value = "2"')
        .replace('"mrr"', '"mmr"')
    )
    track, problems = own.read(wrong.encode(), "evaluation.toml")
    assert track is None
    assert [(one.line, one.code, one.hint) for one in problems] == [
        (1, "unknown_key", "Is title meant?"),
        (12, "value", "Correct the value."),
        (19, "unknown_measure", "Is mrr meant?"),
        (0, "missing", "Write it here."),
    ]


def test_an_own_evaluation_needs_its_definition() -> None:
    with pytest.raises(ValueError, match="its definition"):
        get(OWN)


def test_a_key_is_a_digit() -> None:
    _, letter = own.read(GRADED.replace('key = "3"', 'key = "n"').encode(), "evaluation.toml")
    assert [(one.line, one.message) for one in letter] == [
        (11, "The key of a grade is a digit; n is a key of the judging page.")
    ]


def test_a_grade_of_two_scales_has_one_title() -> None:
    other = GRADED.split("[[scale]]")[1].split("[[type]]")[0].replace('"graded"', '"other"')
    more = '\n[[type]]\nname = "second"\nscale = "other"\nmeasures = ["mrr"]\n'
    both = f"{GRADED}\n[[scale]]{other}{more}"
    assert own.read(both.encode(), "evaluation.toml")[1] == []
    (problem,) = own.read(f"{GRADED}\n[[scale]]{other.replace('Good', 'Fine')}{more}".encode(), "x.toml")[1]
    assert problem.message == "The grade 2 is called Good on one scale and Fine on another."
