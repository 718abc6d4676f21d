"""A site that holds ten million judgments: how quick every page is, and what scoring them all takes."""

import os
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from assessment.campaigns.models import Campaign
from assessment.judging.models import Judgment
from assessment.results.services.scores import score
from assessment.submissions.models import PoolItem, Response, Run, Team
from bench.site import Figures, peak_megabytes, timed
from bench.stored import fill
from tests.assize.security.house import VISITORS, House, build
from tests.assize.security.test_access_matrix import DOORS
from tests.factory import make_member

FEW, MANY, ACCOUNTS = 10_000, int(os.environ.get("ASSIZE_BENCH_STORED", "10000000")), 1_000
ROUNDS, REPEATS = 5, 3  # a page is opened so often on each database in turn
SLOWER = 1.2
RUNS, GIVEN = 200, 5  # answers of a run to a question
BATCH = 5_000
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


class Opened(NamedTuple):
    """What it takes to open a page."""

    milliseconds: float  # the quickest of some: others wait for other work of the machine
    statements: int


Both = tuple[Opened, Opened]  # on the small site and on the large one


def pages_full() -> Figures:
    """Every page of a small campaign on two sites in turn, one with 10,000 judgments stored, the other with 10,000,000 more and 1,000 accounts (ASSIZE_BENCH_STORED gives another number; targets: the same statements, not slower by more than a fifth)."""
    settings.ALLOWED_HOSTS.append("testserver")
    settings.API_RATE = 0
    with tempfile.TemporaryDirectory() as folder:
        house = build(Path(folder))
        fill("few", FEW)
        few = str(connection.settings_dict["NAME"])
        many = _copied(few)
        _use(many)
        taken, campaign = timed(lambda: fill("many", MANY))
        for number in range(ACCOUNTS):
            make_member(campaign, f"person{number}", "assessor")
        _analyze()
        stored, gigabytes = Judgment.ever.count(), _gigabytes()
        opened = dict(_opened(house, few, many, list(DOORS)))
        # Another program may have been at work just then: those that seem slower are opened again.
        for page, again in _opened(
            house, few, many, [page for page in opened if _ratio(opened[page]) > SLOWER]
        ):
            opened[page] = _quickest([opened[page], again])
        _use(few)
    slower = {page: _ratio(both) for page, both in opened.items()}
    more = [page for page, (before, after) in opened.items() if after.statements > before.statements]
    return {
        "pages": len(opened),
        "stored": stored,
        "fill_s": taken.wall,
        "gb_of_the_database": gigabytes,
        "ms_median_before": median(before.milliseconds for before, _ in opened.values()),
        "ms_median_after": median(after.milliseconds for _, after in opened.values()),
        "ratio_median": median(slower.values()),
        "ratio_worst": max(slower.values()),
        "slower_by_a_fifth": sum(ratio > SLOWER for ratio in slower.values()),
        "worst": "; ".join(
            f"{page} {opened[page][0].milliseconds:.1f} -> {opened[page][1].milliseconds:.1f} ms"
            for page in sorted(slower, key=lambda page: -slower[page])
            if slower[page] > SLOWER
        ),
        "more_statements": "; ".join(more) or "none",
    }


def _copied(name: str) -> str:
    """A copy of this process's database; in what follows, both are there."""
    copy = f"{name}-many"
    connection.close()
    if connection.vendor == "sqlite":
        with sqlite3.connect(name) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        return copy
    _use("postgres")
    with connection.cursor() as cursor:
        names = [connection.ops.quote_name(each) for each in (copy, name)]
        cursor.execute(f"DROP DATABASE IF EXISTS {names[0]}")
        cursor.execute("CREATE DATABASE {} TEMPLATE {}".format(*names))
    return copy


def _use(name: str) -> None:
    """Work on another database from now on."""
    connection.close()
    connection.settings_dict["NAME"] = name


def _ratio(both: Both) -> float:
    before, after = both
    return after.milliseconds / before.milliseconds


def _quickest(rounds: Sequence[Both]) -> Both:
    before, after = (min(opened) for opened in zip(*rounds, strict=True))
    return before, after


def _opened(house: House, few: str, many: str, names: Sequence[str]) -> Iterator[tuple[str, Both]]:
    """Pages of the site as the first visitor who may read them finds them, on both databases in turn."""
    for name in names:
        door = DOORS[name]
        who = next((who for who in VISITORS if who in (door.get or ())), None)
        if who:
            sent = door.sent(house) if door.post is None else {}
            address = reverse(name, kwargs=door.names(house))
            client = house.clients[who]
            opening = partial(_open, client, address, sent)
            yield name, _quickest([(opening(few), opening(many)) for _ in range(ROUNDS)])


def _open(client: Any, address: str, sent: Mapping[str, Any], database: str) -> Opened:
    _use(database)
    _read(client, address, sent)
    with CaptureQueriesContext(connection) as queries:
        _read(client, address, sent)
    statements = sum(not query["sql"].startswith(TRANSACTION) for query in queries.captured_queries)
    times = [timed(lambda: _read(client, address, sent))[0].wall for _ in range(REPEATS)]
    return Opened(min(times) * 1000, statements)


def _read(client: Any, address: str, sent: Mapping[str, Any]) -> None:
    response = client.get(address, sent)
    if response.streaming:
        for _ in response.streaming_content:
            pass
    assert response.status_code < 400, (address, response.status_code)  # else the case measures an error


def score_full() -> Figures:
    """Scores of a campaign of 10,000,000 judgments (ASSIZE_BENCH_STORED gives another number), 200 runs x 500 questions x 5 answers (target: under 4 GB)."""
    taken, campaign = timed(lambda: fill("many", MANY))
    _submitted(campaign)
    _analyze()
    before = peak_megabytes()
    time, scored = timed(lambda: score(campaign=campaign, rule="union", by=None))
    return {
        "judgments": Judgment.ever.count(),
        "fill_s": taken.wall,
        "gb_of_the_database": _gigabytes(),
        "seconds": time.wall,
        "cpu_seconds": time.cpu,
        "peak_mb": peak_megabytes(),
        "peak_mb_before": before,
        "runs": len(scored.report.runs),
    }


def _submitted(campaign: Campaign) -> None:
    """Runs that answer with items of the pools, others each time."""
    team = Team.objects.create(campaign=campaign, name="team")
    asked = list(campaign.questions.in_order())
    runs = Run.objects.bulk_create(
        Run(
            campaign=campaign,
            team=team,
            run_id=f"run{n:03}",
            run_key=f"run{n:03}",
            sha256=f"{zlib.crc32(str(n).encode()):064x}",
            responses_count=len(asked) * GIVEN,
            pooled=True,
        )
        for n in range(RUNS)
    )
    for place, question in enumerate(asked):
        pool = list(PoolItem.objects.filter(question=question).order_by("pk")[: RUNS * GIVEN])
        rows = [
            Response(
                run=run,
                question=question,
                line=place * GIVEN + rank,
                rank=rank,
                docid=item.docid,
                answer=item.answer,
                key=item.key,
            )
            for number, run in enumerate(runs)
            for rank, item in enumerate((pool[number * GIVEN :] + pool)[:GIVEN], 1)
        ]
        Response.objects.bulk_create(rows, batch_size=BATCH)


def _gigabytes() -> float:
    size = {
        "postgresql": "SELECT pg_database_size(current_database())",
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    }
    with connection.cursor() as cursor:
        cursor.execute(size[connection.vendor])
        return int(cursor.fetchone()[0]) / 1e9


def _analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
