"""Reading bundles: what is left out, what contradicts, what was changed; each named with its file and line."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import bundle
from scoring.evaluate import Scorer, evaluate
from scoring.records import Evaluation, Problem
from tests.scoring.bundles import write_bundle
from tests.scoring.campaigns import judged_campaigns
from tests.scoring.test_golden import CAMPAIGNS, GOLDEN
from tests.sizes import examples


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The small TREC-8 campaign without its manifest and qrels, so that a file can be changed."""
    copied = tmp_path / "bundle"
    shutil.copytree(GOLDEN / "trec8_small", copied)
    (copied / bundle.MANIFEST).unlink()
    shutil.rmtree(copied / "qrels")
    return copied


def sound(folder: Path) -> Evaluation:
    evaluation, problems = bundle.read(folder)
    assert problems == []
    assert evaluation is not None
    return evaluation


def found(folder: Path) -> list[Problem]:
    evaluation, problems = bundle.read(folder)
    assert (evaluation is None) == bool(problems)
    return problems


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    data = path.read_bytes()
    assert old.encode() in data
    path.write_bytes(data.replace(old.encode(), new.encode(), 1))


def append(folder: Path, name: str, line: str) -> int:
    """Add a row to a table; give its line."""
    with (folder / name).open("ab") as table:
        table.write(f"{line}\r\n".encode())
    return (folder / name).read_bytes().count(b"\n")


@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(evaluation=judged_campaigns())
def test_a_campaign_that_is_written_and_read_has_equal_scores(evaluation: Evaluation, tmp_path: Path) -> None:
    folder = tmp_path / hashlib.sha256(repr(evaluation).encode()).hexdigest()
    loose = {"missing_questions": True}
    files = {
        run_id: "".join(
            f"{it.qid} Q0 {it.docid} {it.rank} 1 {run_id} {it.answer}\n" for it in given_by_run
        ).encode()
        or b"\n"
        for run_id, given_by_run in evaluation.responses.items()
    }
    if any(data == b"\n" for data in files.values()):
        return  # an empty run cannot be submitted
    result = evaluation._replace(
        settings=loose,
        runs=tuple(
            run._replace(length_limit=50, sha256=hashlib.sha256(files[run.run_id]).hexdigest())
            for run in evaluation.runs
        ),
    )
    write_bundle(folder, result, files)
    again = sound(folder)
    for rule in ("adjudicated", "majority", "union", "random:5"):
        assert evaluate(again, rule).as_text() == evaluate(result, rule).as_text()


def test_the_records_of_a_bundle(folder: Path) -> None:
    evaluation = sound(folder)
    assert [run.run_id for run in evaluation.runs] == ["alpha1", "beta1", "late1"]
    assert evaluation.topics.questions[0].suggested_docid == "HN-0001"
    assert evaluation.dropped == {"7": 'Two mills claim it, one of them "older".'}
    assert evaluation.settings["judges"] == 3
    assert {judgment.kind for judgment in evaluation.judgments} == {"human", "machine"}


def test_tables_and_columns_that_may_be_absent(folder: Path) -> None:
    before = evaluate(sound(folder), "union").as_json()["runs"]
    (folder / "questions.csv").unlink()
    table = (folder / "judgments.csv").read_bytes().decode()
    slim = ["qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"]
    slim += [line.removesuffix(",human,") for line in table.split("\r\n")[1:] if line.endswith(",human,")]
    (folder / "judgments.csv").write_bytes(("\n".join(slim) + "\n").encode())
    assert evaluate(sound(folder), "union").as_json()["runs"] == before


def test_without_assignments_every_judgment_counts(folder: Path) -> None:
    assert Scorer(sound(folder)).index.by_question()["4"].keys() == {"ann", "cy"}
    (folder / "assignments.csv").unlink()
    assert Scorer(sound(folder)).index.by_question()["4"].keys() == {"ann", "bo", "cy"}


def test_a_bundle_without_judgments_or_pool_is_a_campaign_before_judging(folder: Path) -> None:
    for name in ("pool.csv", "judgments.csv", "adjudications.csv", "assignments.csv", "runs.csv"):
        (folder / name).unlink()
    assert evaluate(sound(folder)).runs == {}


ITEM = "1,HN-0001,,Mira Dunn"


