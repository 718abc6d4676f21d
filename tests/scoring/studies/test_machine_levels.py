"""Rankings at three levels, and labels of both sides scale by scale: against SciPy and statsmodels, and by hand."""

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau
from statsmodels.stats.inter_rater import cohens_kappa

from scoring.evaluate import Scorer
from scoring.records import Assignment, Evaluation, Judgment
from scoring.studies.kendall import tau_b_of_pairs
from scoring.studies.levels import ANOTHER, ONE, PEOPLE, Levels
from scoring.studies.machine_matches import match_report
from scoring.studies.machine_report import machine_report
from tests.labelled import with_labelled
from tests.scoring.studies.test_machine_matches import NAME, NUGGETS, QIDS
from tests.scoring.studies.test_machine_matches import evaluation as nuggets_evaluation
from tests.scoring.studies.test_machine_report import campaign, noisy, with_machine
from tests.scoring.test_labels_of_nuggets import with_program

VALUE = st.integers(0, 3).map(lambda number: Fraction(number, 3))


@given(st.lists(st.tuples(VALUE, VALUE), max_size=30))
def test_tau_b_of_many_pairs_is_that_of_scipy(pairs: list[tuple[Fraction, Fraction]]) -> None:
    found = tau_b_of_pairs(pairs)
    expected = kendalltau(*zip(*pairs, strict=True)).statistic if len(pairs) > 1 else np.nan
    assert found == pytest.approx(expected) if found is not None else np.isnan(expected)


Values = Mapping[str, Mapping[str, float]]  # run -> question


def by_rule(made: Evaluation, rule: str, measure: str) -> Values:
    """What each run got for each question under a rule."""
    runs = Scorer(made).score(rule, partial=True).runs
    return {
        run: {qid: float(row[measure] or 0) for qid, row in one.questions.items()}
        for run, one in runs.items()
    }


def held(found: Levels, first: Values, second: Values, qids: list[str]) -> None:
    """All levels of two judges over some questions, worked out anew."""
    runs = sorted(first)
    means = [[np.mean([of[run][qid] for qid in qids]) for run in runs] for of in (first, second)]
    within = [
        kendalltau([first[run][qid] for run in runs], [second[run][qid] for run in runs]).statistic
        for qid in qids
    ]
    every = [[of[run][qid] for run in runs for qid in qids] for of in (first, second)]
    known = [tau for tau in within if not np.isnan(tau)]
    assert (found.questions, found.runs, found.pairs) == (len(qids), len(runs), len(runs) * len(qids))
    assert found.ranking.tau_b == pytest.approx(kendalltau(*np.round(means, 12)).statistic)
    assert found.within == pytest.approx(np.mean(known))
    assert found.within_questions == len(known)
    assert found.over_pairs == pytest.approx(kendalltau(*every).statistic)


def row(levels: tuple[Levels, ...], one: str, other: str, condition: str = "blind") -> Levels:
    (found,) = [it for it in levels if (it.one, it.other, it.condition) == (one, other, condition)]
    return found


def test_rankings_by_grades_are_held_at_all_levels() -> None:
    """Everybody judged all: the first of each question's people stands for one person, the second for another."""
    made = campaign(20, 12, seed=5)
    decided = made._replace(judgments=tuple(it for it in made.judgments if it.assessor != "ed"))
    people = with_machine(decided, noisy(decided, 4))
    found = machine_report(people, "m@1").levels
    by_question: dict[str, set[str]] = {}
    for it in decided.judgments:
        by_question.setdefault(it.item.qid, set()).add(it.assessor)
    qids = sorted(by_question)
    measure = found[0].measure
    rules = {name: by_rule(people, f"assessor:{name}", measure) for name in ("ann", "bo", "cy", "di", "m@1")}
    first, second = (
        {
            run: {
                qid: rules[sorted(names)[place]][run][qid]
                for qid, names in by_question.items()
                if len(names) > 1
            }
            for run in rules["m@1"]
        }
        for place in (0, 1)
    )
    held(row(found, ONE, ANOTHER), first, second, qids)
    held(row(found, ONE, "m@1"), first, rules["m@1"], qids)
    # The best five by the reference, and more where they are as good as the fifth.
    top = row(found, ONE, "m@1").tops[0]
    means = {run: np.mean([of[qid] for qid in qids]) for run, of in first.items()}
    best = [run for run in means if means[run] >= sorted(means.values())[-5] - 1e-12]
    machine = [np.mean([rules["m@1"][run][qid] for qid in qids]) for run in best]
    assert (top.k, top.runs) == (5, len(best))
    assert top.tau_b == pytest.approx(
        kendalltau(np.round([means[run] for run in best], 12), np.round(machine, 12)).statistic
    )
    assert [it.k for it in row(found, ONE, "m@1").tops] == [5, 10]  # of twelve runs
    assert row(found, PEOPLE, "m@1").questions == 20


