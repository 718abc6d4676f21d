"""What the pages of notices take in."""

from django import forms

from assessment.notices.models import CHOOSABLE
from assessment.notices.selectors import GROUPS


class MessageForm(forms.Form):
    """A message of the organizers."""

    to = forms.ChoiceField(label="To", choices=list(GROUPS.items()))
    subject = forms.CharField(label="Subject", max_length=150)
    text = forms.CharField(
        label="Text", max_length=10_000, widget=forms.Textarea(attrs={"rows": 8}), help_text="Plain text."
    )
    about = forms.CharField(widget=forms.HiddenInput, max_length=40)

    def clean_subject(self) -> str:
        """One line: a mail's subject can be no other."""
        subject: str = self.cleaned_data["subject"]
        return " ".join(subject.split())


class ChoiceForm(forms.Form):
    """Which notices somebody wants."""

    wanted = forms.MultipleChoiceField(
        label="Mail me when",
        required=False,
        choices=[(kind.value, kind.label) for kind in CHOOSABLE],
        widget=forms.CheckboxSelectMultiple,
        help_text="Invitations and messages written by the organizers always reach you.",
    )
