"""Runs of question series: every rule broken at any place is found, with lists and Other questions judged or not."""

import random
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.tracks.base import Declaration, RunChecks
from tests.scoring.test_check_run import SERIES, SOUND_SERIES, known

Mutation = Callable[[list[str], int], list[str]]
LINES = [*SOUND_SERIES.splitlines(), "1.2 Team1 HN-2 Veyre", "1.3 Team1 HN-3 red and white"]


def replaced(lines: list[str], at: int, line: str) -> list[str]:
    return [*lines[:at], line, *lines[at + 1 :]]


def cells(line: str) -> list[str]:
    return line.split(" ", 3)


MUTATIONS: list[tuple[str, Mutation]] = [
    ("columns", lambda lines, at: replaced(lines, at, " ".join(cells(lines[at])[:2]))),
    ("answer_empty", lambda lines, at: replaced(lines, at, " ".join(cells(lines[at])[:3]))),
    ("unknown_question", lambda lines, at: replaced(lines, at, "7" + lines[at])),
    ("run_tag_mixed", lambda lines, at: [*lines, lines[at].replace("Team1", "Team2")]),
    ("run_tag_team", lambda lines, _: [line.replace("Team1", "Other1") for line in lines]),
    ("unknown_document", lambda lines, at: replaced(lines, at, lines[at].replace("HN-", "XX-"))),
    ("factoid_many", lambda lines, _: [*lines, "1.1 Team1 HN-9 another"]),
    ("nil_with_answer", lambda lines, _: [*lines[1:], "1.1 Team1 NIL nobody"]),
    ("nil_not_allowed", lambda lines, at: [*lines, f"{('1.2', '1.3')[at % 2]} Team1 NIL"]),
    ("nul_byte", lambda lines, at: replaced(lines, at, lines[at] + "\0")),
    ("missing_question", lambda lines, at: [line for line in lines if cells(line)[0] != cells(lines[at])[0]]),
]


def test_the_sound_run_is_sound() -> None:
    data = "".join(f"{line}\n" for line in LINES).encode()
    checked = evaluations.TRACKS["series2004"].check_run(
        data, "run", RunChecks(SERIES, Declaration("Team"), {}, known)
    )
    assert (checked.problems, checked.warnings) == ([], [])
    assert len(checked.responses) == len(LINES)


@given(st.sampled_from(MUTATIONS), st.data())
def test_every_broken_rule_is_found_wherever_it_is_broken(
    mutation: tuple[str, Mutation], data: st.DataObject
) -> None:
    code, mutate = mutation
    lines = list(LINES)
    if code not in ("nil_with_answer",):
        random.Random(data.draw(st.integers(0, 99))).shuffle(lines)
    broken = mutate(lines, data.draw(st.integers(0, len(lines) - 1)))
    track = evaluations.TRACKS["series2004"]
    checked = track.check_run(
        "".join(f"{line}\n" for line in broken).encode(),
        "run",
        RunChecks(SERIES, Declaration("Team"), {}, known),
    )
    assert code in {problem.code for problem in checked.problems}
    assert checked.responses == ()
