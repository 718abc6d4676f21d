"""A throw-away site for one benchmark, in a process of its own so that its memory is its own."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
Figures = Mapping[str, float | int | str]


def run_case(name: str, repeats: int) -> dict[str, Any]:
    """Run a case of bench.cases in fresh processes and take the median of its figures."""
    outcomes = [_run_once(name) for _ in range(repeats)]
    return {
        figure: median(outcome[figure] for outcome in outcomes) if isinstance(value, (int, float)) else value
        for figure, value in outcomes[0].items()
    }


def _run_once(name: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="assize-bench-") as folder:
        environment = os.environ | {
            "ASSIZE_DATA_DIR": folder,
            "ASSIZE_DATABASE_URL": os.environ.get(
                "ASSIZE_BENCH_DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3"
            ),
            "ASSIZE_SECRET_KEY": "a benchmark needs no secret",
            "DJANGO_SETTINGS_MODULE": "assize.settings",
        }
        done = subprocess.run(
            [sys.executable, "-m", "bench.site", name],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"The benchmark {name} failed:\n{done.stderr}")
    outcome: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return outcome


class Time(NamedTuple):
    """Seconds on the clock, and seconds of the processor: on a shared machine the second says more."""

    wall: float
    cpu: float


def timed(work: Callable[[], Any]) -> tuple[Time, Any]:
    """How long a piece of work takes, and what it returns."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return Time(time.perf_counter() - wall, time.process_time() - cpu), result


def got(response: Any) -> Any:
    """An answer that is a page, so that nobody measures a redirect or an error by mistake; else the case ends."""
    if response.status_code != 200 or not response.getvalue():
        raise SystemExit(f"the site answered {response.status_code}: {response.getvalue()[:300]!r}")
    return response


def settled_address(client: Any, address: str) -> str:
    """Where an address leads in the end, and a page is."""
    response = got(client.get(address, follow=True))
    return str(response.redirect_chain[-1][0]) if response.redirect_chain else address


def peak_megabytes() -> float:
    """The most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Set up an empty site, run one case, print its figures as JSON."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    from assize.garbage import keep_what_is_loaded
    from bench.cases import CASES

    keep_what_is_loaded()  # as processes of a site do
    print(json.dumps(CASES[sys.argv[1]]()))


if __name__ == "__main__":
    main()
