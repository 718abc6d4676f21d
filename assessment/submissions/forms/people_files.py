"""The form that brings a table of people or teams: a file, or its text."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.forms.files import FileForm
from assessment.campaigns.services import SourceFile
from assessment.shared.say import say
from assessment.submissions.services.people_plans import MOST_CHARACTERS

PASTED = "table.csv"  # what a text is called that has no file


class TableForm(FileForm):
    """A table as a file or typed."""

    file = ChosenFile(required=False, label=_("CSV file"))
    text = forms.CharField(
        required=False,
        max_length=MOST_CHARACTERS,
        strip=False,
        label=_("Or its text, with the header line"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
    )

    def clean(self) -> dict[str, Any]:
        """One of both is needed; a file counts before a text."""
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("text", "").strip():
            self.add_error("file", say("Choose a file, or paste its text."))
        return cleaned

    def source(self) -> SourceFile:
        """The table, as a file."""
        if self.cleaned_data["file"]:
            return super().source()
        return SourceFile(PASTED, self.cleaned_data["text"].encode())

    def said(self) -> dict[str, Any]:
        """Nothing beside it."""
        return {}
