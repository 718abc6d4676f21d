"""The tables of an overview against counts by hand, and against the kept ones of whole campaigns."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring import bundle
from scoring.evaluate import Scorer
from scoring.overview.every import parts
from scoring.overview.scored import Scored
from scoring.overview.tables import Table
from scoring.records import Assignment, Evaluation, KnownAnswer, Question, Run, Series, Topics
from tests.scoring.campaigns import series2004, trec8
from tests.scoring.test_golden import GOLDEN

CAMPAIGNS = ("nq_small", "respubliqa_small", "series_small", "tac_small", "trec8_small")
SLUGS = Path(__file__).parents[2] / "golden" / "overview"


def tables(evaluation: Evaluation, rule: str = "adjudicated") -> dict[str, Table]:
    return {table.name: table for part in parts(Scored(Scorer(evaluation), rule)) for table in part.tables}


def rows(table: Table) -> list[dict[str, Any]]:
    titles = [column.title for column in table.columns]
    return [dict(zip(titles, row, strict=True)) for row in table.rows]


def row(table: Table, first: str) -> dict[str, Any]:
    return next(one for one in rows(table) if one[table.columns[0].title] == first)


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_whole_campaigns_have_the_kept_tables(campaign: str) -> None:
    evaluation, problems = bundle.read(GOLDEN / campaign)
    assert not problems
    assert evaluation
    found = [table.as_json() for table in tables(evaluation, "union").values()]
    kept = json.loads((SLUGS / f"{campaign}.json").read_text(encoding="utf-8"))
    assert found == kept


def ranked() -> Evaluation:
    """Two questions, three runs of two teams: one run of 50 bytes, two of 250."""
    votes = {
        ("1", "a"): {"ann": "yes", "bo": "yes"},
        ("1", "b"): {"ann": "yes", "bo": "no"},
        ("2", "c"): {"ann": "no", "bo": "no"},
    }
    runs: Mapping[str, Mapping[str, Sequence[str]]] = {
        "short": {"1": ["b", "a"]},
        "long": {"1": ["a"], "2": ["c"]},
        "poor": {"2": ["c"]},
    }
    assignments = [Assignment("1", "ann", seconds=60), Assignment("2", "ann", seconds=30)]
    evaluation = trec8(votes, runs, {("1", "b"): "no"}, assignments)
    declared = {"short": ("sea", 50), "long": ("sky", 250), "poor": ("sky", 250)}
    of_teams = tuple(Run(name, team, length_limit=length) for name, (team, length) in declared.items())
    asked = tuple(
        question._replace(source="log" if question.qid == "1" else "", suggested_answer="a")
        for question in evaluation.topics.questions
    )
    return evaluation._replace(runs=of_teams, topics=Topics(asked))


def test_questions_say_what_came_of_them() -> None:
    found = row(tables(ranked())["questions"], "1")
    assert found["Known answer"] == "a"
    assert (found["Judged"], found["Judged right"], found["Runs right"], found["Runs"]) == (2, 1, 2, 3)
    assert found["Mean of runs"] == Fraction(1, 2)  # 1/2 of short, 1 of long, 0 of poor


def test_sources_are_counted_and_what_has_none_is_named() -> None:
    found = tables(ranked())["questions-by-source"]
    assert [one["Source"] for one in rows(found)] == ["log", "not given", "All"]
    assert row(found, "log")["Answered right by a run"] == 1


def test_pools_count_answers_and_documents_of_each_question() -> None:
    found = row(tables(ranked())["pools"], "Factoid")
    numbers = [found[f"Answers, {name}"] for name in ("min", "mean", "max")]
    assert numbers == [1, Fraction(3, 2), 2]
    assert found["Documents, max"] == 2


def test_nobody_is_named_and_time_is_of_questions_that_have_one() -> None:
    found = tables(ranked())["judged-by"]
    assert [one["Assessor"] for one in rows(found)] == ["A1", "A2", "All"]
    timed = [one for one in rows(found) if one["Seconds per question"] is not None]
    assert {one["Seconds per question"] for one in timed} == {Fraction(45)}
    assert {one["Seconds per answer"] for one in timed} == {Fraction(30)}


def test_agreement_per_question_ends_in_its_means() -> None:
    found = tables(ranked())["agreement-by-question"]
    assert [list(one) for one in found.rows] == [
        ["1", 2, 1, 0, Fraction(1, 2)],
        ["2", 1, 0, 0, None],
        ["Mean", Fraction(3, 2), Fraction(1, 2), 0, Fraction(1, 2)],
    ]


def test_decisions_are_counted_by_ground() -> None:
    found = tables(ranked())["decisions"]
    assert list(found.rows[0]) == ["Guideline misapplied", 1, 1, 0]
    assert found.note == "Answers judged differently: 1."


def test_runs_are_ranked_whole_by_team_and_by_length() -> None:
    found = tables(ranked())
    assert [one["Run"] for one in rows(found["runs"])] == ["long", "short", "poor"]
    assert [one["Run"] for one in rows(found["best-of-teams"])] == ["long", "short"]
    assert [(one["Run"], one["Rank"]) for one in rows(found["runs-250"])] == [("long", 1), ("poor", 2)]
    assert [one["Length"] for one in rows(found["runs"])] == ["250 bytes", "50 bytes", "250 bytes"]
    assert list(found["lengths"].rows[1]) == [
        "250 bytes",
        2,
        1,
        "long",
        Fraction(1, 2),
        *2 * [Fraction(1, 4)],
    ]


def test_the_top_ten_are_teams_and_equal_scores_share_a_rank() -> None:
    votes = {("1", "a"): {"ann": "yes"}, ("1", "b"): {"ann": "no"}}
    runs: Mapping[str, Mapping[str, Sequence[str]]] = {
        f"run{number:02}": {"1": ["a"] if number < 12 else ["b"]} for number in range(1, 13)
    }
    evaluation = trec8(votes, runs)
    teams = tuple(one._replace(team=f"team {one.run_id}") for one in evaluation.runs)
    found = tables(evaluation._replace(runs=teams))["top-ten"]
    assert len(found.rows) == 10
    assert {one["Rank"] for one in rows(found)} == {1}
    assert "run12" not in {one["Run"] for one in rows(found)}


def test_baselines_are_marked() -> None:
    evaluation = trec8({("1", "a"): {"ann": "yes"}}, {"baseline-first-passage": {"1": ["a"]}})
    assert rows(tables(evaluation)["runs"])[0]["Kind"] == "untrained baseline"


def in_series() -> Evaluation:
    questions = [
        Question("1.1", "FACTOID", "When?", "1"),
        Question("1.2", "LIST", "Which?", "1"),
        Question("2.1", "FACTOID", "Where?", "2"),
        Question("2.2", "FACTOID", "Who?", "2"),
    ]
    votes = {
        ("1.1", "a"): {"ann": "correct"},
        ("2.1", "b"): {"ann": "incorrect"},
        ("2.2", "c"): {"ann": "correct"},
        ("1.2", "d"): {"ann": "incorrect"},
    }
    runs = {
        "one": [("1.1", "a"), ("2.1", "NIL"), ("2.2", "NIL"), ("1.2", "d")],
        "two": [("1.1", "NIL"), ("2.1", "b"), ("2.2", "c"), ("1.2", "d")],
    }
    known = (KnownAnswer("1.2", "x", "Ex", "development"), KnownAnswer("1.2", "y", "Why", "development"))
    found = series2004(questions, votes, runs, known_answers=known)
    series = (Series("1", "The sea", "THING"), Series("2", "Mira", "PERSON"))
    return found._replace(topics=found.topics._replace(series=series))


def test_series_have_so_many_questions_of_each_type() -> None:
    found = tables(in_series())["questions-per-series"]
    assert [list(one) for one in found.rows] == [
        ["Factoid", 2, 3, 1, Fraction(3, 2), 2],
        ["List", 2, 1, 0, Fraction(1, 2), 1],
        ["All", 2, 4, 2, 2, 2],
    ]
    by_target = tables(in_series())["questions-by-target-type"]
    assert [(one["Type of target"], one["Questions"]) for one in rows(by_target)] == [
        ("PERSON", 2),
        ("THING", 2),
        ("All", 4),
    ]


def test_lists_have_so_many_answers() -> None:
    found = tables(in_series())
    assert list(found["list-answers"].rows[0]) == ["Final answer sets", 1, 2, 2, 2, 2]
    assert row(found["lists"], "1.2")["Known before"] == 2


def test_nil_is_right_where_the_collection_holds_nothing() -> None:
    found = tables(in_series())
    assert [one["Question"] for one in rows(found["nil-questions"])] == ["2.1"]
    assert row(found["nil-questions"], "2.1")["Runs right"] == 1
    nil = row(found["nil-runs"], "one")
    assert (nil["NIL given"], nil["NIL right"], nil["Precision"], nil["Recall"]) == (2, 1, Fraction(1, 2), 1)
    assert row(found["nil-runs"], "two")["NIL right"] == 0


def annotated() -> Evaluation:
    evaluation, problems = bundle.read(GOLDEN / "nq_small")
    assert not problems
    assert evaluation
    return evaluation


def test_untrained_baselines_come_first_and_people_last() -> None:
    evaluation = annotated()
    names = {"beta.tokens": "baseline-closest-question"}
    often = tuple(
        example._replace(
            annotations=example.annotations
            + tuple(one._replace(annotator=f"{one.annotator} again") for one in example.annotations)
        )
        for example in evaluation.annotations
    )
    found = tables(
        evaluation._replace(
            runs=tuple(run._replace(run_id=names.get(run.run_id, run.run_id)) for run in evaluation.runs),
            responses={names.get(name, name): given for name, given in evaluation.responses.items()},
            annotations=often,
        ),
        "union",
    )["systems"]
    assert [(one["System"], one["Kind"]) for one in rows(found)] == [
        ("Closest question", "untrained baseline"),
        ("alpha-pages", "automatic"),
        ("Single annotator", "people"),
        ("Super-annotator", "people"),
    ]
    assert "more than five annotations" in found.note


def test_the_flow_adds_up_and_shares_are_of_all() -> None:
    found = tables(annotated(), "union")["decision-flow"]
    number = {one["Decision"]: one["Annotations"] for one in rows(found)}
    assert number["All annotations"] == number["Bad question"] + number["Good question"] == 38
    assert number["Good question"] == number["No long answer"] + number["Long answer"]
    assert row(found, "Question")["Of all"] == 1


def test_grades_of_a_row_add_up_to_its_share() -> None:
    for one in rows(tables(annotated(), "union")["precision-by-agreement"]):
        grades = [one[name] for name in one if name.endswith(")")]
        assert len(grades) == 3
        assert sum(grades) == one["Share"]


def test_questions_with_both_answers_are_those_of_which_enough_people_gave_both() -> None:
    found = tables(annotated(), "union")["both-answers"]
    assert found.note == "5 of 8 questions."
    beta = row(found, "beta.tokens")
    assert (beta["Long answer, P"], beta["Short answer, R"]) == (Fraction(3, 4), Fraction(2, 5))


def test_what_an_evaluation_asks_of_runs_has_a_column_where_some_run_answered() -> None:
    evaluation = in_series()
    names = ("Looked at later questions", "Series independent")
    assert not [name for name in names if name in rows(tables(evaluation)["runs"])[0]]
    first, *others = evaluation.runs
    told = evaluation._replace(runs=(first._replace(declared=(("later_questions", "yes"),)), *others))
    found = {one["Run"]: one for one in rows(tables(told)["runs"])}
    assert found[first.run_id][names[0]] == "Yes"
    assert {one[names[0]] for name, one in found.items() if name != first.run_id} == {""}
    assert names[1] not in found[first.run_id]