def test_rankings_by_nuggets_are_held_at_all_levels() -> None:
    made = nuggets_evaluation(3)
    found = match_report(made, NAME).levels
    ann, bo, machine = (by_rule(made, f"assessor:{who}", "other_f") for who in ("ann", "bo", NAME))
    held(row(found, ONE, ANOTHER), ann, bo, list(QIDS[:2]))  # ann is primary
    held(row(found, ONE, NAME), ann, machine, list(QIDS[:2]))
    held(row(found, PEOPLE, NAME), by_rule(made, "adjudicated", "other_f"), machine, list(QIDS))
    assert all(it.tops == () for it in found)  # of three runs


def test_questions_judged_with_the_program_in_view_stand_apart_at_all_levels() -> None:
    made = nuggets_evaluation(3)
    seen = tuple(
        it._replace(shown=NAME if (it.qid, it.assessor) == ("1.2", "ann") else "") for it in made.assignments
    )
    report = match_report(made._replace(assignments=seen), NAME)
    counted = {(it.one, it.other, it.condition): it.questions for it in report.levels}
    assert counted == {
        (ONE, ANOTHER, "blind"): 1,
        (ONE, ANOTHER, "post-editing"): 1,
        (ONE, NAME, "blind"): 1,
        (ONE, NAME, "post-editing"): 1,
        (PEOPLE, NAME, "blind"): 2,
        (PEOPLE, NAME, "post-editing"): 1,
    }
    # Of what people said among themselves only what both said under the same condition is compared.
    each = len(NUGGETS) * 6  # cells of a question
    pairs = {(it.machine, it.condition): (it.pairs, it.questions) for it in report.scales}
    assert pairs == {
        ("", "blind"): (each, 1),
        (NAME, "blind"): (4 * each, 3),  # ann on two questions, bo on two
        (NAME, "post-editing"): (each, 1),
    }


def test_what_was_judged_with_another_program_in_view_stands_at_no_level() -> None:
    made = nuggets_evaluation(3)
    other = tuple(it._replace(assessor="other@1") for it in made.machine_matches)
    seen = tuple(
        it._replace(shown="other@1" if (it.qid, it.assessor) == ("1.2", "ann") else "")
        for it in made.assignments
    )
    made = made._replace(machine_matches=(*made.machine_matches, *other), assignments=seen)
    for name, condition in ((NAME, "blind"), ("other@1", "post-editing")):
        levels = match_report(made, name).levels
        counted = {(it.one, it.other, it.condition): it.questions for it in levels}
        expected = {(ONE, ANOTHER): 1, (ONE, name): 1, (PEOPLE, name): 2}
        at_edited = {(ONE, ANOTHER): 1, (ONE, name): 1, (PEOPLE, name): 1} if condition != "blind" else {}
        between = next(pair for pair in counted if {NAME, "other@1"} == set(pair[:2]))
        assert counted.pop(between) == 3
        assert counted == {
            **{(*pair, "blind"): n for pair, n in expected.items()},
            **{(*pair, condition): n for pair, n in at_edited.items()},
        }


def test_programs_stand_beside_each_other() -> None:
    made = nuggets_evaluation(3)
    other = tuple(it._replace(assessor="other@1") for it in made.machine_matches)
    found = match_report(made._replace(machine_matches=(*made.machine_matches, *other)), NAME).levels
    both = row(found, NAME, "other@1")
    assert (both.questions, both.ranking.tau_b, both.within, both.over_pairs) == (3, 1, 1, 1)


def test_run_level_can_be_right_where_single_answers_are_not() -> None:
    """Why no level is told alone: errors of the program average out over questions."""
    rnd = random.Random(7)
    made = campaign(60, 8, seed=3, error=0)
    grades = {it.item: it.grade if rnd.random() < 0.3 else rnd.choice(["yes", "no"]) for it in made.judgments}
    found = row(machine_report(with_machine(made, grades), "m@1").levels, PEOPLE, "m@1")
    assert found.ranking.tau_b is not None
    assert found.within is not None
    assert found.over_pairs is not None
    assert found.ranking.tau_b > 0.7 > 0.5 > max(found.within, found.over_pairs)


@pytest.fixture
def labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    with_labelled(monkeypatch)


