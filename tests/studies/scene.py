"""What the tests of studies start from: campaigns, small settings, and studies of them by each way."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from assessment.campaigns.models import Campaign
from assessment.results.services.bundle_import import import_folder
from assessment.studies.models import Study
from assessment.studies.services.studies import Made, make_study
from scoring import bundle
from scoring.evaluate import Scorer
from scoring.records import Evaluation
from scoring.studies.options import Options
from tests.client import Client
from tests.factory import make_account, make_member
from tests.scoring.bundles import write_bundle
from tests.scoring.campaigns import trec8

GOLDEN = settings.BASE_DIR / "tests" / "golden"
NAMES = ("trec8_small", "series_small", "tac_small", "respubliqa_small", "nq_small")
SMALL = Options(samples=40, trials=2, resamples=100)
FIELDS: Mapping[str, Any] = {  # of the form, as it is sent
    "rule": SMALL.rule,
    "samples": SMALL.samples,
    "trials": SMALL.trials,
    "resamples": SMALL.resamples,
    "binning": SMALL.binning,
    "seed": SMALL.seed,
}
ARGUMENTS = ("--samples", "40", "--trials", "2", "--resamples", "100")  # of the commands


def golden(name: str) -> Campaign:
    """A new campaign made of a committed bundle."""
    return import_folder(folder=GOLDEN / name, slug="", by=None).campaign


def scorer_of_golden(name: str) -> Scorer:
    """The same without a database."""
    evaluation, problems = bundle.read(GOLDEN / name)
    assert evaluation is not None, problems
    return Scorer(evaluation)


def made(campaign: Campaign, **options: Any) -> Made:
    """A study of a campaign, by small settings."""
    return make_study(campaign=campaign, options=SMALL._replace(**options), by=None)


def signed_in(campaign: Campaign | None, role: str) -> Client:
    """Somebody of one role in the campaign, or of none."""
    client = Client()
    if role == "site admin":
        client.force_login(make_account("root", site_admin=True))
    elif campaign is None or role == "stranger":
        client.force_login(make_account("stranger"))
    else:
        client.force_login(make_member(campaign, f"some-{role}", role))
    return client


def address(campaign: Campaign, rest: str = "") -> str:
    """A page of studies."""
    return f"/campaigns/{campaign.slug}/studies/{rest}"


def newest(campaign: Campaign) -> Study:
    """The study that was made last."""
    found = Study.objects.filter(campaign=campaign).order_by("-version").first()
    assert found is not None
    return found


# A campaign that is large enough for error rates: three assessors, who do not agree everywhere

JUDGES = ("ann", "bo", "cy")
STRINGS = "abcdef"
QUESTIONS = 30
SKILLS = {  # the share of answers that a run picks among the right ones
    "dusk1": 0.9,
    "dusk2": 0.9,
    "fern1": 0.6,
    "fern2": 0.5,
    "gull1": 0.5,
    "gull2": 0.4,
    "moor1": 0.3,
    "moor2": 0.1,
}


def large_evaluation() -> Evaluation:
    """30 questions and 8 runs of 4 teams; dusk1 and dusk2 are the same."""
    draw = random.Random(8)
    qids = [str(number) for number in range(1, QUESTIONS + 1)]
    right = {qid: draw.sample(STRINGS, 2) for qid in qids}
    votes = {(qid, text): _votes(draw, text in right[qid]) for qid in qids for text in STRINGS}
    decisions = {place: "yes" for place, given in votes.items() if len(set(given.values())) > 1}
    runs = {run: {qid: _answers(draw, skill, right[qid]) for qid in qids} for run, skill in SKILLS.items()}
    runs["dusk2"] = runs["dusk1"]
    small = trec8(votes, runs, decisions, settings={"judges": "3"})
    own = tuple(run._replace(team=run.run_id[:-1]) for run in small.runs)
    return small._replace(campaign="large", title="Large", runs=own)


def _votes(draw: random.Random, is_right: bool) -> dict[str, str]:
    return {name: "yes" if is_right ^ (draw.random() < 0.15) else "no" for name in JUDGES}


def _answers(draw: random.Random, skill: float, right: list[str]) -> list[str]:
    others = draw.sample([text for text in STRINGS if text not in right], 3)
    return [right[0], *others] if draw.random() < skill else [*others, right[1]]


def large_bundle(folder: Path) -> Path:
    """The large campaign as files."""
    evaluation = large_evaluation()
    write_bundle(folder, evaluation, run_files(evaluation))
    return folder


def run_files(evaluation: Evaluation) -> dict[str, bytes]:
    """The runs of a small campaign of trec8 as they would have been submitted."""
    return {
        run: "".join(
            f"{one.qid} Q0 {one.docid} {one.rank} {1 - one.rank / 10:g} {run} {one.answer}\n" for one in given
        ).encode()
        for run, given in evaluation.responses.items()
    }


def large(folder: Path) -> Campaign:
    """The large campaign."""
    return import_folder(folder=large_bundle(folder), slug="", by=None).campaign
