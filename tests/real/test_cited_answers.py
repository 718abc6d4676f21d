"""TREC RAG's own files: topics of three years and a baseline of 301 answers, by commands into a campaign and its pool.

The files stay where they are. What the site says is held against plain Python over the same files.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from assessment.submissions.models import PoolItem, Response
from scoring import evaluations
from scoring.tracks.base import Declaration, RunChecks
from tests.commands import run
from tests.scoring.realdata import FOLDER

RUN = "baseline_rag24.test_command-r-plus_top20.jsonl"
TOPICS = {"topics.rag24.test.txt": 301, "topics.rag25.test.jsonl": 105, "trec_rag_2026_queries.tsv": 119}


def file(name: str) -> Path:
    folder = FOLDER.parent / "rag"
    if not folder.is_dir():
        pytest.skip(f"the files of TREC RAG are not at {folder} (set ASSIZE_REAL_DATA)")
    return folder / name


def answers() -> list[Mapping[str, Any]]:
    return [json.loads(line) for line in file(RUN).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("name", "count"), TOPICS.items(), ids=TOPICS)
def test_the_topics_of_every_year_are_read_whole_and_written_back(name: str, count: int) -> None:
    track = evaluations.get("rag").under({})
    topics, problems = track.read_topics(file(name).read_bytes(), name)
    assert problems == []
    assert (len(topics.series), len(topics.questions)) == (count, 3 * count)
    assert track.read_topics(track.write_topics(topics), "again") == (topics, [])


def test_the_baseline_breaks_no_rule_of_its_year() -> None:
    """And its answers are as long as their own file says: words are counted as the track counted them."""
    track = evaluations.get("rag")
    topics, _ = track.read_topics(file("topics.rag24.test.txt").read_bytes(), "topics")
    checked = track.check_run(file(RUN).read_bytes(), RUN, RunChecks(topics, Declaration()))
    assert checked.problems == []
    assert {one.code for one in checked.warnings} == {"documents_unchecked"}
    assert checked.run_tag == RUN.removesuffix(".jsonl")


@pytest.mark.django_db
def test_the_baseline_is_stored_and_pooled_as_plain_python_counts_it(tmp_path: Path) -> None:
    given = answers()
    cited = {
        one["references"][place]
        for one in given
        for sentence in one["answer"]
        for place in sentence["citations"]
    }
    (tmp_path / "ids.txt").write_text("".join(f"{docid}\n" for docid in sorted(cited)))
    run("import_collection", "--ids-only", str(tmp_path / "ids.txt"), "--slug", "segments")
    run("create_campaign", "rag24", "--track", "rag", "--collection", "segments")
    run("import_questions", "rag24", str(file("topics.rag24.test.txt")))
    run("submit_run", "rag24", str(file(RUN)), "--team", "baseline")
    run("pool", "rag24")
    sentences = [(one, sentence) for one in given for sentence in one["answer"]]
    assert Response.objects.filter(question__type="NUGGETS").count() == len(given) == 301
    assert Response.objects.filter(question__type="SUPPORT", rank=0).count() == sum(
        not sentence["citations"] for _, sentence in sentences
    )
    first = {
        (one["topic_id"], *pair_of(one, sentence)) for one, sentence in sentences if sentence["citations"]
    }
    assert PoolItem.objects.filter(question__type="SUPPORT").count() == len(first)
    assert PoolItem.objects.filter(question__type="RELEVANCE").count() == sum(
        len({place for sentence in one["answer"] for place in sentence["citations"]}) for one in given
    )


def pair_of(answer: Mapping[str, Any], sentence: Mapping[str, Any]) -> Sequence[str]:
    return answer["references"][sentence["citations"][0]], " ".join(sentence["text"].split("\n")).strip()
