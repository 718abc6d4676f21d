"""Bundles of ResPubliQA: types, gold answers, and automatic judgments that contradict them."""

import shutil
from pathlib import Path

import pytest

from scoring import bundle
from scoring.evaluate import evaluate

SMALL = Path(__file__).parents[1] / "golden" / "respubliqa_small"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "bundle"
    shutil.copytree(SMALL, copy)
    shutil.rmtree(copy / "qrels")
    (copy / "MANIFEST.sha256").unlink()
    return copy


def edit(folder: Path, table: str, old: str, new: str) -> None:
    path = folder / f"{table}.csv"
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new).encode())


def test_types_come_from_the_table(folder: Path) -> None:
    evaluation, problems = bundle.read(folder)
    assert problems == []
    assert evaluation is not None
    assert {it.type for it in evaluation.topics.questions} > {"Factoid", "Reason-Purpose", "Opinion"}
    assert len(evaluation.gold) == 2


def test_without_automatic_rows_the_gold_standard_speaks_itself(folder: Path) -> None:
    lines = (folder / "judgments.csv").read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b",automatic," not in line]
    (folder / "judgments.csv").write_bytes(b"".join(kept))
    evaluation, _ = bundle.read(folder)
    whole, _ = bundle.read(SMALL)
    assert evaluation is not None
    assert whole is not None
    assert evaluate(evaluation).as_text() == evaluate(whole).as_text()


CHANGES = {
    "an automatic judgment of what gold does not hold": (
        "judgments", "2,at dusk,gold,R", "2,at dusk,gold,W", "judgments.csv:5: contradiction", "gold.csv, line 2",
    ),
    "a gold answer that no longer matches": (
        "gold", "at  dusk", "at noon", "judgments.csv:5: contradiction", "gold.csv, line 2",
    ),
    "a gold answer twice": (
        "gold", "0005:EN:EN,", "0001:EN:EN,jrc31931R0007-en,2,at  dusk\r\n0005:EN:EN,", "gold.csv:3: contradiction", "Lines 2 and 3",
    ),
    "a gold answer without a paragraph": ("gold", ",1,", ",,", "gold.csv:3: gold_place", "number of a paragraph"),
    "a gold answer to nothing": ("gold", "0005:EN", "0055:EN", "gold.csv:3: unknown_question", "0055:EN:EN"),
    "a grade of exact answers for a paragraph": (
        "judgments", "3,,ann,W", "3,,ann,X", "judgments.csv:6: unknown_grade", "R, W",
    ),
    "a type that is none": ("questions", "Factoid", "Riddle", "questions.csv:2: contradiction", "Reason-Purpose"),
}  # fmt: skip  # a table of cases, read by the row


@pytest.mark.parametrize("name", CHANGES)
def test_rows_that_cannot_be(folder: Path, name: str) -> None:
    table, old, new, place, part = CHANGES[name]
    edit(folder, table, old, new)
    evaluation, problems = bundle.read(folder)
    assert evaluation is None
    result = [str(problem) for problem in problems]
    assert any(line.startswith(place) and part in line for line in result), result
