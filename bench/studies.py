"""Studies at the size of the published ones: TREC-8 (41 runs, 198 questions, 3 assessors) and TREC 2004 (64 runs, 64 series)."""

import random
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from assessment.campaigns.models import Campaign
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.scores import score
from assessment.studies.models import Study
from assessment.studies.selectors.pages import pages_of
from assessment.studies.services.studies import make_study
from bench.site import Figures, got, peak_megabytes, timed
from scoring.evaluate import Scorer
from scoring.evaluate.units import UnitTable
from scoring.measures.base import MEAN
from scoring.records import Evaluation
from scoring.studies.comparison import what_if
from scoring.studies.corrections import tukey_hsd
from scoring.studies.leave_one_out import By, leave_one_out
from scoring.studies.one_judge import one_judge
from scoring.studies.options import Options
from scoring.studies.panel import panels
from scoring.studies.randomization import paired_tests
from scoring.studies.reliability import reliability
from scoring.studies.significance import significance
from scoring.studies.split_half import error_rates
from scoring.studies.what_if import parse
from tests.factory import make_account
from tests.scoring.bundles import write_bundle
from tests.scoring.campaigns import trec8

JUDGES = ("ann", "bo", "cy")
QUESTIONS, RUNS, STRINGS, GIVEN = 198, 41, 40, 5
SERIES, RUNS_OF_SERIES = 64, 64
MANY = 1_000_000  # one-judge qrels
REPEATS = 9


def campaign_of_ranked_runs(questions: int = QUESTIONS, runs_given: int = RUNS) -> Evaluation:
    """198 questions with pools of 40 strings, three judges who differ on 6 % of them, and 41 runs of two to a team."""
    draw = random.Random(8)
    votes, decisions, worth = {}, {}, {}
    for number in range(1, questions + 1):
        for string in range(STRINGS):
            place = (str(number), f"answer {string} of {number}")
            worth[place] = is_right = draw.random() < 0.12
            votes[place] = dict.fromkeys(JUDGES, "yes" if is_right else "no")
            if draw.random() < 0.06:
                votes[place][draw.choice(JUDGES)] = "no" if is_right else "yes"
                decisions[place] = "yes" if is_right else "no"
    runs = {f"run{number:02d}": _answers(draw, worth, number / runs_given) for number in range(runs_given)}
    made = trec8(votes, runs, decisions, settings={"judges": "3"})
    teams = tuple(run._replace(team=f"team{place // 2:02d}") for place, run in enumerate(made.runs))
    return made._replace(campaign="studied", title="Studied", runs=teams)


def _answers(draw: random.Random, worth: dict[tuple[str, str], bool], skill: float) -> dict[str, list[str]]:
    """Five strings of each question; a skilled run has right ones more often, and higher."""
    by_question: dict[str, list[tuple[float, str]]] = {}
    for (qid, string), is_right in worth.items():
        luck = draw.random() * (1 + 1.5 * skill * is_right)
        by_question.setdefault(qid, []).append((luck, string))
    return {qid: [name for _, name in sorted(found)[: -GIVEN - 1 : -1]] for qid, found in by_question.items()}


def table_of_series() -> UnitTable:
    """64 runs with weighted means over 64 series, of denominators so different that floats cannot hold their sums."""
    draw = random.Random(2004)
    runs = tuple(f"run{number:02d}" for number in range(RUNS_OF_SERIES))
    parts = tuple(
        tuple((_of_series(draw, place / RUNS_OF_SERIES),) for _ in range(SERIES))
        for place in range(len(runs))
    )
    names = tuple(str(number) for number in range(1, SERIES + 1))
    teams = tuple(f"team{place // 2:02d}" for place in range(len(runs)))
    return UnitTable("", "score", "series", runs, teams, names, parts, MEAN)


def _of_series(draw: random.Random, skill: float) -> Fraction:
    right = sum(draw.random() < 0.1 + 0.6 * skill for _ in range(4))
    given, known = draw.randint(1, 12), draw.randint(3, 17)
    distinct = draw.randint(0, min(given, known))
    listed = Fraction(2 * distinct, given + known)
    other = Fraction(draw.randint(0, 400), draw.randint(400, 900))
    return Fraction(right, 8) + listed / 4 + other / 4


def one_judge_study() -> Figures:
    """100,003 and 1,000,000 one-judge qrels of 41 runs, 198 questions and 3 judges (targets: 3 s and 500 MB; 30 s)."""
    scorer = Scorer(campaign_of_ranked_runs())
    making, (panel,) = timed(lambda: panels(scorer))
    before = peak_megabytes()
    usual, _ = timed(lambda: one_judge(panel).as_json())
    peak = peak_megabytes()
    large, _ = timed(lambda: one_judge(panel, samples=MANY).as_json())
    return {
        "panel_seconds": making.wall,
        "seconds": usual.wall,
        "cpu_seconds": usual.cpu,
        "million_seconds": large.wall,
        "million_cpu_seconds": large.cpu,
        "peak_mb_before": before,
        "peak_mb": peak,
        "peak_mb_million": peak_megabytes(),
    }


