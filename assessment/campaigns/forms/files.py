"""What pages take in that bring a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.source_files import SourceFile, source_of


class FileForm(forms.Form):
    """A file, and what is said of it beside."""

    file = forms.FileField(label=gettext_lazy("File"))

    def __init__(self, campaign: Campaign, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        self.campaign = campaign

    def chosen_kind(self, kind: str) -> str:
        """What the file holds: the page's `kind`, unless the form asks for it."""
        return kind

    def source(self) -> SourceFile:
        """The file as it came."""
        return source_of(self.cleaned_data["file"])

    def said(self) -> dict[str, Any]:
        """What is said of the file, as fields of `Sent`. Raises Refused."""
        return {name: value for name, value in self.cleaned_data.items() if name != "file"}


class ConfirmForm(forms.Form):
    """Whether names that the campaign does not know are new people."""

    newcomers = forms.BooleanField(required=False)
