"""Example files of each evaluation are read and accepted by it, whatever its settings; XML keeps to its DTD."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from scoring import evaluations
from scoring.__main__ import main
from scoring.tracks.asked import answer_errors, unexpected
from scoring.tracks.base import RunChecks
from scoring.tracks.example_files import DESCRIPTION, example_files, sample_declaration

ROOT = Path(__file__).parents[2]
CASES: list[tuple[str, dict[str, Any]]] = [
    *((slug, {}) for slug in evaluations.TRACKS),
    (
        "trec8",
        {
            "columns": "qid docid rank answer",
            "lengths": "7",
            "ranks": "1",
            "nil": "true",
            "measures": "accuracy",
        },
    ),
    ("trec8", {"columns": "qid tag docid answer", "ranks": "1", "measures": "accuracy"}),
    ("series2004", {"lengths": "7", "grades": "5"}),
    ("tac2008", {"question_length": "100"}),
    ("respubliqa2010", {"year": "27", "max_runs": "1"}),
]


def runs_of(files: Mapping[str, bytes], suffix: str) -> dict[str, bytes]:
    return {
        name: data
        for name, data in files.items()
        if name.endswith(suffix) and "questions" not in name and name != DESCRIPTION
    }


@pytest.mark.parametrize(("slug", "settings"), CASES)
def test_the_example_questions_read_back_and_the_example_runs_break_no_rule(
    slug: str, settings: dict[str, Any]
) -> None:
    track, files = evaluations.get(slug).under(settings), example_files(evaluations.get(slug), settings)
    topics, problems = track.read_topics(files[f"example-{track.questions_file}"], "topics")
    assert (topics, problems) == (track.sample.topics, [])
    runs = runs_of(files, track.run_suffix)
    assert len(runs) == max(len(track.run_kinds), 1)
    for name, data in runs.items():
        run_id = name.removesuffix(track.run_suffix) if track.run_kinds else ""
        declaration = sample_declaration(track, run_id)
        assert not list(answer_errors(track.asked, declaration.declared, may_be_silent=False))
        assert not list(unexpected(track.asked, declaration.declared))
        checked = track.check_run(data, name, RunChecks(topics, declaration, settings))
        assert checked.problems == []
        assert {one.code for one in checked.warnings} <= {"documents_unchecked", "paragraphs_unchecked"}
        assert {one.qid for one in checked.responses} == {one.qid for one in topics.questions}


@pytest.mark.parametrize(("slug", "settings"), CASES)
def test_what_is_described_is_what_is_written(slug: str, settings: dict[str, Any]) -> None:
    files = example_files(evaluations.get(slug), settings)
    text = files[DESCRIPTION].decode()
    columns = [line.split()[0] for line in text.splitlines() if line.startswith("    ")]
    if columns:
        assert columns == settings.get("columns", evaluations.get(slug).run_columns).split()
        first = files["example-run.txt"].decode().splitlines()[0]
        assert len(first.split()) >= len(columns)
    for name in ("questions.dtd", "run.dtd"):
        assert (name in text) <= (name in files)


def dtd_of(slug: str, name: str) -> etree.DTD:
    return etree.DTD(io.StringIO(example_files(evaluations.get(slug), {})[name].decode()))


WITH_DTD = [
    (slug, name)
    for slug in evaluations.TRACKS
    for name in example_files(evaluations.get(slug), {})
    if name.endswith(".dtd")
]


@pytest.mark.parametrize(("slug", "name"), WITH_DTD)
def test_the_examples_keep_to_their_dtd_and_another_element_does_not(slug: str, name: str) -> None:
    track, files = evaluations.get(slug), example_files(evaluations.get(slug), {})
    examples = (
        runs_of(files, ".xml")
        if name == "run.dtd"
        else {"questions": files[f"example-{track.questions_file}"]}
    )
    assert examples
    for data in examples.values():
        root = etree.fromstring(data)
        assert dtd_of(slug, name).validate(root)
        root[0].append(etree.Element("b"))
        assert not dtd_of(slug, name).validate(root)


GOLDEN = ROOT / "tests" / "golden"
FILES = [
    ("series2004", "questions.dtd", ROOT / "demo" / "comet-series" / "questions.xml"),
    ("series2004", "questions.dtd", GOLDEN / "series_small" / "questions.xml"),
    ("tac2008", "questions.dtd", GOLDEN / "tac_small" / "questions.xml"),
    ("respubliqa2010", "questions.dtd", GOLDEN / "respubliqa_small" / "questions.xml"),
    *(
        ("respubliqa2010", "run.dtd", path)
        for path in sorted((GOLDEN / "respubliqa_small" / "runs").glob("*.xml"))
    ),
]


@pytest.mark.parametrize(("slug", "name", "path"), FILES)
def test_files_of_campaigns_keep_to_it(slug: str, name: str, path: Path) -> None:
    dtd = dtd_of(slug, name)
    assert dtd.validate(etree.parse(path)), dtd.error_log


@pytest.mark.parametrize("slug", evaluations.TRACKS)
def test_the_command_writes_them_and_its_own_check_finds_nothing_wrong(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, track = tmp_path / "made", evaluations.get(slug)
    assert main(["examples", str(folder), "--track", slug]) == 0
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert files == example_files(track, {})
    assert set(capsys.readouterr().out.split()) == {str(folder / name) for name in files}
    length = ["--length", str(max(track.length_limits))] if track.length_limits else []
    for name in runs_of(files, track.run_suffix):
        topics = str(folder / f"example-{track.questions_file}")
        given = [
            "check",
            str(folder / name),
            "--track",
            slug,
            "--questions",
            topics,
            "--team",
            "lake",
            *length,
        ]
        assert main(given) == 0
