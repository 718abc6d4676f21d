"""Settings of a campaign: what each is called, which values it takes, and how they are written.

A setting is written KEY=VALUE on a command line and as text, number or list in campaign.json.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scoring.say import say

Kind = Literal["int", "ints", "float", "floats", "bool", "choice", "names", "text"]

_DIGITS = 9  # of a whole number, at most
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


class SettingsError(ValueError):
    """Settings that cannot be taken, one sentence each."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        super().__init__(" ".join(self.sentences))


@dataclass(frozen=True)
class Setting:
    """One setting: its default, its kind and the words for it."""

    name: str
    kind: Kind
    default: Any
    label: str
    help: str
    example: str = ""  # what one value of it does, in a sentence
    choices: tuple[str, ...] = ()
    relaxation: bool = False  # whether any other value than the default relaxes a rule for submissions
    reads_runs: bool = False  # whether it says how run files are read, so that it stays once there are runs
    names_grades: bool = (
        False  # whether it says which grades there are, so that it stays once there are judgments
    )
    later: bool = (
        False  # whether it came later: at its default, bundles and checksums stay as they were before
    )
    everyday: bool = False  # whether organizers of most campaigns look at it
    optional: bool = False  # whether the value may be absent, written "none"
    minimum: float = 0
    maximum: float = math.inf
    count: int = 0  # how many numbers a list of floats holds
    check: Callable[[str], str] | None = None  # says what is wrong with a text; "" where nothing is

    def parse(self, text: str) -> Any:
        """The value that a text spells. Raises ValueError with a sentence for people."""
        text = text.strip()
        if self.optional and text.lower() in ("none", ""):
            return None
        return _PARSERS[self.kind](self, text)

    def format(self, value: Any) -> str:
        """The text that parses back to a value."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, tuple | list):
            return ",".join(one if isinstance(one, str) else _format_number(one) for one in value)
        return _format_number(value) if isinstance(value, float) else str(value)

    def take(self, value: object) -> Any:
        """The value of a setting as JSON holds it: text is parsed, anything else goes through its spelling."""
        if isinstance(value, str):
            return self.parse(value)
        try:
            text = self.format(value)
        except (
            TypeError,
            ValueError,
            OverflowError,
        ):  # no number: JSON as Python reads it knows Infinity and NaN
            raise ValueError(
                say(
                    "{setting} is {value}, which is no value of a setting.",
                    setting=self.name,
                    value=repr(value),
                )
            ) from None
        return self.parse(text)

    def refuse(self, text: str, expected: str) -> ValueError:
        return ValueError(
            say(
                '{setting} is "{value}"; it takes {expected}.',
                setting=self.name,
                value=text,
                expected=expected,
            )
        )


def parse_settings(settings: Iterable[Setting], given: Mapping[str, object]) -> dict[str, Any]:
    """The values of the given settings. Raises SettingsError naming every key or value that cannot be taken."""
    known = {setting.name: setting for setting in settings}
    values: dict[str, Any] = {}
    sentences = []
    for key, value in given.items():
        try:
            values[key] = known[key].take(value)
        except KeyError:
            sentences.append(
                say('There is no setting "{key}"; there are {known}.', key=key, known=", ".join(known))
            )
        except ValueError as error:
            sentences.append(str(error))
    if sentences:
        raise SettingsError(sentences)
    return values


def _format_number(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(float(number))


def _parse_int(setting: Setting, text: str) -> int:
    if re.fullmatch(f"[0-9]{{{_DIGITS + 1},}}", text):
        raise setting.refuse(text, _whole_number(setting, most=10**_DIGITS - 1))
    if not re.fullmatch("[0-9]+", text) or not setting.minimum <= int(text) <= setting.maximum:
        raise setting.refuse(text, _whole_number(setting))
    return int(text)


def _whole_number(setting: Setting, most: float = math.inf) -> str:
    """What it takes; the most that any setting takes is said to whoever gave more."""
    least, most = int(setting.minimum), min(setting.maximum, most)
    if most < math.inf:
        return say("a whole number from {least} to {most}", least=least, most=int(most))
    return say("a whole number of at least {least}", least=least)


def _parse_ints(setting: Setting, text: str) -> tuple[int, ...]:
    """Whole numbers with commas between them, each once, from the least to the greatest."""
    try:
        return tuple(sorted({_parse_int(setting, part.strip()) for part in text.split(",")}))
    except ValueError:
        raise setting.refuse(
            text, say("{choices}, or several with commas between them", choices=_whole_number(setting))
        ) from None


def _parse_names(setting: Setting, text: str) -> tuple[str, ...]:
    """Some of the choices with commas between them, each once, in the order given."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if not set(names) <= set(setting.choices):
        raise setting.refuse(
            text,
            say("one or more of {choices}, with commas between them", choices=", ".join(setting.choices)),
        )
    return names


def _parse_float(setting: Setting, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or number < setting.minimum:
        raise setting.refuse(text, say("a number of at least {least}", least=_format_number(setting.minimum)))
    return number


def _parse_floats(setting: Setting, text: str) -> tuple[float, ...]:
    parts = text.split(",")
    if len(parts) != setting.count:
        raise setting.refuse(text, say("{count} numbers with commas between them", count=setting.count))
    return tuple(_parse_float(setting, part.strip()) for part in parts)


def _parse_bool(setting: Setting, text: str) -> bool:
    if text.lower() not in _TRUE | _FALSE:
        raise setting.refuse(text, say("true or false"))
    return text.lower() in _TRUE


def _parse_choice(setting: Setting, text: str) -> str:
    if text not in setting.choices:
        raise setting.refuse(text, say("one of {choices}", choices=", ".join(setting.choices)))
    return text


def _parse_text(setting: Setting, text: str) -> str:
    error = setting.check(text) if setting.check else ""
    if error:
        raise setting.refuse(text, error)
    return text


_PARSERS: dict[Kind, Callable[[Setting, str], Any]] = {
    "int": _parse_int,
    "ints": _parse_ints,
    "float": _parse_float,
    "floats": _parse_floats,
    "bool": _parse_bool,
    "choice": _parse_choice,
    "names": _parse_names,
    "text": _parse_text,
}