@pytest.mark.parametrize(
    ("name", "row", "code"),
    [
        ("pool.csv", ITEM, "contradiction"),
        ("pool.csv", "99,HN-1,,x", "unknown_question"),
        ("pool.csv", "1,NIL,,", "pool_item"),
        ("pool.csv", '1,HN-1,,"two\nlines"', "pool_item"),
        ("judgments.csv", f"{ITEM},ann,yes,,,,human,", "contradiction"),
        ("judgments.csv", f"{ITEM},ann,no,,,,human,", "contradiction"),
        ("judgments.csv", "1,HN-9,,nothing,ann,yes,,,,human,", "not_in_pool"),
        ("judgments.csv", f"{ITEM} ,dee,yes,,,,human,", "not_in_pool"),
        ("judgments.csv", f"{ITEM},dee,perhaps,,,,human,", "unknown_grade"),
        ("judgments.csv", f"{ITEM},dee,correct,,,,human,", "unknown_grade"),
        ("judgments.csv", f"{ITEM},dee,yes,,,,robot,", "cell"),
        ("judgments.csv", f"{ITEM},dee,yes,,,yesterday,human,", "judgment"),
        ("judgments.csv", f"{ITEM},,yes,,,,human,", "judgment"),
        ("judgments.csv", "1,2,3", "columns"),
        ("adjudications.csv", "1,HN-9,,nothing,yes,opinion,0,judge,,", "not_in_pool"),
        ("adjudications.csv", f"{ITEM},correct,opinion,0,judge,,", "unknown_grade"),
        ("adjudications.csv", f"{ITEM},yes,whim,0,judge,,", "cell"),
        ("adjudications.csv", f"{ITEM},yes,opinion,maybe,judge,,", "cell"),
        ("assignments.csv", "1,ann,judge,open,,,0", "contradiction"),
        ("assignments.csv", "99,ann,judge,open,,,0", "unknown_question"),
        ("assignments.csv", "1,dee,judge,sleeping,,,0", "cell"),
        ("dropped.csv", "7,again", "contradiction"),
        ("dropped.csv", "99,why", "unknown_question"),
        ("questions.csv", "1,factoid,,,,,kept,", "contradiction"),
        ("questions.csv", "99,factoid,,,,,kept,", "unknown_question"),
        ("runs.csv", "ALPHA1,team,1,1,,all,,1,,50,utf-8", "contradiction"),
        ("runs.csv", "al/pha,team,1,1,,all,,1,,50,utf-8", "run_id"),
        ("runs.csv", "..,team,1,1,,all,,1,,50,utf-8", "run_id"),
    ],
)
def test_a_row_that_cannot_be(folder: Path, name: str, row: str, code: str) -> None:
    line = append(folder, name, row) - row.count("\n")
    problems = found(folder)
    assert (problems[0].file, problems[0].line, problems[0].code) == (name, line, code)
    assert problems[0].hint


def test_a_contradiction_names_both_lines(folder: Path) -> None:
    line = append(folder, "judgments.csv", f"{ITEM},ann,no,,,,human,")
    first = next(
        number
        for number, text in enumerate((folder / "judgments.csv").read_text().splitlines(), 1)
        if text.startswith(f"{ITEM},ann")
    )
    assert f"Lines {first} and {line} are about the same thing, and differ." in found(folder)[0].message


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("campaign.json", '"track": "trec8"', '"track": "trec80"', "unknown_track"),
        ("campaign.json", '"slug"', '"slag"', "campaign"),
        ("campaign.json", "{", "[", "campaign"),
        ("campaign.json", '"judges": "3"', '"judges": "many"', "setting"),
        ("campaign.json", "A small", "A \\ud800 small", "campaign"),
        ("questions.txt", "</top>", "", "unclosed_tag"),
        ("questions.csv", "7,factoid,assessors,,,,dropped", "7,factoid,assessors,,,,kept", "contradiction"),
        ("questions.csv", "1,factoid", "1,list", "contradiction"),
        ("runs/alpha1.txt", "Mira Dunn", "Mira Dunm", "run_sha256"),
        ("runs/alpha1.txt", "1 Q0", "99 Q0", "run_sha256"),
        ("runs.csv", "late1", "late2", "run_file"),
        ("runs.csv", "utf-8", "utf-16", "encoding_unknown"),
        ("pool.csv", "Mira Dunn", "Mira Dunm", "not_in_pool"),
        ("judgments.csv", "qid,", "question,", "header"),
    ],
)
def test_a_changed_file(folder: Path, name: str, old: str, new: str, code: str) -> None:
    change(folder, name, old, new)
    assert code in {problem.code for problem in found(folder)}


