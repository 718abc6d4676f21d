"""The field of a form that takes a file: it says which kinds, so that the page shows how they look."""

from typing import Any

from django import forms


class _Several(forms.FileInput):
    """A choice of several files."""

    allow_multiple_selected = True

    def __init__(self) -> None:
        super().__init__({"multiple": True})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return files.getlist(name)


class ChosenFile(forms.FileField):
    """A file of one of these kinds (`EXAMPLES`); the page of an intake names them itself (`views/file_pages`)."""

    def __init__(self, *kinds: str, **options: Any) -> None:
        super().__init__(**options)
        self.kinds = kinds


class ChosenFiles(ChosenFile):
    """Several files at once; an empty one is a problem of its own, and told beside those of the others."""

    widget = _Several

    def clean(self, data: Any, initial: Any = None) -> Any:
        one = super().clean
        return [one(file, initial) for file in data or [None]]
