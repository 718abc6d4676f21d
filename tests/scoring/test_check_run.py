"""Checking run files: what each track accepts, and every rule that a file can break, with its line."""

import gzip
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.records import Question, Response, Run, Series, Topics
from scoring.tracks.base import CheckedRun, Declaration, RunChecks

FACTS = Topics((Question("1", "factoid", "Who?"), Question("2", "factoid", "When?")))
SERIES = Topics(
    (
        Question("1.1", "FACTOID", "Who?", "1"),
        Question("1.2", "LIST", "Which?", "1"),
        Question("1.3", "OTHER", "Other", "1"),
    ),
    (Series("1", "Orrin"),),
)
SOUND = "1 Q0 HN-1 1 0.9 tag1 Mira Dunn\n2 Q0 HN-2 1 .5 tag1 1911\n"
SOUND_SERIES = "1.1 Team1 HN-1 Mira Dunn\n1.2 Team1 HN-1 Aster\n1.3 Team1 HN-2 a tall tower\n"


def known(docids: Collection[str]) -> set[str]:
    return {docid for docid in docids if docid.startswith("HN-")}


def facts(
    data: bytes | str, length: int | None = 50, encoding: str = "utf-8", **settings: object
) -> CheckedRun:
    data = data.encode() if isinstance(data, str) else data
    declaration = Declaration("team", length_limit=length, encoding=encoding)
    return evaluations.get("trec8").check_run(data, "run.txt", RunChecks(FACTS, declaration, settings, known))


def series(data: bytes | str, team: str = "Team", /, **settings: object) -> CheckedRun:
    data = data.encode() if isinstance(data, str) else data
    return evaluations.get("series2004").check_run(
        data, "run.txt", RunChecks(SERIES, Declaration(team), settings, known)
    )


def found(checked: CheckedRun) -> list[tuple[str, int]]:
    assert not (checked.problems and checked.responses)
    assert all(problem.file == "run.txt" and problem.message for problem in checked.problems)
    return [(problem.code, problem.line) for problem in checked.problems]


def test_a_sound_run() -> None:
    checked = facts(SOUND)
    assert (checked.problems, checked.warnings, checked.run_tag) == ([], [], "tag1")
    assert checked.responses == (
        Response("1", "HN-1", "Mira Dunn", 1, line=1),
        Response("2", "HN-2", "1911", 1, line=2),
    )


def test_a_sound_run_of_series() -> None:
    checked = series(
        "1.1 team1 NIL\r\n"
        + SOUND_SERIES.partition("\n")[2].replace("Team1", "team1")
        + "1.2 team1 HN-1 Aster\n"
    )
    assert (checked.problems, checked.warnings) == ([], [])
    assert checked.responses[0].is_nil
    assert [(it.qid, it.rank, it.line) for it in checked.responses] == [
        ("1.1", 1, 1),
        ("1.2", 1, 2),
        ("1.3", 1, 3),
        ("1.2", 2, 4),
    ]


def test_columns_are_split_on_blanks_and_tabs_and_the_string_keeps_what_is_inside() -> None:
    checked = facts(
        "  1\tQ0   HN-1 \t 1 0.9 tag1 \t two  blanks\tand\u00a0one \u3000 \r\n\r\n \n2 Q0 HN-2 1 1 tag1 x\x0by"
    )
    assert checked.problems == []
    assert [it.answer for it in checked.responses] == ["two  blanks\tand\u00a0one \u3000", "x\x0by"]
    assert [it.line for it in checked.responses] == [1, 4]
    assert [warning.code for warning in checked.warnings] == ["control_character"]


