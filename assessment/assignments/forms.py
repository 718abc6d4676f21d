"""What the assignment pages take in."""

from collections.abc import Sequence
from typing import Any

from django import forms

from assessment.people.models import Member


class AssignForm(forms.Form):
    """Automatic assignment: how many assessors a question, which ones, and the seed."""

    judges = forms.IntegerField(label="Assessors per question", min_value=1, max_value=99)
    seed = forms.IntegerField(
        label="Seed",
        min_value=0,
        max_value=2**31 - 1,
        help_text="Decides between equal loads. The same state and seed give the same assignment.",
    )
    assessors = forms.MultipleChoiceField(
        label="Who gets new questions",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one assessor."},
    )

    def __init__(self, *args: Any, members: Sequence[Member], judges: int, **kwargs: Any) -> None:
        names = [member.name for member in members]
        kwargs.setdefault("initial", {"judges": judges, "seed": 1, "assessors": names})
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["assessors"].choices = [(name, name) for name in names]


class ExpertsForm(forms.Form):
    """Who judges the answers of annotators, and how many of them."""

    experts = forms.MultipleChoiceField(
        label="Experts",
        widget=forms.CheckboxSelectMultiple,
        help_text="Each judges every answer, by themselves. Nobody can judge a question that they annotate.",
        error_messages={"required": "Choose at least one expert."},
    )
    sample = forms.IntegerField(
        label="Questions",
        required=False,
        min_value=1,
        max_value=10_000_000,
        help_text="All annotators’ answers to so many questions. Empty: to all questions.",
    )
    seed = forms.IntegerField(
        label="Seed", min_value=0, max_value=2**31 - 1, initial=1, help_text="Draws the sample."
    )

    def __init__(self, *args: Any, members: Sequence[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["experts"].choices = [(member.name, member.name) for member in members]


class PersonForm(forms.Form):
    """Somebody to add to a question, or to hand it over to."""

    member = forms.IntegerField(error_messages={"required": "Choose somebody."})


class AssignmentForm(forms.Form):
    """Which assignment a request means."""

    assignment = forms.IntegerField()
