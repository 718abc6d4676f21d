"""`python -m scoring`: exit codes, one error a line, and the same numbers as the library's."""

import gzip
import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import kendalltau

from scoring.__main__ import main
from tests.scoring.test_golden import GOLDEN
from tests.users import users_python

QUESTIONS = "<top>\n<num> Number: 1\n<desc> Description:\nWho?\n</top>\n"
RUN = "1 Q0 HN-1 1 1 tag1 Mira Dunn\n"
CHECK = ["check", "run.txt", "--track", "trec8", "--questions", "questions.txt"]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("questions.txt").write_text(QUESTIONS)
    Path("run.txt").write_text(RUN)
    Path("docids").write_text("HN-1\nHN-2\n")
    Path("docids.gz").write_bytes(gzip.compress(b"HN-1\r\nHN-2\r\n"))
    Path("broken.gz").write_bytes(gzip.compress(b"HN-1\nHN-2\n" * 1000)[:40])


@pytest.mark.parametrize("docids", ["docids", "docids.gz"])
def test_a_sound_run(docids: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHECK, "--docids", docids, "--length", "50"]) == 0
    out, err = capsys.readouterr()
    assert out == "run.txt: run tag1, 1 responses, no errors.\n"
    assert err == ""


def test_errors_stand_one_to_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("run.txt").write_text(RUN + "2 Q0 HN-1 1 1 tag1 x\n1 Q0 HN-9 7 1 tag2 x\n")
    assert main([*CHECK, "--docids", "docids", "--length", "50"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["run.txt:2", "unknown_question"],
        ["run.txt:3", "rank_range"],
        ["run.txt:3", "run_tag_mixed"],
        ["run.txt:3", "unknown_document"],
    ]


def test_settings_team_and_encoding(capsys: pytest.CaptureFixture[str]) -> None:
    Path("run.txt").write_bytes("1 tag1 HN-9 caf\xe9\n".encode("latin-1"))
    command = [*CHECK, "--docids", "docids", "--encoding", "latin-1", "--length", "50", "--team", "t"]
    assert main([*command, "--set", "columns=qid tag docid answer", "--set", "unknown_docids=true"]) == 0
    assert "warning: run.txt:1: unknown_document" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*CHECK[:4], "--questions", "absent.txt"], "absent.txt: unreadable"),
        ([*CHECK[:4], "--questions", "run.txt"], "run.txt: no_questions"),
        ([*CHECK, "--docids", "broken.gz"], "broken.gz: unreadable: damaged gzip data"),
        (["score", "nowhere"], "nowhere: bundle"),
        (["score", str(GOLDEN / "trec8_small"), "--rule", "majority"], "majority: no_majority"),
        (
            ["score", str(GOLDEN / "trec8_small"), "--rule", "assessor:bo"],
            "assessor:bo: assessor_incomplete: bo did not",
        ),
    ],
)
def test_what_is_wrong_with_files_is_said_and_the_code_is_1(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["study"],
        ["check", "run.txt"],
        ["check", "run.txt", "--track", "trec80", "--questions", "questions.txt"],
        [*CHECK, "--set", "colour=red"],
        [*CHECK, "--set", "judges=none"],
        ["score", str(GOLDEN / "trec8_small"), "--rule", "best"],
    ],
)
def test_wrong_usage_is_code_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


def test_scores_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(GOLDEN / "trec8_small")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["trec8_small:", "beta1", "alpha1", "late1"]
    assert "mrr 0.3806  no_correct 1  judged 27  unjudged 0" in lines[2]
    assert "between 0.0000 and 1.0000" in lines[3]


@pytest.mark.parametrize("campaign", ["trec8_small", "series_small"])
def test_scores_as_json(campaign: str) -> None:
    assert main(["score", str(GOLDEN / campaign), "--json", "scores.json"]) == 0
    expected = json.loads((GOLDEN / f"expected/{campaign}/adjudicated.json").read_text())
    found = json.loads(Path("scores.json").read_text())
    assert found["software"].startswith("Assize ")
    assert found == expected | {"software": found["software"]}


def test_a_partial_assessor(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["score", str(GOLDEN / "trec8_small"), "--rule", "assessor:bo", "--partial", "--json", "-"]
    assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["rule"] == "assessor:bo"
    assert report["warnings"][0] == "bo did not judge 1 question in full: 4."


def test_it_runs_as_a_module_without_django() -> None:
    code = "import runpy, sys; sys.argv = ['scoring', 'score', sys.argv[1]]\ntry: runpy.run_module('scoring', run_name='__main__')\nexcept SystemExit as end: assert not end.code\nassert not any(name.startswith('django') for name in sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [str(users_python()), "-c", code, str(GOLDEN / "trec8_small")],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "alpha1" in done.stdout


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"example_id": 7, "long_answer_score": float("nan")}, "Example 7: The long_answer_score is"),
        ({"example_id": 8}, "Example 8: There is no such example."),
        ({"example_id": 1.5}, "Prediction 1: The example_id"),
    ],
)
def test_predictions_are_checked_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], entry: dict[str, Any], said: str
) -> None:
    questions, file = tmp_path / "questions.jsonl", tmp_path / "one.json"
    questions.write_text(
        '{"example_id": 7, "question_text": "what"}\n{"example_id": -9, "question_text": "who"}\n'
    )
    null = {"long_answer": {"start_byte": -1, "end_byte": -1}}
    file.write_text(json.dumps({"predictions": [null | entry]}))
    command = ["check", str(file), "--track", "nq", "--questions", str(questions)]
    assert main(command) == 1
    assert said in capsys.readouterr().err
    file.write_text(json.dumps({"predictions": [null | {"example_id": 7}]}))
    assert main(command) == 0
    output = capsys.readouterr()
    assert "run one, 1 responses, no errors" in output.out
    assert "1 example has no prediction, which counts as no answer: -9." in output.err


def test_the_tau_by_question_type_breaks_no_ties_by_run_id(tmp_path: Path) -> None:
    """A run that is there twice, under ids at both ends, ties with itself in both orders."""
    folder = tmp_path / "tied"
    shutil.copytree(GOLDEN / "series_small", folder)
    (folder / "MANIFEST.sha256").unlink()
    rows = (folder / "runs.csv").read_text().splitlines(keepends=True)
    for name in ("AAA", "zzz"):
        copy = (folder / "runs" / "Bravo1.txt").read_text().replace("Bravo1", name)
        (folder / "runs" / f"{name}.txt").write_text(copy)
        rows.append(f"{name},{name},1,1,,all,{hashlib.sha256(copy.encode()).hexdigest()},1,,,utf-8\r\n")
    (folder / "runs.csv").write_text("".join([rows[0], *sorted(rows[1:])]), newline="")
    assert main(["score", str(folder), "--rule", "union", "--json", str(tmp_path / "scores.json")]) == 0
    found = json.loads((tmp_path / "scores.json").read_text())
    orders = zip(*((run["score"], run["score_by_type"]) for run in found["runs"].values()), strict=True)
    assert found["tau_b_by_type"] == pytest.approx(kendalltau(*orders).statistic)
