"""A number with thousands of digits in JSON: refused in our words, and none of Python's settings is named."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring import bundle, evaluations
from scoring.records import Topics
from scoring.spans.examples import parse_object
from scoring.spans.labels import LabelError
from scoring.tracks.base import Declaration, RunChecks
from tests.commands import GOLDEN

NUMBER = "9" * 5_000
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
