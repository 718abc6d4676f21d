"""Cleans pages in a process of their own, with limits of time and memory: no page can hold up or fell the site."""

import re
from collections.abc import Sequence

from documents.sanitise import wire
from documents.sanitise.helper import Helper
from documents.sanitise.result import Clean, NotClean, Packed

MAX_BYTES = 8 * 1024 * 1024  # of a page; a longer one is shown as text
MAX_ATTRIBUTES = 1000  # of a tag
SECONDS = 3.0  # until a worker that does not answer is ended; it gives up by itself before
# glibc: memory of a page is kept for the next one, since the system takes as long to give it as a parser to fill it.
_MEMORY_KEPT = {
    "MALLOC_TRIM_THRESHOLD_": str(64 * 1024**2),
    "MALLOC_MMAP_THRESHOLD_": str(32 * 1024**2),
    "MALLOC_TOP_PAD_": str(4 * 1024**2),
}
Page = tuple[str, str]  # its HTML, and the address that its relative links start from

_LONG_TAG = re.compile(r"<[A-Za-z][^<>]{2000,}")


def sanitise(html: str, base: str = "") -> Clean:
    """The page with only what is allowed, and its visible text. NotClean says why it can only be shown as text."""
    (outcome,) = sanitise_all([(html, base)])
    if isinstance(outcome, NotClean):
        raise outcome
    return outcome.unpacked()


def sanitise_all(pages: Sequence[Page]) -> list[Packed | NotClean]:
    """What becomes of each of some pages. In one go: one by one, both processes would wait most of the time."""
    reasons = [_reason_to_refuse(html) for html, _ in pages]
    fit = [page for page, reason in zip(pages, reasons, strict=True) if not reason]
    outcomes = iter(Workshop.own().clean_all(fit))
    return [NotClean(reason) if reason else next(outcomes) for reason in reasons]


def _reason_to_refuse(html: str) -> str:
    """Why no parser is to meet a page: it is too long, or a tag of it has too many attributes. Else empty."""
    if len(html) > MAX_BYTES or (
        len(html) * 4 > MAX_BYTES and len(html.encode(errors="replace")) > MAX_BYTES
    ):
        return f"It is longer than {MAX_BYTES // 1024**2} MB."
    for match in _LONG_TAG.finditer(html) if _has_long_piece(html) else ():
        if len(match[0].split()) > MAX_ATTRIBUTES or match[0].count("=") > MAX_ATTRIBUTES:
            return f"A tag in it has more than {MAX_ATTRIBUTES:,} attributes."
    return ""


def _has_long_piece(html: str) -> bool:
    """Whether there may be 2,000 characters without a bracket; half of them would fill a portion that is looked at."""
    portions = range(0, len(html), 1000)
    return any(html.find("<", at, at + 1000) < 0 and html.find(">", at, at + 1000) < 0 for at in portions)


class Workshop(Helper):
    """The process that cleans."""

    module = "documents.sanitise.worker"
    environment = _MEMORY_KEPT

    def clean_all(self, pages: Sequence[Page]) -> list[Packed | NotClean]:
        """What becomes of each page, by the worker. A page that it dies over takes no other along."""
        outcomes: list[Packed | NotClean] = []
        with self.lock:
            while waiting := pages[len(outcomes) :]:
                messages = [
                    wire.packed({"base": base}, html.encode(errors="replace")) for html, base in waiting
                ]
                answers = self.exchange(messages, SECONDS)
                outcomes += map(wire.read_outcome, answers)
                if len(answers) < len(waiting):
                    why = "Reading it takes longer, or more memory, than a page may take."
                    outcomes.append(NotClean(why))
        return outcomes
