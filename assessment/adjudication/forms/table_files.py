"""What the pages for tables take in."""

from django import forms


class TableForm(forms.Form):
    """A table."""

    file = forms.FileField(label="Table (CSV)", allow_empty_file=True)
