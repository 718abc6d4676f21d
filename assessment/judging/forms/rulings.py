"""What is asked of organizers, and what they answer."""

from typing import Any

from django import forms

from assessment.judging.services.rulings import LONGEST


class AskForm(forms.Form):
    """A question to the organizers, about an answer or the whole question."""

    text = forms.CharField(required=False, max_length=2 * LONGEST, strip=False)
    item = forms.IntegerField(required=False)
    client_id = forms.UUIDField(required=False)

    def change(self) -> dict[str, Any]:
        """The arguments of ask_organizer."""
        given = self.cleaned_data
        return {"text": given["text"], "item_id": given["item"], "client_id": given["client_id"]}


class RulingForm(forms.Form):
    """A ruling: an answer to what was asked, or one that nobody asked for."""

    ruling = forms.IntegerField(required=False)
    seen = forms.IntegerField(required=False)
    qid = forms.CharField(required=False, max_length=64)
    text = forms.CharField(required=False, max_length=2 * LONGEST, strip=False)
