"""What the pages for tables take in."""

from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.forms.files import FileForm


class TableForm(FileForm):
    """A table."""

    file = ChosenFile(label=gettext_lazy("Table (CSV)"), allow_empty_file=True)
