"""Runs that declare that only the top 50 documents were searched name no others."""

from pathlib import Path

import pytest

from scoring import evaluations
from scoring.__main__ import main
from scoring.formats.document_lists import given_out, read, targets_of
from scoring.records import Question, Series, Topics
from scoring.tracks.base import CheckedRun, Declaration, GivenOut, RunChecks

TOPICS_FILE = b"""<?xml version="1.0"?>
<trecqa year="2004" task="main">
<target id="1" text="Orrin"><qa><q id="1.1" type="FACTOID">Who?</q></qa><qa><q id="1.2" type="LIST">Which?</q></qa></target>
<target id="2" text="Veyre"><qa><q id="2.1" type="FACTOID">When?</q></qa></target>
</trecqa>
"""
TOPICS = Topics(
    (
        Question("1.1", "FACTOID", "Who?", "1"),
        Question("1.2", "LIST", "Which?", "1"),
        Question("2.1", "FACTOID", "When?", "2"),
    ),
    (Series("1", "Orrin"), Series("2", "Veyre")),
)
LISTS = "1 1 HN-1 2\n1 2 HN-2 1\n2 1 HN-3 1\n1.2 1 HN-9 1\n"
RUN = "1.1 Team1 HN-1 Mira Dunn\n1.2 Team1 HN-9 Aster\n1.2 Team1 HN-9 Lund\n2.1 Team1 NIL\n"
KEPT_TO = {"1.1": {"HN-1", "HN-2"}, "1.2": {"HN-9"}, "2.1": {"HN-3"}}


def check(data: str, lists: GivenOut | None, scope: str = "top50") -> CheckedRun:
    declared = Declaration("Team", scope=scope)
    return evaluations.get("series2004").check_run(
        data.encode(), "run", RunChecks(TOPICS, declared, {}, set, lists)
    )


def codes(checked: CheckedRun) -> list[tuple[str, int]]:
    return [(problem.code, problem.line) for problem in checked.problems]


def test_the_documents_given_out_for_a_question_are_those_of_the_nearest_list() -> None:
    listed, problems = read(LISTS.encode(), "lists", targets_of(TOPICS))
    assert problems == []
    assert given_out(listed, TOPICS) == KEPT_TO
    long = "".join(f"2 {rank} D-{rank} 1\n" for rank in range(1, 60)).encode()
    documents = given_out(read(long, "lists", targets_of(TOPICS))[0], TOPICS)
    assert documents == {"2.1": {f"D-{rank}" for rank in range(1, 51)}}


def test_a_run_that_keeps_to_them_is_sound() -> None:
    checked = check(RUN, KEPT_TO)
    assert (checked.problems, checked.warnings, len(checked.responses)) == ([], [], 4)


def test_each_document_outside_is_told_once_beside_all_other_errors() -> None:
    broken = RUN.replace("1.1 Team1 HN-1", "1.1 Team1 HN-9").replace("HN-9 Aster", "HN-1 Aster")
    broken = broken.replace("HN-9 Lund", "HN-1") + "2.1 Team1 HN-3 1911\n"
    checked = check(broken, KEPT_TO)
    assert codes(checked) == [
        ("outside_top50", 1),
        ("outside_top50", 2),
        ("answer_empty", 3),
        ("factoid_many", 5),
    ]
    assert "in 2 lines from line 2" in checked.problems[1].message


def test_runs_of_the_whole_collection_may_name_any_document() -> None:
    checked = check(RUN.replace("HN-1", "HN-77"), KEPT_TO, scope="all")
    assert (checked.problems, checked.warnings) == ([], [])


@pytest.mark.parametrize("lists", [None, {}])
def test_without_lists_the_check_says_that_it_did_not_look(lists: GivenOut | None) -> None:
    checked = check(RUN, lists)
    assert (checked.problems, [warning.code for warning in checked.warnings]) == ([], ["lists_unchecked"])


def test_a_question_without_a_list_is_named() -> None:
    checked = check(RUN.replace("NIL", "HN-5 x"), {"1.1": {"HN-1"}, "1.2": {"HN-9"}})
    assert checked.problems == []
    assert [(warning.code, warning.message[:12]) for warning in checked.warnings] == [
        ("list_missing", "Question 2.1")
    ]


def test_the_command_takes_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"topics.xml": TOPICS_FILE, "run": RUN.encode(), "lists": LISTS.encode()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    topics, run, lists = (str(tmp_path / name) for name in files)
    command = ["check", run, "--track", "series2004", "--questions", topics, "--team", "Team", "--top50"]
    assert main([*command, "--lists", lists]) == 0
    assert "lists_unchecked" not in capsys.readouterr().err
    assert main(command) == 0
    assert "lists_unchecked" in capsys.readouterr().err
    (tmp_path / "run").write_text(RUN.replace("HN-1", "HN-9"))
    assert main([*command, "--lists", lists]) == 1
    assert f"{run}:1: outside_top50:" in capsys.readouterr().err
    (tmp_path / "lists").write_text("7 1 HN-1 1\n")
    assert main([*command, "--lists", lists]) == 1
    assert f"{lists}:1: unknown_target:" in capsys.readouterr().err
