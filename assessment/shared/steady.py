"""Whether the clock of the day can be trusted for what is not to be undone: whether it goes as time passes."""

import time

DRIFT = 60.0  # seconds between two looks; clocks that are kept right are moved by less


class SteadyClock:
    """Compares the clock of the day, from look to look, with the time since the machine was started, which nobody sets."""

    def __init__(self) -> None:
        self._ahead: float | None = None

    def is_steady(self) -> bool:
        """Whether the clock went on since the last look as time passed; False at the first one, which knows of none."""
        before, self._ahead = self._ahead, time.time() - _since_start()
        return before is not None and abs(self._ahead - before) < DRIFT


def _since_start() -> float:
    """Seconds that also pass while the machine sleeps, where the system counts them."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime(clock)
