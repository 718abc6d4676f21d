"""What the page for accepting majorities takes in."""

from django import forms
from django.utils.translation import gettext_lazy


class PreviewForm(forms.Form):
    """Which majorities are shown, and of which question the items."""

    agree = forms.ChoiceField(
        choices=[("half", gettext_lazy("more than half")), ("but-one", gettext_lazy("all but one"))],
        required=False,
    )
    show = forms.CharField(required=False, max_length=64)


class AcceptForm(forms.Form):
    """The majorities that the page showed, and the questions that are left out."""

    shown = forms.CharField(max_length=2_000_000)
    agree = forms.CharField(required=False, max_length=20)
