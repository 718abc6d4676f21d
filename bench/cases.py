"""What is measured. Each case works on an empty site and returns its figures."""

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.people.services import accounts as people
from assessment.results.selectors.evaluation import load_evaluation
from assessment.results.services.scores import score_by_rules
from bench.at_once import at_once
from bench.beside import measured
from bench.cited import cited_grid, cited_pool, cited_run, cited_score
from bench.data import made_up_answers, write_judgments, write_topics
from bench.full_site import pages_full, score_full
from bench.hostile import hostile
from bench.importing import import_alone, import_bundle, import_many, importing
from bench.index import indexing
from bench.judging_pages import class_board, nugget_page
from bench.keys_in_browser import keys_in_browser
from bench.marks import marks
from bench.moving import handing_over, taking_out
from bench.numbered import paragraphs
from bench.pages_of_nq import spans
from bench.programs import api_judgments
from bench.reports import version_files
from bench.searching import search, search_full
from bench.site import Figures, got, peak_megabytes, settled_address, timed
from bench.starting import idle, starting
from bench.stored import at_once_full
from bench.studies import (
    error_rates_study,
    left_out_study,
    one_judge_study,
    randomization_study,
    study_pages,
)
from bench.thinking import thinking
from bench.webpages import copying, serving
from bench.wide import lists, wide
from scoring.evaluate import Scorer, ScoreReport
from scoring.records import Evaluation
from tests.real.generate import write_runs

SLUG = "bench"
RULES = ("adjudicated", "majority", "union", "intersection")
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def command(name: str, *arguments: str) -> str:
    """Run a management command and return its line."""
    said = io.StringIO()
    call_command(name, *arguments, stdout=said)
    return said.getvalue().strip()


def _campaign(folder: Path, questions: int, *options: str) -> dict[str, list[str]]:
    answers = made_up_answers(questions)
    command("create_campaign", SLUG, "--track", "trec8", *options)
    command("import_questions", SLUG, str(write_topics(folder / "questions.txt", answers)))
    return answers


def _submit_and_pool(files: list[Path]) -> str:
    for file in files:
        command("submit_run", SLUG, str(file), "--team", file.stem[:6], "--length", "50")
    return command("pool", SLUG)


def _pooled(questions: int, runs: int) -> Figures:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = _campaign(folder, questions)
        files = write_runs(folder / "runs", answers, runs=runs)
        time, said = timed(lambda: _submit_and_pool(files))
    return {"seconds": time.wall, "cpu_seconds": time.cpu, "peak_mb": peak_megabytes(), "said": said}


def pool_trec8() -> Figures:
    """45 runs × 200 questions × 5 answers, from files to a ready pool (target: under 10 s)."""
    return _pooled(200, 45)


def pool_million() -> Figures:
    """1,000,000 responses: 200 runs × 1,000 questions × 5 (target: under 120 s and 1 GB)."""
    return _pooled(1000, 200)


def pool_half_million() -> Figures:
    """500,000 responses: the ratio to the million says whether cost grows linearly."""
    return _pooled(1000, 100)


def _judged(folder: Path, runs: int, questions: int, assessors: tuple[str, ...]) -> None:
    answers = _campaign(folder, questions)
    _submit_and_pool(write_runs(folder / "runs", answers, runs=runs))
    file = write_judgments(folder / "judgments.csv", Campaign.visible.get(slug=SLUG), answers, assessors)
    command("import_judgments", SLUG, str(file), "--new")
    decisions = folder / "decisions.csv"
    if decisions.exists():
        command("adjudicate", SLUG, str(decisions))


def score_trec8() -> Figures:
    """45 runs × 200 questions, three assessors, four rules (target: under 1 s); reading from the database apart (limit: fetchall and numpy, for one rule)."""
    with tempfile.TemporaryDirectory() as name:
        _judged(Path(name), 45, 200, ("a1", "a2", "a3"))
    campaign = Campaign.visible.get(slug=SLUG)
    reading, evaluation = timed(lambda: load_evaluation(campaign))
    scoring, _ = timed(lambda: _score(evaluation))
    whole, _ = timed(lambda: score_by_rules(campaign=campaign, rules=RULES, by=None))
    limit, _ = timed(_majority_by_numpy)
    return {
        "cpu_seconds_reading": reading.cpu,
        "limit_cpu_seconds": limit.cpu,
        "times_the_limit": whole.cpu / limit.cpu,
        "judgments": len(evaluation.judgments),
        "seconds": scoring.wall,
        "cpu_seconds": scoring.cpu,
        "seconds_reading": reading.wall,
        "seconds_read_score_and_store": whole.wall,
        "cpu_seconds_read_score_and_store": whole.cpu,
    }