def test_a_byte_order_mark_is_passed_over() -> None:
    checked = facts(b"\xef\xbb\xbf" + SOUND.encode())
    assert [it.qid for it in checked.responses] == ["1", "2"]
    assert [warning.code for warning in checked.warnings] == ["byte_order_mark"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [("empty_file", 0)]),
        (b" \r\n\n", [("empty_file", 0)]),
        (gzip.compress(b"0" * 1000, mtime=0), [("gzip", 0)]),
        (b"PK\x03\x04rest", [("packed", 0)]),
        (SOUND.encode("utf-16"), [("utf16", 0)]),
        (SOUND.encode("utf-16-le"), [("utf16", 0)]),
        (SOUND.encode("utf-32-be"), [("utf16", 0)]),
        (b'<?xml version="1.0"?><!DOCTYPE x []><x/>', [("file_kind", 0)]),
        (b"\n<!DOCTYPE x>", [("file_kind", 0)]),
        (SOUND.replace("Dunn", "D\0nn").encode(), [("nul_byte", 1), ("missing_question", 0)]),
        (SOUND.replace("1911", "caf\xe9").encode("latin-1"), [("encoding", 2), ("missing_question", 0)]),
        (SOUND.replace(" tag1 1911", "").encode(), [("columns", 2), ("missing_question", 0)]),
        (SOUND.replace(" 1911", " ").encode(), [("answer_empty", 2)]),
        (SOUND.replace(" 1911", " \u200b").encode(), [("answer_empty", 2)]),
        (SOUND.replace(" 1911", " \u00ad\u2060 \ufeff\u202e\u3000").encode(), [("answer_empty", 2)]),
        (SOUND.replace(" 1911", " \u3164\ufe0f\u2800").encode(), [("answer_empty", 2)]),
        (SOUND.replace("2 Q0", "3 Q0").encode(), [("unknown_question", 2), ("missing_question", 0)]),
        (SOUND.replace("HN-2", "XX-2").encode(), [("unknown_document", 2)]),
        (SOUND.replace("HN-2", "NIL").encode(), [("nil_not_allowed", 2)]),
        (SOUND.replace("HN-2", "HN-" + "2" * 300).encode(), [("docid_too_long", 2)]),
        (SOUND.replace("tag1 1911", "tag2 1911").encode(), [("run_tag_mixed", 2)]),
        (SOUND.replace("tag1", "t/1").encode(), [("run_tag_form", 1)]),
        (SOUND.replace("HN-2 1", "HN-2 6").encode(), [("rank_range", 2)]),
        (SOUND.replace("HN-2 1", "HN-2 0").encode(), [("rank_range", 2)]),
        (SOUND.replace("HN-2 1", "HN-2 one").encode(), [("rank_number", 2)]),
        (SOUND.replace("HN-2 1", "HN-2 ١").encode(), [("rank_number", 2)]),
        (SOUND.replace(".5", "high").encode(), [("score_number", 2)]),
        (SOUND.replace(".5", "nan").encode(), [("score_number", 2)]),
        (SOUND.replace("2 Q0", "1 Q0").encode(), [("rank_duplicate", 2), ("missing_question", 0)]),
        (SOUND.replace("1911", "x" * 51).encode(), [("answer_too_long", 2)]),
        ((SOUND + "2 Q0 HN-2 6 1 tag1 x").encode(), [("rank_range", 3)]),
    ],
    ids=lambda value: None if isinstance(value, bytes) else "+".join(code for code, _ in value),
)
def test_every_broken_rule_of_trec8(data: bytes, expected: list[tuple[str, int]]) -> None:
    assert found(facts(data)) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (SOUND_SERIES.replace("Team1", "Other1"), [("run_tag_team", 1)]),
        (SOUND_SERIES + "1.1 Team1 HN-3 Josua\n", [("factoid_many", 4)]),
        (SOUND_SERIES + "1.1 Team1 NIL\n", [("factoid_many", 4)]),
        (SOUND_SERIES.replace("HN-1 Mira", "NIL Mira"), [("nil_with_answer", 1)]),
        (SOUND_SERIES.replace("HN-1 Mira Dunn", "nil"), [("answer_empty", 1), ("unknown_document", 1)]),
        (SOUND_SERIES.replace("HN-1 Aster", "NIL"), [("nil_not_allowed", 2)]),
        (SOUND_SERIES.replace("HN-2 a tall tower", "NIL a tall"), [("nil_not_allowed", 3)]),
        (SOUND_SERIES.replace("HN-1 Mira Dunn", ""), [("columns", 1), ("missing_question", 0)]),
        (SOUND_SERIES.partition("\n")[2], [("missing_question", 0)]),
    ],
)
def test_every_broken_rule_of_series2004(data: str, expected: list[tuple[str, int]]) -> None:
    assert found(series(data)) == expected


def test_a_decoding_error_gives_the_offset_in_the_file() -> None:
    (problem, _) = facts(b"\xef\xbb\xbf1 Q0 HN-1 1 1 tag1 x\n2 Q0 HN-2 1 1 tag1 caf\xe9\n").problems
    assert "0xe9 at offset 46 " in problem.message
    assert "declare the encoding" in problem.hint


def test_a_declared_encoding_is_used_for_text_and_for_length() -> None:
    line = "1 Q0 HN-1 1 1 tag1 " + "é" * 30 + "\n2 Q0 HN-2 1 1 tag1 x\n"
    assert facts(line.encode("latin-1"), encoding="ISO-8859-1").responses[0].answer == "é" * 30
    assert found(facts(line.encode())) == [("answer_too_long", 1)]
    assert facts(line.encode(), length=250).problems == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-7", "rot13", "idna", "nonsense", "unicode_escape", "\0"])
