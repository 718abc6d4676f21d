"""The ways that annotators take, and the annotators themselves."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.annotations import BAD_QUESTION, AnnotatedExample, Annotation, Label, PageSpan
from scoring.spans.annotators import NullShare, annotators, binomial_p, medians
from scoring.spans.flow import flow_of, votes_of

BOX, WORDS = PageSpan(10, 90, 1, 9), PageSpan(20, 30, 2, 3)
LABELS = {
    "none": Label(),
    "long": Label(BOX),
    "spans": Label(BOX, (WORDS,)),
    "yes": Label(BOX, (), "YES"),
    "no": Label(BOX, (), "NO"),
}


def one(what: str = "none", name: str = "ada", **more: Any) -> Annotation:
    return Annotation("1", LABELS[what], annotator=name)._replace(**more)


def example(*annotations: Annotation, qid: str = "1") -> AnnotatedExample:
    return AnnotatedExample(qid, annotations)


def test_each_annotation_takes_one_way() -> None:
    flow = flow_of(
        [
            one(question="bad", reason="opinion"),
            one(question="bad"),
            one(question="good"),
            one("long", question="good", kind="table"),
            one("spans", question="good", kind="paragraph"),
            one("yes", kind="item"),
            one("no"),
        ]
    )
    assert (flow.annotations, flow.bad, flow.good, flow.long, flow.no_long) == (7, 2, 5, 4, 1)
    assert flow.reasons == {**dict.fromkeys(BAD_QUESTION, 0), "opinion": 1, "": 1}
    assert flow.kinds == {"paragraph": 1, "table": 1, "row": 0, "list": 0, "item": 1, "": 1}
    assert flow.short == {"spans": 1, "yes": 1, "no": 1, "none": 1}


def test_nobody_takes_no_way() -> None:
    flow = flow_of([])
    assert (flow.annotations, sum(flow.short.values())) == (0, 0)
    assert votes_of("long", []) == {0: 0}


@given(
    st.lists(
        st.builds(one, st.sampled_from(sorted(LABELS)), question=st.sampled_from(["good", "bad"])),
        max_size=20,
    )
)
def test_the_ways_add_up(annotations: list[Annotation]) -> None:
    flow = flow_of(annotations)
    assert flow.annotations == len(annotations)
    assert sum(flow.short.values()) == flow.long


def test_questions_are_counted_by_votes() -> None:
    examples = [
        example(one("spans"), one("long"), one()),
        example(one(), one(), qid="2"),
        example(one("yes"), one("yes"), one("yes"), qid="3"),
    ]
    assert votes_of("long", examples) == {0: 1, 1: 0, 2: 1, 3: 1}
    assert votes_of("short", examples) == {0: 1, 1: 1, 2: 0, 3: 1}


def test_everybody_is_held_against_all_the_others() -> None:
    examples = [
        example(one("spans"), one("long", "ben"), one(name="cleo"), qid=str(number)) for number in range(30)
    ]
    ada, ben, cleo = annotators(examples)
    assert [row.name for row in (ada, ben, cleo)] == ["ada", "ben", "cleo"]
    assert ada.nulls["long"] == NullShare(0, 30, 30, 60)
    assert ben.nulls["short"] == NullShare(30, 30, 30, 60)
    assert cleo.nulls["long"].others_share == 0
    assert cleo.nulls["long"].is_far_off
    assert ada.nulls["long"].is_far_off


def test_few_annotations_alarm_nobody() -> None:
    assert NullShare(19, 19, 0, 100).p == 0
    assert not NullShare(19, 19, 0, 100).is_far_off
    assert NullShare(20, 20, 0, 100).is_far_off
    assert not NullShare(20, 20, 0, 0).is_far_off  # nobody else
    assert NullShare(20, 20, 0, 0).others_share is None


def test_times_are_medians_of_steps_that_were_reached() -> None:
    rows = [one(seconds=(4, 50, 12)), one(seconds=(6, 0, 0)), one(seconds=(9, 70, 0)), one()]
    assert medians(rows) == (6.0, 60.0, 12.0)
    assert medians([one()]) == (None, None, None)


def test_the_test_is_that_of_textbooks() -> None:
    # Conover (1971), page 97: the example that R gives for its binom.test.
    assert binomial_p(682, 925, Fraction(3, 4)) == pytest.approx(0.3825, abs=5e-5)
    assert binomial_p(5, 10, Fraction(1, 2)) == pytest.approx(1)
    assert binomial_p(0, 10, Fraction(0)) == 1
    assert binomial_p(3, 10, Fraction(1)) == 0


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.integers(1, 19))
def test_it_adds_what_is_no_more_probable(pair: tuple[int, int], twentieths: int) -> None:
    count, trials = pair
    rate = Fraction(twentieths, 20)
    exact = [comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(trials + 1)]
    expected = sum(one for one in exact if one <= exact[count])
    assert binomial_p(count, trials, rate) == pytest.approx(float(expected), rel=1e-6)
