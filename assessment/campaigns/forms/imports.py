"""Forms of the record of imports."""

from django import forms


class UndoForm(forms.Form):
    """Why an import is undone."""

    reason = forms.CharField(label="Reason", max_length=500, help_text="It is shown beside the import.")