def error_rates_study() -> Figures:
    """Error rates of 64 runs over 64 series, 50 trials of 28 sizes (target: 3 s); and the whole study, by every binning."""
    table, before = table_of_series(), peak_megabytes()
    alone, found = timed(lambda: error_rates(table))
    whole, _ = timed(lambda: reliability(table).as_json())
    return {
        "sizes": len(found.sizes),
        "seconds": alone.wall,
        "cpu_seconds": alone.cpu,
        "whole_seconds": whole.wall,
        "whole_cpu_seconds": whole.cpu,
        "peak_mb_before": before,
        "peak_mb": peak_megabytes(),
    }


def randomization_study() -> Figures:
    """2,016 pairs of runs tested by 10,000 random swaps each (target: 5 s); then Tukey's, and all of significance."""
    table, before = table_of_series(), peak_megabytes()
    pairs, tests = timed(lambda: paired_tests(table))
    tukey, _ = timed(lambda: tukey_hsd(table))
    whole, _ = timed(lambda: significance(table).as_json())
    return {
        "pairs": len(tests),
        "seconds": pairs.wall,
        "cpu_seconds": pairs.cpu,
        "tukey_seconds": tukey.wall,
        "whole_seconds": whole.wall,
        "whole_cpu_seconds": whole.cpu,
        "peak_mb_before": before,
        "peak_mb": peak_megabytes(),
    }


def left_out_study() -> Figures:
    """Each of 21 teams, then of 41 runs, left out of the pools; and one question of what if."""
    scorer, before = Scorer(campaign_of_ranked_runs()), peak_megabytes()
    seconds = {by: timed(lambda by=by: leave_one_out(scorer, by=by).as_json())[0] for by in _each()}  # type: ignore[misc]  # the way of this turn
    asked, _ = timed(lambda: what_if(scorer, [parse("rule:union")]).as_json())
    return {
        **{f"{by}_seconds": time.wall for by, time in seconds.items()},
        **{f"{by}_cpu_seconds": time.cpu for by, time in seconds.items()},
        "what_if_seconds": asked.wall,
        "peak_mb_before": before,
        "peak_mb": peak_megabytes(),
    }


def _each() -> tuple[By, By]:
    return ("team", "run")


def study_pages() -> Figures:
    """A whole study made and stored; then its pages out of what is stored (targets: 150 ms, 15 statements)."""
    campaign = _scored_campaign()
    before = peak_megabytes()
    making, made = timed(lambda: make_study(campaign=campaign, options=Options(), by=None))
    peak = peak_megabytes()
    client = admin()
    measured = {name: _page(client, address) for name, address in _addresses(made.study).items()}
    return {
        "study_seconds": making.wall,
        "study_cpu_seconds": making.cpu,
        "peak_mb_before": before,
        "peak_mb": peak,
        **{f"{name}_ms": ms for name, (ms, _, _) in measured.items()},
        **{f"{name}_cpu_ms": ms for name, (_, ms, _) in measured.items()},
        "statements_at_most": max(count for _, _, count in measured.values()),
    }


def stored_campaign(evaluation: Evaluation) -> Campaign:
    """The campaign on the site, brought in as a bundle."""
    with tempfile.TemporaryDirectory() as name:
        write_bundle(Path(name), evaluation, _files(evaluation))
        return import_folder(folder=Path(name), slug="", by=None).campaign


def _scored_campaign() -> Campaign:
    """The campaign with three versions of its scores."""
    campaign = stored_campaign(campaign_of_ranked_runs())
    for rule in ("adjudicated", "union", "random:3"):
        score(campaign=campaign, rule=rule, by=None)
    return campaign


def _files(evaluation: Evaluation) -> dict[str, bytes]:
    return {
        run_id: "".join(
            f"{one.qid} Q0 {one.docid} {one.rank} {1 - one.rank / 10:g} {run_id} {one.answer}\n"
            for one in given
        ).encode()
        for run_id, given in evaluation.responses.items()
    }


def admin() -> Client:
    """Somebody who may see all."""
    settings.ALLOWED_HOSTS.append("testserver")
    client = Client()
    client.force_login(make_account("root", site_admin=True))
    return client


def _addresses(study: Study) -> dict[str, str]:
    """Every page by its name, the comparison of two versions, and the whole study as a file."""
    slug, version = study.campaign.slug, study.version
    pages = {name: reverse("studies:page", args=[slug, version, name]) for name, _ in pages_of(study)}
    return {
        "list": reverse("studies:list", args=[slug]),
        "overview": reverse("studies:study", args=[slug, version]),
        **pages,
        "compare": reverse("studies:compare", args=[slug]),
        "json": reverse("studies:json", args=[slug, version]),
    }


def _page(client: Client, address: str) -> tuple[float, float, int]:
    """Milliseconds on the clock and of the processor, the median of some; and statements."""
    times = [timed(_visit(client, address))[0] for _ in range(REPEATS)]
    with CaptureQueriesContext(connection) as queries:
        got(client.get(address))
    statements = sum(
        query["sql"].startswith(("SELECT", "UPDATE", "INSERT")) for query in queries.captured_queries
    )
    return 1000 * median(time.wall for time in times), 1000 * median(time.cpu for time in times), statements


def _visit(client: Client, address: str) -> Callable[[], Any]:
    return lambda: got(client.get(address))
