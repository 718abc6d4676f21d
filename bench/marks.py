"""Marks in the visible text of a document: all accepted answers of a question, and one that is not there."""

import random
from collections.abc import Callable
from functools import partial
from statistics import median

from bench.site import Figures, timed

ACCEPTED, REPEATS = 60, 9
LITTLE = ("the", "of", "and", "a", "in", "to", "was", "for", "on", "with")


def marks() -> Figures:
    """Sixty accepted strings in 30 kB and 1 MB, and a string that is not in 1 MB (milliseconds, the text folded before)."""
    from documents.marks import find_answer, find_known

    chance = random.Random(1)
    figures: dict[str, float] = {}
    for size in (30_000, 1_000_000):
        text = running_text(size, chance)
        accepted = [cut_from(text, chance) for _ in range(ACCEPTED)]
        figures[f"{ACCEPTED} accepted ms, {size // 1000} kB"] = milliseconds(
            partial(find_known, text, accepted)
        )
    missing = f"{cut_from(text, chance)} nowhere {cut_from(text, chance)}"
    figures["not found ms, 1000 kB"] = milliseconds(partial(find_answer, text, missing))
    figures["no word of it found ms, 1000 kB"] = milliseconds(partial(find_answer, text, "qqq zzz"))
    return figures


def running_text(size: int, chance: random.Random) -> str:
    """Words as frequent as in prose, with commas, full stops and line ends, of at least so many characters."""
    words = [*LITTLE * 100, *(f"word{number}" for number in range(1000))]
    parts, length = [], 0
    while length < size:
        part = chance.choice(words) + chance.choice((" ", " ", " ", " ", " ", " ", ", ", ".\n"))
        parts.append(part)
        length += len(part)
    return "".join(parts)


def cut_from(text: str, chance: random.Random) -> str:
    """Some words that stand in the text."""
    start = chance.randrange(len(text) - 200)
    return " ".join(text[start : start + 200].split()[1:5])


def milliseconds(act: Callable[[], object]) -> float:
    """The median time of an act, after one that is not counted."""
    act()
    return 1000 * median(timed(act)[0].wall for _ in range(REPEATS))
