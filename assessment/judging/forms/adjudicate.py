"""What the adjudication page takes in."""

from typing import Any

from django import forms

from assessment.judging.models import Ground


class PlaceForm(forms.Form):
    """Which item of a question is looked at."""

    item = forms.IntegerField(required=False)


class ItemForm(forms.Form):
    """Which item a request means, and how often the page saw its decision changed."""

    item = forms.IntegerField()
    seen = forms.IntegerField(required=False)


class DecisionForm(ItemForm):
    """A decision: either the majority's grade is accepted, or a grade is chosen with a ground."""

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
