"""What the judging page sends."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.judging.selectors.rows import ALL, Filter
from assessment.judging.services.questions import Notes
from documents.remote.setting import SETTINGS
from scoring.scales import CANNOT_JUDGE

MAX_NOTE = 10_000  # characters


MOST_BESIDE = 6  # answers whose documents come along at once
_KEY = re.compile(r"[0-9]{1,18}")


class ItemsField(forms.CharField):
    """Keys of answers with commas between; what is none is left out, and so are more than come at once."""

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]  # the field holds several
        """The keys."""
        given = (super().to_python(value) or "").split(",")
        return [int(key) for key in given if _KEY.fullmatch(key)][:MOST_BESIDE]


class PlaceForm(forms.Form):
    """Which answer the page shows, in which list, with which search in the document."""

    item = forms.IntegerField(required=False)
    show = forms.CharField(required=False, max_length=20)
    q = forms.CharField(required=False, max_length=500, strip=False)
    find = forms.CharField(required=False, max_length=500)
    how = forms.ChoiceField(
        required=False,
        choices=[("exact", gettext_lazy("exact string")), ("words", gettext_lazy("all words, with endings"))],
    )
    list = forms.IntegerField(required=False, min_value=1, max_value=10_000)
    hit = forms.IntegerField(required=False, min_value=1, max_value=1000)
    beside = ItemsField(required=False)

    def value(self, name: str) -> Any:
        """A field's value; None where it is missing or makes no sense, so that an odd address still shows a page."""
        self.is_valid()
        return self.cleaned_data.get(name)

    @property
    def chosen(self) -> Filter:
        """The filter of the list."""
        return Filter(self.value("show") or ALL, self.value("q") or "")


class SaveForm(forms.Form):
    """One save: of a grade, of a note, or of "decide later". What is not sent stays as it is."""

    item = forms.IntegerField()
    seen = forms.IntegerField(min_value=0)
    client_id = forms.UUIDField()
    grade = forms.CharField(required=False, max_length=20)
    note = forms.CharField(required=False, max_length=MAX_NOTE)
    reason = forms.CharField(
        required=False, max_length=MAX_NOTE
    )  # why it cannot be judged, where that is said
    reason_shown = forms.CharField(required=False, max_length=MAX_NOTE)  # what stood there: the note
    later = forms.TypedChoiceField(
        required=False,
        choices=[("1", "later"), ("0", "now")],
        coerce=lambda value: value == "1",
        empty_value=None,
    )
    seconds = forms.IntegerField(required=False)
    place = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    document = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    remote = forms.ChoiceField(required=False, choices=[(name, name) for name in SETTINGS])
    beside = ItemsField(required=False)  # answers to come, whose documents are to come along

    def _note(self) -> str | None:
        given = self.cleaned_data
        if given["grade"] == CANNOT_JUDGE and given["reason"] not in ("", given["reason_shown"]):
            return str(given["reason"])
        return given["note"] if "note" in self.data else None

    def change(self) -> dict[str, Any]:
        """The arguments of record_judgment."""
        given = self.cleaned_data
        return {
            "item_id": given["item"],
            "seen": given["seen"],
            "client_id": given["client_id"],
            "grade": given["grade"] if "grade" in self.data else None,
            "note": self._note(),
            "later": given["later"],
            "seconds": given["seconds"] or 0,
            "place": given["place"],
            "document": given["document"] or None,
            "remote": given["remote"],
        }


class UndoForm(forms.Form):
    """Taking the newest change back; `of` names the change that the page offered."""

    client_id = forms.UUIDField()
    of = forms.UUIDField(required=False)
    seconds = forms.IntegerField(required=False)

    def change(self) -> dict[str, Any]:
        """The arguments of undo."""
        return {**self.cleaned_data, "seconds": self.cleaned_data["seconds"] or 0}


class NotesForm(forms.Form):
    """What an assessor writes about a question."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    client_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    rules_of_thumb = forms.CharField(
        label=gettext_lazy("My rules of thumb"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Your own rules of thumb, always in view: “surname: yes; year only: no”."),
    )
    canonical_answer = forms.CharField(
        label=gettext_lazy("Canonical answer"), required=False, max_length=2_000
    )
    comment = forms.CharField(
        label=gettext_lazy("Comment for the organizer"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def change(self) -> dict[str, Any]:
        """The arguments of save_notes."""
        given = self.cleaned_data
        return {
            "notes": Notes(**{name: given[name] for name in Notes._fields}),
            "seen": given["seen"],
            "client_id": given["client_id"],
        }


class FinishForm(forms.Form):
    """Finishing a question."""

    no_answer_found = forms.BooleanField(required=False)

    def change(self) -> dict[str, Any]:
        """The arguments of finish."""
        return self.cleaned_data
