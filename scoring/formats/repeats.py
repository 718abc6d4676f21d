"""Whether a nugget repeats what earlier questions of its series asked or answered.

Texts are compared as words: runs of letters and digits, ignoring case. A nugget repeats a known answer that stands in
it word for word, and a text that has the same words in any order. That is a hint for people, never a rule.
"""

import re
from collections.abc import Iterable

_WORDS = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """The words of a text."""
    return [word.casefold() for word in _WORDS.findall(text)]


def repeated(nugget: str, earlier: Iterable[str]) -> list[str]:
    """Those of some earlier questions, answers and nuggets that a nugget repeats."""
    own = words(nugget)
    return [
        text for text in earlier if (said := words(text)) and (_within(said, own) or set(said) == set(own))
    ]


def _within(part: list[str], whole: list[str]) -> bool:
    """Whether some words stand in others, next to each other and in the same order."""
    return f" {' '.join(part)} " in f" {' '.join(whole)} "
