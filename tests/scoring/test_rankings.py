"""Runs of TREC RAG's retrieval: lines of six columns, which rank segments and hold no answers."""

import pytest

from scoring import evaluations
from scoring.evaluate import Scorer
from scoring.evaluations import with_scales
from scoring.records import Evaluation, Judgment, Run
from scoring.tracks.base import CheckedRun, Declaration, RunChecks
from scoring.tracks.rankings import DECLARED, depth_of, known_of

TOPICS = b"7\twho built it\n8\tand when\n"
GOOD = "7 Q0 doc#1 1 9.5 moor1\n7 Q0 doc#2 2 7.5 moor1\n8 Q0 doc#1 1 3 moor1\n"
SEGMENTS = {"doc#1", "doc#2"}


def check(data: str | bytes, **settings: object) -> CheckedRun:
    track = evaluations.get("rag")
    topics, _ = track.read_topics(TOPICS, "topics.tsv")
    known = SEGMENTS.intersection
    against = RunChecks(topics, Declaration(team="moor"), settings, known)
    return track.under(settings).check_run(data.encode() if isinstance(data, str) else data, "moor1", against)


def test_lines_rank_segments_for_the_relevance_of_their_topic() -> None:
    checked = check(GOOD)
    assert (checked.run_tag, checked.problems) == ("moor1", [])
    assert [(one.qid, one.docid, one.answer, one.rank) for one in checked.responses] == [
        ("7/relevance", "doc#1", "", 1),
        ("7/relevance", "doc#2", "", 2),
        ("8/relevance", "doc#1", "", 1),
    ]
    assert checked.declared == DECLARED
    (told,) = checked.warnings
    assert (told.code, told.line) == ("only_ranks", 0)
    assert "of each question the first 20 are judged (Relevance of segments)" in told.message
    assert "measured by mean_grade@20, Judged@20 alone" in told.message
    assert "the first 3 are judged" in check(GOOD, ranking_depth=3).warnings[0].message
    assert "of each question the first is judged" in check(GOOD, ranking_depth=1).warnings[0].message


@pytest.mark.parametrize(
    "line", ["7 0 doc#1 1 9.5 moor1", "7\tQ0\tdoc#1\t1\t9.5\tmoor1\r", "\ufeff7 Q0 doc#1 1 9.5 moor1"]
)
def test_as_programs_write_them(line: str) -> None:
    checked = check(f"{line}\n8 Q0 doc#1 1 9.5 moor1\n")
    assert checked.problems == []
    assert len(checked.responses) == 2


def test_everything_that_is_wrong_is_told_at_once_with_its_line() -> None:
    wrong = [
        *("7 Q0 doc#1 1 9.5 moor1", "7 Q0 doc#2 1 9.5 moor1", "7 Q0 doc#2 0 9 moor1", "7 Q0 doc#9 3 9 moor1"),
        *("9 Q0 doc#1 1 9 moor1", "7 Q0 doc#1 4 9", "7 Q0 doc#1 five 9 moor1", "7 Q0 doc#1 6 high moor1"),
        *("7 Q0 NIL 7 1 moor1", "8 Q0 doc#1 1 1 lake9", "7 Q0 doc#1 8 1 moor1 and more"),
    ]
    checked = check("\n".join(wrong))
    assert checked.responses == ()
    assert {(one.line, one.code) for one in checked.problems} >= {
        (2, "rank_duplicate"),
        (3, "rank_range"),
        (4, "unknown_document"),
        (5, "unknown_question"),
        (6, "columns"),
        (7, "rank_number"),
        (8, "score_number"),
        (9, "nil_not_allowed"),
        (10, "run_tag_mixed"),
        (11, "columns"),
    }
    assert all(one.hint for one in checked.problems)
    bad = check(b"7 Q0 doc#1 1 9.5 moor1\n7 Q0 doc#\xff 2 9 moor1\n")
    assert [(one.line, one.code) for one in bad.problems] == [(2, "encoding")]


def test_what_is_warned_of_is_taken() -> None:
    checked = check("7 Q0 doc#1 1 1 moor1\n7 Q0 doc#1 2 9 moor1\n")
    assert {one.code for one in checked.warnings} == {
        "only_ranks",
        "duplicate_response",
        "score_order",
        "missing_question",
    }
    assert checked.problems == []
    assert [one.code for one in check("7 Q0 doc#1 1 1 moor1\n", missing_questions=False).problems] == [
        "missing_question"
    ]


def test_of_other_topics_one_sentence() -> None:
    checked = check("17 Q0 doc#1 1 1 moor1\n18 Q0 doc#1 1 1 moor1\n")
    assert [one.code for one in checked.problems] == ["other_questions"]
    assert "where they go from 7 to 8" in checked.problems[0].message


def test_where_relevance_is_not_judged_such_a_run_is_refused() -> None:
    (told,) = check(GOOD, types=["NUGGETS", "SUPPORT"]).problems
    assert told.code == "ranking_unjudged"
    assert told.hint


def test_it_is_pooled_to_a_depth_of_its_own() -> None:
    assert depth_of({}, {"ranking_depth": 20}, None) is None
    assert [depth_of(DECLARED, {"ranking_depth": 20}, depth) for depth in (None, 5, 50)] == [20, 5, 20]
    assert depth_of(DECLARED, {}, 5) == 5


def test_it_is_measured_by_relevance_alone() -> None:
    settings = {"ranking_depth": 1}
    track = evaluations.get("rag").under(settings)
    topics, _ = track.read_topics(TOPICS, "topics.tsv")
    responses = check(GOOD, **settings).responses
    run = Run("moor1", "moor", declared=tuple(DECLARED.items()))
    pooled = track.pooled_responses(run, responses, topics, settings, (), None)
    pool = tuple(item for one in pooled if (item := one.item))
    assert [(item.qid, item.docid) for item in pool] == [("7/relevance", "doc#1"), ("8/relevance", "doc#1")]
    report = Scorer(
        with_scales(
            Evaluation(
                campaign="small",
                title="Small",
                track="rag",
                settings=settings,
                topics=topics,
                runs=(run, Run("lake1", "lake")),
                responses={"moor1": responses, "lake1": ()},
                pool=pool,
                judgments=tuple(Judgment(item, "ann", "3" if item.qid[0] == "7" else "0") for item in pool),
            )
        )
    ).score()
    ranks, silent = report.runs["moor1"], report.runs["lake1"]
    assert ranks.score is None
    assert {name: value for name, value in ranks.measures.items() if value is not None} == {
        "mean_grade@20": 1.5,
        "Judged@20": 0.75,
    }
    assert set(ranks.questions) == {"7/relevance", "8/relevance"}
    assert len(silent.questions) == 6


@pytest.mark.parametrize("holds", [(), tuple(DECLARED.items()), (("holds", "answers"),)])
def test_what_a_file_holds_is_told_by_the_file_and_never_by_a_table(
    holds: tuple[tuple[str, str], ...],
) -> None:
    run = Run("moor1", "moor", declared=(("tuned", "yes"), *holds))
    assert dict(known_of(run, DECLARED).declared) == {"tuned": "yes", **DECLARED}
    assert dict(known_of(run, {}).declared) == {"tuned": "yes"}
