"""Experts' grades of people's answers: Table 2 and Figure 4 of the paper, worked out by hand."""

from scoring.annotations import AnnotatedExample, Annotation, Label, PageSpan
from scoring.bundle import read
from scoring.evaluate import Scorer, evaluate
from scoring.records import Item
from scoring.spans.experts import experts_json, items_of
from tests.scoring.test_golden import GOLDEN

LONG, OTHER = PageSpan(100, 300, 20, 60), PageSpan(320, 420, 64, 84)
FIRST, SECOND = PageSpan(110, 120, 22, 24), PageSpan(150, 160, 30, 32)
IN_TOKENS = PageSpan(-1, -1, 5, 9)


def example(qid: str, *labels: Label) -> AnnotatedExample:
    return AnnotatedExample(qid, tuple(Annotation(str(n), label) for n, label in enumerate(labels)))


def item(qid: str, passage: str) -> Item:
    return Item(qid, qid, passage, "")


EXAMPLES = {
    "1": example("1", *[Label(LONG, (FIRST, SECOND))] * 3, Label(OTHER), Label()),
    "2": example("2", Label(LONG, (), "YES"), Label(), Label(), Label(), Label()),
    "3": example("3", *[Label(LONG, (FIRST,))] * 5),
    "4": example("4", Label(IN_TOKENS)),
}


def test_the_distinct_places_are_what_experts_grade() -> None:
    """Not yes, not no, and no place that is known by tokens alone, which no page can mark."""
    assert [tuple(one) for one in items_of(EXAMPLES.values())] == [
        ("1", "1", "long:100:300", ""),
        ("1", "1", "long:320:420", ""),
        ("1", "1", "short:110:120", ""),
        ("1", "1", "short:150:160", ""),
        ("2", "2", "long:100:300", ""),
        ("3", "3", "long:100:300", ""),
        ("3", "3", "short:110:120", ""),
    ]


def test_an_answer_counts_as_often_as_people_gave_it() -> None:
    grades = {
        item("1", "long:100:300"): "C",
        item("1", "long:320:420"): "W",
        item("2", "long:100:300"): "Cd",
        item("3", "long:100:300"): "C",
    }
    long = experts_json(EXAMPLES, grades)["long"]
    assert {name: long[name] for name in ("annotations", "C", "Cd", "W")} == {
        "annotations": 10,
        "C": 8,
        "Cd": 1,
        "W": 1,
    }
    assert long["precision"] == 9 / 10
    # Four of five answered question 1, one of five question 2, all question 3.
    assert [(one["to"], one["C"], one["Cd"], one["W"]) for one in long["by_mu"]] == [
        (0.2, 0, 1, 0),
        (0.4, 0, 0, 0),
        (0.6, 0, 0, 0),
        (0.8, 3, 0, 1),
        (1.0, 5, 0, 0),
    ]


def test_several_places_are_as_right_as_the_least_right() -> None:
    first, second = item("1", "short:110:120"), item("1", "short:150:160")
    assert "short" not in experts_json(EXAMPLES, {first: "C"})
    short = experts_json(EXAMPLES, {first: "C", second: "W"})["short"]
    assert (short["annotations"], short["W"], short["precision"]) == (3, 3, 0.0)


def test_runs_have_scores_while_experts_disagree() -> None:
    evaluation, _ = read(GOLDEN / "nq_small")
    assert evaluation is not None
    scores = evaluate(Scorer(evaluation), "adjudicated").as_json()
    undecided = evaluate(Scorer(evaluation._replace(adjudications=())), "adjudicated").as_json()
    assert undecided["runs"] == scores["runs"]
    assert undecided["experts"]["long"]["annotations"] < scores["experts"]["long"]["annotations"]
    assert any("2 disputed items have no decision" in warning for warning in undecided["warnings"])
