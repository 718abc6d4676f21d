"""Words without their endings, so that a search for one form of a word finds the others (Snowball stemmers)."""

import re
from collections.abc import Callable

import Stemmer

_APOSTROPHES = re.compile("[‘’‛′`´]")


def stemmer_of(language: str) -> Callable[[str], str]:
    """What makes one form of all forms of a word; for a language without a stemmer, of its capitals alone.

    `language` is a code such as `de` or `pt-BR`.
    """
    try:
        # Without the package's own cache, whose keeping takes longer than the stemming of a text's different words.
        stem = Stemmer.Stemmer(language.lower().split("-")[0], 0).stemWord
    except KeyError:
        return _folded
    return lambda word: stem(_folded(word))


def _folded(word: str) -> str:
    folded = word.casefold()
    return folded if folded.isalnum() else _APOSTROPHES.sub("'", folded)
