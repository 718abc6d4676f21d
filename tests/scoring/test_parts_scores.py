"""Scores of lists, nuggets and series: worked by hand, and when parts leave."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.evaluate import Scorer
from scoring.records import Assignment
from scoring.rules import RuleError
from tests.scoring.parts import item, report, result, run
from tests.scoring.whole import GRADES, LINES, MATCHES, NUGGETS, SERIES, campaign

LIST_F = Fraction(2 * 2, 5 + 4)  # Oslo and Rome of five lines; known are oslo, rome, bonn and york
OTHER_1 = (
    Fraction(10, 1) * 1 * Fraction(1, 3) / (9 + Fraction(1, 3))
)  # one vital of three; 200 of 200 allowed
OTHER_2 = Fraction(10) * Fraction(1, 4) * Fraction(1, 2) / (9 * Fraction(1, 4) + Fraction(1, 2))


def test_two_series_worked_by_hand() -> None:
    scored = run(campaign())
    assert scored.measures == {
        "accuracy": Fraction(2, 3),
        "list_f": LIST_F,
        "other_f": (OTHER_1 + OTHER_2) / 2,
    }
    first = Fraction(1, 2) + Fraction(1, 4) * LIST_F + Fraction(1, 4) * OTHER_1
    second = Fraction(67, 100) * Fraction(1, 2) + Fraction(33, 100) * OTHER_2
    assert scored.series == {"1": {"score": first}, "2": {"score": second}}
    assert scored.score == (first + second) / 2
    by_type = Fraction(1, 2) * Fraction(2, 3) + LIST_F / 4 + (OTHER_1 + OTHER_2) / 8
    assert scored.by_type == by_type
    assert (scored.judged, scored.unjudged, scored.low, scored.high) == (11, 0, scored.score, scored.score)


def test_the_breakdown_shows_every_figure_of_the_formula() -> None:
    figures = run(campaign()).figures
    assert figures["1.2"] == {"D": 2, "N": 5, "S": 4, "IP": Fraction(2, 5), "IR": Fraction(1, 2)}
    assert figures["1.3"] == {
        "matched": 2,
        "weight": 1,
        "total_weight": 3,
        "length": 200,
        "allowance": 200,
        "NR": Fraction(1, 3),
        "NP": 1,
    }
    assert (figures["2.3"]["NP"], figures["2.3"]["NR"]) == (Fraction(1, 4), Fraction(1, 2))
    shown = report(campaign()).as_json()["runs"]["r"]
    assert shown["figures"]["1.2"]["IP"] == 0.4
    assert shown["questions"]["1.2"] == {"list_f": float(LIST_F)}


def test_equal_weights_as_in_2006_and_2007() -> None:
    scored = run(campaign(settings={"weights": "1,1,1", "weights_without_list": "1,1"}))
    assert scored.series is not None
    assert scored.series["1"]["score"] == (1 + LIST_F + OTHER_1) / 3
    assert scored.series["2"]["score"] == (Fraction(1, 2) + OTHER_2) / 2


def test_locally_correct_answers_are_grades_of_their_own_that_do_not_count() -> None:
    grades = GRADES | {("1.1", "a"): "locally_correct", ("1.2", "Rome"): "locally_correct"}
    scored = run(campaign(grades=grades, settings={"grades": "5"}))
    assert scored.measures["accuracy"] == Fraction(1, 3)
    assert scored.figures["1.2"]["D"] == 1
    assert scored.figures["1.2"]["S"] == 3
    with pytest.raises(RuleError, match="list answer has no answer class"):
        run(campaign(grades=GRADES | {("1.2", "Mars"): "correct"}))


@pytest.mark.parametrize(
    ("texts", "kinds"),
    [
        ({"c": "locally_correct", "d": "incorrect"}, "locally correct"),
        ({"c": "locally_correct", "d": "inexact"}, "inexact and locally correct"),
    ],
)
def test_nil_is_undecided_where_answers_are_no_more_than_locally_correct(
    texts: dict[str, str], kinds: str
) -> None:
    found = {("2.2", text): grade for text, grade in texts.items()}
    scored = report(campaign(grades=GRADES | found, settings={"grades": "5"}))
    assert scored.runs["r"].questions["2.2"] == {"accuracy": 0}
    assert any(f"2.2 has {kinds} answers and no correct one" in said for said in scored.warnings)
    assert run(campaign(settings={"grades": "5"})).questions["2.2"] == {"accuracy": 1}


VOTES = {
    "1.3": {"A": ["okay", "vital", "vital"], "B": ["vital"], "C": ["okay", "okay"]},
    "2.3": {"A": ["okay"]},
}


def test_a_pyramid_weighs_votes_and_the_vital_okay_scheme_the_primary_assessor_alone() -> None:
    matches = {("1.3", "x " * 50): "AC", ("2.3", "z" * 400): "A"}
    sheets = [Assignment(qid, "ann", "primary", "done") for qid in ("1.3", "2.3")]
    sheets += [Assignment("1.3", name, "voter") for name in ("bo", "cy")]
    given = {"nuggets": VOTES, "matches": matches, "assignments": tuple(sheets)}
    pyramid = run(campaign(settings={"other": "pyramid"}, **given))
    assert pyramid.figures["1.3"] == {
        "matched": 2,
        "weight": 1,
        "total_weight": Fraction(3, 2),
        "length": 200,
        "allowance": 200,
        "NR": Fraction(2, 3),
        "NP": 1,
    }
    plain = run(campaign(**given))
    assert (plain.figures["1.3"]["weight"], plain.figures["1.3"]["total_weight"]) == (0, 1)
    assert plain.questions["1.3"] == {"other_f": 0}


@pytest.mark.parametrize(
    ("votes", "weight"),
    [(["vital", "okay"], 0), (["vital", "okay", "vital"], 1), (["vital", "okay", "vital", "okay"], 0)],
)
def test_where_nobody_is_the_primary_more_than_half_make_a_nugget_vital(
    votes: list[str], weight: int
) -> None:
    sheets = tuple(Assignment("1.3", name, "judge", "done") for name in ("ann", "bo"))
    nuggets = {"1.3": {"A": votes, "B": ["vital", "vital"]}}
    made = result(
        {"1.3": "OTHER"},
        {"r": [("1.3", "x " * 50)]},
        nuggets=nuggets,
        matches={("1.3", "x " * 50): "A"},
        assignments=sheets,
    )
    figures = run(made, "union").figures["1.3"]
    assert (figures["weight"], figures["total_weight"]) == (weight, weight + 1)


def test_a_question_without_a_vital_nugget_is_flagged_and_leaves_with_its_series() -> None:
    made = report(campaign(nuggets=NUGGETS | {"2.3": {"A": ["okay"]}}, matches={("1.3", "x " * 50): "A"}))
    scored = made.runs["r"]
    assert "Question 2.3 is left out of the means: it has no vital nugget." in made.warnings
    assert "Series without a value leave the evaluation: 2." in made.warnings
    assert scored.questions["2.3"] == {"other_f": None}
    assert scored.measures["other_f"] == scored.questions["1.3"]["other_f"]
    assert scored.series is not None
    assert set(scored.series) == {"1"}
    assert scored.score == scored.series["1"]["score"]
    assert scored.measures["accuracy"] == Fraction(2, 3)  # by type, its factoids still count
    assert made.evaluated_questions == 5


@pytest.mark.parametrize("dropped", ["1.3", "1.1"])
def test_a_series_whose_other_or_every_factoid_is_dropped_leaves(dropped: str) -> None:
    made = report(campaign(dropped={dropped: "unclear"}))
    assert set(made.runs["r"].series or {}) == {"2"}
    assert any(warning.startswith("Series without a value") for warning in made.warnings)


def test_a_series_with_one_factoid_dropped_stays() -> None:
    scored = run(campaign(dropped={"2.1": "unclear"}))
    assert scored.series is not None
    assert scored.series["2"]["score"] == Fraction(67, 100) + Fraction(33, 100) * OTHER_2


def test_a_series_whose_factoids_nobody_judged_leaves_and_a_single_unjudged_one_counts_as_wrong() -> None:
    lines = [*LINES[:-2], ("2.2", "c"), LINES[-1]]
    without = {place: grade for place, grade in GRADES.items() if place[0] != "2.1"}
    assert set(run(campaign(lines=lines, grades=without)).series or {}) == {"1"}
    scored = run(campaign(lines=lines))
    assert scored.series is not None
    assert scored.series["2"]["score"] == Fraction(33, 100) * OTHER_2
    assert scored.unjudged == 1
    assert scored.high is not None
    assert scored.score is not None
    assert scored.high - scored.score == Fraction(67, 100) / 2 / 2


@pytest.mark.parametrize("how", ["dropped", "unscorable", "unjudged"])
def test_a_series_whose_lists_all_left_counts_as_one_without(how: str) -> None:
    grades = {place: grade for place, grade in GRADES.items() if place[0] != "1.2"}
    change: dict[str, dict[str, Any]] = {
        "dropped": {"dropped": {"1.2": "unclear"}},
        "unscorable": {"grades": grades | {("1.2", "Mars"): "incorrect"}, "developed": {}},
        "unjudged": {"grades": grades},
    }
    made = report(campaign(**change[how]))
    scored = made.runs["r"]
    assert scored.measures["list_f"] is None
    assert scored.series is not None
    assert scored.series["1"]["score"] == Fraction(67, 100) + Fraction(33, 100) * OTHER_1
    reason = {"unscorable": "it has no known answer", "unjudged": "nothing of it is judged"}.get(how)
    assert reason is None or f"Question 1.2 is left out of the means: {reason}." in made.warnings


def test_a_dropped_series_leaves_every_mean() -> None:
    scored = run(campaign(dropped={"2": "unclear"}))
    assert scored.measures == {"accuracy": 1, "list_f": LIST_F, "other_f": OTHER_1}
    assert set(scored.series or {}) == {"1"}


def test_a_run_without_a_line_scores_nothing_and_a_late_one_widens_its_bounds() -> None:
    runs = {"r": LINES, "empty": [], "late": [*LINES, ("1.2", "Kyiv"), ("1.3", "new" * 10)]}
    pool = tuple(dict.fromkeys([item(*place) for place in [*GRADES, *MATCHES]]))
    made = report(
        result(
            SERIES,
            runs,
            grades=GRADES,
            nuggets=NUGGETS,
            matches=MATCHES,
            developed={"1.2": ["oslo", "york"]},
            pool=pool,
        )
    )
    empty, late = made.runs["empty"], made.runs["late"]
    assert (empty.score, empty.measures) == (0, {"accuracy": 0, "list_f": 0, "other_f": 0})
    assert empty.figures["1.2"] == {"D": 0, "N": 0, "S": 4, "IP": None, "IR": 0}
    assert late.unjudged == 2
    assert late.low is not None
    assert late.high is not None
    assert late.score == late.low < late.high
    assert late.figures["1.2"]["N"] == 6


def test_repeated_answers_count_once_and_the_lines_all() -> None:
    scored = run(campaign(lines=[*LINES, *[("1.2", "Rome")] * 3]))
    assert (scored.figures["1.2"]["D"], scored.figures["1.2"]["N"]) == (2, 8)


def test_what_leaves_the_evaluation_is_known_before_any_run_is_scored() -> None:
    made = campaign(nuggets=NUGGETS | {"2.3": {"A": ["okay"]}}, matches={("1.3", "x " * 50): "A"})
    key = Scorer(made).under()
    assert key.without_value == {"2.3": "no_vital_nugget"}
    assert key.leaving == ["2"]
    whole = Scorer(campaign()).under()
    assert (whole.without_value, whole.leaving) == ({}, [])


TAC = {
    "1.1": "RigidList",
    "1.2": "SquishyList",
    "1.3": "SquishyList",
    "2.1": "RigidList",
    "3.1": "SquishyList",
}


def test_tac_series_worked_by_hand() -> None:
    made = result(
        TAC,
        {
            "r": [
                ("1.1", "p"),
                ("1.1", "q"),
                ("1.2", "s" * 100),
                ("1.3", "t" * 300),
                ("2.1", "u"),
                ("3.1", "v" * 50),
            ]
        },
        track="tac2008",
        grades={("1.1", "p"): "correct/p", ("1.1", "q"): "unsupported", ("2.1", "u"): "correct/u"},
        developed={"1.1": ["p", "w", "x"]},
        nuggets={
            "1.2": {"A": ["vital", "vital", "okay"], "B": ["okay", "vital"], "C": ["vital"]},
            "1.3": {"A": ["vital"], "B": ["okay"]},
            "3.1": {"A": ["okay", "okay"]},
        },
        matches={("1.2", "s" * 100): "AB", ("1.3", "t" * 300): "AB", ("3.1", "v" * 50): "A"},
    )
    scored = report(made)
    values = scored.runs["r"]
    assert values.questions["1.1"] == {"rigid_f": Fraction(2, 5)}
    assert values.figures["1.2"] == {
        "matched": 2,
        "weight": Fraction(3, 2),
        "total_weight": 2,
        "length": 100,
        "allowance": 200,
        "NR": Fraction(3, 4),
        "NP": 1,
    }
    first = Fraction(10) * Fraction(3, 4) / (9 + Fraction(3, 4))
    second = Fraction(10) * Fraction(2, 3) / (9 * Fraction(2, 3) + 1)
    assert values.series == {
        "1": {
            "rigid": Fraction(2, 5),
            "squishy": (first + second) / 2,
            "score": (Fraction(2, 5) + (first + second) / 2) / 2,
        },
        "2": {"rigid": 1, "squishy": None, "score": 1},
    }
    assert values.score == (values.series["1"]["score"] + 1) / 2  # type: ignore[operator]  # both are there
    assert values.measures == {"rigid_f": Fraction(7, 10), "squishy_f": (first + second) / 2}
    assert "Question 3.1 is left out of the means: it has no vital nugget." in scored.warnings
    assert "Series without a value leave the evaluation: 3." in scored.warnings
