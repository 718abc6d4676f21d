"""What an assessor was told is saved is what the database holds: a thousand steps and more, on all judging pages."""

import os
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.told_saved.machine import at_the_desks, new_seed, run
from tests.told_saved.model import RULES

STEPS = 1_000
MOST = 20  # seeds
# Runs of the first seed, and of each further one: of a seed the first few are the simplest, and much alike.
RUNS, FURTHER = 60, 20
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_thousand_steps(tmp_path: Path, browser: Browser) -> None:
    """Runs of a seed follow each other until there were enough steps, and each rule did something."""
    seed = first = int(os.environ.get("ASSIZE_PROOF_SEED") or new_seed())
    print(f"Seed {first}; the same again: ASSIZE_PROOF_SEED={first} make proof")
    with at_the_desks(browser, tmp_path) as ran:
        while (sum(ran.values()) < STEPS or _idle(ran)) and seed < first + MOST:
            run(runs=RUNS if seed == first else FURTHER, steps=25, seeded=seed)
            print(
                f"  {sum(ran.values())} steps after those of seed {seed}; nothing yet: {_idle(ran)}",
                flush=True,
            )
            seed += 1
    print(f"{sum(ran.values())} steps of {seed - first} seeds:")
    print("\n".join(f"  {name} {ran[name]}" for name in RULES))
    assert sum(ran.values()) >= STEPS
    assert _idle(ran) == []


def _idle(ran: Counter[str]) -> list[str]:
    """The rules that have done nothing yet."""
    return [name for name in RULES if not ran[name]]
