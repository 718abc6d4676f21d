"""Variations of a campaign: how they are spelled, what they change, and that they say what they cannot do."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.annotations import AnnotatedExample, Annotation, Label, PageSpan
from scoring.evaluate import Scorer, evaluate
from scoring.records import Adjudication, Assignment, Evaluation, Item, KnownAnswer, Match, Nugget, Run
from scoring.rules import RuleError
from scoring.studies.left_out import people_of
from scoring.studies.what_if import KINDS, Variation, VariationError, parse, variations, varied
from tests.scoring.campaigns import item, judged_campaigns, trec8
from tests.scoring.parts import item as part_item
from tests.scoring.test_golden import CAMPAIGNS, scorer
from tests.scoring.whole import campaign, campaigns

SPELLINGS = (
    "rule:majority",
    "rule:assessor:ada",
    "rule:random:7",
    "without-assessor:ada",
    "assessors:1",
    "assessors:2:9",
    "without-run:alpha1",
    "without-team:alpha",
    "remove-run:alpha1",
    "remove-team:alpha",
    "depth:3",
    "with-dropped",
    "with-dropped:131",
    "drop:7",
    "set:beta=1",
    "set:weights=.5,.25,.25",
)


def changed(evaluation: Evaluation, *texts: str) -> Evaluation:
    return varied(evaluation, map(parse, texts)).evaluation


def scores(evaluation: Evaluation, *texts: str, rule: str = "adjudicated") -> dict[str, Any]:
    other, follow = varied(evaluation, map(parse, texts), rule)
    return {name: run.score for name, run in evaluate(Scorer(other), follow).runs.items()}


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_variation_is_read_back_from_its_spelling(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(str(parse(text))) == parse(text)
    assert parse(text).label


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.kind not in ("rule", "depth", "assessors", "set")]
)
@given(name=st.text(min_size=1).filter(str.strip))
def test_any_name_is_read_back(kind: type[Variation], name: str) -> None:
    assert parse(str(kind(name))) == kind(name)


def test_what_means_the_same_is_spelled_the_same() -> None:
    assert parse("beta=1") == parse("set:beta=1") == parse(" set: beta = 1 ")
    assert parse("assessors:2:1") == parse("assessors:2")
    assert parse("depth:03") == parse("depth:3")
    assert parse("rule:random:007") == parse("rule:random:7")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ada",
        "without-run",
        "without-run: ",
        "depth:0",
        "depth:x",
        "assessors:0",
        "assessors:1:x",
        "set:b",
    ],
)
def test_what_is_no_variation_is_said(text: str) -> None:
    with pytest.raises(VariationError, match=r"\.$"):
        parse(text)


def test_a_rule_that_is_none_is_said() -> None:
    with pytest.raises(RuleError, match="There is no rule"):
        parse("rule:best")


def test_every_kind_is_explained() -> None:
    assert [one.spelling for one in variations()] == [kind.usage() for kind in KINDS]
    assert {one.spelling.partition(":")[0].partition("[")[0] for one in variations()} == {
        text.partition(":")[0] for text in SPELLINGS
    }
    assert all(one.explanation.endswith(".") for one in variations())


def every_variation(evaluation: Evaluation) -> Iterator[str]:
    yield from (
        "rule:majority",
        "rule:union",
        "rule:intersection",
        "rule:random:3",
        "set:beta=1",
        "set:judges=2",
    )
    yield from (
        "depth:1",
        "depth:2",
        "depth:99",
        "assessors:1",
        "assessors:2:5",
        "assessors:99",
        "with-dropped",
    )
    for name in sorted({name for _, name in people_of(evaluation)} | {"nobody"}):
        yield from (f"rule:assessor:{name}", f"without-assessor:{name}")
    for run in (*evaluation.runs, Run("none", "none")):
        yield from (f"without-run:{run.run_id}", f"remove-run:{run.run_id}")
        yield from (f"without-team:{run.team}", f"remove-team:{run.team}")
    for name in [one.qid for one in evaluation.topics.questions] + [
        one.series_id for one in evaluation.topics.series
    ]:
        yield from (f"drop:{name}", f"with-dropped:{name}")


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_every_variation_gives_scores_or_a_sentence(name: str) -> None:
    evaluation = scorer(name).evaluation
    for text in every_variation(evaluation):
        try:
            other, rule = varied(evaluation, [parse(text)])
            evaluate(Scorer(other), rule).as_text()
        except ValueError as error:
            assert str(error).endswith("."), text  # noqa: PT017  # only those that are refused


@pytest.mark.parametrize("name", CAMPAIGNS)
@pytest.mark.parametrize("text", ["depth:99", "assessors:99", "rule:adjudicated", "set:judges=3"])
def test_an_empty_variation_changes_nothing(name: str, text: str) -> None:
    evaluation = scorer(name).evaluation
    try:
        other = changed(evaluation, text)
    except VariationError as error:
        assert (name, error.code) == ("nq_small", "no_pools")  # noqa: PT017  # only those that are refused
        return
    assert other == evaluation or text.startswith("set:")
    assert evaluate(Scorer(other)).runs == evaluate(Scorer(evaluation)).runs


@given(campaigns())
def test_an_empty_variation_of_series_changes_nothing(made: Evaluation) -> None:
    assert changed(made, "depth:99") == made == changed(made, "assessors:99")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("without-assessor:zoe", 'There is no assessor "zoe". Known: ann, bo, cy, dee.'),
        ("without-run:gamma", 'There is no run "gamma". Known: alpha1, beta1, late1.'),
        ("remove-team:gamma", 'There is no team "gamma". Known: alpha, beta, late.'),
        ("with-dropped:1", 'There is no question or series "1" among the dropped ones. Known: 7.'),
        ("drop:7", 'There is no question or series "7" to drop. Known: 1, 2, 3, 4, 5, 6.'),
        (
            "set:columns=qid docid tag answer",
            "columns says how run files are read, and these have been read already.",
        ),
        ("set:beta=1", 'There is no setting "beta"'),
    ],
)
def test_what_a_campaign_does_not_have_is_said_with_what_it_has(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        changed(scorer("trec8_small").evaluation, text)


def test_the_last_run_cannot_be_removed() -> None:
    with pytest.raises(VariationError, match="No run would be left"):
        changed(trec8({("1", "a"): {"ann": "yes"}}, {"one": {"1": ["a"]}}), "remove-run:one")


VOTES = {("1", text): {"ann": "yes" if text in "ab" else "no"} for text in "abcd"}
RUNS = {"one": {"1": ["c", "a"]}, "two": {"1": ["d", "b", "a"]}}


def pooled() -> Evaluation:
    """Both runs have a right answer at rank 2; a is shared, b is two's alone."""
    return trec8(VOTES, RUNS)._replace(runs=(Run("one", "ox"), Run("two", "yak")))


