"""A line on the terminal that says how far a long command is."""

import time

from django.core.management.base import OutputWrapper
from django.template.defaultfilters import filesizeformat


class Meter:
    """Shows what is done of what, with an estimate of the rest; on a terminal only."""

    def __init__(self, out: OutputWrapper) -> None:
        self.out = out
        self.what = ""
        self.began = (0.0, 0)

    def __call__(self, done: int, total: int, what: str) -> None:
        if not self.out.isatty():
            return
        if what != self.what:
            self.what, self.began = what, (time.monotonic(), done)
        line = f"\r{self._shown(done)} of {self._shown(total)} {self._left(done, total)}"
        self.out.write(line.ljust(60), style_func=str, ending="\n" if done >= total else "")
        self.out.flush()

    def _shown(self, count: int) -> str:
        if self.what == "bytes":
            return filesizeformat(count).replace("\xa0", " ")
        return f"{count:,} {self.what}"

    def _left(self, done: int, total: int) -> str:
        begun, at_first = self.began
        if done <= at_first or done >= total:
            return ""
        seconds = (time.monotonic() - begun) * (total - done) / (done - at_first)
        return f"about {seconds / 60:.0f} min left" if seconds >= 90 else f"about {seconds:.0f} s left"
