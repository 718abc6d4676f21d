"""Checking runs of TAC 2008: every rule of its guidelines (section III), by file and by what the team declares."""

import random
from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.__main__ import main
from scoring.records import Question, Series, Topics
from scoring.tracks.base import CheckedRun, Declaration, RunChecks

TAC = evaluations.TRACKS["tac2008"]
TOPICS = Topics(
    (
        Question("1.1", "RigidList", "Which makers are praised?", "1"),
        Question("1.2", "SquishyList", "Why are they praised?", "1"),
        Question("2.1", "SquishyList", "What do people complain about?", "2"),
    ),
    (Series("1", "Tolm ferry"), Series("2", "Veyre fair")),
)
PAGE = "BLOG06-20060105-012-0034567890"
SOUND = [
    f"1.1 Team1 {PAGE} Aster & Sons",
    f"1.1\tTeam1  {PAGE}\tVeyre   glass",
    f"1.2 Team1 {PAGE} They last for years.",
    "2.1 Team1 BLOG06-20051206-000-0000000000 the queues",
]
ALL = Declaration("Team")


def known(docids: Collection[str]) -> set[str]:
    return {docid for docid in docids if docid.startswith("BLOG06-2")}


def check(lines: list[str], declared: Declaration = ALL, end: str = "\n", **settings: object) -> CheckedRun:
    data = "".join(line + end for line in lines).encode()
    return TAC.check_run(data, "run", RunChecks(TOPICS, declared, settings, known))