def test_a_run_left_out_of_the_pools_is_scored_still() -> None:
    assert scores(pooled()) == {"one": Fraction(1, 2), "two": Fraction(1, 2)}
    assert scores(pooled(), "without-run:two") == {"one": Fraction(1, 2), "two": Fraction(1, 3)}
    assert scores(pooled(), "without-team:yak") == scores(pooled(), "without-run:two")
    assert scores(pooled(), "without-run:one") == scores(pooled())


def test_runs_of_one_team_speak_for_each_other_only_where_they_are_left_out_one_by_one() -> None:
    herd = pooled()._replace(runs=(Run("one", "ox"), Run("two", "ox")))
    assert scores(herd, "without-run:two")["two"] == Fraction(1, 3)
    assert scores(herd, "without-team:ox") == {"one": 0, "two": 0}


def test_a_run_that_was_not_pooled_speaks_for_nothing() -> None:
    late = pooled()._replace(runs=(Run("one", "ox", pooled=False), Run("two", "yak")))
    assert scores(late, "without-run:two") == {"one": 0, "two": 0}
    assert changed(late, "without-run:one") == late


def test_a_run_is_removed_with_what_only_it_brought() -> None:
    other = changed(pooled(), "remove-run:two")
    assert [run.run_id for run in other.runs] == ["one"] == list(other.responses)
    assert other.pool == (item("1", "a"), item("1", "c"))


def test_shallower_pools() -> None:
    other = changed(pooled(), "depth:2")
    assert set(other.pool) == {item("1", text) for text in "abcd"}
    assert scores(pooled(), "depth:1") == {"one": 0, "two": 0}
    assert set(changed(pooled(), "depth:1").pool) == {item("1", "c"), item("1", "d")}
    deep = pooled()._replace(runs=(Run("one", "ox", depth=1), Run("two", "yak")))
    assert set(changed(deep, "depth:2").pool) == {
        item("1", text) for text in "bcd"
    }  # a is at rank 3 of two alone


