"""The form of a second reader: what of the checklist a question has, whether to keep it, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import CandidateQuestion, CandidateReading, Vote
from assessment.campaigns.services.readings import LONGEST_NOTE
from assessment.shared.say import say


class ReadingForm(forms.Form):
    """What somebody says of one question."""

    ticked = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=gettext_lazy("Checklist")
    )
    vote = forms.ChoiceField(choices=Vote.choices, widget=forms.RadioSelect, label=gettext_lazy("Vote"))
    note = forms.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        label=gettext_lazy("Note"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self, question: CandidateQuestion, said: CandidateReading | None = None, data: Any = None
    ) -> None:
        initial = {"vote": said.vote, "note": said.note, "ticked": said.ticked} if said else {}
        super().__init__(data, initial=initial, auto_id=f"reading-{question.pk}-%s")
        fields: dict[str, Any] = self.fields
        checklist = question.candidate.campaign.track.checklist
        fields["ticked"].choices = [(name, say(label)) for name, label in checklist]
        if not checklist:
            del fields["ticked"]
