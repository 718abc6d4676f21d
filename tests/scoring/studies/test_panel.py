"""What each run gets under each judge, held against the scores by every one-judge qrels of small campaigns."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import bundle
from scoring.evaluate import Scorer
from scoring.evaluate.units import unit_tables
from scoring.records import Assignment, Evaluation, Judgment, Match
from scoring.rules import RuleError, chosen
from scoring.studies import exact, series_terms
from scoring.studies.exact import over_all
from scoring.studies.one_judge import one_judge
from scoring.studies.panel import Drawn, Panel, panels
from scoring.studies.terms import Worth, worth_of
from tests.scoring.campaigns import item, judged_campaigns, trec8
from tests.scoring.parts import item as place
from tests.scoring.parts import result
from tests.sizes import examples

GOLDEN = Path(__file__).parents[2] / "golden"
Scores = Mapping[str, Fraction | None]


def golden(name: str) -> Scorer:
    evaluation, problems = bundle.read(GOLDEN / name)
    assert evaluation, problems
    return Scorer(evaluation)


def scores_under(scorer: Scorer, made: Panel, choice: tuple[int, ...], measure: str = "") -> Scores:
    """The scores of a panel's runs, by qrels of the chosen judges."""
    judges = {qid: names[0] for qid, names in scorer.judges.items()}
    judges |= {one.qid: one.judges[number] for one, number in zip(made.questions, choice, strict=True)}
    tables = unit_tables(scorer, scorer.key_of(chosen(scorer.index, judges)), measure)
    by_run = {run: score for table in tables for run, score in table.scores.items()}
    return {run: by_run.get(run) for run in made.runs}


def agrees(scorer: Scorer, measure: str = "") -> list[Panel]:
    """Compare panels with all one-judge qrels, and what is worked out over all of these."""
    found = panels(scorer, measure)
    for made in found:
        choices = list(product(*map(range, made.counts)))
        by_all = [scores_under(scorer, made, choice, measure) for choice in choices]
        assert [made.scores_by(choice) for choice in choices] == by_all
        rows, reason = over_all(made)
        if any(None in scores.values() for scores in by_all):
            assert (rows, bool(reason)) == ((), True)
            continue
        for run, row in zip(made.runs, rows, strict=True):
            scores = [one[run] or Fraction(0) for one in by_all]
            mean = sum(scores, Fraction(0)) / len(scores)
            variance = sum(((score - mean) ** 2 for score in scores), Fraction(0)) / len(scores)
            assert row == (mean, variance, min(scores), max(scores))
    return found


@pytest.mark.parametrize("name", ["series_small", "tac_small", "respubliqa_small", "trec8_small"])
def test_golden_campaigns_by_every_one_judge_qrels(name: str) -> None:
    agrees(golden(name))


@pytest.mark.parametrize("name", ["series_small", "tac_small", "respubliqa_small", "trec8_small"])
def test_random_is_one_of_these_qrels(name: str) -> None:
    scorer = golden(name)
    for made in panels(scorer):
        for seed in range(6):
            tables = unit_tables(scorer, scorer.under(f"random:{seed}"))
            scores = {run: score for table in tables for run, score in table.scores.items()}
            assert made.scores_by(made.choice_of(seed)) == {run: scores[run] for run in made.runs}


@given(judged_campaigns())
@settings(max_examples=examples(15), deadline=None)
def test_ranked_runs_lie_between_intersection_and_union(evaluation: Evaluation) -> None:
    (made,) = agrees(Scorer(evaluation))
    low, high = made.scores["intersection"], made.scores["union"]
    for run, row in zip(made.runs, over_all(made)[0], strict=True):
        assert (low[run] or 0) <= row.low <= row.high <= (high[run] or 0)


def test_judges_that_lead_to_the_same_keep_their_weight() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "yes", "cy": "no"}, ("2", "a"): {"ann": "yes"}}
    (made,) = panels(Scorer(trec8(votes, {"r": {"1": ["a"], "2": ["b", "a"]}})))
    assert [one.judges for one in made.questions] == [("ann", "bo", "cy")]
    assert made.base == Worth(1, (Fraction(1, 2),))
    (row,), _ = over_all(made)
    assert row.mean == (Fraction(2, 3) + Fraction(1, 2)) / 2
    assert made.varying == (1,)


def test_judges_of_part_of_a_question_are_none_where_somebody_judged_it_whole() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "no", "cy": "no"}, ("1", "b"): {"bo": "no", "cy": "yes"}}
    (made,) = agrees(Scorer(trec8(votes, {"r": {"1": ["a", "b"]}})))
    assert made.questions == (Drawn("1", ("bo", "cy")),)