def test_what_no_run_brought_keeps_its_judgments() -> None:
    extra = trec8(VOTES | {("1", "e"): {"ann": "yes"}}, RUNS)
    assert item("1", "e") in changed(extra, "depth:1").pool


def test_a_decision_stays_as_long_as_those_who_are_left_differ() -> None:
    votes = {
        ("1", "a"): {"ann": "yes", "bo": "no", "cy": "no"},
        ("2", "b"): {"ann": "yes", "bo": "no", "cy": "yes"},
        ("3", "c"): {"ann": "yes"},
        ("4", "d"): {"ann": "no", "bo": "no"},
    }
    decisions = {("1", "a"): "yes", ("2", "b"): "no", ("3", "c"): "no", ("4", "d"): "yes"}
    made = trec8(votes, decisions=decisions)
    left = {
        decision.item.qid: decision.grade for decision in changed(made, "without-assessor:ann").adjudications
    }
    assert left == {
        "2": "no",
        "4": "yes",
    }  # 1: bo and cy agree; 3: nobody is left; 4 was decided though they agreed
    assert Scorer(changed(made, "without-assessor:ann")).under().qrels.grades == {
        item("1", "a"): "no",
        item("2", "b"): "no",
        item("4", "d"): "yes",
    }


def test_a_decision_that_settles_a_class_keeps_it() -> None:
    made = trec8({("1", "a"): {"ann": "yes", "bo": "no"}})
    made = made._replace(
        adjudications=(Adjudication(item("1", "a"), "yes", "opinion", False, answer_class="x"),)
    )
    assert [one[1] for one in changed(made, "without-assessor:ann").adjudications] == [""]


def test_fewer_assessors_are_the_primary_and_those_who_judged_all() -> None:
    votes = {
        ("1", "a"): {"ann": "yes", "bo": "no", "cy": "yes"},
        ("1", "b"): {"bo": "no", "cy": "no"},
    }
    roles = [Assignment("1", name, "primary" if name == "ann" else "judge") for name in ("ann", "bo", "cy")]

    def kept(text: str, assignments: list[Assignment]) -> set[str]:
        other = changed(trec8(votes, assignments=assignments), text)
        assert {one.assessor for one in other.assignments} <= {one.assessor for one in other.judgments}
        return {one.assessor for one in other.judgments}

    assert kept("assessors:1", roles) == {"ann"}
    assert {frozenset(kept(f"assessors:1:{seed}", [])) for seed in range(9)} == {
        frozenset({"bo"}),
        frozenset({"cy"}),
    }
    for seed in range(9):
        assert kept(f"assessors:1:{seed}", []) < kept(f"assessors:2:{seed}", []) == {"bo", "cy"}


def test_who_handed_over_a_question_is_nobody_to_keep() -> None:
    votes = {("1", "a"): {"ann": "yes", "bo": "no"}}
    made = trec8(votes, assignments=[Assignment("1", "bo", state="handed_over")])
    assert changed(made, "assessors:1") == made


@given(judged_campaigns(), st.sampled_from(["assessors:1", "assessors:2", "without-assessor:ann", "depth:1"]))
def test_no_variation_invents_a_judgment(made: Evaluation, text: str) -> None:
    other = changed(made, text)
    assert set(other.judgments) <= set(made.judgments)
    assert set(other.adjudications) <= set(made.adjudications)
    assert {one.item for one in other.judgments} <= set(other.pool) <= set(made.pool)


def test_classes_of_the_pool_go_with_their_last_answer_and_developed_ones_stay() -> None:
    made = campaign(lines=[("1.2", "Oslo"), ("1.2", "Rome")])
    two = made._replace(
        runs=(Run("r", "ox"), Run("s", "yak")),
        responses={"r": made.responses["r"][:1], "s": made.responses["r"][1:]},
    )
    other = changed(two, "without-run:s")
    assert {(it.name, it.origin) for it in other.known_answers} == {
        ("oslo", "pool"),
        ("bonn", "pool"),
        ("oslo", "development"),
        ("york", "development"),
    }


def test_nuggets_of_the_pool_go_with_their_last_match() -> None:
    place = part_item("1.3", "x " * 50)
    made = campaign(lines=[("1.3", "x " * 50)])
    known = (*made.nuggets, Nugget("1.3", "E", "Known before", "development", "ann"))
    made = made._replace(nuggets=known, matches=(*made.matches, Match(place, "E", "ann")))
    other = changed(made, "without-run:r")
    # A is in another item that no run gave; C and D were never matched; B was in this item alone.
    assert [one.name for one in other.nuggets if one.qid == "1.3"] == ["A", "C", "D", "E"]
    assert {vote.nugget for vote in other.nugget_votes if vote.qid == "1.3"} == {"A", "C", "D"}


