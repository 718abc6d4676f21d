"""Addresses of imports of judgments and annotations."""

from django.urls import URLPattern, path

from assessment.campaigns.views import imports
from assessment.imports.views import judgments, patterns, programs

urlpatterns: list[URLPattern] = [
    *judgments.FILES.paths(),
    path("campaigns/<slug:slug>/judgments/patterns/", judgments.patterns, name="patterns"),
    path("campaigns/<slug:slug>/judgments/machine/", programs.machine, name="machine"),
    *programs.MATCHES.paths(),
    *programs.DRAFTS.paths(),
    path("campaigns/<slug:slug>/patterns/", patterns.all_patterns, name="own-patterns"),
    path("campaigns/<slug:slug>/patterns.txt", patterns.download, name="own-patterns-file"),
    path("campaigns/<slug:slug>/patterns/<path:qid>/", patterns.of_question, name="question-patterns"),
    # Former addresses of an import's page and its undo.
    path(
        "campaigns/<slug:slug>/judgments/imports/<int:number>/", imports.file_import, name="judgments-import"
    ),
    path(
        "campaigns/<slug:slug>/judgments/imports/<int:number>/take-back/",
        imports.undo,
        name="judgments-take-back",
    ),
    *judgments.ANNOTATIONS.paths(),
    path(
        "campaigns/<slug:slug>/judgments/people/<int:pk>/remove/", judgments.remove, name="judgments-remove"
    ),
]
