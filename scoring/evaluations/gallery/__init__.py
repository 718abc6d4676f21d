"""Evaluations to begin with, each a folder: `evaluation.toml`, and questions, runs and judgments that show how files look.

They are people's own once they are taken: nothing of a campaign that has one of them hangs on this folder.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from scoring.evaluations.own import FILE, declared
from scoring.tracks.base import Track

PLACE = Path(__file__).parent


class Entry(NamedTuple):
    """One of the gallery."""

    name: str  # of its folder
    text: str  # of its declaration
    track: Track

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return PLACE / self.name


@cache
def gallery() -> tuple[Entry, ...]:
    """All of them, in the order of their names."""
    found = sorted(PLACE.glob(f"*/{FILE}"))
    texts = ((path.parent.name, path.read_text(encoding="utf-8")) for path in found)
    return tuple(Entry(name, text, declared(text)) for name, text in texts)
