"""What an assessor was told is saved is what the database holds: a thousand steps and more, on all judging pages."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.told_saved.machine import at_the_desks, new_seed, run
from tests.told_saved.model import RULES

STEPS = 1_000
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        os.environ.get("ASSIZE_PROOF") != "full",
        reason="make proof runs it; tests/told_saved/test_told_saved.py runs the same at small size",
    ),
]


def test_a_thousand_steps(tmp_path: Path, browser: Browser) -> None:
    """Runs of a seed follow each other until there were enough steps, and each rule did something."""
    seed = first = int(os.environ.get("ASSIZE_PROOF_SEED") or new_seed())
    print(f"Seed {first}; the same again: ASSIZE_PROOF_SEED={first} make proof")
    with at_the_desks(browser, tmp_path) as ran:
        while sum(ran.values()) < STEPS and seed < first + STEPS:
            run(runs=10, steps=25, seeded=seed)
            print(f"  {sum(ran.values())} steps after those of seed {seed}", flush=True)
            seed += 1
    print(f"{sum(ran.values())} steps in {seed - first} times 10 runs:")
    print("\n".join(f"  {name} {ran[name]}" for name in RULES))
    assert [name for name in RULES if not ran[name]] == []