def test_a_rule_that_fails_says_why() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "no"}}
    (made,) = panels(Scorer(trec8(votes, {"r": {"1": ["a"]}, "s": {"1": []}})))
    assert set(made.failed) == {"adjudicated", "majority"}
    assert "no decision" in one_judge(made, 10).reasons["with_adjudicated"]
    (other,) = panels(Scorer(trec8(votes, {"r": {"1": ["a"]}, "s": {"1": []}})), rule="union")
    found = one_judge(other, 100)
    assert found.with_reference
    assert tuple(found.with_reference.tau) == (1.0, 1.0, 1.0)
    assert found.swaps[0].difference == 1


def in_series(listed: Mapping[str, str], **more: Any) -> Evaluation:
    """A series of a factoid, a list and nuggets, judged by ann and bo; `listed` are bo's grades of the list."""
    questions = {"1.1": "FACTOID", "1.2": "LIST", "1.3": "OTHER", "2.1": "FACTOID", "2.2": "OTHER"}
    runs = {
        "r": [("1.1", "a"), ("1.2", "x"), ("1.2", "y"), ("1.3", "one"), ("2.1", "a"), ("2.2", "two")],
        "s": [("1.1", "b"), ("1.2", "y"), ("1.3", "two"), ("2.1", "b"), ("2.2", "one")],
    }
    by_ann = {
        ("1.1", "a"): "correct", ("1.1", "b"): "incorrect", ("2.1", "a"): "correct", ("2.1", "b"): "incorrect",
        ("1.2", "x"): "correct/ex", ("1.2", "y"): "incorrect/why",
    }  # fmt: skip  # a table, read by the row
    made = result(
        questions,
        runs,
        grades=by_ann,
        nuggets={qid: {"A": ["vital"], "B": ["okay"]} for qid in ("1.3", "2.2")},
        **more,
    )
    by_bo = {
        ("1.1", "a"): "incorrect",
        ("1.1", "b"): "correct",
        ("2.1", "a"): "correct",
        ("2.1", "b"): "correct",
    }
    by_bo |= {("1.2", text): grade for text, grade in listed.items()}
    marks = [
        ("1.3", "one", "A", "ann"),
        ("1.3", "two", "A", "bo"),
        ("2.2", "one", "B", "bo"),
        ("2.2", "two", "A", "cy"),
    ]
    rows = [Assignment(qid, "ann", "primary", "done") for qid in questions]
    return made._replace(
        judgments=(
            *made.judgments,
            *(Judgment(place(*where), "bo", grade) for where, grade in by_bo.items()),
        ),
        matches=tuple(Match(place(qid, text), nugget, who) for qid, text, nugget, who in marks),
        assignments=(*rows, *(Assignment(qid, "bo", "judge", "done") for qid in questions)),
    )


def test_series_are_sums_over_their_questions() -> None:
    (made,) = agrees(Scorer(in_series({"x": "incorrect", "y": "correct"})))
    assert made.unit == "series"
    assert [len(one.judges) for one in made.questions] == [2, 2, 2, 2, 3]
    assert all(len(term.questions) == 1 for term in made.terms)
    assert made.base.units == 2
    # r: 1.1, 1.3, 2.2, and not 1.2, where either finds one of its two lines right; s: 1.1, 1.2, 1.3, 2.1.
    assert made.varying == (3, 4)


def test_a_list_without_known_answers_under_a_judge_makes_its_series_one_term() -> None:
    """The weights of the series are then others."""
    (made,) = agrees(Scorer(in_series({"x": "incorrect", "y": "incorrect"})))
    (joint,) = [term for term in made.terms if len(term.questions) > 1]
    assert len(joint.questions) == 3
    assert joint.size == 8
    assert all(row.exact for row in one_judge(made, 2000).rows.values())


def test_a_list_of_its_own_leaves_the_mean_under_such_a_judge() -> None:
    agrees(Scorer(in_series({"x": "incorrect", "y": "incorrect"})), "list_f")
    (made,) = agrees(Scorer(in_series({"x": "correct", "y": "incorrect"})), "list_f")
    assert made.terms == ()