def test_an_encoding_that_lines_cannot_be_split_in_is_refused(encoding: str) -> None:
    assert found(facts(SOUND, encoding=encoding)) == [("encoding_unknown", 0)]


def test_a_length_that_was_not_declared_is_warned_about() -> None:
    checked = facts(SOUND.replace("1911", "x" * 200), length=None)
    assert [warning.code for warning in checked.warnings] == ["length_undeclared"]
    assert found(facts(SOUND.replace("1911", "x" * 251), length=None)) == [("answer_too_long", 2)]
    assert found(facts(SOUND, length=60)) == [("length_limit", 0)]


def test_the_same_pair_twice_in_a_ranked_list_is_warned_about_and_in_a_list_is_allowed() -> None:
    checked = facts(SOUND + "2 Q0 HN-2 2 .4 tag1 1911\n")
    assert (checked.problems, [(it.code, it.line) for it in checked.warnings]) == (
        [],
        [("duplicate_response", 3)],
    )
    repeated = series(SOUND_SERIES + "1.2 Team1 HN-1 Aster\n")
    assert (repeated.problems, repeated.warnings, len(repeated.responses)) == ([], [], 4)


def test_an_answer_of_nothing_visible_stays_what_it_was_in_a_run_that_was_accepted() -> None:
    data = SOUND.replace(" 1911", " \u200b").encode()
    declaration = Declaration(length_limit=50, accepted=True)
    checked = evaluations.get("trec8").check_run(data, "run.txt", RunChecks(FACTS, declaration, {}, known))
    assert (checked.problems, checked.responses[-1].answer) == ([], "\u200b")
    assert found(facts(SOUND.replace("1911", "a\u200bb \u0301"))) == []


def test_scores_that_rise_while_ranks_fall_are_warned_about() -> None:
    start = "1 Q0 HN-1 1 3 tag1 Ada\n2 Q0 HN-2 1 1 tag1 1911\n"
    checked = facts(f"1 Q0 HN-2 3 5 tag1 Cleo\n{start}1 Q0 HN-2 2 4 tag1 Bob\n")
    assert checked.problems == []
    (warning,) = checked.warnings
    assert (warning.code, warning.line) == ("score_order", 4)
    assert "a higher score at rank 2 (4) than at rank 1 (3)" in warning.message
    equal = facts(f"1 Q0 HN-2 3 -1e3 tag1 Cleo\n{start}1 Q0 HN-2 2 3.0 tag1 Bob\n")
    assert (equal.problems, equal.warnings) == ([], [])


def test_other_columns_can_be_set() -> None:
    checked = evaluations.get("trec8").check_run(
        b"tag1 1 HN-1 Mira Dunn\ntag1 1 HN-2 Dunn\ntag1 2 HN-2 1911\n",
        "run.txt",
        RunChecks(FACTS, Declaration(length_limit=50), {"columns": "tag qid docid answer"}),
    )
    assert checked.problems == []
    assert [(it.qid, it.rank, it.answer) for it in checked.responses] == [
        ("1", 1, "Mira Dunn"),
        ("1", 2, "Dunn"),
        ("2", 1, "1911"),
    ]


@pytest.mark.parametrize(
    ("setting", "value", "data", "code"),
    [
        ("missing_questions", True, SOUND_SERIES.partition("\n")[2], "missing_question"),
        ("free_run_tag", True, SOUND_SERIES.replace("Team1", "Other1"), "run_tag_team"),
        ("unknown_docids", True, SOUND_SERIES.replace("HN-1", "XX-1"), "unknown_document"),
        ("many_per_factoid", "first", SOUND_SERIES + "1.1 Team1 HN-3 Josua\n", "factoid_many"),
        ("many_per_factoid", "any", SOUND_SERIES + "1.1 Team1 HN-3 Josua\n", "factoid_many"),
    ],
)
def test_a_relaxed_rule_becomes_a_warning(setting: str, value: object, data: str, code: str) -> None:
    assert [problem.code for problem in series(data).problems] == [code]
    relaxed = series(data, "Team", **{setting: value})
    assert relaxed.problems == []
    assert [warning.code for warning in relaxed.warnings] == [code]
    assert relaxed.responses


def test_an_unknown_document_is_listed_once_with_its_number_of_lines() -> None:
    checked = series(SOUND_SERIES.replace("HN-1", "XX-1"))
    assert [problem.line for problem in checked.problems] == [1]
    assert "in 2 lines from line 1" in checked.problems[0].message


