"""The form that brings a table of people or teams: a file, or its text."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from assessment.campaigns.services import SourceFile
from assessment.shared.say import say
from assessment.submissions.services import file_name

MOST_CHARACTERS = 500_000


class TableForm(forms.Form):
    """A table as a file or typed; the text is what the preview sends back."""

    file = forms.FileField(required=False, label=_("CSV file"))
    text = forms.CharField(
        required=False,
        max_length=MOST_CHARACTERS,
        strip=False,
        label=_("Or its text"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
        help_text=_("With the header line."),
    )
    name = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)

    def __init__(self, *args: Any, refused: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.refused = refused

    def clean(self) -> dict[str, Any]:
        """One of both is needed; a file counts before a text."""
        cleaned = super().clean() or {}
        if self.refused:
            self.add_error("file", self.refused)
        elif not self.errors and not cleaned.get("file") and not cleaned.get("text", "").strip():
            self.add_error("file", say("Choose a file, or paste its text."))
        elif cleaned.get("file") and cleaned["file"].size > MOST_CHARACTERS:
            self.add_error(
                "file", say("The file is larger than {most} bytes. Split it.", most=MOST_CHARACTERS)
            )
        return cleaned

    def source(self, name: str) -> SourceFile:
        """The bytes of the table, under a name."""
        if uploaded := self.cleaned_data.get("file"):
            return SourceFile(file_name(uploaded.name or name), uploaded.read())
        return SourceFile(self.cleaned_data.get("name") or name, self.cleaned_data["text"].encode())

    @staticmethod
    def text_of(file: SourceFile) -> dict[str, str]:
        """What the page sends back when the plan is confirmed."""
        return {"name": file.name, "text": file.data.decode("utf-8-sig", "replace")}
