"""The settings page in its order: the everyday ones first, then groups that are folded until somebody wants them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from django import forms

from assessment.campaigns.forms.settings import SettingsForm, said
from assessment.campaigns.models.options import (
    DEVELOPMENT,
    REGISTRATION,
    SEARCHING,
    SHARING,
    THIRD_ASSESSORS,
    InForce,
)
from assessment.shared.say import say, say_n, sentence
from scoring.tracks.base import Track

FIRST = 5  # settings that are not folded
_ALWAYS = ("title", "collection")
_OF_COLUMNS = {"developing": DEVELOPMENT, "sharing": SHARING, "searching": SEARCHING}
# Where an evaluation calls fewer of its own settings everyday, these of every campaign fill up.
_THEN = (REGISTRATION, THIRD_ASSESSORS)


@dataclass(frozen=True)
class Row:
    """One setting on the page: its field, and the value in force (None of title and collection)."""

    field: forms.BoundField
    rule: InForce | None = None
    is_found: bool = True

    @property
    def value(self) -> str:
        """The value in force as people read it."""
        return said(self.rule.text) if self.rule else str(self.field.initial or "")

    @property
    def example(self) -> str:
        """What one value of it does."""
        return say(self.rule.setting.example) if self.rule else ""

    def has(self, words: Iterable[str]) -> bool:
        """Whether each of the words stands in its name, label, help or example."""
        parts = [self.field.label, self.field.help_text, self.field.name, self.example]
        text = " ".join(map(str, parts)).casefold()
        return all(word in text for word in words)


class Head(NamedTuple):
    """What a group is called, where an address finds it, and what is said of all of it."""

    name: str
    title: str
    note: str = ""


_HEADS = (
    Head("runs", sentence("Teams and runs")),
    Head("judging", sentence("Judging and scores")),
    Head("developing", sentence("Who else enters candidate questions")),
    Head("sharing", sentence("What participants get after release")),
    Head(
        "searching",
        sentence("Who searches the collection"),
        sentence("Organizers and adjudicators can always search."),
    ),
    Head(
        "relaxations",
        sentence("Relaxed rules"),
        sentence(
            "Each accepts runs that break a rule of the track. Breaches are listed with each run, and all relaxed rules are "
            "shown on the campaign’s page and with its scores."
        ),
    ),
)


class Group(NamedTuple):
    """Settings under one heading."""

    name: str
    title: str
    note: str
    rows: tuple[Row, ...]
    asked: bool  # whether somebody searches

    @property
    def is_found(self) -> bool:
        """Whether it holds anything of what is searched."""
        return any(row.is_found for row in self.rows)

    @property
    def is_open(self) -> bool:
        """Whether a hit of the search, or a value that was refused, lies in it."""
        return (self.asked and self.is_found) or any(row.field.errors for row in self.rows)

    @property
    def differing(self) -> str:
        """What differs from the default, counted and with its values."""
        changed = [row for row in self.rows if row.rule and row.rule.chosen]
        if not changed:
            return say_n("{n} setting, at its default", "{n} settings, all at their defaults", len(self.rows))
        named = (say("{setting}: {value}", setting=row.field.label, value=row.value) for row in changed)
        return say(
            "{n} of {all} changed: {values}", n=len(changed), all=len(self.rows), values="; ".join(named)
        )


class Arranged(NamedTuple):
    """The whole page: what stands first, what is folded, and what was searched."""

    everyday: tuple[Row, ...]
    groups: tuple[Group, ...]
    query: str

    @property
    def found(self) -> int:
        """How many settings the search found."""
        rows = chain(self.everyday, *(group.rows for group in self.groups))
        return sum(row.is_found for row in rows)


def everyday(track: Track) -> tuple[str, ...]:
    """The names of the five that organizers of such a campaign look at, in their order.

    Title and collection are what every campaign needs first. Then come those of its own settings that the evaluation calls
    everyday (how many assessors judge a question, how many runs a team submits, and where there is a choice, what is judged or
    by which grades), because they are decided anew for every campaign, and who may register. The deadline is beside them on
    the page, in a form of its own, since moving it takes a reason.
    """
    own = [setting.name for setting in track.settings if setting.everyday]
    return (*_ALWAYS, *own, *(setting.name for setting in _THEN))[:FIRST]


def arrange(form: SettingsForm, query: str = "") -> Arranged:
    """The page's settings in their order; with a query, those that have its words are found."""
    first = everyday(form.campaign.track)
    words = query.casefold().split()
    rows = {name: _row(form, name, words) for name in (*_ALWAYS, *form.rules)}
    folded = [row for name, row in rows.items() if name not in first]
    groups = (
        Group(*head, tuple(row for row in folded if _group_of(row) == head.name), bool(words))
        for head in _HEADS
    )
    return Arranged(tuple(rows[name] for name in first), tuple(one for one in groups if one.rows), query)


def _group_of(row: Row) -> str:
    """The name of the group in which a folded setting stands."""
    setting = row.rule.setting if row.rule else REGISTRATION
    if setting.relaxation:
        return "relaxations"
    named = next((name for name, some in _OF_COLUMNS.items() if setting in some), "")
    return named or ("runs" if setting.reads_runs or setting == REGISTRATION else "judging")


def _row(form: SettingsForm, name: str, words: Sequence[str]) -> Row:
    setting = form.rules.get(name)
    rule = InForce(setting, form.initial[name]) if setting else None
    row = Row(form[name], rule)
    return Row(row.field, rule, row.has(words) or bool(row.field.errors))  # what was refused is never hidden
