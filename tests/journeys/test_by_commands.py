"""Whole campaigns by commands alone, on the demo's files: from an empty site to a release, and again elsewhere."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.conf import settings

from assessment.campaigns.models import Campaign, State
from scoring.stages import LISTING
from tests.commands import outcome, run
from tests.journeys.judging import write_decisions, write_judgments, write_matches, write_votes

pytestmark = pytest.mark.django_db
ROOT = Path(settings.BASE_DIR)


@dataclass(frozen=True)
class Plan:
    """What differs between the campaigns of the demo."""

    folder: str
    track: str
    collection: str
    settings: tuple[str, ...] = ()
    questions: tuple[tuple[str, ...], ...] = ()  # files, each with further arguments
    known: tuple[tuple[str, str], ...] = ()  # files and their formats
    run_options: Callable[[Path], tuple[str, ...]] = field(default=lambda run: ())
    team: Callable[[Path], str] = field(default=lambda run: run.stem.rstrip("0123456789ab"))

    @property
    def place(self) -> Path:
        return ROOT / "demo" / self.folder


PLANS = [
    Plan(
        "coast-facts",
        "trec8",
        "halden-newswire",
        ("judges=3",),
        (("questions.txt",),),
        (("known-answers.txt", "answers"),),
        lambda file: ("--length", "250" if "250" in file.stem else "50"),
    ),
    Plan(
        "comet-series",
        "series2004",
        "halden-newswire",
        ("judges=2",),
        (("questions.xml", "--target-types", "target-types.txt"),),
        (("known-answers.txt", "answers"), ("known-nuggets.txt", "nuggets")),
        lambda file: ("--priority", file.stem[-1]),
    ),
    Plan(
        "tide-opinions",
        "tac2008",
        "harbour-talk",
        ("judges=3",),
        (("questions.txt",),),
        (("known-answers.txt", "answers"), ("known-nuggets.txt", "nuggets")),
        lambda file: ("--priority", file.stem[-1]),
    ),
    Plan(
        "council-answers",
        "respubliqa2010",
        "coast-council",
        ("judges=2",),
        (
            ("topics/en-en.xml",),
            ("topics/de-de.xml",),
            ("topics/fr-en.xml", "--target-types", "types.txt"),
        ),
        (("gold.csv", "gold"),),
        team=lambda file: file.stem[:4],
    ),
]


def prepare(plan: Plan) -> None:
    """From an empty site to a campaign that is open for runs."""
    run("import_collection", str(ROOT / "collections" / plan.collection))
    chosen = [part for pair in plan.settings for part in ("--set", pair)]
    named = ("--track", plan.track, "--title", "A campaign", "--collection", plan.collection)
    run("create_campaign", "mine", *named, *chosen)
    run("guidelines", "mine", str(plan.place / "guidelines.txt"))
    for file, *more in plan.questions:
        options = [part if part.startswith("--") else str(plan.place / part) for part in more]
        run("import_questions", "mine", str(plan.place / file), *options)
    run("import_training", "mine", str(plan.place / "training.csv"))
    for file, form in plan.known:
        run("import_development", "mine", str(plan.place / file), "--format", form)
    run("deadline", "mine", "2130-06-30 23:59 Europe/Paris")
    run("open_campaign", "mine")


def add_nuggets(campaign: Campaign) -> None:
    """A nugget for each question that development found none for."""
    for question in campaign.questions.in_order():
        if question.kind.form.asks(LISTING) and not question.entries.exists():
            run("add_known", campaign.slug, question.qid, f"vital | what matters most of {question.qid}")


def submit(plan: Plan) -> None:
    for file in sorted((plan.place / "runs").iterdir()):
        run("submit_run", "mine", str(file), "--team", plan.team(file), *plan.run_options(file))


def judge(folder: Path) -> Campaign:
    """Pool, give out, and take everybody's judgments in."""
    run("close_campaign", "mine")
    run("pool", "mine")
    run("assign", "mine", "--assessors", "ada,ben,cleo")
    campaign = Campaign.objects.get(slug="mine")
    add_nuggets(campaign)
    run("import_judgments", "mine", str(write_judgments(campaign, folder / "judgments.csv")))
    if campaign.track.types_with(LISTING):
        run("import_matches", "mine", str(write_matches(campaign, folder / "matches.csv")))
        run("import_votes", "mine", str(write_votes(campaign, folder / "votes.csv")))
    run("finish_judged", "mine", "--nothing-found")
    return campaign


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.track)
def test_a_campaign_from_an_empty_site_to_a_release_and_elsewhere(plan: Plan, tmp_path: Path) -> None:
    prepare(plan)
    submit(plan)
    campaign = judge(tmp_path)
    if "judges=3" in plan.settings:
        run("accept_majorities", "mine")
    run("adjudicate", "mine", str(write_decisions(campaign, tmp_path / "decisions.csv")))
    scores, again, bundle = tmp_path / "scores.json", tmp_path / "again.json", tmp_path / "bundle"
    run("score", "mine", "--json", str(scores))
    assert outcome("study", "mine", "--samples", "100", "--json")["ok"]
    run("release", "mine")
    campaign.refresh_from_db()
    assert campaign.state == State.RELEASED
    run("export", "mine", str(bundle))
    run("import_bundle", str(bundle), "--slug", "elsewhere")
    run("score", "elsewhere", "--json", str(again))
    here, there = json.loads(scores.read_text()), json.loads(again.read_text())
    assert here["runs"] == there["runs"]
    assert len(here["runs"]) == len(list((plan.place / "runs").iterdir()))
    assert all(one["score"] is not None for one in here["runs"].values())
