"""A table of a declaration: each value that is taken is checked, and keys that nobody takes are refused."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.evaluations.loader.places import Place, path_of
from scoring.evaluations.loader.source import Source, as_written, meant
from scoring.formats.folding import is_visible
from scoring.say import say, say_n

NAME, TITLE, TEXT = 64, 300, 4_000  # characters of names, of titles and of texts
MOST_NAMES = 50  # in a list
MOST_UNKNOWN = 20  # keys of one table that are told one by one
REQUIRED: Any = object()  # stands for a default where there is none


class Table:
    """A table and where it stands. A value that is missing or wrong is noted, and taken as its default."""

    def __init__(self, source: Source, values: Mapping[str, Any], place: Place = ()) -> None:
        self.source, self.values, self.place = source, values, place
        self._asked: dict[str, None] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def refuse(self, key: str, message: str, hint: str, code: str = "value") -> None:
        """Note what is wrong with the value of a key."""
        self.source.add((*self.place, key), code, message, hint)

    def like(self, others: Mapping[Any, "Table"]) -> "Table":
        """The same table, with what it does not say as in another, where it names one as `like`."""
        other = others.get(self.choice("like", [str(name) for name in others], ""))
        same = Table(self.source, {**(other.values if other else {}), **self.values}, self.place)
        same._asked["like"] = None
        return same

    def given(self, key: str) -> Any:
        """A value that whoever takes it checks."""
        return self._value(key, None)

    def text(self, key: str, default: Any = REQUIRED, most: int = TITLE) -> str:
        """A text in which something can be seen; `most`: its characters."""
        value = self._value(key, default)
        if isinstance(value, str) and (value == default or is_title(value, most)):
            return value
        return str(self._wrong(key, value, say("text of at most {most} characters", most=most), default, ""))

    def name(self, key: str, default: Any = REQUIRED, most: int = NAME) -> str:
        """A name that can be an id: printable, without blanks, of any letters."""
        value = self._value(key, default)
        if isinstance(value, str) and (value == default or is_name(value, most)):
            return value
        expected = (
            say("a name without blanks of at most {most} characters", most=most)
            if most > 1
            else say("one character")
        )
        return str(self._wrong(key, value, expected, default, ""))

    def choice(self, key: str, choices: Collection[str], default: Any = REQUIRED) -> str:
        """One of some names."""
        value = self._value(key, default)
        if isinstance(value, str) and (value in choices or value == default):
            return value
        if isinstance(value, str):
            message = say("{key} is {value}.", key=self._path(key), value=as_written(value))
            self.refuse(key, message, meant(value, choices), "unknown_name")
            return "" if default is REQUIRED else str(default)
        expected = say("one of {choices}", choices=", ".join(choices))
        return str(self._wrong(key, value, expected, default, ""))

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._value(key, default)
        return (
            value if isinstance(value, bool) else bool(self._wrong(key, value, say("true or false"), default))
        )

    def whole(self, key: str, default: Any, least: int, most: int) -> Any:
        """A whole number; the default may be None."""
        value = self._value(key, default)
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if value is default or (is_whole and least <= value <= most):
            return value
        expected = say("a whole number from {least} to {most}", least=least, most=most)
        return self._wrong(key, value, expected, default)

    def number(self, key: str, default: Any, most: int, least: int = 0) -> Any:
        """A number, exactly as it is written in decimals; the default may be None."""
        value = self._value(key, default)
        if value is default:
            return value
        if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
            return Fraction(str(value))
        return self._wrong(
            key, value, say("a number from {least} to {most}", least=least, most=most), default
        )

    def names(self, key: str, default: Any = REQUIRED) -> tuple[str, ...]:
        """A list of texts, each once."""
        value = self._value(key, default)
        if value is default and default is not REQUIRED:
            return tuple(value)
        if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
            expected = say("a list of texts: {example}", example='["…", "…"]')
            return tuple(self._wrong(key, value, expected, default, ()))
        if len(value) > MOST_NAMES:
            self._wrong(key, value, say("at most {most} texts", most=MOST_NAMES), default, ())
        value = value[:MOST_NAMES]
        for number, one in enumerate(value):
            if one in value[:number]:
                message = say("{key} has {name} twice.", key=self._path(key), name=as_written(one))
                self.source.add((*self.place, key, number), "twice", message, say("Keep one of the two."))
        return tuple(dict.fromkeys(value))

    def table(self, key: str) -> "Table":
        """A table below a header; an empty one where there is none."""
        value = self._value(key, {})
        if not isinstance(value, dict):
            self._wrong(key, value, say("a table: {example}", example=f"[{key}]"), {})
            value = {}
        return Table(self.source, value, (*self.place, key))

    def tables(self, key: str, most: int, default: Sequence[Any] = REQUIRED) -> list["Table"]:
        """The tables of a list."""
        value = self._value(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(one, dict) for one in value):
            expected = say("a list of tables: {example}", example=f"[[{key}]]")
            value = self._wrong(key, value, expected, default, [])
        if len(value) > most:
            message = say(
                "{key} has {count} tables, at most {most} are read.", key=key, count=len(value), most=most
            )
            self.refuse(key, message, say("Leave some out."), "too_many")
        return [
            Table(self.source, one, (*self.place, key, number)) for number, one in enumerate(value[:most])
        ]

    def done(self) -> None:
        """Refuse the keys that nobody asked for."""
        unknown = [key for key in self.values if key not in self._asked]
        for key in unknown[:MOST_UNKNOWN]:
            message = say("There is no {key} here.", key=self._path(as_written(key).strip('"')))
            self.refuse(key, message, meant(key, self._asked), "unknown_key")
        if more := len(unknown) - MOST_UNKNOWN if len(unknown) > MOST_UNKNOWN else 0:
            message = say_n("{n} more key is unknown here.", "{n} more keys are unknown here.", more)
            self.source.add(self.place, "unknown_key", message, say("Correct the others first."))

    def _value(self, key: str, default: Any) -> Any:
        self._asked[key] = None
        if key not in self.values and default is REQUIRED:
            self.refuse(key, say("{key} is missing.", key=self._path(key)), say("Write it here."), "missing")
        return self.values.get(key, default)

    def _wrong(self, key: str, value: Any, expected: str, default: Any, otherwise: Any = None) -> Any:
        """Note what a value should be, unless it is missing, which is noted; what is taken instead."""
        if value is not REQUIRED:
            setting, written = self._path(key), as_written(value).strip('"')
            message = say(
                '{setting} is "{value}"; it takes {expected}.',
                setting=setting,
                value=written,
                expected=expected,
            )
            self.refuse(key, message, say("Correct the value."))
        return otherwise if default is REQUIRED else default

    def _path(self, key: str) -> str:
        return path_of((*self.place, key))


def is_title(text: str, most: int) -> bool:
    """Whether something of a text can be seen, and nothing controls how it is shown; only long ones have lines."""
    controls = {char for char in text if unicodedata.category(char) == "Cc"} - (
        {"\n", "\t"} if most > TITLE else set()
    )
    return len(text) <= most and is_visible(text) and not controls


def is_name(text: str, most: int = NAME) -> bool:
    """Whether a text can be an id: printable, without blanks."""
    return (
        0 < len(text) <= most and text.isprintable() and not any(map(str.isspace, text)) and is_visible(text)
    )


def once(tables: Sequence[Table], key: str, values: Sequence[str]) -> None:
    """Note values of a key that two tables of a list have."""
    for number, (table, value) in enumerate(zip(tables, values, strict=True)):
        if value and value in values[:number]:
            message = say("Two have the same {key}: {value}.", key=key, value=as_written(value))
            table.refuse(key, message, say("Give each its own."), "twice")
