"""The field of a form that takes a file: it says which kinds, so that the page shows how they look."""

from typing import Any

from django import forms


class ChosenFile(forms.FileField):
    """A file of one of these kinds (`EXAMPLES`); the page of an intake names them itself (`views/file_pages`)."""

    def __init__(self, *kinds: str, **options: Any) -> None:
        super().__init__(**options)
        self.kinds = kinds
