"""Answers with citations at the size of TREC RAG 2024: reading runs, pooling, scoring, and the page on which nuggets are looked for.

56 topics, 45 runs of seven sentences an answer, of which one in ten cites nothing (15,876 pairs of sentence and segment), and
14 nuggets a topic (35,280 labels).
"""

import csv
import json
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import isclose
from pathlib import Path
from statistics import mean, median
from typing import Any
from uuid import uuid4

from django.conf import settings
from playwright.sync_api import Page

from assessment.judging.models import Assignment
from assessment.judging.services.nuggets import write_nugget
from assessment.results.selectors.evaluation import load_evaluation
from assessment.results.services.scores import score_by_rules
from assessment.submissions.models import PoolItem, Response, Run
from bench.judging_pages import in_browser, on_server, ready_ms
from bench.limits import written_at_once
from bench.site import Figures, peak_megabytes, timed
from scoring.evaluate import Scorer, ScoreReport
from scoring.evaluations.rag.topics import ENDINGS, NUGGETS, RELEVANCE, SUPPORT
from scoring.records import Evaluation, Item
from scoring.records import Response as Answer
from tests.commands import run
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

SLUG, TOPICS, RUNS, SENTENCES, NUGGETS_EACH, SEGMENTS = "bench", 56, 45, 7, 14, 40
LONG_RUN = 301  # topics of the run that is read by itself
GRID_ANSWERS, GRID_NUGGETS = 45, 20
REPEATS, KEYS, WARM, PAUSE = 9, 60, 5, 60  # PAUSE: milliseconds between two keys
LABELS = ("support", "partial_support", "not_support", "not_support")
GRADES = ("full_support", "partial_support", "no_support")
_WORTH = {"full_support": 1.0, "partial_support": 0.5}
_JUDGED = ["qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at"]
# From a key to the first task after the frame in which the next cell has the focus.
_WATCH = """() => {
  window.took = [];
  const channel = new MessageChannel();
  let pressed = 0;
  channel.port1.onmessage = () => window.took.push(performance.now() - pressed);
  addEventListener("keydown", ({ timeStamp }) => {
    pressed = timeStamp;
    requestAnimationFrame(() => channel.port2.postMessage(null));
  }, { capture: true });
}"""
# The answer in focus, how many of its cells are labelled, and the cell in focus.
_CELL = """() => {
  const { dataset, textContent } = document.querySelector(".item[aria-current]");
  return `${dataset.item} ${textContent} ${document.querySelector(".nugget.cell:focus")?.dataset.uid}`;
}"""


def cited_run() -> Figures:
    """A run of 301 answers with citations from its file into the database (target: under 1 s; limit: json.loads, and executemany of as many rows)."""
    with tempfile.TemporaryDirectory() as name:
        file = _prepared(Path(name), LONG_RUN, 1)[0]
        taken, said = timed(lambda: run("submit_run", SLUG, str(file), "--team", "t1"))
        reading, _ = timed(lambda: [json.loads(line) for line in file.read_bytes().splitlines()])
    rows = Response.objects.count()
    limit = reading.cpu + written_at_once(Response, rows)
    return {**_beside(taken.wall, taken.cpu, limit), "responses": rows, "said": said.splitlines()[0]}


def cited_pool() -> Figures:
    """45 runs × 56 topics pooled for all three tasks (target: under 20 s; limit: executemany of as many items)."""
    with tempfile.TemporaryDirectory() as name:
        _submitted(Path(name))
    taken, said = timed(lambda: run("pool", SLUG))
    items = PoolItem.objects.count()
    limit = written_at_once(PoolItem, items)
    return {
        **_beside(taken.wall, taken.cpu, limit),
        "items": items,
        "peak_mb": peak_megabytes(),
        "said": said,
    }


def cited_score() -> Figures:
    """The same judged whole and scored (target: under 2 s after reading; limit: v_strict and wp alone, in floats, by plain Python)."""
    with tempfile.TemporaryDirectory() as name:
        _judged(Path(name))
    campaign = Run.objects.select_related("campaign")[0].campaign
    reading, evaluation = timed(lambda: load_evaluation(campaign))
    scoring, report = timed(lambda: Scorer(evaluation).score())
    plain, values = timed(lambda: _plainly(evaluation))
    storing, _ = timed(lambda: score_by_rules(campaign=campaign, rules=("adjudicated",), by=None))
    _refuse_other(report, values)
    return {
        **_beside(scoring.wall, scoring.cpu, plain.cpu),
        "labels": len(evaluation.matches),
        "judgments": len(evaluation.judgments),
        "seconds_reading": reading.wall,
        "cpu_seconds_reading": reading.cpu,
        "seconds_read_score_and_store": storing.wall,
    }


