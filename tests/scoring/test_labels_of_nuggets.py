"""Measures, rules and agreement over labels of nuggets, with values known by hand and from TREC RAG 2024."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.agreement.coefficients import alpha
from scoring.agreement.matches import matches
from scoring.evaluate import Scorer
from scoring.evaluations import own, with_scales
from scoring.forms.base import NO_VITAL_NUGGET
from scoring.records import (
    Assignment,
    Evaluation,
    Item,
    MachineAssessor,
    MachineMatch,
    Match,
    Nugget,
    NuggetVote,
    Question,
    Response,
    Run,
    Topics,
    listed_as,
)
from scoring.rules import RuleError
from scoring.studies.machine_matches import match_report
from tests.labelled import DEFINITION, SLUG, with_labelled

HALF = Fraction(1, 2)
Labels = Mapping[str, Mapping[str, str]]  # answer -> nugget -> a letter
LETTERS = {"s": "support", "p": "partial_support", "n": "not_support"}


@pytest.fixture(autouse=True)
def labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    with_labelled(monkeypatch)


def item(answer: str, qid: str = "7") -> Item:
    return Item(qid, "D1", "", answer)


def topic(
    vital: Sequence[str],
    okay: Sequence[str],
    runs: Mapping[str, Sequence[str]],
    labels: Mapping[str, Labels],
    **more: Any,
) -> Evaluation:
    """A topic with nuggets that ann weighs; `labels`: of each assessor ("": settled), by answer and nugget."""
    answers = dict.fromkeys(answer for given in runs.values() for answer in given)
    return with_scales(
        Evaluation(
            campaign="small",
            title="Small",
            track=SLUG,
            settings={},
            topics=Topics((Question("7", "topic", "Which lighthouse?"),)),
            runs=tuple(Run(name, "team") for name in runs),
            responses={
                name: tuple(Response("7", "D1", answer, rank) for rank, answer in enumerate(given, 1))
                for name, given in runs.items()
            },
            pool=tuple(item(answer) for answer in answers),
            judgments=(),
            nuggets=tuple(Nugget("7", name, f"nugget {name}") for name in (*vital, *okay)),
            nugget_votes=tuple(
                NuggetVote("7", name, "ann", "vital" if name in vital else "okay") for name in (*vital, *okay)
            ),
            matches=tuple(
                Match(item(answer), nugget, assessor, LETTERS[letter])
                for assessor, said in labels.items()
                for answer, of_answer in said.items()
                for nugget, letter in of_answer.items()
            ),
            **more,
        )
    )


def values(made: Evaluation, run: str = "r", rule: str = "adjudicated", **more: Any) -> dict[str, Any]:
    return dict(Scorer(made).score(rule, **more).runs[run].measures)


# As TREC RAG 2024 had it for topic 2024-105741: 3 vital and 13 okay nuggets. The cells are made up to the same counts.
VITAL, OKAY = [f"v{n}" for n in range(3)], [f"o{n}" for n in range(13)]


def counted(vital: int, okay: int) -> dict[str, str]:
    """So many vital and okay nuggets in full, the others not."""
    full = {*VITAL[:vital], *OKAY[:okay]}
    return {name: "s" if name in full else "n" for name in (*VITAL, *OKAY)}


@pytest.mark.parametrize(
    ("vital", "okay", "v_strict", "a_strict", "w_strict"),
    [
        (1, 2, Fraction(1, 3), Fraction(3, 16), Fraction(4, 19)),
        (2, 2, Fraction(2, 3), Fraction(1, 4), Fraction(6, 19)),
        (1, 1, Fraction(1, 3), Fraction(1, 8), Fraction(3, 19)),
    ],
)
def test_three_runs_of_a_topic_have_the_values_that_were_published(
    vital: int, okay: int, v_strict: Fraction, a_strict: Fraction, w_strict: Fraction
) -> None:
    found = values(topic(VITAL, OKAY, {"r": ["a"]}, {"ann": {"a": counted(vital, okay)}}))
    assert (found["v_strict"], found["a_strict"], found["w_strict"]) == (v_strict, a_strict, w_strict)
    assert (found["v"], found["a"], found["w"]) == (v_strict, a_strict, w_strict)


def test_partial_support_is_worth_a_half_where_the_measure_is_not_strict() -> None:
    cells = {"1": "s", "2": "p", "3": "p", "4": "n"}
    found = values(topic(["1", "2"], ["3", "4"], {"r": ["a"]}, {"ann": {"a": cells}}))
    assert found == {
        "v_strict": Fraction(1, 2),
        "a_strict": Fraction(1, 4),
        "v": Fraction(3, 4),
        "a": Fraction(1, 2),
        "w": Fraction(7, 12),
        "w_strict": Fraction(1, 3),
        "coverage": None,
    }


def grouped(made: Evaluation, **groups: str) -> Evaluation:
    """The same with nuggets in groups."""
    rows = (one._replace(group=groups.get(f"n{one.name}", "")) for one in made.nuggets)
    return made._replace(nuggets=tuple(rows))


def test_coverage_is_the_share_of_groups_of_which_some_nugget_has_full_support() -> None:
    """By hand: who by an okay nugget, why by neither half; the nugget that is in no group makes none."""
    cells = {"1": "n", "2": "p", "3": "p", "4": "s", "5": "s"}
    made = topic(["1", "2"], ["3", "4", "5"], {"r": ["a"], "silent": []}, {"ann": {"a": cells}})
    found = grouped(made, n1="who", n4="who", n2="why", n3="why")
    assert values(found)["coverage"] == HALF
    assert values(found, "silent")["coverage"] == 0
    assert values(grouped(made, n1="who", n2="why", n3="when"))["coverage"] == 0
    assert values(made)["coverage"] is None
    assert {name: value for name, value in values(found).items() if name != "coverage"} == {
        name: value for name, value in values(made).items() if name != "coverage"
    }


def test_a_group_is_covered_by_any_of_a_run_s_answers_and_may_be_where_a_cell_is_unjudged() -> None:
    labels = {"a": {"1": "n", "2": "n", "3": "p"}, "b": {"1": "s"}}
    made = grouped(topic(["1", "2", "3"], [], {"r": ["a", "b"]}, {"ann": labels}), n1="x", n2="y", n3="z")
    assert values(made)["coverage"] == Fraction(1, 3)
    scorer = Scorer(made)
    facts = scorer.facts("r", scorer.under("adjudicated", partial=True))["7"]
    assert (facts.given.covered, facts.hopeful.covered, facts.given.groups) == (1, 3, 3)


@given(
    st.lists(st.tuples(st.sampled_from("spn"), st.sampled_from(["", "x", "y", "z"])), min_size=1, max_size=8)
)
def test_coverage_is_what_counting_groups_gives_and_no_label_that_gets_better_lowers_it(
    cells: list[tuple[str, str]],
) -> None:
    def coverage(letters: Sequence[str]) -> Fraction | None:
        names = [str(number) for number in range(len(cells))]
        made = topic(names, [], {"r": ["a"]}, {"ann": {"a": dict(zip(names, letters, strict=True))}})
        groups = {f"n{name}": group for name, (_, group) in zip(names, cells, strict=True)}
        found: Fraction | None = values(grouped(made, **groups))["coverage"]
        return found

    named = {group for _, group in cells if group}
    covered = {group for letter, group in cells if group and letter == "s"}
    found = coverage([letter for letter, _ in cells])
    assert found == (Fraction(len(covered), len(named)) if named else None)
    better = coverage([{"n": "p", "p": "s"}.get(letter, letter) for letter, _ in cells])
    assert found is None or (better is not None and better >= found)


def test_of_several_answers_of_a_run_the_best_label_of_a_nugget_counts() -> None:
    labels = {"a": {"1": "p", "2": "n"}, "b": {"1": "s", "2": "p"}}
    found = values(topic(["1", "2"], [], {"r": ["a", "b"]}, {"ann": labels}))
    assert (found["v_strict"], found["v"]) == (Fraction(1, 2), Fraction(3, 4))


def test_a_topic_without_a_vital_nugget_leaves_the_means_and_is_flagged() -> None:
    made = topic([], ["1"], {"r": ["a"]}, {"ann": {"a": {"1": "s"}}})
    assert set(values(made).values()) == {None}
    assert Scorer(made).under("adjudicated").without_value == {"7": NO_VITAL_NUGGET}


def test_a_cell_without_a_label_is_unjudged_and_none_is_not() -> None:
    runs = {"r": ["a"], "q": ["b"]}
    made = topic(["1", "2"], [], runs, {"ann": {"a": {"1": "s"}, "b": {"1": "s", "2": "n"}}})
    report = Scorer(made).score("adjudicated")
    (open_, whole) = (report.runs[name] for name in ("r", "q"))
    assert (open_.unjudged, open_.low, open_.high) == (1, Fraction(1, 2), 1)
    assert (whole.unjudged, whole.low, whole.high) == (0, Fraction(1, 2), Fraction(1, 2))
    assert any("whole pool of 7" in remark.sentence for remark in report.remarks)


def test_rules_make_one_label_of_several() -> None:
    labels = {name: {"a": {"1": letter}} for name, letter in (("ann", "s"), ("bo", "p"), ("cy", "p"))}
    made = topic(["1"], [], {"r": ["a"]}, labels)
    made = made._replace(nuggets=tuple(one._replace(assessor="") for one in made.nuggets))
    made = made._replace(nugget_votes=(NuggetVote("7", "1", "", "vital"),))
    found = {rule: values(made, rule=rule)["v"] for rule in ("majority", "union", "intersection")}
    assert found == {"majority": Fraction(1, 2), "union": 1, "intersection": Fraction(1, 2)}
    assert values(made, rule="assessor:ann")["v"] == 1
    split = made._replace(matches=made.matches[:2])
    with pytest.raises(RuleError, match="No more than half"):
        values(split, rule="majority")
    settled = made._replace(matches=(*made.matches, Match(item("a"), "1", "", "not_support")))
    assert values(settled)["v"] == 0


def test_agreement_is_over_the_labels_that_two_people_gave() -> None:
    ann = {"a": {"1": "s", "2": "p", "3": "n"}, "b": {"1": "s"}}
    bo = {"a": {"1": "s", "2": "n", "3": "n"}}
    found = matches(topic(["1", "2", "3"], [], {"r": ["a", "b"]}, {"ann": ann, "bo": bo}))
    assert found.labels == tuple(LETTERS.values())
    assert found.ordered
    assert found.patterns == {
        (("ann", "support"), ("bo", "support")): 1,
        (("ann", "partial_support"), ("bo", "not_support")): 1,
        (("ann", "not_support"), ("bo", "not_support")): 1,
    }
    # Nominal alpha by hand: observed 1/3; of six labels two support, one partial, three none: expected 1 - (2+6)/30 = 11/15.
    assert alpha(found.patterns).value == 1 - Fraction(1, 3) / Fraction(11, 15)


WHOLE = {"a": {"1": "s", "2": "p", "3": "n"}, "b": {"1": "n", "2": "n", "3": "s"}}
PART = {"a": {"1": "s"}}


def with_program(labels: Mapping[str, Labels], said: Labels, *primary: str) -> Evaluation:
    """Three nuggets and two answers, with labels of people and of a program."""
    rows = tuple(Assignment("7", who, "primary" if who in primary else "judge", "open") for who in labels)
    more: dict[str, Any] = {"assignments": rows} if primary else {}
    listed = listed_as((name, f"nugget {name}") for name in "123")
    return topic(["1", "2"], ["3"], {"r": ["a"], "q": ["b"]}, labels, **more)._replace(
        machine_matches=tuple(
            MachineMatch(item(answer), "umbra@1", nugget, listed, label=LETTERS[letter])
            for answer, of_answer in said.items()
            for nugget, letter in of_answer.items()
        ),
        machines=(MachineAssessor("umbra@1", "umbra", "1", "model-x"),),
    )


@pytest.mark.parametrize(
    ("made", "counts", "compared", "judges"),
    [
        (lambda: with_program({"ann": WHOLE}, WHOLE), ((3, 0), (0, 3)), ("7",), {("ann", "umbra@1"): (6, 1)}),
        (lambda: with_program({"ann": PART}, WHOLE), ((1, 0), (0, 0)), (), {("ann", "umbra@1"): (1, 0)}),
        (
            lambda: with_program({"ann": PART}, WHOLE, "ann"),
            ((1, 0), (0, 0)),
            (),
            {("ann", "umbra@1"): (1, 0)},
        ),
        (lambda: with_program({"ann": WHOLE}, PART), ((1, 0), (0, 0)), (), {("ann", "umbra@1"): (1, 0)}),
        (
            lambda: with_program({"ann": PART, "bo": {**WHOLE, "a": {"2": "n", "3": "n"}}}, WHOLE, "ann"),
            ((1, 0), (0, 0)),
            (),
            {("ann", "umbra@1"): (1, 0), ("bo", "umbra@1"): (5, 0)},
        ),
    ],
)
def test_cells_that_one_side_did_not_label_are_not_held_against_a_program(
    made: Callable[[], Evaluation],
    counts: tuple[tuple[int, int], tuple[int, int]],
    compared: tuple[str, ...],
    judges: Mapping[tuple[str, str], tuple[int, int]],
) -> None:
    found = match_report(made(), "umbra@1")
    assert found.counts == counts
    assert found.compared == compared
    assert {(one.one, one.other): (one.marks, one.questions) for one in found.judges} == judges


def test_a_checksum_tells_labels_apart() -> None:
    one, other = (topic(["1"], [], {"r": ["a"]}, {"ann": {"a": {"1": letter}}}) for letter in "sp")
    assert Scorer(one).inputs_sha256 != Scorer(other).inputs_sha256


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"v_strict", ', '"other_f", ', "these have labels"),
        ('cell_scale = "support"\n', "", "needs labels of nuggets"),
        ('cell_scale = "support"', 'cell_scale = "suport"', "cell_scale"),
        ('cell_scale = "support"', 'cell_scale = "five-way"', ""),
        ('form = "nuggets"', 'form = "list"', "have no nuggets"),
        ('cell_scale = "support"', 'cell_scale = "support"\npyramid = true', "nuggets of a pyramid"),
    ],
)
def test_what_contradicts_labels_in_a_declaration_is_said(before: str, after: str, said: str) -> None:
    assert before in DEFINITION
    track, problems = own.read(DEFINITION.replace(before, after).encode(), "evaluation.toml")
    if not said:
        assert track is not None
        return
    assert track is None
    assert any(said in str(problem) for problem in problems)


def test_a_scale_of_ones_own_may_be_that_of_cells() -> None:
    scale = """
[[scale]]
name = "stance"
grades = [
  { label = "supports", value = 1 },
  { label = "neutral", value = 0.25 },
  { label = "contradicts", value = 0 },
]
"""
    text = DEFINITION.replace('"support"', '"stance"') + scale
    track = evaluations.get(own.OWN, text)
    found = track.question_types["topic"].cell_scale
    assert found is not None
    assert found.grades == ("supports", "neutral", "contradicts")
    worse = text.replace("value = 1 }", "value = 3 }")
    assert own.read(worse.encode(), "evaluation.toml")[0] is None
