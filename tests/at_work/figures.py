"""What is measured while people work, and what the figures have to be."""

import os
import subprocess
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Bounds(NamedTuple):
    """What is promised for 32 assessors at work (README, docs/deployment.md), in seconds."""

    save_p95: float = 1.0
    sign_in: float = 2.0


BOUNDS = Bounds()


def share(values: Sequence[float], part: float) -> float:
    """The value below which such a part of the values lies."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)] if values else 0.0


class Figures:
    """Seconds by what was done, and what went wrong; written by many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.refused: list[str] = []
        self.counts: Counter[str] = Counter()
        self.peak = 0.0  # megabytes of all processes of the site
        self.loads: list[float] = []

    def took(self, what: str, seconds: float) -> None:
        """Something was done."""
        with self._lock:
            self.seconds[what].append(seconds)

    def count(self, what: str) -> None:
        """Something happened that is no work."""
        with self._lock:
            self.counts[what] += 1

    def refuse(self, what: str) -> None:
        """Something was refused that should not have been."""
        with self._lock:
            self.refused.append(what)

    def look(self, groups: Iterable[int]) -> None:
        """Note the memory of process groups and the load of the machine."""
        self.peak = max(self.peak, megabytes_of(set(groups)))
        self.loads.append(os.getloadavg()[0])

    @property
    def save_p95(self) -> float:
        return share(self.seconds["save"], 0.95)

    @property
    def last_sign_in(self) -> float:
        return self.seconds["sign-in"][-1]

    def table(self) -> str:
        """All of it, a line each."""
        lines = [f"{'':34} {'number':>7} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8}  seconds"]
        for what, values in sorted(self.seconds.items()):
            spread = [share(values, part) for part in (0.5, 0.95, 0.99, 1.0)]
            lines.append(f"{what:34} {len(values):7,} " + " ".join(f"{value:8.3f}" for value in spread))
        lines += [f"{what:34} {number:7,}" for what, number in sorted(self.counts.items())]
        lines.append(f"{'last sign-in':34} {self.last_sign_in:16.3f} s")
        lines.append(f"{'memory of the site, at most':34} {self.peak:13,.0f} MB")
        lines.append(f"{'load of the machine':34} {min(self.loads):7.1f} to {max(self.loads):.1f}")
        lines.append(f"{'refused':34} {len(self.refused):7,}")
        lines += [f"  {line}" for line in self.refused[:20]]
        return "\n".join(lines)


def megabytes_of(groups: set[int]) -> float:
    """Resident memory of process groups."""
    listed = subprocess.run(["ps", "-eo", "pgid=,rss="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return sum(int(rss) for group, rss in rows if int(group) in groups) / 1024
