"""Forms of a series that is the campaign's already."""

from collections.abc import Iterable
from typing import Any

from django import forms

from assessment.campaigns.forms.candidates import QuestionRow
from assessment.campaigns.models import Question
from assessment.shared.say import say


class OrderForm(forms.Form):
    """The places of a series' questions, a field each."""

    def __init__(self, questions: Iterable[Question], data: Any = None) -> None:
        super().__init__(data)
        self.questions = list(questions)
        for place, row in enumerate(self.questions, 1):
            self.fields[f"place-{row.pk}"] = forms.IntegerField(
                min_value=1, max_value=999, initial=place, label=say("Place of {question}", question=row.qid)
            )

    def rows(self) -> list[tuple[Question, forms.BoundField]]:
        """Each question with the field of its place."""
        return [(row, self[f"place-{row.pk}"]) for row in self.questions]

    @property
    def places(self) -> dict[str, int]:
        """The places by question id."""
        return {row.qid: self.cleaned_data[f"place-{row.pk}"] for row in self.questions}


class MoreForm(QuestionRow):
    """A question more in a series."""

    known = reason = language = page = row = None  # type: ignore[assignment]  # series have one language
