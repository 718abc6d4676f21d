"""The definition questions of TREC 2003 with their nuggets, as NIST gave them out: an evaluation of one's own, by pages alone."""

from pathlib import Path

import pytest

from assessment.judging.models import Nugget, NuggetVote
from tests.commands import run
from tests.journeys.by_pages import ByPages
from tests.scoring.realdata import real

pytestmark = pytest.mark.django_db
DEFINITION = """title = "Definitions"
[questions]
reader = "text"
[runs]
reader = "lines"
columns = "qid tag docid answer"
[[type]]
name = "factoid"
judged = false
[[type]]
name = "list"
form = "list"
judged = false
[[type]]
name = "definition"
form = "nuggets"
measures = ["other_f"]
"""


def test_definitions_and_their_nuggets_come_in_and_a_run_that_says_them_all_is_perfect_in_recall(
    tmp_path: Path,
) -> None:
    questions, listed = real("trec12questions"), real("trec12answers_definition")
    olga = ByPages(DEFINITION)
    asked = questions.count(b"<num>")
    assert f"{asked} questions" in olga.bring("import-questions/", "trec12questions", questions)
    olga.bring("import-development/", "trec12answers_definition", listed, format="nuggets")
    lines = [
        line for line in listed.decode("latin-1").splitlines() if "\tvital\t" in line or "\tokay\t" in line
    ]
    assert Nugget.objects.count() == len(lines)
    vital = sum("\tvital\t" in line for line in lines)
    assert NuggetVote.objects.filter(member=None, vote="vital").count() == vital
    answers = list(
        Nugget.objects.order_by("question__position", "position").values_list("question__qid", "text", "name")
    )
    olga.settings(unknown_docids="true", missing_questions="true")
    said = "".join(f"{qid} heron X-1 {text}\n" for qid, text, _ in answers)
    olga.runs(heron=("heron.txt", said.encode()))
    run("assign", "theirs", "--assessors", "ann")
    head = "qid,docid,passage,answer,nugget,assessor\n"
    rows = "".join(
        f'{qid},X-1,,"{text.replace(chr(34), chr(34) * 2)}",{name},ann\n' for qid, text, name in answers
    )
    (tmp_path / "matches.csv").write_text(head + rows)
    run("import_matches", "theirs", str(tmp_path / "matches.csv"))
    run("finish_judged", "theirs", "--nothing-found")
    scores = olga.release(tmp_path)
    assert scores["heron"] == pytest.approx(1, abs=0.05)
