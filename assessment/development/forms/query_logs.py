"""What an organizer wants of a query log."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.models import Campaign
from assessment.development.services.query_filters import FILTERS, TAGGED
from assessment.development.services.query_logs import LEAST_PEOPLE, LEAST_WORDS, TOP, own_filters
from assessment.shared.errors import Refused
from assessment.shared.say import say

NAMES = (*FILTERS, *TAGGED)
MOST = 2_000  # candidates that are entered while somebody waits; the command has no such bound


class QueryLogForm(forms.Form):
    """A log, and the options of `query_log`."""

    file = ChosenFile(
        "query-log",
        label=gettext_lazy("Log"),
        help_text=gettext_lazy(
            "A query a line; after a tab how many people asked it, after another which filters a tagger found it to fit."
        ),
    )
    filters = forms.CharField(label=gettext_lazy("Filters"), required=False, initial=" ".join(NAMES))
    own = forms.CharField(
        label=gettext_lazy("Your own filters"),
        help_text=gettext_lazy("A line each, NAME=PATTERN: a regular expression on the query in lower case."),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    words = forms.IntegerField(label=gettext_lazy("At least so many words"), min_value=0, initial=LEAST_WORDS)
    people = forms.IntegerField(
        label=gettext_lazy("Asked by at least so many people"), min_value=0, initial=LEAST_PEOPLE
    )
    sample = forms.IntegerField(label=gettext_lazy("Draw so many"), min_value=1, max_value=MOST, initial=500)
    seed = forms.IntegerField(label=gettext_lazy("Seed of the draw"), initial=1)
    top = forms.IntegerField(
        label=gettext_lazy("A page among the first … documents found"),
        min_value=1,
        max_value=1_000,
        initial=TOP,
    )
    type = forms.ChoiceField(label=gettext_lazy("Type of the questions"))
    source = forms.CharField(label=gettext_lazy("Source"), max_length=200, initial="question log")

    def __init__(self, campaign: Campaign, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        field = self.fields["type"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, say(kind.label)) for name, kind in campaign.track.entered_types.items()]
        if not campaign.track.marks_places:
            self.fields["top"].required = False
            self.fields["top"].widget = forms.HiddenInput()
        self.fields["filters"].help_text = " ".join(NAMES)

    def clean_filters(self) -> list[str]:
        """Their names."""
        return str(self.cleaned_data["filters"]).replace(",", " ").split()

    def clean_own(self) -> dict[str, str]:
        """Patterns by name."""
        try:
            return own_filters(self.cleaned_data["own"].splitlines())
        except Refused as error:
            raise forms.ValidationError(f"{error.message} {error.hint}") from error

    @property
    def wanted(self) -> dict[str, Any]:
        """The options as a job keeps them."""
        options = {name: value for name, value in self.cleaned_data.items() if name != "file"}
        return options | {"top": options["top"] or TOP}
