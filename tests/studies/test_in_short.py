"""What a study says in short: of runs that are equal, of the ranking by which it quotes tau, and of nothing at all."""

import html
import re
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.results.services.bundle_import import import_folder
from assessment.studies.selectors.access import parts_of
from tests.client import Client
from tests.factory import make_member
from tests.scoring.bundles import write_bundle
from tests.scoring.campaigns import Votes, trec8
from tests.studies.scene import address, golden, large, made, newest, run_files

pytestmark = pytest.mark.django_db


def read(campaign: Campaign, rest: str) -> str:
    """The words of a page of the newest study."""
    client = Client()
    client.force_login(
        Account.objects.filter(username="olga").first() or make_member(campaign, "olga", "organizer")
    )
    content = client.get(address(campaign, rest)).content.decode()
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", content)))


def small(folder: Path, given: dict[str, str]) -> Campaign:
    """Runs that are right (r) or wrong (w) in twelve questions."""
    qids = [f"{number:02}" for number in range(12)]
    runs = {run: {qid: [answers[place]] for place, qid in enumerate(qids)} for run, answers in given.items()}
    votes: Votes = {
        (qid, text): {"ann": "yes" if text == "r" else "no"} for qid in qids for text in ("r", "w")
    }
    evaluation = trec8(votes, runs)
    write_bundle(folder, evaluation, run_files(evaluation))
    return import_folder(folder=folder, slug="", by=None).campaign


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"a": "rw" * 6, "b": "rw" * 6, "c": "rw" * 6}, "All 3 runs have the same score."),
        (
            {"a": "rw" * 6, "b": "wr" * 6, "c": "rw" * 5 + "ww"},
            "The best runs, a, b, have the same score and cannot be told apart from 1 other.",
        ),
        (
            {"a": "r" * 12, "b": "r" * 12, "c": "w" * 12},
            "The best runs, a, b, have the same score and differ significantly from all others.",
        ),
        ({"a": "rr" * 6, "b": "rr" * 5 + "rw"}, "The best run, a, cannot be told apart from 1 other."),
    ],
)
def test_runs_that_are_equal(tmp_path: Path, given: dict[str, str], said: str) -> None:
    campaign = small(tmp_path, given)
    made(campaign)
    page = read(campaign, "1/")
    assert said in page
    assert page.count("told apart") + page.count("differ significantly from") <= 1


def test_equal_runs_share_a_rank_in_the_report_and_tau_b_is_quoted(tmp_path: Path) -> None:
    campaign = large(tmp_path)
    made(campaign)
    report = read(campaign, "1/report.html")
    ranks = re.findall(r" (\d) (dusk1|dusk2|fern1) ", report.partition("Rank Run Team")[2])
    assert ranks[:3] == [("1", "dusk1"), ("1", "dusk2"), ("3", "fern1")]
    found = parts_of(newest(campaign))["0.one_judge"]["correlations"]["within"]
    assert found["tau_b"]["mean"] != found["tau"]["mean"]  # dusk1 and dusk2 are always tied
    quoted = f"{found['tau_b']['mean']:.3f}".strip("0")
    assert f"at a mean Kendall’s tau-b of {quoted} (lowest" in read(campaign, "1/")


def test_a_rule_is_not_held_against_itself(tmp_path: Path) -> None:
    campaign = large(tmp_path)
    made(campaign, rule="union")
    report = read(campaign, "1/report.html")
    assert "Union with intersection" in report
    assert "Union with union" not in report
    page = read(campaign, "1/assessors/")
    table = page.partition("Mean tau-ap")[2]
    assert "intersection" in table.lower()
    assert "union Union" not in table


def test_a_study_of_nothing_says_why(tmp_path: Path) -> None:
    campaign = golden("trec8_small")
    runs = tuple(campaign.runs.values_list("run_id", flat=True))
    done = made(campaign, exclude=runs)
    assert done.sentence.endswith("Nothing was studied. All runs are left out.")
    assert "Nothing was studied All runs are left out." in read(campaign, "1/")
    assert "All runs are left out." in read(campaign, "1/report.html")
