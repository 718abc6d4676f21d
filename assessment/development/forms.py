"""What an organizer adds to what is known of a question."""

from typing import Any

from django import forms

from assessment.campaigns.models import Question
from assessment.campaigns.models.known import Known, parse_known


class KnownForm(forms.Form):
    """Answers or nuggets, a line each."""

    known = forms.CharField(
        max_length=50_000, label="Add, a line each", widget=forms.Textarea(attrs={"rows": 4})
    )

    one = False

    def __init__(self, question: Question, data: Any = None) -> None:
        super().__init__(data)
        self.kind = question.kind

    def clean_known(self) -> list[Known]:
        """What the lines say, or an error for each wrong line."""
        known, errors = parse_known(self.cleaned_data["known"], self.kind)
        if errors:
            raise forms.ValidationError([forms.ValidationError(error) for error in errors])
        if self.one and len(known) != 1:
            raise forms.ValidationError("Write one line.")
        return known


class KnownLineForm(KnownForm):
    """One answer or nugget in other words, with what the page showed."""

    one = True
    uid = forms.UUIDField()
    seen = forms.CharField(max_length=50_000, required=False, strip=False)
