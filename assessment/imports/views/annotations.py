"""Annotations of pages that organizers import from a file: chosen, looked at, stored."""

from assessment.campaigns.views.file_pages import FilePage
from assessment.imports.forms import AnnotationsForm
from assessment.imports.views.judgments import imported_before
from assessment.shared.pages import takes_corpora

FILES = FilePage(
    ("annotations",),
    AnnotationsForm,
    "judging/annotations.html",
    "assign",
    "annotations/import/",
    imported_before,
    takes_corpora,
    store="",
)
