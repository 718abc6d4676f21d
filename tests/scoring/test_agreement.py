"""J, D, O and OL, and the coefficients of agreement over all items."""

from fractions import Fraction

from hypothesis import given

from scoring import agreement
from scoring.agreement.coefficients import ALL_ALIKE, NEVER_TWICE, NOTHING, UNEVEN
from scoring.records import Evaluation
from tests.scoring.campaigns import judged_campaigns, trec8

VOTES = {
    ("1", "a"): {"ann": "yes", "bo": "yes", "cy": "yes"},
    ("1", "b"): {"ann": "yes", "bo": "yes", "cy": "no"},
    ("1", "c"): {"ann": "no", "bo": "no", "cy": "no"},
    ("2", "d"): {"ann": "no", "bo": "no", "cy": "no"},
    ("3", "e"): {"ann": "yes", "bo": "no", "cy": "no"},
}


def test_the_table_of_trec8() -> None:
    evaluation = trec8(VOTES, decisions={("1", "b"): "no"})
    (decision,) = evaluation.adjudications
    evaluation = evaluation._replace(adjudications=(decision._replace(overruled=True),))
    rows = agreement.table(evaluation)
    assert rows == (
        agreement.QuestionAgreement("1", 3, 1, 1, Fraction(1, 2)),
        agreement.QuestionAgreement("2", 1, 0, 0, None),  # nobody found it correct: a dash
        agreement.QuestionAgreement("3", 1, 1, 0, Fraction(0)),
    )
    means = agreement.means(rows)
    assert means == (Fraction(5, 3), Fraction(2, 3), Fraction(1, 3), Fraction(1, 4), 2)


def test_one_assessor_overlaps_with_nobody() -> None:
    (row,) = agreement.table(trec8({("1", "a"): {"ann": "yes"}}))
    assert row == ("1", 1, 0, 0, None)


def test_questions_that_nobody_judged_and_dropped_ones_have_no_row() -> None:
    evaluation = trec8(VOTES, runs={"r": {"9": ["x"]}}, dropped={"3": "unclear"})
    assert [row.qid for row in agreement.table(evaluation)] == ["1", "2"]
    assert agreement.means([]) == (None, None, None, None, 0)


def test_cohens_kappa_of_a_worked_table() -> None:
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed .7, expected .5, kappa .4
    cells = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    votes = {("1", f"{place:02}"): {"ann": one, "bo": two} for place, (one, two) in enumerate(cells)}
    assert agreement.cohen(trec8(votes)) == {("ann", "bo"): agreement.Coefficient(Fraction(2, 5))}


def test_cohens_kappa_where_both_gave_one_grade_only() -> None:
    coefficient = agreement.cohen(trec8({("1", "a"): {"ann": "no", "bo": "no"}}))["ann", "bo"]
    assert coefficient == (None, ALL_ALIKE)


def test_fleiss_kappa_of_a_worked_table() -> None:
    votes = {
        ("1", "a"): {"ann": "correct", "bo": "correct", "cy": "inexact"},
        ("1", "b"): {"ann": "inexact", "bo": "inexact", "cy": "inexact"},
    }
    # P = (1/3 + 1) / 2 = 2/3; p = 1/3, 2/3: expected 5/9; kappa = (2/3 - 5/9) / (4/9) = 1/4
    assert agreement.fleiss(trec8(votes)) == agreement.Coefficient(Fraction(1, 4))


def test_fleiss_kappa_is_undefined_with_a_reason() -> None:
    assert agreement.fleiss(trec8({})) == (None, NOTHING)
    assert agreement.fleiss(trec8({("1", "a"): {"ann": "no"}})) == (None, NEVER_TWICE)
    uneven = {("1", "a"): {"ann": "no"}, ("1", "b"): {"ann": "no", "bo": "no"}}
    assert agreement.fleiss(trec8(uneven)) == (None, UNEVEN)
    assert agreement.fleiss(trec8({("1", "a"): {"ann": "no", "bo": "no"}})).reason == ALL_ALIKE


def test_krippendorffs_alpha_of_a_worked_table() -> None:
    # Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section A: two observers, binary data, alpha .095
    ann, bo = "0100000010", "1110010000"
    votes = {
        ("1", f"{place}"): {"ann": "yes" if one == "1" else "no", "bo": "yes" if two == "1" else "no"}
        for place, (one, two) in enumerate(zip(ann, bo, strict=True))
    }
    assert agreement.krippendorff(trec8(votes)).value == 1 - Fraction(19 * 4, 14 * 6)
    assert round(float(agreement.krippendorff(trec8(votes)).value or 0), 3) == 0.095


def test_krippendorffs_alpha_passes_over_items_with_one_judgment() -> None:
    votes = VOTES | {("4", "z"): {"ann": "yes"}}
    assert agreement.krippendorff(trec8(votes)) == agreement.krippendorff(trec8(VOTES))
    assert agreement.krippendorff(trec8({("1", "a"): {"ann": "no"}})) == (None, NEVER_TWICE)
    assert agreement.krippendorff(trec8({("1", "a"): {"ann": "no", "bo": "no"}})).reason == ALL_ALIKE


@given(judged_campaigns())
def test_coefficients_are_at_most_one_and_one_only_without_disputes(evaluation: Evaluation) -> None:
    disputed = sum(row.disputed for row in agreement.table(evaluation))
    for value, reason in (agreement.fleiss(evaluation), agreement.krippendorff(evaluation)):
        assert (value is None) == bool(reason)
        assert value is None or value <= 1
        assert value is None or (value == 1) == (disputed == 0)
