"""List F and nugget F on the statements of their defining documents, and what must hold of them whatever the figures."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.folding import non_white
from scoring.measures import MEASURES, parse
from scoring.measures.list_f import ListF, ListFacts
from scoring.measures.nugget_f import NuggetFacts, OtherF, SquishyF

LIST, OTHER = ListF(), OtherF()


@pytest.mark.parametrize("name", ["list_f", "other_f", "rigid_f", "squishy_f"])
def test_a_measure_is_parsed_from_its_spelling(name: str) -> None:
    assert str(parse(name)) == name
    assert parse(name) == MEASURES[name]
    assert parse(name).label


@pytest.mark.parametrize(
    ("distinct", "returned", "known", "value"),
    [
        (3, 5, 8, Fraction(6, 13)),  # IP 3/5, IR 3/8: 2 · .6 · .375 / .975
        (8, 8, 8, 1),
        (1, 1, 41, Fraction(2, 42)),
        (0, 5, 8, 0),
        (0, 0, 8, 0),
    ],
)
def test_list_f_worked_by_hand(distinct: int, returned: int, known: int, value: Fraction) -> None:
    result = ListFacts(distinct, returned, known)
    assert LIST.of_question(result) == value
    figures = LIST.figures(result)
    assert (figures["D"], figures["N"], figures["S"]) == (distinct, returned, known)
    precision, recall = figures["IP"], figures["IR"]
    if value:
        assert precision is not None
        assert recall is not None
        assert 2 * Fraction(precision) * recall / (precision + recall) == value
    assert precision == (Fraction(distinct, returned) if returned else None)


@pytest.mark.parametrize(
    ("matched", "vital", "of", "length", "recall", "precision", "value"),
    [
        (3, 2, 4, 250, Fraction(1, 2), Fraction(1), Fraction(10, 19)),  # 10 · 1 · .5 / (9 + .5)
        (3, 2, 4, 300, Fraction(1, 2), Fraction(1), Fraction(10, 19)),  # at the allowance itself
        (3, 2, 4, 600, Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),  # 10 · .5 · .5 / (4.5 + .5)
        (4, 4, 4, 1000, Fraction(1), Fraction(2, 5), Fraction(20, 23)),  # 10 · .4 / (3.6 + 1)
        (2, 0, 4, 100, Fraction(0), Fraction(1), 0),  # okay nuggets alone
        (0, 0, 4, 100, Fraction(0), Fraction(0), 0),  # no nugget, some text
    ],
)
def test_nugget_f_worked_by_hand(
    matched: int, vital: int, of: int, length: int, recall: Fraction, precision: Fraction, value: Fraction
) -> None:
    result = NuggetFacts(matched, vital, of, 1, length)
    assert OTHER.of_question(result) == value
    assert OTHER.figures(result) == {
        "matched": matched,
        "weight": vital,
        "total_weight": of,
        "length": length,
        "allowance": 100 * matched,
        "NR": recall,
        "NP": precision,
    }


def test_no_text_scores_nothing() -> None:
    assert OTHER.of_question(NuggetFacts(0, 0, 4, 1, 0)) == 0
    assert OTHER.figures(NuggetFacts(0, 0, 4, 1, 0))["NP"] is None


def test_weights_of_a_pyramid_are_shown_with_the_heaviest_as_one() -> None:
    result = NuggetFacts(matched=2, weight=5, total=12, heaviest=4, length=150)
    figures = SquishyF().figures(result)
    assert (figures["weight"], figures["total_weight"], figures["NR"]) == (
        Fraction(5, 4),
        Fraction(3),
        Fraction(5, 12),
    )
    assert SquishyF().of_question(result) == Fraction(10 * 5, 9 * 12 + 5)


def test_beta_and_allowance_are_parameters() -> None:
    result = NuggetFacts(2, 2, 4, 1, 400)
    assert OTHER.under({"beta": 1.0, "allowance": 200}).of_question(result) == Fraction(2, 3)
    assert OTHER.under({"beta": 0.5, "allowance": 100}).of_question(result) == Fraction(1, 2)
    assert replace(OTHER, allowance=0).of_question(result) == 0


@pytest.mark.parametrize(
    ("text", "length"),
    [("a b\tc", 3), ("\u00a0\u2003\u3000x\u2028\u0085", 1), ("\u200bzero\u200b", 6), ("", 0), ("Łódź 😀", 5)],
)
def test_every_white_space_of_unicode_is_free_and_characters_are_counted(text: str, length: int) -> None:
    assert non_white(text) == length


@given(st.text())
def test_length_counts_what_is_not_space(text: str) -> None:
    assert non_white(text) == sum(not char.isspace() for char in text)


@st.composite
def list_facts(draw: st.DrawFn) -> ListFacts:
    distinct = draw(st.integers(0, 20))
    return ListFacts(distinct, distinct + draw(st.integers(0, 20)), distinct + draw(st.integers(0, 20)))


@given(list_facts(), st.integers(0, 5))
def test_list_f_is_between_0_and_1_and_moves_the_right_way(result: ListFacts, more: int) -> None:
    value = LIST.of_question(result)
    assert 0 <= value <= 1
    assert LIST.of_question(result._replace(returned=result.returned + more)) <= value
    assert LIST.of_question(result._replace(known=result.known + more)) <= value
    if result.distinct < min(result.returned, result.known):
        assert LIST.of_question(result._replace(distinct=result.distinct + 1)) > value
    assert LIST.of_question(result.hopeful(min(more, result.returned - result.distinct))) >= value


@st.composite
def nugget_facts(draw: st.DrawFn) -> NuggetFacts:
    weights = draw(st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any))
    held = draw(st.lists(st.booleans(), min_size=len(weights), max_size=len(weights)))
    weight = sum(weight for weight, is_held in zip(weights, held, strict=True) if is_held)
    return NuggetFacts(sum(held), weight, sum(weights), max(weights), draw(st.integers(1, 5000)))


@given(nugget_facts(), st.integers(1, 500))
def test_nugget_f_is_between_0_and_1_and_moves_the_right_way(result: NuggetFacts, more: int) -> None:
    value = OTHER.of_question(result)
    assert 0 <= value <= 1
    assert OTHER.of_question(result._replace(length=result.length + more)) <= value
    assert OTHER.of_question(result._replace(matched=result.matched + 1)) >= value
    if result.weight < result.total:
        assert (
            OTHER.of_question(result._replace(weight=result.weight + 1, matched=result.matched + 1)) >= value
        )


@given(nugget_facts(), st.integers(2, 7))
def test_nugget_f_does_not_know_how_many_voted(result: NuggetFacts, times: int) -> None:
    more = result._replace(
        weight=result.weight * times, total=result.total * times, heaviest=result.heaviest * times
    )
    assert OTHER.of_question(more) == OTHER.of_question(result)
    assert OTHER.figures(more) == OTHER.figures(result)