def _majority_by_numpy() -> Any:
    """Each run's sum of reciprocal ranks by the majority, of rows that are fetched at once, on SQLite."""
    with connection.cursor() as cursor:
        judged = cursor.execute("SELECT item_id, grade = 'yes' FROM judging_judgment").fetchall()
        pool = cursor.execute("SELECT id, question_id, key FROM submissions_poolitem ORDER BY id").fetchall()
        given = cursor.execute("SELECT run_id, question_id, key, rank FROM submissions_response").fetchall()
    items, yes = numpy.array(judged).T
    _, places = numpy.unique(items, return_inverse=True)
    right = 2 * numpy.bincount(places, yes) > numpy.bincount(places)
    of_item = dict(zip((row[1:] for row in pool), right.tolist(), strict=True))
    values = [of_item.get((question, key), False) / rank for _, question, key, rank in given]
    return numpy.bincount([row[0] for row in given], values)


def undo_import() -> Figures:
    """Undo of an import of 100,000 judgments, step by step (docs/imports.md)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = _campaign(folder, 200)
        _submit_and_pool(write_runs(folder / "runs", answers, runs=45))
        campaign = Campaign.visible.get(slug=SLUG)
        items = campaign.pool_rounds.get().added
        assessors = tuple(f"a{n}" for n in range(1, 2 + 100_000 // items))
        file = write_judgments(folder / "judgments.csv", campaign, answers, assessors)
        importing, said = timed(lambda: command("import_judgments", SLUG, str(file), "--new"))
    before = peak_megabytes()
    number = str(campaign.imports.get(kind="judgments").number)
    undoing, undone = timed(lambda: command("undo_import", SLUG, number, "--reason", "measured"))
    return {
        "import_seconds": importing.wall,
        "seconds": undoing.wall,
        "cpu_seconds": undoing.cpu,
        "peak_mb": peak_megabytes(),
        "peak_mb_before": before,
        "imported": said,
        "said": undone,
    }


def _score(evaluation: Evaluation) -> list[ScoreReport]:
    scorer = Scorer(evaluation)
    return [scorer.score(rule) for rule in RULES]


def files_to_scores() -> Figures:
    """200 runs × 500 questions, from files of topics, runs and judgments to scores (target: under 5 minutes)."""
    with tempfile.TemporaryDirectory() as name:
        preparing, _ = timed(lambda: _judged(Path(name), 200, 500, ("a1", "a2")))
        campaign = Campaign.visible.get(slug=SLUG)
        scoring, _ = timed(lambda: score_by_rules(campaign=campaign, rules=RULES, by=None))
    return {
        "seconds": preparing.wall + scoring.wall,
        "cpu_seconds": preparing.cpu + scoring.cpu,
        "seconds_scoring": scoring.wall,
        "peak_mb": peak_megabytes(),
    }


def export_judgments() -> Figures:
    """Export of 200,000 judgments (target: under 10 s, streamed)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _judged(folder, 45, 400, ("a1", "a2", "a3"))
        before = peak_megabytes()
        time, _ = timed(lambda: command("export", SLUG, str(folder / "bundle")))
        lines = sum(1 for _ in (folder / "bundle" / "judgments.csv").open())
    return {
        "judgments": lines - 1,
        "seconds": time.wall,
        "cpu_seconds": time.cpu,
        "peak_mb": peak_megabytes(),
        "peak_mb_before": before,
    }


def _counted(client: Client, request: Callable[[], Any]) -> tuple[float, float, int, Any]:
    with CaptureQueriesContext(connection) as queries:
        seconds, response = timed(request)
    count = sum(not query["sql"].startswith(TRANSACTION) for query in queries.captured_queries)
    return seconds.wall * 1000, seconds.cpu * 1000, count, response


