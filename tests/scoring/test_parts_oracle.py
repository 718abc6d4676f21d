"""Scores against a second implementation, written from the documents alone and in floating point."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluate.report import ordered, tau_b
from scoring.records import Assignment, Evaluation, Response
from tests.scoring.parts import report
from tests.scoring.whole import SERIES, campaigns


def list_f(lines: list[Response], made: Evaluation) -> float | None:
    judged = {it.item: it for it in made.judgments if it.grade == "correct"}
    known = {it.answer_class for it in judged.values() if it.item.qid == "1.2"}
    if not known:
        return None
    distinct = {judged[line.item].answer_class for line in lines if line.item in judged}
    if not distinct:
        return 0.0
    precision, recall = len(distinct) / len(lines), len(distinct) / len(known)
    return 2 * precision * recall / (precision + recall)


def nugget_f(qid: str, lines: list[Response], made: Evaluation) -> float | None:
    votes = defaultdict(list)
    for vote in made.nugget_votes:
        if vote.qid == qid and (vote.assessor == "ann" or made.settings.get("other") == "pyramid"):
            votes[vote.nugget].append(vote.vote == "vital")
    weight = {name: sum(given) for name, given in votes.items()}
    if not any(weight.values()):
        return None
    held = {match.nugget for match in made.matches for line in lines if match.item == line.item}
    length = sum(1 for line in lines for char in line.answer if not char.isspace())
    if not held or not length:
        return 0.0
    recall = sum(weight[name] for name in held) / sum(weight.values())
    allowance = 100 * len(held)
    precision = 1.0 if length < allowance else 1 - (length - allowance) / length
    return 10 * precision * recall / (9 * precision + recall)


def factoid(lines: list[Response], made: Evaluation) -> float:
    right = {it.item for it in made.judgments if it.grade == "correct"}
    return float(any(line.item in right for line in lines[:1]))


def series_score(series: str, values: dict[str, float | None], made: Evaluation) -> float | None:
    factoids = [values[qid] for qid, kind in SERIES.items() if kind == "FACTOID" and qid[0] == series]
    listed, other = values.get(f"{series}.2") if series == "1" else None, values[f"{series}.3"]
    if other is None:
        return None
    accuracy = sum(value or 0 for value in factoids) / len(factoids)
    equal = "weights" in made.settings
    if listed is None:
        return 0.67 * accuracy + 0.33 * other
    return (accuracy + listed + other) / 3 if equal else 0.5 * accuracy + 0.25 * listed + 0.25 * other


def assigned(made: Evaluation) -> Evaluation:
    """The campaign with ann as the primary assessor of all questions, so that the other voters only vote."""
    return made._replace(assignments=tuple(Assignment(qid, "ann", "primary", "done") for qid in SERIES))


@given(campaigns().map(assigned))
def test_scores_equal_those_of_the_second_implementation(made: Evaluation) -> None:
    scored = report(made._replace(settings={**made.settings, "many_per_factoid": "first"})).runs
    for run_id, lines in made.responses.items():
        of = {qid: [line for line in lines if line.qid == qid] for qid in SERIES}
        values: dict[str, float | None] = {
            qid: factoid(of[qid], made) for qid, kind in SERIES.items() if kind == "FACTOID"
        }
        values["1.2"] = list_f(of["1.2"], made)
        values |= {qid: nugget_f(qid, of[qid], made) for qid in ("1.3", "2.3")}
        for qid, value in values.items():
            (shown,) = scored[run_id].questions[qid].values()
            assert (shown is None) == (value is None)
            assert shown is None or float(shown) == pytest.approx(value, abs=1e-9)
        series = {name: series_score(name, values, made) for name in "12"}
        kept = [score for score in series.values() if score is not None]
        expected = sum(kept) / len(kept) if kept else None
        score = scored[run_id].score
        assert (score is None) == (expected is None)
        assert score is None or float(score) == pytest.approx(expected, abs=1e-9)


def test_tau_between_two_orders() -> None:
    first = {"a": Fraction(3, 4), "b": Fraction(1, 2), "c": Fraction(1, 4), "d": None}
    assert tau_b(first, first) == 1
    assert tau_b(first, {"a": 0, "b": 1, "c": 2, "d": 3}) == -1
    assert tau_b(first, {"a": 2, "b": 3, "c": 1, "d": 0}) == pytest.approx(1 / 3)  # d has no place
    assert tau_b({"a": 1}, {"a": 1}) is None
    assert tau_b({"a": None, "b": None}, {"a": None, "b": None}) is None
    assert tau_b({"a": 1, "b": None}, {"a": 1, "b": 2}) is None
    assert ordered({"b": 1, "a": 1, "c": None, "d": Fraction(3, 2)}) == ["d", "a", "b", "c"]


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_tau_is_symmetric_and_turns_with_the_order(first: list[int], second: list[int]) -> None:
    one = {str(place): value for place, value in enumerate(first)}
    two = {str(place): value for place, value in enumerate(second)}
    there = tau_b(one, two)
    assert there is not None
    assert there == tau_b(two, one)
    assert there == -(tau_b({name: -value for name, value in one.items()}, two) or 0)


@given(campaigns())
def test_the_report_says_how_alike_the_order_by_question_type_is(made: Evaluation) -> None:
    shown = report(made).as_json()
    ranked = [
        run for run in shown["runs"].values() if None not in (run["score"], run.get("score_by_type", 0))
    ]
    values = [
        [run[name] for run in ranked] for name in ("score", "score_by_type") if "tau_b_by_type" in shown
    ]
    if values and all(len(set(of_runs)) > 1 for of_runs in values):
        assert -1 <= shown["tau_b_by_type"] <= 1
    else:
        assert shown.get("tau_b_by_type") is None