def test_without_a_collection_a_warning_says_that_ids_were_not_checked() -> None:
    checked = evaluations.get("trec8").check_run(
        SOUND.encode(), "run.txt", RunChecks(FACTS, Declaration(length_limit=50), {})
    )
    assert (checked.problems, [it.code for it in checked.warnings]) == ([], ["documents_unchecked"])


def test_a_team_of_any_case_and_a_declared_run_id() -> None:
    assert series(SOUND_SERIES, "TEAM").problems == []
    declared = Declaration("team", run_id="mine", length_limit=50)
    checked = evaluations.get("trec8").check_run(
        SOUND.replace("tag1", "t/1").encode(), "run.txt", RunChecks(FACTS, declared, {}, known)
    )
    assert checked.problems == []


def test_problems_are_listed_up_to_ten_thousand_and_then_counted_with_each_code_at_least_once() -> None:
    lines = "".join(f"9 Q0 HN-1 1 1 tag1 number {number}\n" for number in range(14_000))
    problems = facts(lines + "1 Q0 HN-1 7 1 tag1 x\n").problems
    assert len(problems) == 10_000 + 1 + 1 + 1
    assert {problem.code for problem in problems} == {
        "unknown_question",
        "rank_range",
        "missing_question",
        "more_problems",
    }
    assert "unknown_question 4,000" in problems[-1].message


def test_a_file_that_is_wrong_throughout_is_read_no_further_than_sensible() -> None:
    problems = facts(b"\xe9\n" * 200_000).problems
    assert {problem.code for problem in problems} == {"encoding", "given_up", "more_problems"}
    assert [problem.line for problem in problems if problem.code == "given_up"] == [50_001]


def test_large_files_are_read_to_their_end() -> None:
    assert found(facts(b"x" * 20_000_000)) == [("columns", 1)]
    facts(b" " * 5_000_000 + b"x\t" * 5_000_000)
    facts(b"\n" * 1_000_000)
    facts((SOUND * 30_000).encode())


@given(
    st.binary(max_size=300)
    | st.text(max_size=100).map(lambda text: SOUND.encode() + text.encode(errors="replace"))
)
def test_no_bytes_make_a_checker_raise(data: bytes) -> None:
    for checked in (facts(data), series(data, missing_questions=True), facts(data, encoding="shift_jis")):
        assert bool(checked.responses) != bool(checked.problems)
        assert all("\n" not in it.answer and it.answer == it.answer.strip(" \t") for it in checked.responses)


LINE = st.tuples(
    st.sampled_from(["1", "2", "3", "é"]),
    st.sampled_from(["HN-1", "HN-2", "NIL", "XX"]),
    st.sampled_from(["1", "2", "5", "6", "x"]),
    st.text(st.characters(codec="utf-8", exclude_characters="\n\0"), max_size=60),
)


@given(st.lists(LINE, max_size=8))
def test_an_accepted_file_keeps_every_line(rows: list[tuple[str, str, str, str]]) -> None:
    data = "".join(f"{qid} Q0 {docid} {rank} 1 tag1 {answer}\n" for qid, docid, rank, answer in rows)
    checked = facts(data, missing_questions=True)
    if not checked.problems:
        assert [(it.qid, it.docid, str(it.rank)) for it in checked.responses] == [row[:3] for row in rows]
        assert [it.answer for it in checked.responses] == [
            row[3].removesuffix("\r").strip(" \t") if row[3].endswith("\r") else row[3].strip(" \t")
            for row in rows
        ]


def test_what_goes_to_the_pool() -> None:
    track = evaluations.get("series2004")
    given = series(SOUND_SERIES + "1.1 Team1 HN-3 Josua\n1.1 Team1 NIL\n", many_per_factoid="any").responses
    run = Run("r", "t")

    def pooled(
        settings: dict[str, object], dropped: Collection[str] = (), depth: int | None = None
    ) -> list[str]:
        return [it.answer for it in track.pooled_responses(run, given, SERIES, settings, dropped, depth)]

    others = [it.answer for it in given if it.qid != "1.1"]
    assert len(others) == 2
    assert sorted(pooled({"many_per_factoid": "any"})) == sorted(["Mira Dunn", "Josua", *others])
    assert sorted(pooled({"many_per_factoid": "first"})) == sorted(["Mira Dunn", *others])
    assert sorted(pooled({"many_per_factoid": "any"}, depth=1)) == sorted(["Mira Dunn", *others])
    assert pooled({}, dropped={"1.1"}) == others
    assert pooled({}, dropped={"1"}) == []
