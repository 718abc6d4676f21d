"""All that happens at the desks, in any order; and the runs of it."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from playwright.sync_api import Browser

from tests.told_saved.adjudicating import Adjudicating
from tests.told_saved.annotations import Annotations
from tests.told_saved.desks import import_documents
from tests.told_saved.mishaps import Mishaps
from tests.told_saved.model import Ground
from tests.told_saved.parts import Parts
from tests.told_saved.serving import Serving

SETTINGS = settings(
    database=None,
    deadline=None,
    phases=[Phase.generate],  # a failure names its steps; to make them fewer would take hours
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)


class ToldSaved(Parts, Annotations, Adjudicating, Mishaps):
    """Everything together."""


@contextmanager
def at_the_desks(browser: Browser, folder: Path) -> Iterator[Counter[str]]:
    """A site to run against; gives how often each rule has done something."""
    import_documents(folder)
    serving = Serving(folder)
    ToldSaved.ground, ToldSaved.ran = Ground(browser, serving), Counter()
    try:
        serving.start()
        yield ToldSaved.ran
    finally:
        serving.close()


def run(runs: int, steps: int, seeded: int) -> None:
    """So many runs of so many steps, drawn from a seed."""
    machine = seed(seeded)(ToldSaved)
    run_state_machine_as_test(
        machine, settings=settings(SETTINGS, max_examples=runs, stateful_step_count=steps)
    )


def new_seed() -> int:
    """A seed to print."""
    return random.SystemRandom().randrange(2**32)
