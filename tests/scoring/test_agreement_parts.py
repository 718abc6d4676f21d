"""Agreement on classes, nugget votes, nugget marks and pages, and tables of who said what."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.agreement import coefficients
from scoring.agreement.classes import TOO_FEW, TRIVIAL, class_means, classes, compared
from scoring.agreement.coefficients import NOBODY_SAID_YES, Coefficient
from scoring.agreement.confusion import confusion
from scoring.agreement.items import graded
from scoring.agreement.matches import matches
from scoring.agreement.spans import spans
from scoring.agreement.votes import votes
from scoring.annotations import AnnotatedExample, Annotation, Label, PageSpan
from scoring.records import (
    Assignment,
    Evaluation,
    Item,
    Judgment,
    Match,
    Nugget,
    NuggetVote,
    Question,
)
from tests.scoring.campaigns import item, series2004, trec8

LISTED = (Question("1.1", "LIST", "Which?", "1"), Question("1.2", "LIST", "Which else?", "1"))


def grouped(given_: Mapping[str, Mapping[str, str]], qid: str = "1.1") -> tuple[Judgment, ...]:
    """By assessor the classes of strings; a class "-" stands for an incorrect answer."""
    return tuple(
        Judgment(item(qid, answer), assessor, "incorrect" if name == "-" else "correct", name)
        for assessor, of_assessor in given_.items()
        for answer, name in of_assessor.items()
    )


def listed(*judgments: Judgment, **more: Any) -> Evaluation:
    return series2004(LISTED, {}, {}, **more)._replace(judgments=judgments)


# classes


def test_classes_by_hand() -> None:
    # ann: {a b} {c d}; bo: {a b c} {d}. Together: ann 2, bo 3, both 1, of 6 pairs. Apart in both: 6 - 2 - 3 + 1 = 2.
    ann, bo = dict(zip("abcd", "1122", strict=True)), dict(zip("abcd", "xxxy", strict=True))
    (row,) = classes(listed(*grouped({"bo": bo, "ann": ann})))
    assert row[:4] == ("1.1", "ann", "bo", 4)
    assert row.alike.value == Fraction(1 + 2, 6)
    # expected 2 · 3 / 6 = 1; largest 5 / 2
    assert row.adjusted.value == Fraction(1 - 1) / (Fraction(5, 2) - 1) == 0


def test_only_answers_that_both_put_into_a_class_are_compared() -> None:
    ann = {"a": "1", "b": "1", "c": "2", "d": "-", "e": "2"}
    bo = {"a": "1", "b": "1", "c": "2", "d": "1", "f": "2"}
    (row,) = classes(listed(*grouped({"ann": ann, "bo": bo})))
    assert (row.answers, row.alike.value, row.adjusted.value) == (3, Fraction(1), Fraction(1))


def test_classes_where_there_is_nothing_to_compare() -> None:
    apart = grouped({"ann": {"a": "1"}, "bo": {"b": "1"}})
    (row,) = classes(listed(*apart))
    assert row.alike == row.adjusted == (None, TOO_FEW)
    (row,) = classes(listed(*grouped({"ann": {"a": "1", "b": "1"}, "bo": {"a": "1", "b": "1"}})))
    assert (row.alike, row.adjusted) == (Coefficient(Fraction(1)), Coefficient(None, TRIVIAL))
    assert classes(listed(*grouped({"ann": {"a": "1"}}))) == []
    machine = [one._replace(kind="machine") for one in apart]
    assert classes(listed(*machine)) == []
    gone = (Assignment("1.1", "bo", state="handed_over"),)
    assert classes(listed(*apart, assignments=gone)) == []
    assert classes(listed(*apart, dropped={"1": "unclear"})) == []


def test_means_are_over_questions_of_the_mean_over_pairs() -> None:
    one = grouped(
        {"ann": {"a": "1", "b": "1"}, "bo": {"a": "1", "b": "2"}, "cy": {"a": "1", "b": "1"}}
    )  # ann and bo 0, ann and cy 1, bo and cy 0
    two = grouped({"ann": {"a": "1", "b": "1", "c": "2"}, "bo": {"a": "1", "b": "1", "c": "2"}}, "1.2")
    found = class_means(classes(listed(*one, *two)))
    assert found.alike == (Fraction(1, 3) + 1) / 2
    # adjusted: ann and bo 0 / (1/2), bo and cy the same, ann and cy trivial; the other question 1
    assert (found.adjusted, found.questions, found.with_adjusted) == (Fraction(1, 2), 2, 2)
    assert class_means([]) == (0, None, None, 0)


names = st.lists(st.tuples(st.sampled_from("123"), st.sampled_from("xyz")), min_size=2, max_size=9)


@given(names)
def test_the_rand_indices_by_brute_force(placed: list[tuple[str, str]]) -> None:
    items = [Item("1", "D", "", str(n)) for n in range(len(placed))]
    first = {one: name for one, (name, _) in zip(items, placed, strict=True)}
    second = {one: name for one, (_, name) in zip(items, placed, strict=True)}
    row = compared("1", "ann", "bo", first, second)
    pairs = [(first[a] == first[b], second[a] == second[b]) for a, b in combinations(items, 2)]
    both, apart = pairs.count((True, True)), pairs.count((False, False))
    one_only, other_only = pairs.count((True, False)), pairs.count((False, True))
    assert row.alike.value == Fraction(both + apart, len(pairs))
    # the same index, written with the four counts of pairs
    below = (both + one_only) * (one_only + apart) + (both + other_only) * (other_only + apart)
    if below:
        assert row.adjusted.value == Fraction(2 * (both * apart - one_only * other_only), below)
    else:
        assert row.adjusted == (None, TRIVIAL)
    assert compared("1", "ann", "bo", second, first)[3:] == row[3:]


# nuggets


def nuggets(**more: Any) -> Evaluation:
    asked = (Question("1.9", "OTHER", "", "1"),)
    rows = tuple(Nugget("1.9", name, name) for name in "AB")
    pool = (item("1.9", "x"), item("1.9", "y"))
    return series2004(asked, {}, {}, pool=pool)._replace(nuggets=rows)._replace(**more)


def test_votes_are_compared_where_several_voted() -> None:
    given_ = [("A", "ann", "vital"), ("A", "bo", "okay"), ("A", "", "okay"), ("B", "ann", "vital")]
    found = votes(nuggets(nugget_votes=tuple(NuggetVote("1.9", *vote) for vote in given_)))
    assert found.by_question == {"1.9": {(("ann", "vital"), ("bo", "okay")): 1}}
    assert found.labels == ("vital", "okay")
    removed = (NuggetVote("1.9", "C", "ann", "vital"), NuggetVote("1.9", "C", "bo", "okay"))
    assert votes(nuggets(nugget_votes=removed)).things == 0


def test_marks_are_compared_where_both_looked() -> None:
    x, y = item("1.9", "x"), item("1.9", "y")
    marks = (Match(x, "A", "ann"), Match(x, "A", "bo"), Match(x, "B", "bo"), Match(y, "B", ""))
    both, ann_alone, bo_alone, nobody = [
        (("ann", one), ("bo", two)) for one in ("marked", "not marked") for two in ("marked", "not marked")
    ]
    assert ann_alone != bo_alone
    done = (Assignment("1.9", "ann", "primary", "done"), Assignment("1.9", "bo", state="done"))
    found = matches(nuggets(matches=marks, assignments=done))
    assert found.by_question == {"1.9": {both: 1, bo_alone: 1, nobody: 2}}
    # bo has not finished, and so looked through what bo marked alone
    half = (done[0], done[1]._replace(state="open"))
    assert matches(nuggets(matches=marks, assignments=half)).by_question == {"1.9": {both: 1, bo_alone: 1}}
    # where nobody is assigned, who marked anything looked through it all
    assert matches(nuggets(matches=marks)).by_question == found.by_question
    gone = (done[0], done[1]._replace(state="handed_over"))
    assert matches(nuggets(matches=marks, assignments=gone)).things == 0
    # nobody marked anything: they agree
    assert matches(nuggets(assignments=done)).by_question == {"1.9": {nobody: 4}}


# pages


def page(qid: str, **labels: Label) -> AnnotatedExample:
    return AnnotatedExample(
        qid,
        tuple(Annotation(str(n), label, annotator=name) for n, (name, label) in enumerate(labels.items())),
    )


def test_annotations_of_pages() -> None:
    first, second = PageSpan(0, 9, 0, 3), PageSpan(10, 19, 4, 6)
    word = PageSpan(2, 4, 1, 2)
    pages = (
        page("1", ann=Label(first, (word,)), bo=Label(first, (word,)), cy=Label()),
        page("2", ann=Label(first), bo=Label(second, (), "YES")),
        page("3", ann=Label(first)),
        page("4", ann=Label(first), bo=Label(first)),
    )
    evaluation = trec8({("1", "a"): {}, ("2", "a"): {}, ("3", "a"): {}, ("4", "a"): {}}, dropped={"4": "bad"})
    found = spans(evaluation._replace(annotations=pages))
    assert coefficients.observed(found["long"].given.patterns).value == (Fraction(1, 3) + 1) / 2
    assert coefficients.observed(found["long"].answers.patterns).value == (Fraction(1, 3) + 0) / 2
    assert coefficients.observed(found["short"].given.patterns).value == (Fraction(1, 3) + 0) / 2
    assert found["short"].answers.by_question["2"] == {(("ann", "no answer"), ("bo", "YES")): 1}
    assert set(found["long"].answers.by_question) == {"1", "2"}
    # the same numbers on two pages are two answers
    told = coefficients.totals_of(coefficients.ballots(found["long"].answers.patterns))
    assert sorted(told.values()) == [1, 1, 1, 2]
    half = pages[1].annotations[1]._replace(complete=False)
    unfinished = pages[1]._replace(annotations=(pages[1].annotations[0], half))
    evaluation = evaluation._replace(annotations=(pages[0], unfinished))
    assert set(spans(evaluation)["long"].given.by_question) == {"1"}


# pairs of assessors

VOTES = {
    ("1", "a"): {"ann": "correct", "bo": "correct", "cy": "inexact"},
    ("1", "b"): {"ann": "correct", "bo": "inexact"},
    ("2", "c"): {"ann": "incorrect", "bo": "incorrect", "cy": "incorrect"},
    ("2", "d"): {"bo": "correct"},
}
SCALE = ("correct", "inexact", "unsupported", "incorrect")


def test_the_overlap_of_two_assessors() -> None:
    cells = coefficients.tables(graded(trec8(VOTES)).patterns)
    assert coefficients.overlap(cells["ann", "bo"], frozenset({"correct"})).value == Fraction(1, 2)
    assert coefficients.overlap(cells["ann", "cy"], frozenset({"correct"})).value == 0
    alike = coefficients.tables(graded(trec8({("2", "c"): VOTES["2", "c"]})).patterns)
    assert coefficients.overlap(alike["ann", "bo"], frozenset({"correct"})) == (None, NOBODY_SAID_YES)


def test_the_table_of_two_assessors_and_of_all() -> None:
    patterns = graded(trec8(VOTES)).patterns
    of_two = confusion(patterns, SCALE, ("ann", "bo"))
    assert of_two.counts == ((1, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1))
    assert of_two.total == 3
    turned = confusion(patterns, SCALE, ("bo", "ann"))
    assert turned == of_two.turned
    assert turned.counts == tuple(zip(*of_two.counts, strict=True))
    whole = confusion(patterns, SCALE)
    # an item counts once in each cell: a is correct-correct and correct-inexact
    assert whole.counts == ((1, 2, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1))
    assert whole.total == 4
    assert confusion(patterns, (), ("ann", "bo")).labels == ("correct", "incorrect", "inexact")
    assert confusion(patterns, SCALE, ("ann", "nobody")).total == 0


@pytest.mark.parametrize("twice", [1, 2])
def test_how_many_things_there_are(twice: int) -> None:
    found = graded(
        trec8({("1", str(n)): VOTES["1", "b"] for n in range(twice)} | {("2", "d"): {"bo": "yes"}})
    )
    assert (found.things, found.twice) == (twice + 1, twice)
