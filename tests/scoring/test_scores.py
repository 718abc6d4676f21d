"""Scores of runs: rows for every pair, NIL, relaxed rules, bounds, exactness, and the checksum of the inputs."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from scoring.evaluate import Scorer, ScoreReport, evaluate
from scoring.records import Assignment, Evaluation, Judgment, KnownAnswer, Question
from scoring.rules import RuleError
from tests.scoring.campaigns import item, judged_campaigns, series2004, trec8

YES, NO = {"ann": "yes"}, {"ann": "no"}
VOTES = {("1", "a"): YES, ("1", "b"): NO, ("2", "c"): YES, ("2", "d"): NO, ("3", "e"): NO}
RUNS = {"best": {"1": ["a"], "2": ["d", "c"], "3": ["e"]}, "empty": {}}


def test_every_pair_has_a_row_and_a_missing_response_scores_nothing() -> None:
    report = evaluate(trec8(VOTES, RUNS))
    best, empty = report.runs["best"], report.runs["empty"]
    assert best.questions == {"1": {"mrr": 1}, "2": {"mrr": Fraction(1, 2)}, "3": {"mrr": 0}}
    assert best.measures == {"mrr": Fraction(1, 2), "no_correct": 1}
    assert empty.questions == {"1": {"mrr": 0}, "2": {"mrr": 0}, "3": {"mrr": 0}}
    assert (empty.score, empty.measures["no_correct"], empty.judged, empty.unjudged) == (0, 3, 0, 0)
    assert report.evaluated_questions == 3
    assert best.series is None


def test_a_question_with_no_correct_answer_anywhere_stays_in_the_mean() -> None:
    assert evaluate(trec8(VOTES, RUNS)).runs["best"].score == Fraction(1 + Fraction(1, 2) + 0, 3)


def test_a_dropped_question_leaves_every_mean() -> None:
    report = evaluate(trec8(VOTES, RUNS, dropped={"3": "unclear", "2": "wrong"}))
    assert report.evaluated_questions == 1
    assert report.dropped == (("2", "wrong"), ("3", "unclear"))
    assert report.runs["best"].questions == {"1": {"mrr": 1}}
    assert report.runs["best"].score == 1


def test_unjudged_responses_count_as_wrong_and_widen_the_bounds() -> None:
    evaluation = trec8(VOTES, {"late": {"1": ["new", "a"], "2": ["c"], "3": ["other"]}, **RUNS})
    report = evaluate(evaluation)
    late, best = report.runs["late"], report.runs["best"]
    assert (late.judged, late.unjudged) == (2, 2)
    assert (late.low, late.score, late.high) == (Fraction(1, 2), Fraction(1, 2), 1)
    assert (best.low, best.high, best.unjudged) == (best.score, best.score, 0)


def test_where_every_question_is_dropped_the_score_is_undefined_not_nan() -> None:
    report = evaluate(trec8(VOTES, RUNS, dropped={"1": "", "2": "", "3": ""}))
    shown = report.as_json()["runs"]["best"]
    assert (shown["score"], shown["measures"]) == (None, {"mrr": None, "no_correct": 0})
    assert "NaN" not in report.as_text()


def test_a_rule_that_cannot_be_followed_gives_no_scores() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "no"}}
    with pytest.raises(RuleError):
        evaluate(trec8(votes))
    assert evaluate(trec8(votes), "union").rule == "union"


def test_the_shape_of_the_json() -> None:
    shown = evaluate(trec8(VOTES, RUNS, dropped={"3": "unclear"})).as_json()
    assert list(shown) == [
        "campaign",
        "track",
        "rule",
        "inputs_sha256",
        "software",
        "evaluated_questions",
        "dropped",
        "warnings",
        "runs",
    ]
    assert shown["dropped"] == [{"id": "3", "reason": "unclear"}]
    assert list(shown["runs"]) == ["best", "empty"]
    assert shown["runs"]["best"] == {
        "score": 0.75,
        "judged": 3,
        "unjudged": 0,
        "bounds": {"low": 0.75, "high": 0.75},
        "measures": {"mrr": 0.75, "no_correct": 0},
        "questions": {"1": {"mrr": 1.0}, "2": {"mrr": 0.5}},
    }


QUESTIONS = [
    Question("1.1", "FACTOID", "Who?", "1"),
    Question("2.1", "FACTOID", "When?", "2"),
    Question("2.2", "FACTOID", "Where?", "2"),
]


def factoids(grades: dict[tuple[str, str], str], lines: list[tuple[str, str]], **more: Any) -> ScoreReport:
    votes = {place: {"ann": grade} for place, grade in grades.items()}
    return evaluate(series2004(more.pop("questions", QUESTIONS), votes, {"r": lines}, **more))


def test_a_campaign_of_factoids_alone_is_scored_by_their_accuracy() -> None:
    report = factoids(
        {("1.1", "a"): "correct", ("2.1", "b"): "inexact", ("2.2", "c"): "unsupported"},
        [("1.1", "a"), ("2.1", "b"), ("2.2", "c")],
    )
    run = report.runs["r"]
    assert run.measures == {"accuracy": Fraction(1, 3), "list_f": None, "other_f": None}
    assert run.score == Fraction(1, 2)  # over series: one of one and none of two
    assert run.by_type == Fraction(1, 3)
    assert (run.judged, run.unjudged, report.evaluated_questions) == (3, 0, 3)
    assert run.series == {"1": {"score": 1}, "2": {"score": 0}}
    assert report.as_json()["runs"]["r"]["measures"]["list_f"] is None


@pytest.mark.parametrize(
    ("grades", "known", "settled", "right"),
    [
        ({}, False, "", True),  # nobody found anything
        ({("1.1", "a"): "incorrect", ("1.1", "b"): "unsupported"}, False, "", True),
        ({("1.1", "a"): "correct"}, False, "right", False),  # a correct answer found makes NIL wrong for all
        ({}, True, "right", False),  # known from question development
        ({("1.1", "a"): "inexact"}, False, "", False),  # undecided
        ({("1.1", "a"): "inexact"}, False, "wrong", False),
        ({("1.1", "a"): "inexact"}, False, "right", True),
        ({("1.1", "a"): "inexact", ("1.1", "b"): "correct"}, False, "right", False),
    ],
)
def test_when_nil_is_right(
    grades: dict[tuple[str, str], str], known: bool, settled: str, right: bool
) -> None:
    questions = [QUESTIONS[0]._replace(nil=settled)]
    answers = (KnownAnswer("1.1", "1", "Dunn"),) if known else ()
    report = factoids(grades, [("1.1", "NIL")], questions=questions, known_answers=answers)
    assert report.runs["r"].score == int(right)
    assert (report.runs["r"].judged, report.runs["r"].unjudged) == (1, 0)
    undecided = bool(grades) and set(grades.values()) == {"inexact"} and not settled
    assert any("inexact answers and no correct one" in warning for warning in report.warnings) == undecided


def test_an_answer_class_found_in_the_pool_is_no_known_answer_by_itself() -> None:
    pooled = (KnownAnswer("1.1", "1", "Dunn", "pool"),)
    assert factoids({}, [("1.1", "NIL")], questions=QUESTIONS[:1], known_answers=pooled).runs["r"].score == 1


def test_nil_that_is_right_while_the_pool_is_not_judged_whole_is_warned_about() -> None:
    report = factoids({}, [("1.1", "NIL")], questions=QUESTIONS[:1], pool=(item("1.1", "late"),))
    assert report.runs["r"].score == 1
    assert any("NIL counts as right" in warning for warning in report.warnings)


@pytest.mark.parametrize(("many", "score", "counted"), [("first", 0, 1), ("any", 1, 3)])
def test_several_lines_for_a_factoid(many: str, score: int, counted: int) -> None:
    report = factoids(
        {("1.1", "a"): "incorrect", ("1.1", "b"): "correct"},
        [("1.1", "a"), ("1.1", "b"), ("1.1", "NIL")],
        questions=QUESTIONS[:1],
        settings={"many_per_factoid": many},
    )
    run = report.runs["r"]
    assert (run.score, run.judged) == (score, counted)
    assert f"A rule for runs is relaxed: many_per_factoid={many}." in report.warnings


def test_a_dropped_series_leaves_with_its_questions() -> None:
    report = factoids({("1.1", "a"): "correct"}, [("1.1", "a")], dropped={"2": "unclear"})
    assert report.evaluated_questions == 1
    assert report.runs["r"].score == 1
    assert report.runs["r"].series == {"1": {"score": 1}}
    assert "2.1" not in report.runs["r"].questions


@given(judged_campaigns())
def test_a_scorer_gives_what_evaluate_gives_and_scores_are_between_their_bounds(
    evaluation: Evaluation,
) -> None:
    scorer = Scorer(evaluation)
    for rule in ("adjudicated", "union", "assessor:ann"):
        report = evaluate(scorer, rule)
        assert report == evaluate(evaluation, rule)
        for run in report.runs.values():
            assert run.low is not None
            assert run.score is not None
            assert run.high is not None
            assert 0 <= run.low <= run.score <= run.high <= 1


def checksum(evaluation: Evaluation) -> str:
    return Scorer(evaluation).inputs_sha256


def base() -> Evaluation:
    return trec8(
        VOTES | {("1", "f"): {"ann": "yes", "bo": "no"}}, RUNS, {("1", "f"): "no"}, [Assignment("1", "ann")]
    )


@pytest.mark.parametrize(
    "change",
    [
        {"settings": {"judges": 2}},
        {"dropped": {"3": ""}},
        {"known_answers": (KnownAnswer("1", "1", "a"),)},
        {"adjudications": ()},
        {"assignments": (Assignment("1", "ann", state="handed_over"),)},
        {"runs": base().runs[:1]},
        {"responses": {**base().responses, "empty": base().responses["best"]}},
        {"pool": (*base().pool, item("1", "late"))},
        {"judgments": base().judgments[1:]},
        {"judgments": (*base().judgments[1:], base().judgments[0]._replace(grade="no"))},
        {"judgments": (*base().judgments[1:], base().judgments[0]._replace(assessor="cy"))},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_checksum_changes_with_what_a_score_depends_on(change: dict[str, Any]) -> None:
    assert checksum(base()._replace(**change)) != checksum(base())


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Another"},
        {"campaign": "another"},
        {"settings": {"judges": "3"}},
        {
            "judgments": tuple(
                it._replace(note="n", judged_at="2026-01-01") for it in reversed(base().judgments)
            )
        },
        {"judgments": (*base().judgments, Judgment(item("1", "a"), "bot", "no", kind="machine"))},
        {"pool": base().pool[::-1]},
        {"assignments": (Assignment("1", "ann", state="done", comment="c"),)},
        {
            "responses": {
                name: tuple(it._replace(line=9) for it in given) for name, given in base().responses.items()
            }
        },
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_checksum_does_not_change_with_anything_else(change: dict[str, Any]) -> None:
    assert checksum(base()._replace(**change)) == checksum(base())


def test_the_checksum_of_a_rule_that_names_a_machine_covers_its_judgments() -> None:
    def result(grade: str) -> Scorer:
        machine = Judgment(item("1", "a"), "bot", grade, kind="machine")
        return Scorer(base()._replace(judgments=(*base().judgments, machine)))

    def inputs(grade: str, rule: str) -> str:
        return result(grade).score(rule, partial=True).inputs_sha256

    assert inputs("no", "union") == inputs("yes", "union") == checksum(base())
    assert inputs("no", "assessor:bot") != inputs("yes", "assessor:bot")
