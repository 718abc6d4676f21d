"""Coefficients of graded scales: against published examples and other programs, with intervals, and where they are shown."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import krippendorff as other_alpha
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from scoring.agreement.coefficients import (
    ALL_ALIKE,
    LINEAR,
    NEVER_TWICE,
    NO_SCALE,
    NOTHING,
    SQUARED,
    Coefficient,
    ac1,
    ac2,
    interval_alpha,
    tables,
    weighted_kappa,
)
from scoring.agreement.ratings import ratings
from scoring.evaluate import Scorer
from scoring.index import Index
from scoring.overview.agreement import coefficients as overview_table
from scoring.overview.scored import Scored
from scoring.studies.agreement import everything
from scoring.studies.agreement_intervals import intervals
from scoring.studies.agreement_of_values import column_of_ballots
from scoring.tracks.base import Track
from tests.scoring.graded import graded, graded_evaluation
from tests.scoring.studies.test_agreement import SAMPLES, drawn_one_by_one, percentiles
from tests.scoring.test_agreement_coefficients import CLOSE, FOUR, patterns

__all__ = ["graded"]

FIVE = {str(value): Fraction(value) for value in range(1, 6)}
UNEVEN = {"1": Fraction(1), "2": Fraction(2), "3": Fraction(3), "4": Fraction(5), "5": Fraction(8)}


@pytest.mark.parametrize(
    ("values", "linear", "quadratic", "alpha"),
    [
        (FIVE, 0.8587391364, 0.9140007236, 0.8491071429),
        (UNEVEN, 0.9016514098, 0.9559270725, 0.9068832984),
    ],
)
def test_the_example_of_four_people(
    values: dict[str, Fraction], linear: float, quadratic: float, alpha: float
) -> None:
    """Four people, twelve units; the values are those of irrCAC 0.4.4, the Python edition of his program.

    Krippendorff (2011, section C) gives .849 for the interval metric.
    """
    found = patterns(*FOUR)
    assert float(ac2(found, values, LINEAR).value or 0) == pytest.approx(linear, abs=1e-9)
    assert float(ac2(found, values, SQUARED).value or 0) == pytest.approx(quadratic, abs=1e-9)
    assert float(interval_alpha(found, values).value or 0) == pytest.approx(alpha, abs=1e-9)


def test_weighted_kappa_by_hand() -> None:
    """Two people, values 0, 1, 2 : 4 · (0, 0), 1 · (0, 1), 1 · (2, 0), 4 · (2, 2)."""
    values = {str(value): Fraction(value) for value in (2, 1, 0)}
    cells = Counter({("0", "0"): 4, ("0", "1"): 1, ("2", "0"): 1, ("2", "2"): 4})
    # Of the first 5 are 0 and 5 are 2; of the second 5, 1 and 4. Chance: 5·(1·1 + 4·2) + 5·(5·2 + 1·1) = 100 over 100.
    assert weighted_kappa(cells, values, LINEAR) == Coefficient(1 - Fraction(3, 10))
    # 5·(1 + 4·4) + 5·(5·4 + 1) = 190 over 100; seen: 1 + 4 of 10.
    assert weighted_kappa(cells, values, SQUARED) == Coefficient(1 - Fraction(5, 10) / Fraction(190, 100))


Table = Sequence[Sequence[str]]
TWO = st.lists(st.tuples(st.sampled_from("12345"), st.sampled_from("12345")), min_size=2, max_size=30)


@given(TWO)
def test_weighted_kappa_is_that_of_another_program(pairs: list[tuple[str, str]]) -> None:
    cells = Counter(pairs)
    counts = np.array([[cells[one, two] for two in FIVE] for one in FIVE])
    for power, name in ((LINEAR, "linear"), (SQUARED, "quadratic")):
        found = weighted_kappa(cells, FIVE, power)
        if found.value is None:
            assert len(set(pairs)) == 1
        else:
            expected = cohens_kappa(counts, wt=name, return_results=False)
            assert float(found.value) == pytest.approx(expected, abs=CLOSE)


@given(st.lists(st.lists(st.sampled_from("12345."), min_size=4, max_size=4), min_size=2, max_size=12))
def test_interval_alpha_is_that_of_another_program(table: Table) -> None:
    rows = ["".join(row) for row in zip(*table, strict=True)]
    found = interval_alpha(patterns(*rows), FIVE)
    if found.value is not None:
        numbers = [[np.nan if cell == "." else float(cell) for cell in row] for row in rows]
        expected = other_alpha.alpha(reliability_data=numbers, level_of_measurement="interval")
        assert float(found.value) == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.lists(st.sampled_from("13."), min_size=3, max_size=3), min_size=1, max_size=9))
def test_with_two_values_they_are_those_without_weights(table: Table) -> None:
    found = patterns(*("".join(row) for row in zip(*table, strict=True)))
    two = {"3": Fraction(3), "1": Fraction(1)}
    assert ac2(found, two, LINEAR) == ac2(found, two, SQUARED) == ac1(found, "31")


def test_undefined_values_say_why() -> None:
    nothing, once, same = patterns(""), patterns("1"), patterns("11", "11")
    assert interval_alpha(nothing, FIVE) == ac2(nothing, FIVE, LINEAR) == (None, NOTHING)
    assert interval_alpha(once, FIVE) == ac2(once, FIVE, LINEAR) == (None, NEVER_TWICE)
    assert interval_alpha(same, FIVE) == (None, ALL_ALIKE)
    assert ac2(same, FIVE, LINEAR) == (Fraction(1), "")
    odd = patterns("1x", "11")
    assert interval_alpha(odd, FIVE) == ac2(odd, FIVE, SQUARED) == (None, NO_SCALE)
    [cells] = tables(odd).values()
    assert weighted_kappa(cells, FIVE, LINEAR) == (None, NO_SCALE)
    [cells] = tables(same).values()
    assert weighted_kappa(cells, FIVE, LINEAR) == (None, ALL_ALIKE)


@pytest.mark.parametrize("even", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_intervals_are_those_of_questions_drawn_one_by_one(seed: int, even: bool) -> None:
    draw = random.Random(seed)
    said = [
        (f"{question:02}", {name: draw.choice("12345") for name in "abc" if even or draw.random() < 0.8})
        for question in range(12)
        for _ in range(draw.randint(2, 8))
    ]
    made = ratings((one for one in said if one[1]), tuple(UNEVEN), ordered=True)._replace(values=UNEVEN)
    draws, found = drawn_one_by_one(made), intervals(made, SAMPLES, 3)
    expected = {
        "interval_alpha": [interval_alpha(one, UNEVEN) for one in draws],
        "ac2_linear": [ac2(one, UNEVEN, LINEAR) for one in draws],
        "ac2_quadratic": [ac2(one, UNEVEN, SQUARED) for one in draws],
    }
    for name, values in expected.items():
        assert found.of_all[name][:2] == pytest.approx(percentiles(values), abs=1e-9), name
    for pair, of_pair in found.of_pairs.items():
        common = sum(pair in tables(one) for one in made.by_question.values())
        there = [cells for one in draws if (cells := tables(one).get(pair))]
        for name, power in (("kappa_linear", LINEAR), ("kappa_quadratic", SQUARED)):
            kappas = percentiles([weighted_kappa(cells, UNEVEN, power) for cells in there], common)
            assert of_pair.weighted[name][:2] == pytest.approx(kappas, abs=1e-9)


RUNS = {"r": {str(qid): "abc" for qid in range(1, 13)}}
GRADES = {
    name: {str(qid): {one: str((qid * shift + n) % 4) for n, one in enumerate("abc")} for qid in range(1, 13)}
    for name, shift in (("ann", 1), ("bo", 5))
}
OWN = ["interval_alpha", "ac2_linear", "ac2_quadratic"]


def test_a_graded_scale_has_them_and_no_other(graded: Track) -> None:
    found = everything(Index(graded_evaluation(RUNS, GRADES)), samples=100).as_json()
    json.dumps(found, allow_nan=False)
    assert [name for name in OWN if name in found["grades"]] == OWN
    [pair] = found["grades"]["pairs"]
    assert {"kappa_linear", "kappa_quadratic"} <= set(pair)
    assert pair["kappa_quadratic"]["value"] == pytest.approx(1)  # a shift by a whole turn: they say the same
    shown = overview_table(Scored(Scorer(graded_evaluation(RUNS, GRADES)), "union"))
    assert shown is not None
    assert "Gwet’s AC2, quadratic" in [row[1] for row in shown.rows]


def test_a_ballot_is_looked_at_once_however_many_questions_have_it() -> None:
    looked_at = Counter[tuple[str, ...]]()

    def worth(ballot: tuple[str, ...]) -> Fraction:
        looked_at[ballot] += 1
        return Fraction(len(ballot), 3)

    questions: list[dict[tuple[str, ...], int]] = [
        {("no", "yes"): 2, ("yes", "yes"): 1},
        {},
        {("no", "yes"): 5, ("yes",): 1},
    ]
    assert column_of_ballots(questions, worth).tolist() == [2.0, 0.0, 11 / 3]
    assert looked_at == {("no", "yes"): 1, ("yes", "yes"): 1, ("yes",): 1}
