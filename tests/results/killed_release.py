"""A release killed at random moments: the scores are public all at once or not at all, and once."""

from pathlib import Path

from tests.killing import RUNNING, Ground

SCENE = """
from bench.wide import wide_campaign
wide_campaign(runs={runs}, questions={questions}, teams=5)
"""
STATE = "SELECT state FROM campaigns_campaign"
RELEASES = "SELECT count(*) FROM results_release"
SCORED = "SELECT count(*) FROM results_runscore"
TOLD = "SELECT count(*) FROM people_event WHERE verb = 'scores:released'"


def kill_releases(
    folder: Path, *, postgres: bool, kills: int, seed: int, runs: int, questions: int, within: float
) -> str:
    """Kill a release again and again, then let a worker end it."""
    scene = SCENE.format(runs=runs, questions=questions)
    with Ground(folder, scene, postgres=postgres, seed=seed) as site:
        story = []
        for _ in range(kills):
            site.kill("release", "wide", "--audience", "all", when=RUNNING, within=within)
            story.append(public_or_not(site, runs))
        site.go_on()
        if not site.value(RELEASES):  # killed before anybody had asked for it
            site.command("release", "wide", "--audience", "all")
        assert public_or_not(site, runs) == "public"
        assert site.value(TOLD) == 1
        assert site.value(SCORED) == runs  # one version
        assert "released already" in site.refusal("release", "wide", "--audience", "all")
    return f"{runs} runs × {questions} questions, after each kill: {story}"


def public_or_not(site: Ground, runs: int) -> str:
    """How the campaign stands; both halves of the act agree, and what is public is whole."""
    found = site.value(STATE), site.value(RELEASES), site.value(TOLD)
    assert found in {("closed", 0, 0), ("released", 1, 1)}, found
    if found[1]:
        assert site.value(SCORED) == runs
    return "public" if found[1] else "nothing"