def _assessor(items: int) -> tuple[Client, Assignment]:
    """One assessor with one question whose pool has about so many items."""
    settings.ALLOWED_HOSTS.append("testserver")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = _campaign(folder, 1, "--set", "judges=1")
        _submit_and_pool(write_runs(folder / "runs", answers, runs=items // 4))
    campaign = Campaign.visible.get(slug=SLUG)
    account = people.create_account(username="ada", password=None, by=None)
    people.ensure_member(campaign=campaign, name="ada", roles=["assessor"], by=None, account=account)
    command("assign", SLUG)
    client = Client()
    client.force_login(account)
    return client, Assignment.objects.get()


def judging_page() -> Figures:
    """The judging page of a pool of 200 items on the server (targets: 12 queries, 80 ms)."""
    return _page_of_answers(200)


def judging_page_long() -> Figures:
    """The same of 3,000 items (targets: 12 queries; a fifth of a millisecond of processor an item, 400 bytes an item)."""
    return _page_of_answers(3000)


def _page_of_answers(number: int) -> Figures:
    client, assignment = _assessor(number)
    address = settled_address(client, f"/judge/{assignment.pk}/")
    measured = [_counted(client, lambda: got(client.get(address))) for _ in range(15)]
    empty = median(_counted(client, lambda: client.get("/healthz"))[1] for _ in range(15))
    items, cpu = assignment.question.pool.items, median(m[1] for m in measured)
    return {
        "items": items,
        "kilobytes": len(measured[-1][3].content) // 1000,
        "bytes_an_item": len(measured[-1][3].content) / items,
        "ms": median(m[0] for m in measured),
        "cpu_ms": cpu,
        "cpu_ms_an_item": cpu / items,
        "times_an_empty_page": cpu / empty,
        "queries": measured[-1][2],
    }


def saving() -> Figures:
    """Saving a judgment and getting the next item (targets: one request, 8 queries, 15 ms on SQLite)."""
    client, assignment = _assessor(200)
    times, cpu, counts = [], [], []
    for fields in _saves(assignment):
        milliseconds, cpu_ms, count, response = _counted(
            client,
            lambda fields=fields: client.post(  # type: ignore[misc]  # the fields of this turn
                f"/judge/{assignment.pk}/save/", fields, headers={"X-Assize-Fetch": "1"}
            ),
        )
        got(response)
        times.append(milliseconds)
        cpu.append(cpu_ms)
        counts.append(count)
    p95 = sorted(times)[int(0.95 * len(times))]
    return {"ms": median(times), "ms_p95": p95, "cpu_ms": median(cpu), "queries": max(counts)}


def _saves(assignment: Assignment) -> list[dict[str, str]]:
    items = assignment.question.pool_items.order_by("docid", "answer", "pk").values_list("pk", flat=True)
    return [
        {
            "item": str(pk),
            "grade": "yes" if n % 9 == 0 else "no",
            "seen": "0",
            "client_id": f"00000000-0000-4000-8000-{n:012d}",
            "seconds": "4",
        }
        for n, pk in enumerate(items)
    ]


def beside() -> Figures:
    """One assessor saves twenty times a second while imports, pooling, scoring and removals go on (targets: p95 of saves under 1 s, no lock on writing for longer than 200 ms)."""
    client, assignment = _assessor(200)
    return measured(client, assignment, command)


CASES: dict[str, Callable[[], Figures]] = {
    "starting": starting,
    "idle": idle,
    "indexing": indexing,
    "copying": copying,
    "serving": serving,
    "marks": marks,
    "hostile": hostile,
    "pool_trec8": pool_trec8,
    "pool_half_million": pool_half_million,
    "pool_million": pool_million,
    "score_trec8": score_trec8,
    "files_to_scores": files_to_scores,
    "export_judgments": export_judgments,
    "undo_import": undo_import,
    "import_alone": import_alone,
    "import_many": import_many,
    "import_bundle": import_bundle,
    "importing": importing,
    "judging_page": judging_page,
    "judging_page_long": judging_page_long,
    "saving": saving,
    "beside": beside,
    "api_judgments": api_judgments,
    "at_once": at_once,
    "at_once_full": at_once_full,
    "thinking": thinking,
    "pages_full": pages_full,
    "score_full": score_full,
    "keys_in_browser": keys_in_browser,
    "cited_run": cited_run,
    "cited_pool": cited_pool,
    "cited_score": cited_score,
    "cited_grid": cited_grid,
    "nugget_page": nugget_page,
    "class_board": class_board,
    "paragraphs": paragraphs,
    "spans": spans,
    "one_judge_study": one_judge_study,
    "error_rates_study": error_rates_study,
    "randomization_study": randomization_study,
    "left_out_study": left_out_study,
    "study_pages": study_pages,
    "version_files": version_files,
    "wide": wide,
    "lists": lists,
    "taking_out": taking_out,
    "handing_over": handing_over,
    "search": search,
    "search_full": search_full,
}
LONG = frozenset(
    {
        "at_once_full",
        "thinking",
        "pages_full",
        "score_full",
        "files_to_scores",
        "pool_half_million",
        "pool_million",
        "export_judgments",
        "undo_import",
        "importing",
        "import_many",
        "import_bundle",
        "paragraphs",
        "beside",
        "cited_score",
        "one_judge_study",
        "error_rates_study",
        "randomization_study",
        "left_out_study",
        "study_pages",
        "version_files",
        "wide",
        "taking_out",
        "handing_over",
        "search",
        "search_full",
    }
)
