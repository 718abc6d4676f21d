"""Measures of criteria: known values, what holds for all of them, and declarations that cannot be taken."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluations import own
from scoring.evaluations.gallery import gallery
from scoring.measures import parse
from scoring.measures.criteria import CriteriaFacts, Judgment, OfCriteria, ends_of

TEXT = next(entry.text for entry in gallery() if entry.name == "criteria")
RUBRICS = next(entry.text for entry in gallery() if entry.name == "rubrics")


def measure(name: str) -> OfCriteria:
    found = parse(name)
    assert isinstance(found, OfCriteria)
    return found


def said(weight: str, value: str, best: str = "1", group: str = "", name: str = "1") -> Judgment:
    return Judgment(name, group, Fraction(weight), Fraction(value), Fraction(best))


def test_the_weighted_sum_over_the_weights_above_0() -> None:
    facts = (said("5", "1"), said("2.5", "0.5"), said("-3", "1"))
    assert measure("criteria").of_question(facts) == Fraction(13, 30)
    assert measure("criteria").of_question((said("1", "0"), said("-4", "1"))) == -4
    assert measure("criteria").of_question((said("3", "2", "3"), said("1", "1"))) == Fraction(3, 4)
    figures = measure("criteria").figures(facts)
    assert [figures["earned"], figures["possible"]] == [Fraction(13, 4), Fraction(15, 2)]


def test_groups_and_single_criteria() -> None:
    facts = (said("2", "1", group="A", name="x"), said("1", "2", "3", group="B", name="y"))
    assert measure("group(A)").of_question(facts) == 1
    assert measure("criterion(y)").of_question(facts) == 2
    questions = {"1": facts, "2": facts[1:]}
    assert measure("group(A)").of_questions(questions) == {"1": Fraction(1)}
    assert measure("criterion(x)").of_questions(questions) == {"1": Fraction(1)}


def test_a_group_without_a_weight_above_0_has_no_value() -> None:
    assert measure("group(A)").of_questions({"1": (said("-1", "1", group="A"),)}) == {}


@pytest.mark.parametrize(
    "text", ["criterion", "criterion()", "criterion(a)@5", "group( a)", "criterion(a", "group((a))"]
)
def test_a_spelling_that_is_none_is_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"(?s)\."):
        parse(text)


_WEIGHTS = st.fractions(min_value=-10, max_value=10, max_denominator=100)
_JUDGMENTS = st.builds(
    lambda weight, share, best: Judgment("n", "", weight, share * best, best),
    _WEIGHTS,
    st.fractions(min_value=0, max_value=1, max_denominator=20),
    st.integers(min_value=1, max_value=5).map(Fraction),
)
_FACTS = st.lists(_JUDGMENTS, min_size=1, max_size=8).map(tuple)


@given(_FACTS)
def test_the_value_lies_between_its_ends_and_hangs_on_no_order(facts: CriteriaFacts) -> None:
    found = measure("criteria").of_questions({"1": facts})
    ends = ends_of(facts)
    assert bool(found) == bool(ends)
    if ends:
        assert ends[0] <= found["1"] <= ends[1] == 1
        assert measure("criteria").of_question(facts[::-1]) == found["1"]


@given(_FACTS, st.fractions(min_value=Fraction(1, 10), max_value=10, max_denominator=50))
def test_other_units_of_weight_change_nothing(facts: CriteriaFacts, factor: Fraction) -> None:
    scaled = tuple(one._replace(weight=one.weight * factor) for one in facts)
    assert measure("criteria").of_questions({"1": facts}) == measure("criteria").of_questions({"1": scaled})


@given(_FACTS, st.data())
def test_meeting_a_criterion_more_helps_just_where_its_weight_is_above_0(
    facts: CriteriaFacts, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(facts) - 1))
    more = (*facts[:place], facts[place]._replace(value=facts[place].best), *facts[place + 1 :])
    before, after = (measure("criteria").of_question(one) for one in (facts, more))
    assert after >= before if facts[place].weight >= 0 else after <= before


def wrong(text: str) -> list[tuple[int, str]]:
    track, problems = own.read(text.encode(), "evaluation.toml")
    assert track is None
    assert all(one.message and one.hint for one in problems)
    return [(one.line, one.code) for one in problems]


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ('name = "complete"', 'name = "correct"', "twice"),
        ("weight = 3", 'weight = "three"', "value"),
        ("weight = 3", "weight = 1001", "value"),
        ("weight = 3", "weight = nan", "value"),
        ("weight = 3", "weight = true", "value"),
        ('scale = "harm"', 'scale = "harms"', "unknown_name"),
        ('scale = "harm"', "group = 5", "missing"),
        ('title = "Clear"', f'title = "{"x" * 301}"', "value"),
        ('name = "clear"', 'name = "quite clear"', "value"),
        ('name = "clear"', f'name = "{"x" * 300}"', "value"),
        ('help = "It can', 'hint = "It can', "unknown_key"),
        ('key = "2"', 'key = "3"', "twice"),
        ('key = "2"', 'key = "n"', "value"),
        ('"criterion(clear)"', '"criterion(claer)"', "combination"),
        ('"criterion(clear)"', '"group(Writing)"', "combination"),
        ('"criterion(clear)"', '"v_strict"', "combination"),
        ('"criterion(clear)"', '"criterion()"', "unknown_measure"),
        ('form = "criteria"', 'form = "nuggets"', "combination"),
        ("documents = false", "documents = false\nranks = 3", "combination"),
    ],
)
def test_what_is_wrong_with_criteria_is_told(before: str, after: str, code: str) -> None:
    assert before in TEXT
    assert code in {found for _, found in wrong(TEXT.replace(before, after, 1))}


def test_the_line_of_a_criterion_is_told() -> None:
    text = TEXT.replace("weight = 2", 'weight = "two"')
    assert (line_of(text, 'weight = "two"'), "value") in wrong(text)


def test_no_weight_above_0_is_refused() -> None:
    text = TEXT.replace("weight = 3", "weight = -3").replace("weight = 2", "weight = 0")
    text = text.replace('scale = "yes-no"      # built in', 'scale = "yes-no"\nweight = -1')
    assert "combination" in {code for _, code in wrong(text)}


def test_criteria_need_declarations_or_a_scale() -> None:
    assert "missing" in {code for _, code in wrong(RUBRICS.replace('cell_scale = "satisfied"\n', ""))}
    with_scale = TEXT.replace('form = "criteria"', 'form = "criteria"\ncell_scale = "degree"')
    assert "combination" in {code for _, code in wrong(with_scale)}


def test_200_criteria_are_too_many_for_one_page() -> None:
    one = '[[criterion]]\nname = "c{}"\nscale = "yes-no"\n\n'
    many = "".join(one.format(number) for number in range(200))
    assert "too_many" in {code for _, code in wrong(TEXT.replace("[[type]]", many + "[[type]]"))}


def test_names_in_arabic_are_names() -> None:
    text = TEXT.replace('name = "clear"', 'name = "واضح"').replace("criterion(clear)", "criterion(واضح)")
    track, problems = own.read(text.encode(), "evaluation.toml")
    assert problems == []
    assert track is not None
    assert track.question_types["question"].criteria[2].name == "واضح"


def test_a_label_means_the_same_on_the_scales_of_all_criteria() -> None:
    text = TEXT.replace('label = "harmless"', 'label = "no"')  # which is "No" of the scale yes-no
    assert "twice" in {code for _, code in wrong(text)}