def drawn(seed: int, share: float) -> dict[str, dict[str, str]]:
    """Labels of two answers; now and then another than the first letter."""
    rnd = random.Random(seed)
    return {
        answer: {name: "s" if rnd.random() < share else rnd.choice("pn") for name in "123"} for answer in "ab"
    }


def test_labels_meet_in_tables_of_their_scale_with_the_kappas_of_statsmodels(labelled: None) -> None:
    ann, bo, said = (drawn(seed, 0.4) for seed in (1, 2, 6))
    made = with_program({"ann": ann, "bo": bo}, said, "ann")
    people, machine = match_report(made, "umbra@1").scales
    assert (people.scale, people.labels) == ("support", ("support", "partial_support", "not_support"))
    assert (people.machine, people.pairs, machine.machine, machine.pairs) == ("", 6, "umbra@1", 12)
    letters = "spn"
    expected = np.zeros((2, 3, 3), dtype=int)
    for answer in "ab":
        for nugget in "123":
            one, two, third = (letters.index(of[answer][nugget]) for of in (ann, bo, said))
            expected[0][one, two] += 1
            expected[0][two, one] += 1
            expected[1][one, third] += 1
            expected[1][two, third] += 1
    for found, table in zip((people, machine), expected, strict=True):
        assert found.counts == tuple(map(tuple, table.tolist()))
        values = found.as_json()
        assert values["kappa"] == pytest.approx(cohens_kappa(table).kappa)
        # The values of the scale are steps of one half, as those of statsmodels are.
        assert values["kappa_linear"] == pytest.approx(cohens_kappa(table, wt="linear").kappa)
        assert values["kappa_quadratic"] == pytest.approx(cohens_kappa(table, wt="quadratic").kappa)
        halved = np.array([[table[0, 0], table[0, 1:].sum()], [table[1:, 0].sum(), table[1:, 1:].sum()]])
        assert values["right_kappa"] == pytest.approx(cohens_kappa(halved).kappa)
        assert values["alike"] == pytest.approx(np.trace(table) / table.sum())
        assert values["higher"] == pytest.approx(np.tril(table, -1).sum() / table.sum())
        assert values["lower"] == pytest.approx(np.triu(table, 1).sum() / table.sum())
        assert np.array(values["shares"]).sum() == pytest.approx(1)


def test_the_labels_that_are_confused_most_often_are_named(labelled: None) -> None:
    """As in TREC RAG 2024: where people say none, the program says partial."""
    people = {answer: dict.fromkeys("123", "n") for answer in "ab"}
    said = {"a": {"1": "p", "2": "p", "3": "n"}, "b": {"1": "n", "2": "s", "3": "n"}}
    (table,) = match_report(with_program({"ann": people}, said), "umbra@1").scales
    assert table.as_json()["most"] == {
        "one": "not_support",
        "other": "partial_support",
        "share": 0.333333333333,
    }
    assert table.as_json()["kappa"] == 0
    alike = match_report(with_program({"ann": people}, people), "umbra@1").scales[0].as_json()
    assert (alike["most"], alike["kappa"], alike["alike"]) == (None, None, 1)


def test_who_made_the_program_is_flagged_with_labels_and_matches(labelled: None) -> None:
    people = {answer: dict.fromkeys("123", "s") for answer in "ab"}
    made = with_program({"ann": people}, people)
    kin = made._replace(machines=tuple(it._replace(team="TEAM") for it in made.machines))
    assert match_report(kin, "umbra@1").kin == (("q", "r"), ())
    told = Scorer(kin).score("assessor:umbra@1").warnings
    assert any("may favour runs of the team that made it: q, r" in it for it in told)
    described = made._replace(runs=tuple(it._replace(description="RAG by Model-X") for it in made.runs))
    assert sorted(match_report(described, "umbra@1").kin[1]) == ["q", "r"]


def test_third_assessors_have_no_part_in_what_people_say() -> None:
    """They are given only what others differ on, which is no sample of how people judge."""
    made = campaign(4, 3)
    rows: list[Any] = [
        Assignment(qid, name, "judge", "done")
        for qid, name in sorted({(it.item.qid, it.assessor) for it in made.judgments})
    ]
    third = [Assignment(qid, "zoe", "third", "done") for qid in {it.item.qid for it in made.judgments}]
    said = tuple(Judgment(it.item, "zoe", "yes") for it in made.judgments[:40])
    plain = with_machine(made._replace(assignments=tuple(rows)), noisy(made, 1))
    more = plain._replace(assignments=(*rows, *third), judgments=(*plain.judgments, *dict.fromkeys(said)))
    assert machine_report(more, "m@1").scales == machine_report(plain, "m@1").scales
