"""Stored versions of evaluations that people bring: their grades are read on the scales that they declare."""

from collections.abc import Mapping

from scoring.evaluate import Scorer
from scoring.evaluations import with_scales
from scoring.evaluations.own import OWN
from scoring.records import Evaluation, Item, Judgment, Question, Response, Run, Topics
from scoring.studies.comparison import compared_json
from scoring.studies.sides import Mark
from tests.scoring.studies.test_comparison import stored

TWO_SCALES = """title = "Two scales"

[[scale]]
name = "three"
grades = [
  { label = "good", value = 2, code = 9 },
  { label = "fair", value = 1, code = 8 },
  { label = "bad", value = 0, code = 7 },
]

[[scale]]
name = "two"
grades = [ { label = "good", value = 2, code = 2 }, { label = "poor", value = 0, code = 0 } ]

[[type]]
name = "first"
scale = "three"
measures = ["P@1"]

[[type]]
name = "second"
like = "first"
scale = "two"
"""


def test_stored_grades_are_read_of_all_scales_of_an_own_evaluation() -> None:
    """Also where two scales write the same grade with other codes."""
    first, second = (
        Scorer(with_scales(own_evaluation(grades)))
        for grades in ({"1": "bad", "2": "good"}, {"1": "good", "2": "poor"})
    )
    (before, text, _), (after, other, _) = stored(first, "union"), stored(second, "union")
    assert (text, other) == (b"1 D 7 x\n2 D 2 x\n", b"1 D 9 x\n2 D 0 x\n")
    found = compared_json(before, after, text, other, definition=TWO_SCALES)
    assert not any("unknown_code" in sentence for sentence in found.because)
    marks = {one.item.qid: (one.before, one.after) for question in found.questions for one in question.items}
    assert marks == {"1": (Mark("bad"), Mark("good")), "2": (Mark("good"), Mark("poor"))}


def own_evaluation(grades: Mapping[str, str]) -> Evaluation:
    """Two questions, each on a scale of its own, to which a run gave an answer."""
    return Evaluation(
        campaign="own",
        title="Own",
        track=OWN,
        settings={},
        definition=TWO_SCALES,
        topics=Topics((Question("1", "first", "Who?"), Question("2", "second", "When?"))),
        runs=(Run("r", "team"),),
        responses={"r": tuple(Response(qid, "D", "x", 1) for qid in grades)},
        pool=tuple(Item(qid, "D", "", "x") for qid in grades),
        judgments=tuple(Judgment(Item(qid, "D", "", "x"), "ann", grade) for qid, grade in grades.items()),
    )
