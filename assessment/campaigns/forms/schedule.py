"""What the page of a campaign's schedule takes in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.campaigns import reason_field
from assessment.campaigns.models import KINDS, DateKind
from assessment.campaigns.models.dates import Kind
from assessment.shared.datetimes import ZonedDatetime, format_datetime, parse_datetime
from assessment.shared.say import say


@dataclass(frozen=True)
class Row:
    """One date in the form."""

    kind: DateKind
    clock: forms.BoundField
    zone: forms.BoundField

    @property
    def declared(self) -> Kind:
        """What the site does on it."""
        return KINDS[self.kind]


class ScheduleForm(forms.Form):
    """Clock and zone of each date. `dates` is what was written, None where there is none."""

    reason = reason_field(required=False)
    past = forms.BooleanField(
        required=False,
        label=gettext_lazy("This date has passed; set it all the same"),
        help_text=gettext_lazy("The site acts within a minute."),
    )

    def __init__(self, current: Mapping[str, ZonedDatetime | None], data: Any = None) -> None:
        super().__init__(data)
        self.dates: dict[str, ZonedDatetime | None] = {}
        fields: dict[str, Any] = self.fields
        zones = [date.zone for date in current.values() if date]
        for kind in DateKind:
            date = current[kind.value]
            zone = date.zone if date else next(iter(zones), "UTC")
            fields |= {f"{kind}_at": _clock_field(kind, date), f"{kind}_zone": _zone_field(zone)}

    def rows(self) -> Iterator[Row]:
        """The fields, date by date."""
        for kind in DateKind:
            yield Row(kind, self[f"{kind}_at"], self[f"{kind}_zone"])

    def clean(self) -> dict[str, Any]:
        """Read clock and zone of each date together."""
        data = super().clean() or {}
        for kind in DateKind:
            if f"{kind}_at" in self.data:
                self.dates[kind.value] = _read(self, kind, data)
        return data


def _read(form: forms.Form, kind: DateKind, data: Mapping[str, Any]) -> ZonedDatetime | None:
    """The date that was written; None where there is none, or where it is wrong, which the form then says."""
    clock, zone = data.get(f"{kind}_at"), data.get(f"{kind}_zone") or "UTC"
    try:
        return parse_datetime(f"{clock} {zone}") if clock else None
    except ValueError as expected:
        form.add_error(f"{kind}_at", say("Not a date. Write {expected}.", expected=str(expected)))
        return None


def _clock_field(kind: DateKind, date: ZonedDatetime | None) -> forms.CharField:
    clock = format_datetime(*date).removesuffix(date.zone).strip().replace(" ", "T") if date else ""
    return forms.CharField(
        required=False,
        max_length=40,
        label=kind.label,
        initial=clock,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
    )


def _zone_field(zone: str) -> forms.CharField:
    return forms.CharField(
        required=False,
        max_length=64,
        label=gettext_lazy("Zone"),
        initial=zone,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    )