def found(checked: CheckedRun) -> list[tuple[str, int]]:
    assert not (checked.problems and checked.responses)
    assert all(problem.message and problem.hint for problem in checked.problems)
    return [(problem.code, problem.line) for problem in checked.problems]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_sound_run(end: str) -> None:
    checked = check(SOUND, end=end)
    assert (checked.problems, checked.warnings, checked.run_tag) == ([], [], "Team1")
    assert [it.answer for it in checked.responses[:2]] == ["Aster & Sons", "Veyre   glass"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda lines: lines[:-1], [("missing_question", 0)]),
        (lambda lines: [*lines, "3.1 Team1 " + PAGE + " x"], [("unknown_question", 5)]),
        (lambda lines: [*lines, "2.1 Team1 " + PAGE], [("answer_empty", 5)]),
        (lambda lines: [*lines, "2.1 Team1"], [("columns", 5)]),
        (lambda lines: [*lines, "2.1 Team1 NIL"], [("nil_not_allowed", 5)]),
        (lambda lines: [lines[0], "", *lines[1:]], [("empty_line", 2)]),
        (lambda lines: [*lines, "2.1 Team2 " + PAGE + " x"], [("run_tag_mixed", 5)]),
        (
            lambda lines: [*lines, "2.1 Team1 BLOG06-feed-012345 x"],
            [("not_permalink", 5), ("unknown_document", 5)],
        ),
        (
            lambda lines: [*lines, "2.1 Team1 BLOG06-bloghp-1 x"],
            [("not_permalink", 5), ("unknown_document", 5)],
        ),
        (lambda lines: [*lines, "2.1 Team1 XIE19990101.0001 x"], [("unknown_document", 5)]),
        (
            lambda lines: [*lines, "2.1 Team1 blog06-20060105-012-0034567890 x"],
            [("not_permalink", 5), ("unknown_document", 5)],
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(
    change: Callable[[list[str]], list[str]], expected: list[tuple[str, int]]
) -> None:
    assert found(check(change(SOUND))) == expected


def test_the_text_of_a_question_is_limited_white_space_not_counted() -> None:
    blanks = "\u00a0\u2003 \u3000"
    full = [f"1.2 Team1 {PAGE} " + ("x" * 349 + blanks + "ż") for _ in range(20)]
    others = [line for line in SOUND if not line.startswith("1.2")]
    assert found(check([*others, *full])) == []
    assert found(check([*others, *full, f"1.2 Team1 {PAGE} y", f"1.2 Team1 {PAGE} y"])) == [
        ("question_too_long", len(others) + 21)
    ]
    assert found(check([*others, *full, f"2.1 Team1 {PAGE} y"])) == []


@pytest.mark.parametrize(
    ("declared", "codes"),
    [
        (Declaration("Team", priority=1), []),
        (Declaration("team", priority=1), []),
        (Declaration("Team", priority=2), ["run_tag_team"]),
        (Declaration("Other", priority=1), ["run_tag_team"]),
        (Declaration(""), []),
        (Declaration("Team", priority=0), ["priority", "run_tag_team"]),
        (Declaration("Team", priority=4), ["priority", "run_tag_team"]),
        (Declaration("Team", automatic=False, description="queries by hand"), ["first_manual"]),
        (Declaration("Team", automatic=False), ["first_manual", "manual_undescribed"]),
    ],
)
def test_what_a_team_declares_of_its_run(declared: Declaration, codes: list[str]) -> None:
    assert sorted(code for code, _ in found(check(SOUND, declared))) == codes


def test_a_manual_run_of_second_priority() -> None:
    lines = [line.replace("Team1", "Team2") for line in SOUND]
    assert found(check(lines, Declaration("Team", priority=2, automatic=False, description="by hand"))) == []
    assert found(check(lines, Declaration("Team", priority=2, automatic=False))) == [
        ("manual_undescribed", 0)
    ]


def test_a_tag_of_an_unknown_team_names_a_priority() -> None:
    for tag, sound in (("T3", True), ("T4", False), ("Team", False), ("1", False)):
        lines = [line.replace("Team1", tag) for line in SOUND]
        assert (found(check(lines, Declaration(""))) == []) == sound


def test_rules_that_a_campaign_relaxes_become_warnings() -> None:
    lines = [*[line.replace("Team1", "odd") for line in SOUND[:-1]], "1.1 odd XX-1 x"]
    checked = check(lines, free_run_tag=True, missing_questions=True, unknown_docids=True)
    assert checked.problems == []
    assert {warning.code for warning in checked.warnings} == {
        "run_tag_team",
        "missing_question",
        "unknown_document",
    }


def test_a_last_line_without_its_break_is_a_warning() -> None:
    data = "\n".join(SOUND).encode()
    checked = TAC.check_run(data, "run", RunChecks(TOPICS, ALL, {}, known))
    assert (checked.problems, [it.code for it in checked.warnings]) == ([], ["no_last_break"])
    assert checked.warnings[0].line == 4


# Each breaks one rule and says which code that must have.
MUTATIONS: list[tuple[str, Callable[[list[str], int], list[str]]]] = [
    ("empty_line", lambda lines, at: [*lines[:at], "  ", *lines[at:]]),
    ("columns", lambda lines, at: [*lines[:at], lines[at].split()[0], *lines[at + 1 :]]),
    ("answer_empty", lambda lines, at: [*lines[:at], " ".join(lines[at].split()[:3]), *lines[at + 1 :]]),
    ("unknown_question", lambda lines, at: [*lines[:at], "9" + lines[at], *lines[at + 1 :]]),
    (
        "run_tag_mixed",
        lambda lines, at: [*lines[:at], lines[at].replace("Team1", "Team2"), *lines[at + 1 :], lines[at]],
    ),
    (
        "unknown_document",
        lambda lines, at: [*lines[:at], lines[at].replace("BLOG06", "BLOG07"), *lines[at + 1 :]],
    ),
    ("not_permalink", lambda lines, at: [*lines[:at], lines[at].replace("-2", "-x2", 1), *lines[at + 1 :]]),
    ("question_too_long", lambda lines, at: [*lines[:at], lines[at] + "x" * 7001, *lines[at + 1 :]]),
    (
        "missing_question",
        lambda lines, at: [line for line in lines if line.split()[0] != lines[at].split()[0]],
    ),
]


@given(st.sampled_from(MUTATIONS), st.data())
def test_every_broken_rule_is_found_wherever_it_is_broken(
    mutation: tuple[str, Callable[[list[str], int], list[str]]], data: st.DataObject
) -> None:
    code, mutate = mutation
    lines = list(SOUND) * data.draw(st.integers(1, 3))
    random.Random(data.draw(st.integers(0, 99))).shuffle(lines)
    checked = check(mutate(lines, data.draw(st.integers(0, len(lines) - 1))))
    assert code in {problem.code for problem in checked.problems}
    assert checked.responses == ()


@given(st.binary(max_size=300))
def test_no_bytes_make_the_checker_raise(data: bytes) -> None:
    checked = TAC.check_run(data, "run", RunChecks(TOPICS, ALL, {}, known))
    assert bool(checked.responses) != bool(checked.problems)


TOPICS_FILE = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE trecqa [ <!ELEMENT trecqa (target+)> <!ENTITY x SYSTEM "http://127.0.0.1:9/"> ]>
<trecqa year = "2008" task = "main">
<target id = "1" text = " Tolm  ferry ">
  <qa><q id = "1.1" type="RigidList"> Which makers are praised? </q></qa>
  <qa><q id = "1.2" type="Squishy List"> Why are they praised? </q></qa>
</target>
<target id="2" text="Veyre fair"><qa><q id="2.1" type="SQUISHY-LIST">
   What do people
   complain about? </q></qa></target>
</trecqa>
"""


def test_topics_are_read_whatever_the_spelling_of_types_and_written_back() -> None:
    topics, problems = TAC.read_topics(TOPICS_FILE, "topics.xml")
    assert problems == []
    assert topics.questions == TOPICS.questions
    assert [one.target for one in topics.series] == ["Tolm  ferry", "Veyre fair"]
    assert TAC.read_topics(TAC.write_topics(topics), "again") == (topics, [])


def test_a_type_of_another_track_is_refused() -> None:
    _, problems = TAC.read_topics(TOPICS_FILE.replace(b"RigidList", b"FACTOID"), "topics.xml")
    assert [(problem.code, problem.line) for problem in problems] == [("question_type", 5)]
    assert "RigidList, SquishyList" in problems[0].hint


def test_the_command_checks_a_run_offline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions, run, docids = tmp_path / "topics.xml", tmp_path / "Team2.txt", tmp_path / "docids"
    questions.write_bytes(TOPICS_FILE)
    run.write_text("".join(line.replace("Team1", "Team2") + "\n" for line in SOUND))
    docids.write_text(f"{PAGE}\nBLOG06-20051206-000-0000000000\n")
    command = [
        "check",
        str(run),
        "--track",
        "tac2008",
        "--questions",
        str(questions),
        "--docids",
        str(docids),
    ]
    assert main([*command, "--team", "Team", "--priority", "2", "--manual", "queries", "--top50"]) == 0
    assert "run Team2, 4 responses, no errors." in capsys.readouterr().out
    assert main([*command, "--team", "Team", "--manual", ""]) == 1
    codes = [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()]
    assert codes == ["run_tag_team", "first_manual", "manual_undescribed"]


def test_an_accepted_run_can_be_read_again_whatever_was_declared_or_limited_later() -> None:
    lines = [line.replace("Team1", "Team3") for line in SOUND]
    declared = Declaration("Team", priority=3, automatic=False)
    codes = [code for code, _ in found(check(lines, declared, max_runs=1))]
    assert codes == ["priority", "manual_undescribed"]
    declared = declared._replace(accepted=True)
    data = "".join(f"{line}\n" for line in lines).encode()
    accepted = TAC.for_accepted_runs({"max_runs": 1})
    assert TAC.check_run(data, "run", RunChecks(TOPICS, declared, accepted, None)).problems == []
