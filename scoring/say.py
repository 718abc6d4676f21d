"""Sentences for people. They are English here; who uses this package may have them said otherwise (`speak_with`).

A sentence is whole, so that a translation may put its words in its own order, and its values have names. A whole number
among them is a count and is written as one (1,234); a number that is a name (a line, a question) goes in as text.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

Made = dict[str, Any]  # what a sentence was made of: `sentence`, or `one`, `many` and `n`; and `values`


class Sayer(Protocol):
    """Says a sentence with {values} put in by name."""

    def __call__(self, sentence: str, /, **values: Any) -> str: ...


class CountSayer(Protocol):
    """Says one of two sentences, for one and for several of n things, n in it as {n}."""

    def __call__(self, one: str, many: str, n: int, /, **values: Any) -> str: ...


def _in_english(sentence: str, /, **values: Any) -> str:
    return (
        sentence.format(**{name: _written(value) for name, value in values.items()}) if values else sentence
    )


def _count_in_english(one: str, many: str, n: int, /, **values: Any) -> str:
    return _in_english(one if n == 1 else many, **{"n": n, **values})


def _written(value: Any) -> Any:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else value


_say: Sayer = _in_english
_say_n: CountSayer = _count_in_english


def say(sentence: str, /, **values: Any) -> str:
    """A sentence with {values} put in by name."""
    return _kept(_say(sentence, **values), {"sentence": sentence, "values": values})


def say_n(one: str, many: str, n: int, /, **values: Any) -> str:
    """A sentence about n things, n in it as {n}: the English forms for one and for several of them."""
    made = {"one": one, "many": many, "n": n, "values": values}
    return _kept(_say_n(one, many, n, **values), made)


def sentence(text: str, /) -> str:
    """The text itself, marked to be translated where it is shown: for what is made when a module is loaded."""
    return text


_heard: ContextVar[dict[str, Made] | None] = ContextVar("heard", default=None)


@contextmanager
def heard() -> Iterator[dict[str, Made]]:
    """Keep what the sentences that are said meanwhile were made of, by how they read: so they can be said again."""
    kept: dict[str, Made] = {}
    token = _heard.set(kept)
    try:
        yield kept
    finally:
        _heard.reset(token)


def say_again(text: str, made: dict[str, Made]) -> str:
    """A sentence that was heard, or a fixed one, as it is said now; sentences among its values, too."""
    if text not in made:
        return say(text)
    one = made[text]
    values = {
        name: say_again(value, made) if isinstance(value, str) and value in made else value
        for name, value in one["values"].items()
    }
    if "sentence" in one:
        return say(one["sentence"], **values)
    return say_n(one["one"], one["many"], one["n"], **values)


def made_of(sentences: Iterable[str], words: Mapping[str, Made]) -> dict[str, Made]:
    """What some sentences, and those among their values, are made of, as JSON holds it."""
    found: dict[str, Made] = {}
    waiting = list(sentences)
    while waiting:
        text = waiting.pop()
        if text in words and text not in found:
            found[text] = words[text]
            waiting += [value for value in words[text]["values"].values() if isinstance(value, str)]
    kept: dict[str, Made] = json.loads(json.dumps(found, default=str))
    return kept


def _kept(text: str, made: Made) -> str:
    heard = _heard.get()
    if heard is not None:
        heard.setdefault(text, made)  # said again as a part of another sentence it has no values any more
    return text


def speak_with(sayer: Sayer, count_sayer: CountSayer) -> None:
    """Have all sentences of this package said by these two."""
    global _say, _say_n
    _say, _say_n = sayer, count_sayer
