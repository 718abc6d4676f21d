"""What was exported is read again, however long an answer is."""

import json
from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.commands import run
from tests.documents.helpers import make_folder

pytestmark = pytest.mark.django_db
QUESTIONS = "<top>\n\n<num> Number: 1\n\n<desc> Description:\nWhere is the pier?\n\n</top>\n"
LONG = (
    'at the "end", ' * 12_000 + "of the quay"
)  # 168,011 characters: more than a cell has by Python's own limit


def test_a_campaign_with_a_long_answer_comes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The pool, the judgments and the run itself are read by the site and by `python -m scoring`."""
    (tmp_path / "questions.txt").write_text(QUESTIONS)
    (tmp_path / "run.txt").write_text(f"1 Q0 DOC-1 1 3 lng {LONG}\n1 Q0 DOC-1 2 2 lng by the mill\n")
    run(
        "import_collection",
        str(make_folder(tmp_path / "texts", {"DOC-1.txt": b"Pier\n\nText"})),
        "--format",
        "text",
        "--slug",
        "texts",
    )
    rules = ("--set", "lengths=none", "--set", "judges=1")
    run("create_campaign", "mine", "--track", "trec8", "--title", "Mine", "--collection", "texts", *rules)
    run("import_questions", "mine", str(tmp_path / "questions.txt"))
    run("deadline", "mine", "2130-06-30 23:59 Europe/Paris")
    run("open_campaign", "mine")
    run("submit_run", "mine", str(tmp_path / "run.txt"), "--team", "lng")
    run("close_campaign", "mine")
    run("pool", "mine")
    run("assign", "mine", "--assessors", "ada")
    rows = f'1,DOC-1,,"{LONG.replace(chr(34), chr(34) * 2)}",ada,yes,,,\n1,DOC-1,,by the mill,ada,no,,,\n'
    columns = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"
    (tmp_path / "judgments.csv").write_text(f"{columns}\n{rows}")
    run("import_judgments", "mine", str(tmp_path / "judgments.csv"))
    run("score", "mine", "--json", str(tmp_path / "scores.json"))
    run("export", "mine", str(tmp_path / "bundle"))
    run("import_bundle", str(tmp_path / "bundle"), "--slug", "elsewhere")
    run("score", "elsewhere", "--json", str(tmp_path / "again.json"))
    here, there = (
        json.loads((tmp_path / name).read_text())["runs"] for name in ("scores.json", "again.json")
    )
    assert here == there
    capsys.readouterr()
    assert main(["score", str(tmp_path / "bundle")]) == 0
    assert "lng" in capsys.readouterr().out
