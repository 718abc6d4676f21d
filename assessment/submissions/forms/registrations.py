"""The form in which a team registers: its id, its people, its tasks, and its pairs of languages as a table."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from assessment.campaigns.models import Campaign
from assessment.people.models import Member
from assessment.people.services.addresses import LONGEST_EMAIL
from assessment.shared.say import say
from assessment.submissions.models import Registration, Team
from assessment.submissions.selectors.registrations import Pairs, PairState
from assessment.submissions.services.registrations import (
    MOST_PEOPLE,
    Person,
    RegistrationEntry,
    entry_errors,
)
from assessment.submissions.services.teams import team_error, team_id_error

BLANK_ROWS, MORE_ROWS = 2, 3
FROZEN = ("team_id", "group", "affiliation", "tasks", "pairs")  # once the team has questions


class PersonRow(forms.Form):
    """One person. A row that is left blank is nobody."""

    full_name = forms.CharField(max_length=150, label=_("Full name"))
    affiliation = forms.CharField(max_length=200, label=_("Affiliation"))
    email = forms.EmailField(max_length=LONGEST_EMAIL, label=_("E-mail"))
    use_required_attribute = False

    @property
    def person(self) -> Person:
        """Who was named."""
        return Person(*(self.cleaned_data.get(name, "") for name in self.fields))


class Square(NamedTuple):
    """One square of the table of pairs; `state` is None where the pair is not offered."""

    state: PairState | None
    chosen: bool


class RegistrationForm(forms.Form):
    """What a team registers. `entry()` is it, once the form is valid."""

    team_id = forms.CharField(
        max_length=4,
        label=_("Team id"),
        help_text=_("Four lower-case letters. Your run ids and file names begin with it."),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    group = forms.CharField(
        max_length=200, label=_("Group"), help_text=_("The name that results are published under.")
    )
    affiliation = forms.CharField(
        max_length=200, label=_("Affiliation"), help_text=_("University, company or institute.")
    )
    tasks = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label=_("Tasks"))
    pairs = forms.MultipleChoiceField(
        label=_("Language pairs"), error_messages={"required": _("Choose at least one language pair.")}
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        campaign: Campaign,
        pairs: Pairs,
        team: Team | None = None,
        registration: Registration | None = None,
        participants: "QuerySet[Member] | None" = None,
    ) -> None:
        super().__init__(data, initial=_initial(team, registration))
        self.campaign, self.offered, self.registration = campaign, pairs, registration
        fields: dict[str, Any] = self.fields
        if campaign.track.registers:
            fields["tasks"].choices = [(task, task) for task in campaign.track.run_kinds]
            fields["pairs"].choices = [(pair, pair) for pair in pairs.states]
        else:
            fields["team_id"] = _name_field()
            del fields["tasks"], fields["pairs"]
        self.is_frozen = bool(participants is None and registration and registration.started_at)
        for name in fields.keys() & set(FROZEN) if self.is_frozen else ():
            fields[name].disabled = True
        self.rows = self._person_rows()  # as they were sent, else those registered with some blank ones
        if participants is not None:
            fields["members"] = forms.ModelMultipleChoiceField(
                participants,
                required=False,
                widget=forms.CheckboxSelectMultiple,
                label=_("Who downloads and submits for the team"),
            )

    def _person_rows(self) -> list[PersonRow]:
        if self.is_bound:
            count = min(max(_number(self.data.get("rows", "")), 1), MOST_PEOPLE)
            return [PersonRow(self.data, prefix=f"p{n}", empty_permitted=n > 0) for n in range(count)]
        known = list(self.registration.people.all()) if self.registration else []
        given = [{name: getattr(person, name) for name in PersonRow.base_fields} for person in known]
        blank: list[dict[str, str]] = [{}] * (BLANK_ROWS if known else BLANK_ROWS + 1)
        return [PersonRow(prefix=f"p{n}", initial=row) for n, row in enumerate([*given, *blank])]

    @property
    def more_rows(self) -> "list[PersonRow]":
        """Further blank rows, behind those that were sent."""
        start = len(self.rows)
        return [PersonRow(prefix=f"p{n}") for n in range(start, min(start + MORE_ROWS, MOST_PEOPLE))]

    def squares(self) -> Iterator[tuple[str, list[Square]]]:
        """The table of pairs, row by row: the source language with its squares."""
        chosen = set(self["pairs"].value() or [])
        for source in self.offered.sources:
            states = [self.offered.states.get(f"{source}:{target}") for target in self.offered.targets]
            yield source, [Square(state, state is not None and state.label in chosen) for state in states]

    def clean_team_id(self) -> str:
        """Keep the rule for team ids."""
        team_id: str = self.cleaned_data["team_id"]
        if not self.is_frozen and (error := team_error(self.campaign, team_id)):
            raise forms.ValidationError(error)
        return team_id

    def clean(self) -> dict[str, Any]:
        """Check the people too, and whatever else the service would refuse."""
        cleaned = super().clean() or {}
        sound = [row.is_valid() for row in self.rows]
        if not all(sound):
            self.add_error(None, say("Something is missing in the list of people; see the marks there."))
        elif not self.errors:
            for _field, problem in entry_errors(self.campaign, self.entry()):
                self.add_error(None, problem)
        return cleaned

    def entry(self) -> RegistrationEntry:
        """What was registered."""
        given = self.cleaned_data
        return RegistrationEntry(
            team_id=given["team_id"],
            group=given["group"],
            affiliation=given["affiliation"],
            people=tuple(row.person for n, row in enumerate(self.rows) if n == 0 or row.has_changed()),
            tasks=tuple(given.get("tasks", ())),
            pairs=tuple(given.get("pairs", ())),
        )


def _name_field() -> forms.CharField:
    """The name of a team where the track asks for no particular form."""
    return forms.CharField(
        max_length=64, label=_("Team name"), help_text=_("Short, as in run tags and files.")
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


def _initial(team: Team | None, registration: Registration | None) -> dict[str, Any]:
    if registration is None:
        fits = team is not None and not team_id_error(team.name)
        return {"team_id": team.name if team and fits else ""}
    return {
        "team_id": registration.team.name,
        "group": registration.group,
        "affiliation": registration.affiliation,
        "tasks": registration.tasks,
        "pairs": [str(pair) for pair in registration.pairs.all()],
        "members": list(registration.team.members.all()),
    }