def test_the_words_of_an_assessor_go_and_shared_classes_stay() -> None:
    evaluation = scorer("series_small").evaluation
    other = changed(evaluation, "without-assessor:ann")
    assert {one.assessor for one in other.judgments} == {"bo"}
    assert {one.assessor for one in other.matches} == {"bo"}
    assert other.nugget_votes == ()  # bo's were on nuggets that ann wrote
    assert {one.assessor for one in other.nuggets} == {""}
    assert (
        KnownAnswer("1.2", "aster", "the Aster", "pool", "ann") in other.known_answers
    )  # bo's Aster is in it
    assert all(one.assessor != "ann" for one in other.assignments)


def test_settled_marks_lapse_where_those_who_differed_are_gone() -> None:
    place = part_item("1.3", "x " * 50)
    made = campaign(lines=[("1.3", "x " * 50)])
    settled = (*made.matches, Match(place, "C", "bo"), Match(place, "D", ""))
    made = made._replace(matches=settled)
    assert Match(place, "D", "") not in changed(made, "without-assessor:bo").matches
    both = made._replace(matches=(*settled, Match(place, "A", "cy")))
    assert Match(place, "D", "") in changed(both, "without-assessor:bo").matches


def test_the_gold_standard_goes_on_where_nobody_judged() -> None:
    """The paragraph that a person calls wrong is right by gold."""
    made = scorer("respubliqa_small").evaluation
    place = Item("0005:EN:EN", "EP_CRE-19310112-EN_clean.xml", "1", "")
    assert Scorer(made).under().qrels.grades[place] == "W"
    assert Scorer(changed(made, "without-assessor:ann")).under().qrels.grades[place] == "R"
    assert place in changed(made, "remove-team:lake").pool


def annotated(*names: str) -> Evaluation:
    made = scorer("nq_small").evaluation
    long = Label(PageSpan(0, 9, 0, 3))
    said = tuple(Annotation(str(number), long, annotator=name) for number, name in enumerate(names))
    return made._replace(
        annotations=(AnnotatedExample("101", said),), assignments=(), judgments=(), adjudications=()
    )


def test_annotators_can_be_left_out() -> None:
    made = annotated("ada", "ben", "cleo")
    other = changed(made, "without-assessor:ben")
    assert [one.annotator for one in other.annotations[0].annotations] == ["ada", "cleo"]
    assert len(changed(made, "assessors:2").annotations[0].annotations) == 2


def test_too_few_annotators_for_an_answer_are_refused_with_what_helps() -> None:
    made = annotated("ada", "ben", "cleo")
    with pytest.raises(VariationError, match="set:gold_votes=1"):
        changed(made, "assessors:1")
    assert len(changed(made, "assessors:1", "gold_votes=1").annotations[0].annotations) == 1


def test_experts_are_kept_where_annotators_are_fewer() -> None:
    made = scorer("nq_small").evaluation
    other = changed(made, "assessors:2")
    assert other.judgments == made.judgments
    assert {one.assessor for one in other.assignments if one.role == "expert"} == {"gil", "hana"}


def test_dropped_questions_taken_back_and_others_dropped() -> None:
    made = scorer("trec8_small").evaluation
    assert changed(made, "with-dropped").dropped == {} == changed(made, "with-dropped:7").dropped
    assert sorted(changed(made, "drop:1").dropped) == ["1", "7"]
    assert scores(made, "with-dropped")["alpha1"] == Fraction(137, 360) * 6 / 7


def test_settings_that_change_scores() -> None:
    """Series 1 of ALFA1: accuracy 1/2, list F 4/9 and Other F 20/29, all weighing the same."""
    made = scorer("series_small").evaluation
    other = changed(made, "weights=1,1,1")
    series = evaluate(Scorer(other)).runs["ALFA1"].series
    assert series is not None
    assert series["1"]["score"] == (Fraction(1) + Fraction(4, 9) + Fraction(20, 29)) / 3


def test_changes_are_made_in_one_order_however_they_are_given() -> None:
    made = scorer("trec8_small").evaluation
    texts = ("without-assessor:cy", "depth:1", "with-dropped", "assessors:1:4")
    assert changed(made, *texts[:3]) == changed(made, *texts[2::-1])
