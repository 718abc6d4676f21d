"""What the adjudication page takes in."""

from typing import Any

from django import forms

from assessment.judging.forms.judge import PlaceForm as JudgingPlaceForm
from assessment.judging.models import Ground


class PlaceForm(JudgingPlaceForm):
    """Which item of a question is looked at, with which search, and what was decided just before: a question, or the last open item."""

    after = forms.CharField(required=False, max_length=64)
    decided = forms.BooleanField(required=False)


class ItemForm(forms.Form):
    """Which item a request means, how often the page saw its decision changed, and the page's name for what it wants."""

    item = forms.IntegerField()
    seen = forms.IntegerField(required=False)
    client_id = forms.UUIDField(required=False)

    def change(self) -> dict[str, Any]:
        """What every service takes."""
        return {"seen": self.cleaned_data["seen"], "client_id": self.cleaned_data["client_id"]}


class DecisionForm(ItemForm):
    """A decision: either the majority's grade is accepted, or a grade is chosen with its ground."""

    accept = forms.CharField(required=False)
    grade = forms.CharField(required=False)
    ground = forms.CharField(required=False)
    note = forms.CharField(required=False, max_length=10_000)

    def clean(self) -> dict[str, Any]:
        """Accepting means: a matter of opinion, in which the majority stands."""
        data = super().clean() or self.cleaned_data
        if data.get("accept"):
            return data | {"grade": data["accept"], "ground": Ground.OPINION.value}
        return data

    def change(self) -> dict[str, Any]:
        """The arguments of decide."""
        return {**super().change(), **{name: self.cleaned_data[name] for name in ("grade", "ground", "note")}}