def cited_grid() -> Figures:
    """45 answers × 20 nuggets on the assessor's page (targets: ready under 500 ms; from a key to the next cell within a frame of 17 ms)."""
    assignment = _grid()
    address = f"/judge/{assignment.pk}/"
    with in_browser(assignment) as page:
        empty = median(ready_ms(page, "/healthz") for _ in range(REPEATS))
        ready = median(ready_ms(page, address) for _ in range(REPEATS))
        took = _keys(page)
    return {
        **on_server(assignment, address),
        "ready_ms": ready,
        "ready_times_an_empty_page": ready / empty,
        "key_ms": median(took),
        "key_ms_p95": sorted(took)[int(0.95 * len(took))],
    }


def _beside(wall: float, cpu: float, limit: float) -> dict[str, Any]:
    return {
        "seconds": wall,
        "cpu_seconds": cpu,
        "limit_cpu_seconds": limit,
        "times_the_limit": cpu / limit,
    }


# files


def _prepared(folder: Path, topics: int, runs: int) -> list[Path]:
    """A campaign of so many topics, and the files of the runs."""
    ids = (_segment(topic, n) for topic in range(topics) for n in range(SEGMENTS))
    (folder / "ids.txt").write_text("".join(f"{one}\n" for one in ids))
    run("import_collection", "--ids-only", str(folder / "ids.txt"), "--slug", "segments")
    run("create_campaign", SLUG, "--track", "rag", "--collection", "segments", "--set", "judges=1")
    (folder / "topics.tsv").write_text("".join(f"t{n}\twhat became of lamp {n}\n" for n in range(topics)))
    run("import_questions", SLUG, str(folder / "topics.tsv"))
    return [_run_file(folder, number, topics) for number in range(runs)]


def _run_file(folder: Path, number: int, topics: int) -> Path:
    path = folder / f"run{number}.jsonl"
    answers = (_answer(path.stem, number, topic) for topic in range(topics))
    path.write_text("".join(json.dumps(one) + "\n" for one in answers))
    return path


def _answer(name: str, number: int, topic: int) -> dict[str, Any]:
    """An answer in the layout of 2024: up to three citations a sentence, none in every tenth."""
    places = [(number * SENTENCES + place) for place in range(SENTENCES)]
    cited = [[n % 20, (n + 7) % 20, (n + 13) % 20][: 1 + n % 3] if n % 10 else [] for n in places]
    texts = [f"Run {number} says of lamp {topic} that {'it was lit at dusk, ' * 6}{n} times." for n in places]
    return {
        "run_id": name,
        "topic_id": f"t{topic}",
        "topic": f"what became of lamp {topic}",
        "references": [_segment(topic, (number + place) % SEGMENTS) for place in range(20)],
        "response_length": sum(len(text.split()) for text in texts),
        "answer": [{"text": text, "citations": of_it} for text, of_it in zip(texts, cited, strict=True)],
    }


def _segment(topic: int, number: int) -> str:
    return f"lamps_v2.1_doc_{topic:02}_{number // 4}#{number}_{number * 137}"


def _submitted(folder: Path) -> None:
    for number, file in enumerate(_prepared(folder, TOPICS, RUNS)):
        run("submit_run", SLUG, str(file), "--team", f"team{number // 2}")


def _judged(folder: Path) -> None:
    """Everything judged by one person, by files."""
    _submitted(folder)
    run("open_campaign", SLUG)
    run("close_campaign", SLUG)
    run("pool", SLUG)
    run("assign", SLUG, "--assessors", "ann")
    nuggets = (
        [f"t{n}", f"nugget {k} of lamp {n}", _vote(k)] for n in range(TOPICS) for k in range(NUGGETS_EACH)
    )
    known = _written(folder / "known.csv", ["qid", "text", "vote"], nuggets)
    run("import_development", SLUG, known, "--format", "nuggets")
    run("import_judgments", SLUG, _written(folder / "judged.csv", _JUDGED, _judgments()))
    run("import_matches", SLUG, _written(folder / "matches.csv", _MATCHED, _matches()))
    run("finish_judged", SLUG, "--nothing-found")


