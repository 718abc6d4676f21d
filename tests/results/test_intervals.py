"""Intervals of 95 % where people meet them: the same on the leaderboard, the run's page and in the study, or a reason."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.studies.models import Study
from assessment.studies.selectors.access import parts_of
from scoring.records import Evaluation
from tests.client import Client
from tests.factory import make_member
from tests.results.test_breakdown import words
from tests.scoring.bundles import write_bundle
from tests.scoring.campaigns import trec8
from tests.scoring.studies.test_estimates_of_c1 import paragraphs

pytestmark = pytest.mark.django_db

ONE_ANSWER = {"ranks": "1", "nil": "true", "scale": "four-way", "lengths": "none"}


def in_order(questions: int, measures: str = "cws,accuracy") -> tuple[Evaluation, dict[str, bytes]]:
    """One answer to each question, the surest first: two runs that are right everywhere, in other orders, one that is right in
    the first half of its file, and one that is nowhere."""
    qids = [f"{number:03}" for number in range(questions)]
    orders = {"first": qids, "turned": qids[::-1], "half": qids, "none": qids}
    right = {"first": qids, "turned": qids, "half": qids[: questions // 2], "none": []}
    runs = {run: {qid: ["r" if qid in right[run] else "w"] for qid in order} for run, order in orders.items()}
    votes = {(qid, "r"): {"ann": "correct"} for qid in qids} | {
        (qid, "w"): {"ann": "incorrect"} for qid in qids
    }
    made = trec8(votes, runs, settings={**ONE_ANSWER, "measures": measures})
    lines = {
        run: "".join(
            f"{one.qid} Q0 {one.docid} 1 {1000 - place} {run} {one.answer}\n"
            for place, one in enumerate(given)
        ).encode()
        for run, given in made.responses.items()
    }
    return made, lines


def silent() -> tuple[Evaluation, dict[str, bytes]]:
    """Paragraphs, of which runs leave some questions unanswered."""
    made = of_one_pair(paragraphs())
    files = {}
    for run, given in made.responses.items():
        answers = (
            f'<a q_id="{one.qid}" run_id="{run}" answered="{"NO" if one.noa else "YES"}">'
            f'<passage_string p_id="{one.passage}" docid="{one.docid}">Text</passage_string></a>\n'
            for one in given
        )
        files[run] = f"<output>\n<task_PS>\n{''.join(answers)}</task_PS>\n</output>\n".encode()
    return made, files


def of_one_pair(made: Evaluation) -> Evaluation:
    """The same with ids as they are where all questions are of one pair of languages, and judged by people alone."""
    own = {
        run: tuple(one._replace(qid=one.qid[:4], docid=f"{one.docid}.xml") for one in given)
        for run, given in made.responses.items()
    }
    judgments = tuple(
        one._replace(item=one.item._replace(qid=one.item.qid[:4], docid=f"{one.item.docid}.xml"))
        for one in made.judgments
        if one.kind == "human"
    )
    questions = tuple(one._replace(qid=one.qid[:4]) for one in made.topics.questions)
    return made._replace(
        topics=made.topics._replace(questions=questions),
        responses=own,
        judgments=judgments,
        pool=tuple(sorted(one.item for one in judgments)),
    )


def imported(folder: Path, made: tuple[Evaluation, dict[str, bytes]]) -> Campaign:
    """The campaign of a bundle, scored and studied by the commands."""
    write_bundle(folder, *made)
    call_command("import_bundle", folder)
    campaign = Campaign.objects.get()
    call_command("score", campaign.slug)
    call_command("study", campaign.slug, samples=10, resamples=100, trials=2)
    return campaign


def board_of(client: Client, campaign: Campaign) -> dict[str, dict[str, str]]:
    """The leaderboard as a table, by run."""
    text = client.get(f"/campaigns/{campaign.slug}/results/1/leaderboard.csv").content.decode()
    return {row["run_id"]: row for row in csv.DictReader(io.StringIO(text))}


def significance() -> dict[str, Any]:
    found: dict[str, Any] = parts_of(Study.objects.get())["0.significance"]
    return found


def test_silence_has_one_interval_everywhere(tmp_path: Path, client: Client) -> None:
    campaign = imported(tmp_path, silent())
    client.force_login(make_member(campaign, "olga", "organizer"))
    rows = board_of(client, campaign)
    assert len(significance()["runs"]) == len(rows) == 3
    for one in significance()["runs"]:
        row = rows[one["run"]]
        ends = float(row["interval_low"]), float(row["interval_high"])
        assert ends == pytest.approx((one["low"], one["high"]), abs=1e-9)
        page = words(client, f"/campaigns/{campaign.slug}/results/1/runs/{one['run']}/")
        assert f"95 % interval over questions {ends[0]:.3f}"[:-1].replace(" 0.", " .") in page
    low, high = (float(rows["tern101PSenen"][f"interval_{end}"]) for end in ("low", "high"))
    assert high - low > 0.14  # .117 if each silence were nR / n, seen by itself


def test_cws_is_worked_out_in_order(tmp_path: Path, client: Client) -> None:
    campaign = imported(tmp_path, in_order(100))
    client.force_login(make_member(campaign, "olga", "organizer"))
    rows, study = board_of(client, campaign), significance()
    for one in study["runs"]:
        row = rows[one["run"]]
        assert 0 <= one["low"] <= one["score"] <= one["high"] <= 1
        assert float(row["interval_low"]) == pytest.approx(one["low"], abs=1e-9)
        assert float(row["interval_high"]) == pytest.approx(one["high"], abs=1e-9)
    by_runs = {(pair["a"], pair["b"]): pair for pair in study["pairs"]}
    assert by_runs["first", "turned"]["low"] is None  # both are right everywhere
    assert by_runs["first", "half"]["high"] <= 1
    assert "1.000 – 1.000" not in words(client, f"/campaigns/{campaign.slug}/results/")


def test_too_few_questions_are_told_beside_the_score(
    tmp_path: Path, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = imported(tmp_path, in_order(9, "accuracy"))
    few = "Over fewer than 10 questions no interval is given: it would be too short."
    assert few in capsys.readouterr().out
    client.force_login(make_member(campaign, "olga", "organizer"))
    assert {row["interval_low"] for row in board_of(client, campaign).values()} == {""}
    start = f"/campaigns/{campaign.slug}"
    for address in ("results/", "results/1/runs/half/", "studies/1/significance/", "studies/1/report.html"):
        assert few in words(client, f"{start}/{address}"), address


def test_cws_needs_more_questions(tmp_path: Path, client: Client) -> None:
    campaign = imported(tmp_path, in_order(99))
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = words(client, f"/campaigns/{campaign.slug}/results/")
    assert "Over fewer than 100 questions no interval is given" in page
