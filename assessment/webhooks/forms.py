"""What the page of webhooks takes in."""

from django import forms
from django.utils.translation import gettext_lazy

from assessment.webhooks.models import CHOOSABLE
from assessment.webhooks.services.addresses import LONGEST


class HappeningsForm(forms.Form):
    """What a webhook is told."""

    happenings = forms.MultipleChoiceField(
        label=gettext_lazy("Notify it when"),
        choices=[(one.value, one.label) for one in CHOOSABLE],
        widget=forms.CheckboxSelectMultiple,
    )


class WebhookForm(HappeningsForm):
    """A new webhook."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off", "dir": "ltr"}),
        help_text=gettext_lazy("Must begin with https:// and be reachable from the internet."),
    )
    field_order = ["url", "happenings"]
