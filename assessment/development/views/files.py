"""Files of known answers, nuggets, pyramids and gold answers: chosen, looked at, stored."""

from assessment.campaigns.views.file_pages import FilePage
from assessment.development.forms.known import DevelopmentForm
from assessment.development.services.intake import FORMATS

FILES = FilePage(
    tuple(FORMATS), DevelopmentForm, "judging/development.html", "imports", "import-development/"
)