_MATCHED = ["qid", "docid", "passage", "answer", "nugget", "assessor", "label"]


def _vote(number: int) -> str:
    return "vital" if number % 3 else "okay"


def _pooled(*types: str) -> Iterator[tuple[int, Sequence[str]]]:
    rows = PoolItem.objects.filter(question__type__in=types).order_by("pk")
    return enumerate(rows.values_list("question__qid", "docid", "passage", "answer"))


def _judgments() -> Iterator[Sequence[str]]:
    for n, item in _pooled(RELEVANCE):
        yield [*item, "ann", str(n % 4), "", "", "2026-11-02T10:00:00Z"]
    for n, item in _pooled(SUPPORT):
        yield [*item, "ann", GRADES[n % 3], "", "", "2026-11-02T10:00:00Z"]


def _matches() -> Iterator[Sequence[str]]:
    for n, item in _pooled(NUGGETS):
        for nugget in range(1, NUGGETS_EACH + 1):
            yield [*item, str(nugget), "ann", LABELS[(n * 5 + nugget) % 4]]


def _written(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    with path.open("w", newline="", encoding="utf-8") as target:
        csv.writer(target).writerows([head, *rows])
    return str(path)


# the limit of scoring


def _plainly(evaluation: Evaluation) -> dict[str, tuple[float, float]]:
    """Each run's means of v_strict and wp, of a campaign in which everything is judged once."""
    vital = defaultdict[str, list[str]](list)
    for one in evaluation.nugget_votes:
        if one.vote == "vital":
            vital[one.qid].append(one.nugget)
    held = {(one.item, one.nugget) for one in evaluation.matches if one.label == "support"}
    worth = {one.item: _WORTH.get(one.grade, 0.0) for one in evaluation.judgments}
    return {name: _of_run(responses, vital, held, worth) for name, responses in evaluation.responses.items()}


def _of_run(
    responses: Iterable[Answer],
    vital: Mapping[str, Sequence[str]],
    held: Collection[tuple[Item | None, str]],
    worth: Mapping[Item, float],
) -> tuple[float, float]:
    strict, support = list[float](), defaultdict[str, list[float]](list)
    for one in responses:
        if one.qid in vital:
            strict.append(sum((one.item, name) in held for name in vital[one.qid]) / len(vital[one.qid]))
        elif one.item and one.rank == 1 and one.qid.endswith(ENDINGS[SUPPORT]):
            support[one.qid].append(worth[one.item])
    return mean(strict), mean(map(mean, support.values()))


def _refuse_other(report: ScoreReport, values: Mapping[str, tuple[float, float]]) -> None:
    """End the case where the limit measured something else."""
    for name, (strict, support) in values.items():
        found = report.runs[name].measures
        if not (isclose(found["v_strict"] or 0, strict) and isclose(found["wp"] or 0, support)):
            raise SystemExit(f"{name}: {found} is not v_strict {strict}, wp {support}")


# the page


def _grid() -> Assignment:
    """Whole answers and nuggets of one topic, in the hands of who wrote these."""
    settings.ALLOWED_HOSTS.extend(["testserver", "127.0.0.1"])
    (question,) = make_questions(make_campaign(SLUG, "rag"), "t0", type=NUGGETS)
    texts = ("\n".join(one["text"] for one in _answer("", n, 0)["answer"]) for n in range(GRID_ANSWERS))
    make_items(question, *(("", text) for text in texts))
    ada = make_account("ada")
    assignment = make_assignment(question, ada)
    Assignment.objects.filter(pk=assignment.pk).update(primary=True)
    for number in range(GRID_NUGGETS):
        write_nugget(
            by=ada,
            assignment_id=assignment.pk,
            client_id=uuid4(),
            uid=uuid4(),
            text=f"was lit {number} times",
            vote="vital",
        )
    return assignment


def _keys(page: Page) -> list[float]:
    """Milliseconds from each key to the next cell, painted."""
    page.evaluate(_WATCH)
    for number in range(WARM + KEYS):
        before = page.evaluate(_CELL)
        page.keyboard.press("Enter" if number % (GRID_NUGGETS + 1) == GRID_NUGGETS else str(number % 3 + 1))
        page.wait_for_function(f"(before) => ({_CELL})() !== before && window.took.length", arg=before)
        page.wait_for_timeout(PAUSE)
    took: list[float] = page.evaluate("window.took")
    return took[WARM:]
