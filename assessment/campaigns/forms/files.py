"""What pages take in that bring a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.chosen_file import ChosenFile, ChosenFiles
from assessment.campaigns.models import Campaign
from assessment.campaigns.services.source_files import SourceFile, packed, source_of


class FileForm(forms.Form):
    """A file, and what is said of it beside."""

    file = ChosenFile(label=gettext_lazy("File"))

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


class FilesForm(FileForm):
    """Several files, packed as one."""

    file = ChosenFiles(label=gettext_lazy("Files"), allow_empty_file=True)

    def source(self) -> SourceFile:
        """The files as one; a ZIP file alone is what it is."""
        return packed([source_of(file) for file in self.cleaned_data["file"]])


class ConfirmForm(forms.Form):
    """Whether names that the campaign does not know are new people, and whether questions may go."""

    newcomers = forms.BooleanField(required=False)
    replace = forms.BooleanField(required=False)

    def said(self) -> dict[str, bool]:
        """What is said of the file now; of what may be replaced only where it was asked."""
        given = self.cleaned_data if self.is_valid() else {}
        allowed = {"replace": True} if given.get("replace") else {}
        return {"newcomers": bool(given.get("newcomers")), **allowed}


class ImportForm(FileForm):
    """A topics file, and target types where they come apart."""

    file = ChosenFile(label=gettext_lazy("Topics file"))
    target_types = ChosenFile(
        "target-types",
        required=False,
        label=gettext_lazy("Target types"),
        help_text=gettext_lazy(
            "If you have them: a line such as #PERSON Fred Durst for each series, or a table with the columns qid and "
            "target_type, source, suggested_answer or suggested_docid."
        ),
    )

    def __init__(self, campaign: Campaign, data: Any = None, files: Any = None) -> None:
        super().__init__(campaign, data, files)
        if campaign.track.takes_topics_tables:
            self.fields["file"].help_text = gettext_lazy(
                "In the format of the evaluation, or a table with the columns qid and text and, where there are any, type, "
                "narrative, series, target, target_type, source, suggested_answer, suggested_docid, checklist; it may be CSV, TSV, "
                "JSON or XML."
            )
        if campaign.track.untold:
            types = self.fields["target_types"]
            types.label = gettext_lazy("Question types")
            types.help_text = gettext_lazy(
                "A line such as 0001 Factoid for each question, or a table with the columns qid and type, source, "
                "suggested_answer or suggested_docid."
            )
        elif not campaign.track.series_rules:
            types = self.fields["target_types"]
            types.label = gettext_lazy("Table of sources")
            types.help_text = gettext_lazy(
                "If you have one: CSV with the columns qid and source, suggested_answer or suggested_docid, as "
                "questions.csv of a bundle."
            )

    def said(self) -> dict[str, Any]:
        types = self.cleaned_data["target_types"]
        return {"types": source_of(types) if types else None}


class ListsForm(FileForm):
    """A file of document lists."""

    file = ChosenFile(
        label=gettext_lazy("File of lists"), help_text=gettext_lazy("Lines of: target rank docid rsv.")
    )
