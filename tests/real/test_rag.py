"""TREC RAG 2025: relevance of 10,284 segments by people and by a program, and 1,255 nuggets. The files stay where they are."""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import DraftedNugget, Nugget, NuggetVote
from tests.alone import DEFINITION, alone
from tests.commands import run
from tests.scoring.realdata import FOLDER

pytestmark = pytest.mark.django_db
NUGGETS = "rag25-dev-nuggets.jsonl"
PEOPLE, PROGRAM = "qrels.rag25.test.txt", "qrels.rag25.test-umbrela2.txt"
RUNS = 3  # among which the segments of a topic are dealt out
GRADES = "\n".join(f'  {{ label = "{grade}", value = {grade} }},' for grade in range(4, -1, -1))
SEGMENTS = DEFINITION.replace("documents = false", "documents = false\nranks = 1000").replace(
    DEFINITION[DEFINITION.index("[[scale]]") :],
    f"""[[scale]]
name = "relevance"
right = ["4", "3", "2"]
grades = [
{GRADES}
]

[[type]]
name = "topic"
scale = "relevance"
measures = ["P@20", "mean_grade"]
""",
)

REPORTS = (
    DEFINITION[: DEFINITION.index("[[scale]]")]
    + """[[type]]
name = "topic"
form = "nuggets"
cell_scale = "support"
measures = ["v_strict"]
"""
)


def file(name: str) -> Path:
    folder = FOLDER.parent / "rag"
    if not folder.is_dir():
        pytest.skip(f"the files of TREC RAG are not at {folder} (set ASSIZE_REAL_DATA)")
    return folder / name


def relevance(name: str) -> Iterator[tuple[str, str, str]]:
    """Topic, segment and grade of each line."""
    for line in file(name).read_text("utf-8").splitlines():
        topic, _, segment, grade = line.split()
        yield topic, segment, grade


def test_relevance_by_people_and_by_a_program_agrees_as_far_as_was_published(tmp_path: Path) -> None:
    """Over 22 topics: exact agreement, kappa plain and quadratic, and of grades from 2 on; docs/machine-assessors.md."""
    alone(tmp_path, "rag25", SEGMENTS)
    topics = dict.fromkeys(topic for topic, *_ in relevance(PEOPLE))
    written(tmp_path / "topics.csv", ["qid", "text"], ([topic, f"topic {topic}"] for topic in topics))
    run("import_questions", "rag25", str(tmp_path / "topics.csv"))
    for number, path in enumerate(runs(tmp_path)):
        run("submit_run", "rag25", str(path), "--team", f"t{number}")
    run("pool", "rag25")
    head = ["qid", "answer", "grade", "assessor"]
    written(tmp_path / "people.csv", head, ([*row, "nist"] for row in relevance(PEOPLE)))
    run("import_judgments", "rag25", str(tmp_path / "people.csv"), "--new")
    written(tmp_path / "program.csv", head[:3], relevance(PROGRAM))
    facts = ("--name", "umbrela", "--of-version", "2", "--model", "some")
    run("import_machine", "rag25", str(tmp_path / "program.csv"), *facts)
    found = compared(tmp_path)
    (table,) = found["scales"]
    assert (table["pairs"], table["questions"], table["labels"]) == (10284, 22, ["4", "3", "2", "1", "0"])
    values = {name: round(table[name], 4) for name in ("alike", "kappa", "kappa_quadratic")}
    assert values == {"alike": 0.4412, "kappa": 0.2333, "kappa_quadratic": 0.4918}
    assert (round(table["right_alike"], 4), round(table["right_kappa"], 4)) == (0.7156, 0.4310)
    assert (round(table["higher"], 2), round(table["lower"], 2)) == (0.33, 0.23)
    assert found["levels"][0]["questions"] == 22


def test_the_nuggets_of_22_topics_come_in_as_they_were_given_out(tmp_path: Path) -> None:
    alone(tmp_path, "rag25", REPORTS)
    lists = [json.loads(line) for line in file(NUGGETS).read_text("utf-8").splitlines()]
    written(tmp_path / "topics.csv", ["qid", "text"], ([one["qid"], "a topic"] for one in lists))
    run("import_questions", "rag25", str(tmp_path / "topics.csv"))
    said = run("import_development", "rag25", str(file(NUGGETS)), "--format", "nuggets")
    assert "Added 1,255 nuggets and 1,255 votes on nuggets to 22 questions" in said
    votes = NuggetVote.objects.filter(member=None)
    assert [votes.filter(vote=vote).count() for vote in ("vital", "okay")] == [925, 330]
    sizes = Counter(Nugget.objects.values_list("question__qid", flat=True))
    assert sizes == {one["qid"]: len(one["nuggets"]) for one in lists}
    assert (min(sizes.values()), max(sizes.values())) == (29, 90)
    groups = Counter(qid for qid, _ in set(Nugget.objects.values_list("question__qid", "group")))
    assert groups == {
        one["qid"]: len({nugget["mapped_sub_narrative"] for nugget in one["nuggets"]}) for one in lists
    }
    assert (min(groups.values()), max(groups.values())) == (4, 19)
    facts = ("--name", "gpt", "--of-version", "4o", "--model", "some")
    run("import_machine", "rag25", str(file(NUGGETS)), "--drafts", *facts)
    assert DraftedNugget.objects.count() == 1255


def written(path: Path, head: list[str], rows: Any) -> None:
    with path.open("w", newline="") as target:
        csv.writer(target).writerows([head, *rows])


def runs(folder: Path) -> Iterator[Path]:
    """All segments, dealt out among runs."""
    by_topic: defaultdict[str, list[str]] = defaultdict(list)
    for topic, segment, _ in relevance(PEOPLE):
        by_topic[topic].append(segment)
    for number in range(RUNS):
        path = folder / f"run{number}.jsonl"
        lines = (
            json.dumps({"qid": topic, "answer": segments[number::RUNS]})
            for topic, segments in by_topic.items()
        )
        path.write_text("\n".join(lines))
        yield path


def compared(folder: Path) -> dict[str, Any]:
    target = folder / "found.json"
    run("machine", "rag25", "umbrela@2", "--json", str(target))
    assert Campaign.objects.count() == 1
    found: dict[str, Any] = json.loads(target.read_text())
    return found
