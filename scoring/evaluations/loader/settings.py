"""Settings as evaluations that are built in declare them: [setting.NAME], shared ones by name, own ones whole."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, get_args

from scoring.evaluations.loader.source import meant
from scoring.evaluations.loader.table import TEXT, Table
from scoring.say import say
from scoring.scales import Scale
from scoring.tracks.common import SHARED
from scoring.tracks.settings import Kind, Setting
from scoring.tracks.shapes import Patches

MOST_NUMBER = 10**9
_FLAGS = ("everyday", "optional", "later", "relaxation", "reads_runs", "names_grades")


class Settings(NamedTuple):
    """The settings of an evaluation, and what the choices of each change."""

    settings: tuple[Setting, ...]
    patches: Mapping[str, Patches]


def read_settings(root: Table, scales: Mapping[str, Scale]) -> Settings:
    """The settings in their order."""
    table = root.table("setting")
    tables = {name: table.table(name) for name in table.values}
    settings = tuple(_setting(name, one) for name, one in tables.items())
    patches = {name: _patches(one, scales) for name, one in tables.items() if "choice" in one}
    for one in tables.values():
        one.done()
    return Settings(settings, patches)


def _setting(name: str, table: Table) -> Setting:
    """A shared one with a default and choices of the evaluation's own, or one that is declared whole."""
    known = SHARED.get(name)
    setting = _with_choices(known, table) if known else _declared(name, table)
    default = (
        _default(setting, table) if "default" in table else None if setting.optional else setting.default
    )
    return replace(setting, default=default)


def _with_choices(known: Setting, table: Table) -> Setting:
    choices = table.names("choices", known.choices)
    return replace(known, choices=choices) if choices != known.choices else known


def _declared(name: str, table: Table) -> Setting:
    least, most = table.whole("minimum", 0, 0, MOST_NUMBER), table.whole("maximum", None, 0, MOST_NUMBER)
    pattern, expected = table.text("pattern", ""), table.text("expected", "")
    if "default" not in table and not table.values.get("optional"):
        table.refuse(
            "default",
            say("{key} is missing.", key=f"setting.{name}.default"),
            say("Write it here."),
            "missing",
        )
    limits: dict[str, Any] = {} if most is None else {"maximum": most}
    return Setting(
        name=name,
        kind=table.choice("kind", get_args(Kind)),  # type: ignore[arg-type]  # one of those in Kind
        default=None,
        label=table.text("label"),
        help=table.text("help", most=TEXT),
        example=table.text("example", "", TEXT),
        choices=table.names("choices", ()),
        count=table.whole("count", 0, 0, 20),
        minimum=least,
        check=partial(_unlike, pattern, expected) if pattern else None,
        **{flag: table.flag(flag, False) for flag in _FLAGS},
        **limits,
    )


def _unlike(pattern: str, expected: str, text: str) -> str:
    """What a text should be; "" where it is that."""
    return "" if re.fullmatch(pattern, text) else say(expected)


def _default(setting: Setting, table: Table) -> Any:
    """The default, which is a value that the setting takes."""
    value = table.given("default")
    try:
        return setting.take(value)
    except ValueError as error:
        table.refuse("default", str(error), say("Correct the value."))
        return None


def _patches(table: Table, scales: Mapping[str, Scale]) -> Patches:
    """What each choice changes of which types of question."""
    choices = table.table("choice")
    found = {choice: choices.table(choice) for choice in choices.values}
    unknown = [choice for choice in found if choice not in table.values.get("choices", ())]
    for choice in unknown:
        choices.refuse(
            choice,
            say("{name} is no choice of this setting.", name=choice),
            say("Leave it out."),
            "unknown_name",
        )
    return {
        choice: {kind: _fields(one.table(kind), scales) for kind in one.values}
        for choice, one in found.items()
    }


def _fields(table: Table, scales: Mapping[str, Scale]) -> dict[str, Any]:
    """The fields of a type of question that a choice sets anew."""
    readers: Mapping[str, Callable[[], Any]] = {
        "scale": lambda: scales.get(table.choice("scale", scales)),
        "pyramid": lambda: table.flag("pyramid", False),
        "zero_if_empty": lambda: table.flag("zero_if_empty", False),
        "all_match": lambda: table.flag("all_match", False),
    }
    found = {key: read() for key, read in readers.items() if key in table}
    table.done()
    return found


def check_patches(root: Table, settings: Settings, types: Sequence[str]) -> None:
    """Refuse patches of types of question that there are not."""
    named = (
        (name, choice, kind)
        for name, one in settings.patches.items()
        for choice in one
        for kind in one[choice]
    )
    for name, choice, kind in named:
        if kind not in types:
            place = ("setting", name, "choice", choice, kind)
            message = say("There is no type of question {name}.", name=kind)
            root.source.add(place, "unknown_name", message, meant(kind, types))
