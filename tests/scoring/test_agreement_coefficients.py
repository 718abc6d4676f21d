"""Coefficients against published examples and against other implementations."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import krippendorff as other_alpha
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa

from scoring.agreement import coefficients
from scoring.agreement.coefficients import ALL_ALIKE, NEVER_TWICE, NO_LIST, NO_SCALE, NOTHING, Coefficient
from scoring.agreement.ratings import Pattern, ratings

GRADES = ("correct", "inexact", "unsupported", "incorrect")
CLOSE = 1e-12


def patterns(*rows: str) -> Counter[Pattern]:
    """A row for each person with a letter for each thing; a dot where there is no word of theirs."""
    names = "abcdefghij"
    things = zip(*rows, strict=True)
    said = [{names[n]: label for n, label in enumerate(column) if label != "."} for column in things]
    return ratings(("1", votes) for votes in said if votes).patterns


# Krippendorff (2011), section C: four observers, twelve units, nominal to ratio data.
FOUR = ("123321412...", "1233224125.3", ".33323422 51.".replace(" ", ""), "12332441251.")


def test_krippendorffs_own_example() -> None:
    given_ = patterns(*FOUR)
    assert round(float(coefficients.alpha(given_).value or 0), 3) == 0.743
    assert round(float(coefficients.ordinal_alpha(given_, "12345").value or 0), 3) == 0.815
    assert coefficients.ordinal_alpha(given_, "54321") == coefficients.ordinal_alpha(given_, "12345")
    # Gwet's own program gives .77544 for these data, and .81818 as the observed agreement.
    assert round(float(coefficients.ac1(given_, "12345").value or 0), 5) == 0.77544
    assert round(float(coefficients.observed(given_).value or 0), 5) == 0.81818


def test_gwets_paradox() -> None:
    """Gwet (2002; 2008): 118 plus-plus, 5 plus-minus, 2 minus-plus of 125. Kappa is below 0, AC1 .941."""
    given_ = patterns("+" * 123 + "-" * 2, "+" * 118 + "-" * 5 + "+" * 2)
    plus = Fraction(123 + 120, 250)
    chance = 2 * plus * (1 - plus)
    expected = (Fraction(118, 125) - chance) / (1 - chance)
    assert coefficients.ac1(given_, "+-") == Coefficient(expected)
    assert round(float(expected), 4) == 0.9408
    assert round(float(coefficients.cohen(given_)["a", "b"].value or 0), 4) == -0.0234


def test_ac1_by_hand_for_three_people() -> None:
    # one thing: y y n; another: y y (two people); a third: n (one). observed (1/3 + 1) / 2; p(y) = (2/3 + 1 + 0) / 3
    given_ = patterns("yy.", "yyn", "n..")
    share = Fraction(5, 9)
    chance = 2 * share * (1 - share)
    assert coefficients.ac1(given_, "yn") == Coefficient((Fraction(2, 3) - chance) / (1 - chance))
    with_a_third_label = coefficients.ac1(given_, "ynx").value
    assert with_a_third_label == (Fraction(2, 3) - chance / 2) / (1 - chance / 2)


def test_undefined_values_say_why() -> None:
    nothing, once, same = patterns(""), patterns("y"), patterns("yy", "yy")
    for coefficient in (coefficients.observed, coefficients.fleiss, coefficients.alpha):
        assert coefficient(nothing) == (None, NOTHING)
        assert coefficient(once) == (None, NEVER_TWICE)
    assert coefficients.ordinal_alpha(nothing, "yn") == (None, NOTHING)
    assert coefficients.ac1(once, "yn") == (None, NEVER_TWICE)
    assert coefficients.fleiss(same) == coefficients.alpha(same) == (None, ALL_ALIKE)
    assert coefficients.ordinal_alpha(same, "yn") == (None, ALL_ALIKE)
    assert coefficients.ac1(same, "yn") == (Fraction(1), "")
    assert coefficients.ac1(same, "y") == (None, NO_LIST)
    assert coefficients.ordinal_alpha(same, "no") == (None, NO_SCALE)


def test_ordinal_alpha_punishes_the_farther_grade_more() -> None:
    near = patterns("ccciii", "ccxiii")
    far = patterns("ccciii", "cciiii")
    assert (coefficients.ordinal_alpha(near, "cxui").value or 0) > (
        coefficients.ordinal_alpha(far, "cxui").value or 0
    )


tables = st.lists(
    st.lists(st.sampled_from([*GRADES, ""]), min_size=3, max_size=3), min_size=1, max_size=12
)  # thing, then person


def counted(table: Sequence[Sequence[str]]) -> Counter[Pattern]:
    said = ({str(n): grade for n, grade in enumerate(row) if grade} for row in table)
    return ratings(("1", votes) for votes in said if votes).patterns


@given(tables)
def test_alpha_is_that_of_another_program(table: Sequence[Sequence[str]]) -> None:
    counts = np.array([[sum(cell == grade for cell in row) for grade in GRADES] for row in table])
    given_ = counted(table)
    levels: tuple[tuple[Literal["nominal", "ordinal"], Coefficient], ...] = (
        ("nominal", coefficients.alpha(given_)),
        ("ordinal", coefficients.ordinal_alpha(given_, GRADES)),
    )
    for level, ours in levels:
        if ours.value is not None:
            theirs = other_alpha.alpha(
                value_counts=counts, level_of_measurement=level, value_domain=range(len(GRADES))
            )
            assert float(ours.value) == pytest.approx(theirs, abs=CLOSE)


@given(tables)
def test_kappas_are_those_of_another_program(table: Sequence[Sequence[str]]) -> None:
    whole = [row for row in table if all(row)]
    given_ = counted(whole)
    fleiss = coefficients.fleiss(given_)
    if fleiss.value is not None:
        counts = np.array([[row.count(grade) for grade in GRADES] for row in whole])
        assert float(fleiss.value) == pytest.approx(fleiss_kappa(counts), abs=CLOSE)
    for (one, two), kappa in coefficients.cohen(given_).items():
        if kappa.value is not None:
            cells = [
                [sum((row[int(one)], row[int(two)]) == (g, h) for row in whole) for h in GRADES]
                for g in GRADES
            ]
            assert float(kappa.value) == pytest.approx(
                cohens_kappa(np.array(cells), return_results=False), abs=CLOSE
            )


@given(tables)
def test_coefficients_have_a_value_or_a_sentence_and_are_1_only_without_disputes(
    table: Sequence[Sequence[str]],
) -> None:
    given_ = counted(table)
    disputed = any(len({label for _, label in pattern}) > 1 for pattern in given_)
    for value, reason in (
        coefficients.observed(given_),
        coefficients.fleiss(given_),
        coefficients.alpha(given_),
        coefficients.ordinal_alpha(given_, GRADES),
        coefficients.ac1(given_, GRADES),
    ):
        assert (value is None) == bool(reason)
        assert value is None or value <= 1
        assert value is None or (value == 1) == (not disputed)
