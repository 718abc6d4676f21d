"""What the pages for tables take in."""

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.files import FileForm


class TableForm(FileForm):
    """A table."""

    file = forms.FileField(label=gettext_lazy("Table (CSV)"), allow_empty_file=True)
