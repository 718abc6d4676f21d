"""What the pages of notices take in."""

from django import forms
from django.utils.translation import gettext_lazy

from assessment.notices.models import CHOOSABLE
from assessment.notices.selectors import GROUPS
from assessment.shared.say import say


class MessageForm(forms.Form):
    """A message of the organizers."""

    to = forms.ChoiceField(
        label=gettext_lazy("To"), choices=lambda: [(group, say(words)) for group, words in GROUPS.items()]
    )
    subject = forms.CharField(label=gettext_lazy("Subject"), max_length=150)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy("Plain text."),
    )
    about = forms.CharField(widget=forms.HiddenInput, max_length=40)

    def clean_subject(self) -> str:
        """One line: a mail's subject can be no other."""
        subject: str = self.cleaned_data["subject"]
        return " ".join(subject.split())


class ChoiceForm(forms.Form):
    """Which notices somebody wants."""

    wanted = forms.MultipleChoiceField(
        label=gettext_lazy("Mail me when"),
        required=False,
        choices=[(kind.value, kind.label) for kind in CHOOSABLE],
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Invitations and messages written by the organizers always reach you."),
    )
