"""A hand-over, and taking runs out of a pool, killed in the middle: both end as a whole."""

from pathlib import Path

from tests.killing import Ground

ASSIGNED = """
from bench.moving import assigned_campaign
assigned_campaign({number})
"""
WORKER = ("run_jobs", "--until-done")
MOVED = "SELECT count(*) FROM judging_assignment WHERE handed_over_at IS NOT NULL"
OPEN = "SELECT count(*) FROM judging_assignment WHERE handed_over_at IS NULL"
POOLED = """
from bench.moving import pooled_campaign
pooled_campaign({questions}, {given}, {judged})
"""
ITEMS = "SELECT count(*) FROM submissions_poolitem WHERE left_at IS NULL"


def kill_hand_over(folder: Path, *, postgres: bool, kills: int, seed: int, number: int, within: float) -> str:
    """All questions of an assessor are handed over; then all of it is given back. Each is killed and goes on."""
    with Ground(folder, ASSIGNED.format(number=number), postgres=postgres, seed=seed) as site:
        over = ("hand_over", "wide", "--from", "ada", "--all")
        story = []
        for act, query, end in ((over, MOVED, number), ((*over, "--give-back"), MOVED, 0)):
            for words in [act, *[WORKER] * (kills - 1)]:
                site.kill(*words, when=query, within=within)
                story.append(site.value(query))
            site.go_on()
            assert site.value(query) == end
            assert site.value(OPEN) == number
            site.command("recount", "wide")
    return f"{number:,} assignments; handed over at each kill: {story}"


def kill_taking_out(
    folder: Path,
    *,
    postgres: bool,
    kills: int,
    seed: int,
    questions: int,
    given: int,
    judged: int,
    within: float,
) -> str:
    """A run leaves the pool; nothing is scored or handed on while half of it has left."""
    scene = POOLED.format(questions=questions, given=given, judged=judged)
    with Ground(folder, scene, postgres=postgres, seed=seed) as site:
        before, gone = site.value(ITEMS), questions * given
        act, story = ("unpool", "large", "--run", "run0", "--reason", "measured"), []
        for _ in range(kills):
            site.kill(*act, when=ITEMS, within=within)
            story.append(site.value(ITEMS))
            if before - gone < story[-1] < before:
                assert "pool" in site.refusal("score", "large")
        site.command("pool", "large")
        assert site.value(ITEMS) == before - gone
        site.command("recount", "large")
    return f"{before:,} items; in the pools at each kill: {story}"