def test_a_series_that_leaves_under_a_judge() -> None:
    """Nothing but lists: a series has no value under bo, and the other has one."""
    questions = {"1.1": "RigidList", "2.1": "RigidList"}
    runs = {"r": [("1.1", "x"), ("2.1", "x")], "s": [("2.1", "y")]}
    grades = {("1.1", "x"): "correct/ex", ("2.1", "x"): "correct/ex", ("2.1", "y"): "incorrect/why"}
    made = result(questions, runs, grades=grades, track="tac2008")
    by_bo = {("1.1", "x"): "incorrect", ("2.1", "x"): "incorrect", ("2.1", "y"): "correct"}
    both = made._replace(
        judgments=(*made.judgments, *(Judgment(place(*where), "bo", grade) for where, grade in by_bo.items()))
    )
    (found,) = agrees(Scorer(both))
    units = {found.sums(choice).units for choice in product((0, 1), repeat=2)}
    assert units == {1, 2}
    sample = one_judge(found, 500)
    assert all(row.exact for row in sample.rows.values())
    assert sample.rows["s"].low == 0
    assert sample.rows["r"].high == 1


def test_series_whose_score_is_no_weighted_sum_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that squares what it gets is followed all the same."""
    scorer = Scorer(in_series({"x": "incorrect", "y": "correct"}))
    plain = scorer.track.series_rules
    assert plain
    inner = plain.values

    def squared(self: Any, *given: Any) -> Any:
        found = inner(*given)
        return found and {"score": Fraction(found["score"] or 0) ** 2}

    monkeypatch.setattr(type(plain), "values", squared)
    (made,) = agrees(scorer)
    assert any(len(term.questions) > 1 for term in made.terms)


def test_too_many_combinations_of_one_series_are_worked_out_as_they_occur(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scorer = Scorer(in_series({"x": "incorrect", "y": "incorrect"}))
    (made,) = panels(scorer)
    whole = one_judge(made, 3000)
    monkeypatch.setattr(exact, "MOST_COMBINATIONS", 3)
    less = one_judge(made, 3000)
    assert less.reasons["exact"] == exact.ENTANGLED.format(n=3)
    assert all(row.exact is None for row in less.rows.values())
    assert [pair.as_json() for pair in less.swaps] == [pair.as_json() for pair in whole.swaps]
    means = {run: (row.mean, row.low, row.high) for run, row in whole.rows.items()}
    for run, row in less.rows.items():
        assert (row.mean, row.low, row.high) == pytest.approx(means[run])


def test_an_answer_without_a_class_cannot_be_scored() -> None:
    made = in_series({"x": "incorrect", "y": "correct"})
    bare = made._replace(judgments=tuple(one._replace(answer_class="") for one in made.judgments))
    with pytest.raises(RuleError, match="no answer class"):
        panels(Scorer(bare))


def test_runs_scored_by_annotations_have_no_one_judge() -> None:
    with pytest.raises(ValueError, match="scored by annotations"):
        panels(golden("nq_small"))


def test_a_value_of_some_runs_alone_is_refused() -> None:
    assert worth_of((None, None), "q") == Worth(0, (Fraction(0), Fraction(0)))
    with pytest.raises(ValueError, match="there is no common mean"):
        worth_of((Fraction(1), None), "q")


@given(st.data())
@settings(max_examples=examples(20), deadline=None)
def test_made_up_series_by_every_one_judge_qrels(data: st.DataObject) -> None:
    grade = st.sampled_from(["correct", "incorrect"])
    made = in_series({text: data.draw(grade) for text in "xy"})
    judgments = tuple(
        one._replace(grade=data.draw(grade)) if one.item.qid in ("1.2", "2.1") else one
        for one in made.judgments
    )
    agrees(Scorer(made._replace(judgments=judgments)))


def test_the_gold_standard_is_nobodys() -> None:
    """What it settles no judge has a part in; silences are worth what the run is right otherwise."""
    for made in panels(golden("respubliqa_small")):
        judged = ["0001:DE:EN"] if made.label == "AS DE → EN" else []
        assert [one.qid for one in made.questions] == judged
        assert len(made.terms) == len(judged)


def test_weights_are_those_of_the_series() -> None:
    scorer = Scorer(in_series({"x": "incorrect", "y": "correct"}))
    values = [(Fraction(1),), (Fraction(0),)]
    one = series_terms.OfQuestion.of(values)
    fixed = series_terms.OfQuestion.of([(Fraction(0),)])
    found = series_terms.SeriesSum(scorer, "1", {"1.1": one, "1.2": fixed, "1.3": fixed}).weighted()
    assert found == ((Fraction(0),), {"1.1": [(Fraction(1, 2),), (Fraction(0),)]})


def test_nobody_judged_means_nothing_is_drawn() -> None:
    (made,) = panels(Scorer(trec8({}, {"r": {"1": ["a"]}}, pool=(item("1", "a"),))))
    assert not made.questions
    assert not made.terms
    assert made.base == Worth(1, (Fraction(0),))
    assert one_judge(made, 10).rows["r"].mean == 0
