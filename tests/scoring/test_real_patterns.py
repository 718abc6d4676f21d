"""The patterns of TREC-8, 2004 and 2006 as they are, and a real run of 2006 judged by them."""

import re
from pathlib import Path

import pytest

from scoring.patterns import files
from scoring.patterns.judging import Verdict, judge
from scoring.records import Item
from scoring.scales import FOUR_WAY
from tests.scoring.realdata import path

COUNTS = {
    "trec8patterns": (338, 198, False),
    "trec13patterns_factoid": (224, 202, False),
    "trec13patterns+docs_factoid": (225, 203, True),
    "trec13patterns_list": (484, 55, False),
    "trec15patterns_factoid": (392, 386, False),
    "trec15patterns_list": (898, 89, False),
}


@pytest.mark.parametrize("name", COUNTS)
def test_every_line_is_understood(name: str) -> None:
    found, problems = files.read(path(name).read_bytes(), name)
    assert problems == []
    assert (len(found.patterns), len(found.by_question), found.has_documents) == COUNTS[name]
    if found.has_documents:
        assert all(one.docids for one in found.patterns)
    assert len(found.warnings) == (name == "trec15patterns_list")  # one is content with an empty answer


def test_a_real_run_of_2006_has_107_first_lines_right_and_226_questions_with_any() -> None:
    asked = re.findall(r'<q id *= *"([0-9.]+)" type="FACTOID"', path("trec15questions.xml").read_text())
    verdicts = judged(path("trec15patterns_factoid"), path("QA.outputs_2006"), asked)
    first = {one.item.qid: one.grade for one in reversed(verdicts)}
    assert len(asked) == 403
    assert sum(grade == "correct" for grade in first.values()) == 107
    assert len({one.item.qid for one in verdicts if one.grade == "correct"}) == 226


def judged(patterns: Path, run: Path, qids: list[str]) -> list[Verdict]:
    """The lines of a run in their order, judged."""
    found, _ = files.read(patterns.read_bytes(), patterns.name)
    lines = (line.split(" ", 3) for line in run.read_text(encoding="latin-1").splitlines())
    items = [Item(qid, docid, "", "".join(rest).strip()) for qid, _, docid, *rest in lines]
    return judge(found, items, dict.fromkeys(qids, FOUR_WAY))
