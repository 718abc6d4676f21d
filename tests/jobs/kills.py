"""Killing processes at random moments while jobs write rows, and counting afterwards."""

import random
import time
from collections.abc import Sequence
from pathlib import Path

from tests.jobs.site import Site, wait_for

SHORT = 20  # rows
PAUSE = 0.02  # seconds between two rows


def torture(
    folder: Path,
    *,
    postgres: bool,
    redis: bool,
    victims: Sequence[str],
    kills: int,
    seed: int,
    rows: int = 400,
) -> str:
    """Kill each victim `kills` times at seeded random moments during jobs, then hold every row to account.

    Returns one line of figures. The long job goes step by step; the short ones are one transaction each.
    """
    dice = random.Random(seed)
    processes = ["redis", "web", "worker1", "worker2"] if redis else ["web"]
    began = time.monotonic()
    with Site(folder, postgres=postgres, redis=redis) as site:
        site.start(*processes)
        site.wait_until_up()
        try:
            names = _kill_and_ask(site, dice, [victim for victim in victims for _ in range(kills)], rows)
            wait_for(site.all_ended, "every job ends")
            _check(site, names)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}\n{site.states()}\n{site.logs()}") from error
        strikes = site.strikes()
    spent = time.monotonic() - began
    workers = [victim for victim in victims if victim.startswith("worker") or not redis]
    assert strikes or not workers or kills < 5, f"seed {seed}: no kill met a job at work"
    result = (
        f"{len(victims) * kills} kills, of which {strikes} struck a job at work; {len(names)} jobs, each once"
    )
    return f"seed {seed}, {' '.join(victims)}: {result}; {spent:.0f} s"


def _kill_and_ask(site: Site, dice: random.Random, victims: list[str], rows: int) -> dict[str, int]:
    """Before each kill one more short job is asked for; a long one is always under way."""
    dice.shuffle(victims)
    names: dict[str, int] = {}
    for number, victim in enumerate(victims):
        if all(state != ["running"] for name, state in site.states().items() if name.startswith("long")):
            names[f"long{number}"] = rows
            site.ask("steps", f"long{number}", rows, PAUSE)
        names[f"short{number}"] = SHORT
        site.ask("whole", f"short{number}", SHORT, PAUSE)
        for worker in names_of_workers(site):
            site.wait_until_working(worker)
        time.sleep(dice.uniform(0, 2.5))
        site.kill(victim)
        time.sleep(dice.uniform(0, 0.5))
        site.start(victim)
        site.wait_until_up()
    return names


def names_of_workers(site: Site) -> list[str]:
    return [name for name in site.processes if name.startswith("worker")]


def _check(site: Site, names: dict[str, int]) -> None:
    assert site.states() == {name: ["done"] for name in names}
    for name, rows in names.items():
        assert site.rows(name) == list(range(rows)), name