def test_all_problems_of_all_files_are_listed_at_once(folder: Path) -> None:
    change(folder, "runs/alpha1.txt", "1 Q0", "99 Q0")
    append(folder, "judgments.csv", "1,HN-9,,nothing,ann,yes,,,,human,")
    append(folder, "dropped.csv", "99,why")
    assert {problem.file for problem in found(folder)} == {"runs/alpha1.txt", "judgments.csv", "dropped.csv"}


def test_a_series_cannot_have_two_target_types(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "series_small", tmp_path / "b")
    (tmp_path / "b" / bundle.MANIFEST).unlink()
    change(tmp_path / "b", "questions.csv", "1.2,LIST,log,,,THING", "1.2,LIST,log,,,EVENT")
    (problem,) = found(tmp_path / "b")
    assert (problem.code, problem.line) == ("contradiction", 3)
    assert "in line 2" in problem.message


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_a_manifest_is_held_to_every_file(campaign: str, tmp_path: Path) -> None:
    copied = tmp_path / "bundle"
    shutil.copytree(GOLDEN / campaign, copied)
    sound(copied)
    append(copied, "pool.csv", "1,X-1,,also")
    assert "The checksum of pool.csv is another" in found(copied)[0].message
    shutil.copy(GOLDEN / campaign / "pool.csv", copied / "pool.csv")
    (copied / "pool.csv").rename(copied / "pool.tsv")
    assert any("There is no file" in problem.message for problem in found(copied))
    (copied / "pool.tsv").rename(copied / "pool.csv")
    with (copied / bundle.MANIFEST).open("a") as listed:
        listed.write(f"{'0' * 64}  ../../secret\nnonsense\n")
    assert [problem.code for problem in found(copied)] == ["manifest", "manifest"]


def test_a_file_that_the_manifest_does_not_list_is_named(tmp_path: Path) -> None:
    copied = tmp_path / "bundle"
    shutil.copytree(GOLDEN / "series_small", copied)
    lines = (copied / bundle.MANIFEST).read_text().splitlines(keepends=True)
    (copied / bundle.MANIFEST).write_text("".join(line for line in lines if "pool.csv" not in line))
    assert [problem.message for problem in found(copied)] == ["pool.csv is not listed."]


def test_qrels_are_checked_and_not_trusted(folder: Path) -> None:
    shutil.copytree(GOLDEN / "trec8_small" / "qrels", folder / "qrels")
    sound(folder)
    change(folder, "qrels/union.txt", " -1 ", " 1 ")
    (folder / "qrels" / "notes.txt").write_text("not a rule")
    (folder / "qrels" / "majority.txt").write_text("1 HN-0001 1 Mira Dunn\n")
    assert [(problem.file, problem.code) for problem in found(folder)] == [
        ("qrels/majority.txt", "qrels_differ"),
        ("qrels/union.txt", "qrels_differ"),
    ]


def test_names_of_qrels_files() -> None:
    assert bundle.qrels_path("assessor:Ann Lee/2") == "qrels/assessor:Ann%20Lee%2F2.txt"
    assert bundle.qrels_path("random:7") == "qrels/random:7.txt"


@pytest.mark.parametrize("name", ["campaign.json", "questions.txt"])
def test_a_file_that_must_be_there(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert [(problem.file, problem.code) for problem in found(folder)] == [(name, "unreadable")]


def test_no_folder_at_all(tmp_path: Path) -> None:
    assert [problem.code for problem in found(tmp_path / "nowhere")] == ["bundle"]


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.binary(max_size=200),
    name=st.sampled_from(["campaign.json", "judgments.csv", "runs.csv", "pool.csv", "questions.csv"]),
)
def test_no_bytes_make_the_reader_raise(folder: Path, data: bytes, name: str) -> None:
    before = (folder / name).read_bytes()
    try:
        (folder / name).write_bytes(data)
        found(folder)
        (folder / name).write_bytes(before[:100] + data + before[100:])
        found(folder)
    finally:
        (folder / name).write_bytes(before)


def test_settings_may_be_plain_json(folder: Path) -> None:
    campaign = json.loads((folder / "campaign.json").read_text())
    campaign["settings"] = {"judges": 3, "max_runs": None, "missing_questions": False}
    (folder / "campaign.json").write_text(json.dumps(campaign))
    assert Scorer(sound(folder)).inputs_sha256 == Scorer(sound(GOLDEN / "trec8_small")).inputs_sha256
