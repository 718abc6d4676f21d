"""The forms with which site admins import collections."""

from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.selectors.collections import folders
from assessment.campaigns.services.collections import request_import
from assessment.campaigns.services.id_lists import request_list_check
from assessment.jobs.models import Job
from assessment.people.models import Account
from assessment.shared.say import say
from documents.readers import READERS


def replace_field() -> forms.BooleanField:
    """Whether a collection may be replaced by one that lacks what is relied on."""
    return forms.BooleanField(
        required=False,
        label=gettext_lazy("Replace it even if it differs"),
        help_text=gettext_lazy(
            "Otherwise an import is refused that lacks pooled documents, or lists other ids, with the numbers."
        ),
    )


class FolderForm(forms.Form):
    """A folder to import; its manifest says the rest, or these fields do."""

    folder = forms.ChoiceField(
        label=gettext_lazy("Folder"),
        help_text=gettext_lazy("Folders in the places that ASSIZE_COLLECTION_ROOTS names."),
    )
    slug = forms.SlugField(
        label=gettext_lazy("Short name"),
        max_length=64,
        required=False,
        help_text=gettext_lazy("In addresses. Left empty: the manifest's."),
    )
    format = forms.ChoiceField(label=gettext_lazy("Format"), required=False)
    anew = forms.BooleanField(
        label=gettext_lazy("Read every file, unchanged ones too"),
        required=False,
        help_text=gettext_lazy("Otherwise only files changed since the last import are read."),
    )
    replace = replace_field()

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, prefix="folder")
        self.choices = [(folder.path, folder.title) for folder in folders()]
        fields: dict[str, Any] = self.fields
        fields["folder"].choices = self.choices
        formats = [("", say("the manifest's")), *((name, name) for name in READERS)]
        fields["format"].choices = formats

    def clean_folder(self) -> Path:
        """The chosen folder as a path."""
        return Path(self.cleaned_data["folder"])

    def ask(self, by: Account) -> Job:
        """Have the folder imported."""
        return request_import(by=by, **self.cleaned_data)


class ListForm(forms.Form):
    """A list of ids of a collection whose texts are not held."""

    slug = forms.SlugField(
        label=gettext_lazy("Short name"),
        max_length=64,
        help_text=gettext_lazy("In addresses, and in campaigns' settings."),
    )
    file = ChosenFile(
        "collection-list", label=gettext_lazy("List"), help_text=gettext_lazy("One id a line, plain or .gz.")
    )

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, prefix="list")

    def ask(self, by: Account) -> Job:
        """Have the list held against what there is."""
        return request_list_check(by=by, upload=self.cleaned_data["file"], slug=self.cleaned_data["slug"])
