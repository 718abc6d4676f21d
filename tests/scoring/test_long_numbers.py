"""A number with thousands of digits in JSON: refused in our words, and none of Python's settings is named."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import bundle, evaluations
from scoring.records import Topics
from scoring.spans.examples import parse_object
from scoring.spans.labels import LabelError
from scoring.tracks.base import Declaration, RunChecks
from tests.commands import GOLDEN
from tests.sizes import examples

NUMBER = "9" * 5_000
BUNDLES = sorted(file.parent for file in GOLDEN.glob("*/campaign.json"))
TOPIC = b"1\twho built the lighthouse\n"


def of_a_topic(folder: Path) -> str:
    _, problems = evaluations.get("rag").read_topics(f'{{"id": {NUMBER}, "title": "a"}}\n'.encode(), "topics")
    return str(problems)


def of_a_run(folder: Path) -> str:
    track = evaluations.get("rag")
    topics, _ = track.read_topics(TOPIC, "topics")
    line = f'{{"run_id": "r", "topic_id": "1", "answer": [{{"text": "a", "citations": [{NUMBER}]}}]}}\n'
    return str(track.check_run(line.encode(), "r", RunChecks(topics, Declaration())).problems)


def of_predictions(folder: Path) -> str:
    text = f'{{"predictions": [{{"example_id": {NUMBER}}}]}}'
    checks = RunChecks(Topics(()), Declaration())
    return str(evaluations.get("nq").check_run(text.encode(), "p.json", checks).problems)


def of_an_example(folder: Path) -> str:
    with pytest.raises(LabelError) as error:
        parse_object(f'{{"example_id": {NUMBER}}}'.encode())
    return str(error.value)


def of_a_bundle(folder: Path) -> str:
    shutil.copytree(GOLDEN / "rag_small", folder / "bundle")
    file = folder / "bundle" / "campaign.json"
    file.write_text(json.dumps(json.loads(file.read_text())).replace('"judges": "2"', f'"judges": {NUMBER}'))
    assert NUMBER in file.read_text()
    return str(bundle.read(folder / "bundle")[1])


@pytest.mark.parametrize(
    "told", [of_a_topic, of_a_run, of_predictions, of_an_example, of_a_bundle], ids=lambda one: one.__name__
)
def test_it_is_told_in_our_words(told: Callable[[Path], str], tmp_path: Path) -> None:
    said = told(tmp_path)
    assert "a number with thousands of digits" in said
    assert "sys." not in said


def places(folder: Path) -> st.SearchStrategy[tuple[Path, int, int]]:
    """A file of a bundle, and where a number stands in it."""
    files = [file.relative_to(folder) for file in sorted(folder.rglob("*")) if file.is_file()]
    found = {file: list(re.finditer(rb"[0-9]+", (folder / file).read_bytes())) for file in files}
    held = st.sampled_from([file for file in files if found[file]])
    return held.flatmap(lambda file: st.sampled_from(found[file]).map(lambda one: (file, *one.span())))


@settings(max_examples=examples(30))
@given(st.data())
def test_wherever_it_stands_in_a_bundle_it_is_told_in_our_words(data: st.DataObject) -> None:
    folder = data.draw(st.sampled_from(BUNDLES))
    file, start, end = data.draw(places(folder))
    with TemporaryDirectory() as place:
        copy = shutil.copytree(folder, Path(place) / folder.name)
        whole = (copy / file).read_bytes()
        (copy / file).write_bytes(whole[:start] + NUMBER.encode() + whole[end:])
        problems = bundle.read(copy)[1]
    assert not any("Exceeds the limit" in problem.message for problem in problems)
