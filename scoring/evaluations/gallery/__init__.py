"""Evaluations to begin with, each a folder: `evaluation.toml`, and questions, runs and judgments that show how files look.

They are people's own once they are taken: nothing of a campaign that has one of them hangs on this folder.
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from scoring.evaluations.loader.folders import FILE, folders
from scoring.evaluations.own import declared
from scoring.tracks.base import Track


class Entry(NamedTuple):
    """One of the gallery."""

    folder: Traversable  # where its files are
    text: str  # of its declaration
    track: Track

    @property
    def name(self) -> str:
        """That of its folder."""
        return self.folder.name


@cache
def gallery() -> tuple[Entry, ...]:
    """All of them, by name."""
    found = ((folder, (folder / FILE).read_text(encoding="utf-8")) for folder in folders(files(__name__)))
    return tuple(Entry(folder, text, declared(text)) for folder, text in found)
