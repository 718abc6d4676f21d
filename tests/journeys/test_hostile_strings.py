"""Whatever string a check lets in goes out with the campaign and comes back: to the site, and to `python -m scoring`."""

import csv
import io
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.__main__ import main
from tests.commands import run
from tests.results.golden import contents
from tests.sizes import examples

pytestmark = pytest.mark.django_db
QUESTIONS, RANKS = 30, 5
PIECES = (
    '"', '""', "'", ",", ";", "\t", "  ", "=1+1", "@x", "-2", "+3", "\\", "\\n", "#", "<b>", "]]>", "&amp;", "%s", "{0}",
    "\u00a0", "\u0085", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x1e", "\x7f", "\x80", "\ufeff", "\u200b", "\u202e",
    "\u0301", "e\u0301", "é", "ﬁ", "１", "١٩٢٦", "كِتَاب", "汉", "\U0001f600", "\U000e0100", "\ufffd", "\uffff", "a", "word",
)  # fmt: skip  # a table of pieces, read by the row
LONG = 200_000  # characters, more than a cell has by Python's own limit


def strings(chance: random.Random) -> Iterator[str]:
    """Strings of such pieces, one of them as long as a book."""
    yield "".join(chance.choices(PIECES, k=LONG // 2))[:LONG]
    while True:
        yield "".join(chance.choices(PIECES, k=chance.choice((1, 2, 3, 5, 8))))


def lines_of(chance: random.Random) -> list[str]:
    """The lines of a run, each with a hostile string."""
    drawn = strings(chance)
    places = [(qid, rank) for qid in range(1, QUESTIONS + 1) for rank in range(1, RANKS + 1)]
    return [f"{qid} Q0 DOC-{qid}.{rank} {rank} {-rank} odd {next(drawn)}" for qid, rank in places]


def without_faults(folder: Path, lines: list[str]) -> list[str]:
    """Those lines in which the check finds no fault."""
    (folder / "drawn.txt").write_text("\n".join(lines), newline="")
    printed = io.StringIO()
    with suppress(CommandError):
        call_command(
            *("submit_run", "mine", str(folder / "drawn.txt"), "--team", "odd"),
            *("--check", "--all-problems", "--json"),
            stdout=printed,
            stderr=io.StringIO(),
        )
    faulty = {problem["line"] for problem in json.loads(printed.getvalue()).get("problems", ())}
    return [line for number, line in enumerate(lines, 1) if number not in faulty]


@pytest.mark.parametrize("seed", range(examples(40) // 5))
def test_what_is_let_in_comes_back(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(seed)
    topics = "".join(
        f"<top>\n\n<num> Number: {n}\n\n<desc> Description:\nWhat is {n}?\n\n</top>\n"
        for n in range(1, QUESTIONS + 1)
    )
    (tmp_path / "questions.txt").write_text(topics)
    run(
        "create_campaign",
        "mine",
        "--track",
        "trec8",
        "--set",
        "lengths=none",
        "--set",
        "missing_questions=true",
    )
    run("import_questions", "mine", str(tmp_path / "questions.txt"))
    lines = without_faults(tmp_path, lines_of(chance))
    assert len(lines) > QUESTIONS * RANKS // 2
    (tmp_path / "run.txt").write_text("\n".join(lines), newline="")
    run("submit_run", "mine", str(tmp_path / "run.txt"), "--team", "odd")
    run("pool", "mine")
    (tmp_path / "judgments.csv").write_text(judgments_of(lines, chance), newline="")
    run("import_judgments", "mine", str(tmp_path / "judgments.csv"), "--new")
    here = scores_of("mine", tmp_path)
    assert here["odd"]["unjudged"] == 0

    run("export", "mine", str(tmp_path / "bundle"))
    run("import_bundle", str(tmp_path / "bundle"), "--slug", "again")
    run("export", "again", str(tmp_path / "twin"))
    assert scores_of("again", tmp_path) == here
    first, twin = contents(tmp_path / "bundle"), contents(tmp_path / "twin")
    assert {name for name in first if first[name] != twin.get(name)} <= {"campaign.json", "MANIFEST.sha256"}
    capsys.readouterr()
    assert main(["score", str(tmp_path / "bundle"), "--rule", "union"]) == 0
    assert f"{here['odd']['score']:.4f}" in capsys.readouterr().out


def scores_of(campaign: str, folder: Path) -> dict[str, Any]:
    """What scoring says of the runs."""
    file = folder / f"{campaign}.json"
    run("score", campaign, "--rule", "union", "--json", str(file))
    runs: dict[str, Any] = json.loads(file.read_text())["runs"]
    return runs


def judgments_of(lines: list[str], chance: random.Random) -> str:
    """A judgment of each response of a run, as a table."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(
        ["qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at"]
    )
    for line in lines:
        qid, _, docid, _, _, _, answer = line.split(" ", 6)
        writer.writerow(
            [qid, docid, "", answer.strip(" \t"), "ada", chance.choice(["yes", "no"]), "", "", ""]
        )
    return table.getvalue()
