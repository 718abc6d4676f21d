"""What is handed out of a version at the size of the largest evaluations: its report, and the book of all sheets."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bench.site import Figures, peak_megabytes, timed

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

RUNS, QUESTIONS = 200, 500


def version_files() -> Figures:
    """Report and book of 200 runs and 500 questions, in a process each, beside scoring them (target: the book within a minute)."""
    from bench.studies import campaign_of_ranked_runs, stored_campaign

    stored_campaign(campaign_of_ranked_runs(QUESTIONS, RUNS))
    found = {name: _alone(name) for name in WORK}
    figures = {f"{name}_{figure}": value for name, one in found.items() for figure, value in one.items()}
    per_scoring = {
        f"{name}_per_scoring": found[name]["cpu_seconds"] / found["score"]["cpu_seconds"]
        for name in ("book", "report")
    }
    return figures | per_scoring


def _alone(name: str) -> dict[str, float]:
    """The figures of one piece of work, whose memory is its own."""
    command = [sys.executable, "-m", "bench.reports", name]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _score(campaign: "Campaign") -> int:
    from assessment.results.services.scores import score

    return len(score(campaign=campaign, rule="adjudicated", by=None).report.runs)


def _book(campaign: "Campaign") -> int:
    from assessment.results.selectors.sheets import ALL, Book
    from assessment.results.services.sheets import book_pages
    from assessment.results.services.versions import version_of

    return _size(book_pages(Book(version_of(campaign, None), ALL)))


def _report(campaign: "Campaign") -> int:
    from assessment.results.services.versions import version_of
    from assessment.studies.selectors.overview import overview_of
    from assessment.studies.services.overview import files

    return _size(content for _, content in files(overview_of(version_of(campaign, None))))


def _size(pieces: Iterable[bytes]) -> int:
    return sum(map(len, pieces))


WORK: Mapping[str, Callable[["Campaign"], int]] = {"score": _score, "book": _book, "report": _report}


def _peak_megabytes() -> float:
    """The most memory since this program began: what the kernel counts for `bench.site` includes who started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return peak_megabytes()
    return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024


def main() -> None:
    """Do one piece of work on the only campaign, and print its figures."""
    import django

    django.setup()
    from assessment.campaigns.models import Campaign

    campaign = Campaign.objects.get()
    taken, size = timed(lambda: WORK[sys.argv[1]](campaign))
    print(
        json.dumps(
            {
                "seconds": taken.wall,
                "cpu_seconds": taken.cpu,
                "peak_mb": _peak_megabytes(),
                "runs_or_bytes": size,
            }
        )
    )


if __name__ == "__main__":
    main()
