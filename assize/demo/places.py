"""Finds places on the demo's pages by what stands there, so that its tables can be written and read by people.

A long answer is named by some of its words and the kind of its element, a short one by all of its words.
"""

import json
from collections.abc import Iterable
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from assize.demo.tides import filled
from documents.corpus import example_of
from scoring.annotations import KINDS

FOLDER = Path(__file__).resolve().parents[2] / "demo" / "page-answers"
TIDES = "tide-tables.html"
NONE = "none"  # in the place of the words: there is no answer


def lay_out_pages(folder: Path) -> None:
    """Write the demo's pages into a folder, the long one with its tables."""
    for page in sorted((FOLDER / "pages").iterdir()):
        text = page.read_text(encoding="utf-8")
        if page.name == TIDES:
            text = filled(text, (FOLDER / "tides.csv").read_text(encoding="utf-8"))
        (folder / page.name).write_text(text, encoding="utf-8")


def pages_of(lines: Iterable[bytes]) -> "dict[str, PageOf]":
    """The pages of examples, as lines of JSON, by the example's id."""
    examples = map(json.loads, lines)
    return {str(example["example_id"]): PageOf(example) for example in examples}


class PageOf:
    """The page of an example, to look for words in."""

    def __init__(self, example: dict[str, Any]) -> None:
        self.tokens: list[dict[str, Any]] = example["document_tokens"]
        self.candidates: list[dict[str, Any]] = example["long_answer_candidates"]

    def candidate(self, words: str, kind: str) -> int:
        """The number of the smallest element of a kind with these words; ValueError where it is not one."""
        starts = self._starts(words)
        found = [
            (box["end_token"] - box["start_token"], number)
            for number, box in enumerate(self.candidates)
            if KINDS[self.tokens[box["start_token"]]["token"]] == kind
            and any(box["start_token"] < start and end < box["end_token"] for start, end in starts)
        ]
        if not found:
            raise ValueError(f"no {kind} holds {words!r}")
        _, least = min(found)
        box = self.candidates[least]
        if any(not _holds(self.candidates[number], box) for _, number in found):
            raise ValueError(f"more than one {kind} holds {words!r}")
        return least

    def ranges(self, strings: str, candidate: int) -> list[tuple[int, int]]:
        """The tokens of strings, parted by |, in an element; ValueError where one is not there exactly once."""
        box = self.candidates[candidate]
        found = []
        for words in strings.split("|") if strings else ():
            starts = [
                one
                for one in self._starts(words)
                if box["start_token"] < one[0] and one[1] < box["end_token"]
            ]
            if len(starts) != 1:
                raise ValueError(f"{words!r} is there {len(starts)} times")
            found.append(starts[0])
        return found

    def span(self, start: int, end: int) -> dict[str, int]:
        """A range of tokens as the corpus writes it."""
        first, last = self.tokens[start], self.tokens[end - 1]
        places = (first["start_byte"], last["end_byte"], start, end)
        return dict(zip(("start_byte", "end_byte", "start_token", "end_token"), places, strict=True))

    @cached_property
    def _words(self) -> list[tuple[str, int]]:
        """The words of the page, each with its number among the tokens."""
        return [
            (token["token"], number) for number, token in enumerate(self.tokens) if not token["html_token"]
        ]

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for place, (word, _) in enumerate(self._words):
            found.setdefault(word, []).append(place)
        return found

    def _starts(self, words: str) -> list[tuple[int, int]]:
        """Where words stand on the page, as ranges of tokens."""
        made = example_of(escape(words).encode(), 0, "", "", "")
        wanted = [token["token"] for token in made["document_tokens"]]
        found = []
        for place in self._by_word.get(wanted[0], ()):
            some = self._words[place : place + len(wanted)]
            if [word for word, _ in some] == wanted:
                found.append((some[0][1], some[-1][1] + 1))
        return found


def _holds(outer: dict[str, int], inner: dict[str, int]) -> bool:
    return outer["start_token"] <= inner["start_token"] and inner["end_token"] <= outer["end_token"]
