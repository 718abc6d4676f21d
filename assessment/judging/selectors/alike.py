"""Answer strings that ought to be judged alike."""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=10_000)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a string without case, punctuation and compatibility forms."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def same_string(one: str, other: str) -> bool:
    """Whether two strings differ in case, punctuation or spaces at most."""
    first, second = "".join(words_of(one)), "".join(words_of(other))
    return first == second if first or second else one.strip() == other.strip()


def are_alike(one: str, other: str) -> bool:
    """Whether two strings are the same, or one stands in the other as whole words."""
    if same_string(one, other):
        return True
    first, second = words_of(one), words_of(other)
    if not first or not second:
        return False
    short, long = sorted((f" {' '.join(first)} ", f" {' '.join(second)} "), key=len)
    return short in long
