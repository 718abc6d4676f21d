"""Texts that assessors give classes and nuggets, and how they are quoted."""

import unicodedata

QUOTED = 40  # characters of a text in a sentence


def one_line(text: str) -> str:
    """A text on one line with single blanks, without control characters: what files of lines can hold."""
    return " ".join("".join(" " if unicodedata.category(it) == "Cc" else it for it in text).split())


def short(text: str) -> str:
    """The beginning of a long text."""
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"
