"""Sentences in the reader's language: whole ones, so that a translation may put its words in its own order.

`scripts/messages` finds them by the names of these functions. A whole number among the values is a count and is
written as the language writes numbers; a number that is a name (a line, a question) goes in as text.
"""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import get_language_bidi, gettext, ngettext

_LEFT_TO_RIGHT, _ISOLATE, _END = "\u2066", "\u2068", "\u2069"


def say(sentence: str, /, **values: Any) -> str:
    """A sentence with {values} put in by name."""
    return _filled(gettext(sentence), values)


def say_n(one: str, many: str, n: int, /, **values: Any) -> str:
    """A sentence about n things, n in it as {n}: the English forms for one and for several of them."""
    return _filled(ngettext(one, many, n), {"n": n, **values})


def sentence(text: str, /) -> str:
    """The text itself, marked to be translated where it is shown (`{{ text|said }}`): for what a module is loaded with."""
    return text


def left_to_right(text: str) -> str:
    """A number or name of digits and signs, marked so that a sentence from right to left keeps their order."""
    return f"{_LEFT_TO_RIGHT}{text}{_END}" if get_language_bidi() else text


def _filled(sentence: str, values: dict[str, Any]) -> str:
    return (
        sentence.format(**{name: _written(value) for name, value in values.items()}) if values else sentence
    )


def _written(value: Any) -> Any:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    if is_count:
        return number_format(value, force_grouping=True)
    # A name from left to right takes no letter of the sentence around it along.
    return f"{_ISOLATE}{value}{_END}" if isinstance(value, str) and get_language_bidi() else value
