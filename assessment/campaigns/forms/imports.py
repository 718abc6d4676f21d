"""Forms of the record of imports."""

from django import forms
from django.utils.translation import gettext_lazy


class UndoForm(forms.Form):
    """Why an import is undone."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=500, help_text=gettext_lazy("It is shown beside the import.")
    )
