"""Addresses of imports of judgments and annotations."""

from django.urls import URLPattern, path

from assessment.imports.views import annotations, judgments, patterns, programs

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:slug>/judgments/", judgments.judgments, name="judgments"),
    path("campaigns/<slug:slug>/judgments/patterns/", judgments.patterns, name="patterns"),
    path("campaigns/<slug:slug>/judgments/machine/", programs.machine, name="machine"),
    path(
        "campaigns/<slug:slug>/judgments/machine/matches/", programs.machine_matches, name="machine-matches"
    ),
    path(
        "campaigns/<slug:slug>/judgments/machine/matches/<int:check>/import/",
        programs.confirm_matches,
        name="machine-matches-confirm",
    ),
    path(
        "campaigns/<slug:slug>/judgments/machine/matches/<int:check>/discard/",
        programs.discard_matches,
        name="machine-matches-discard",
    ),
    path(
        "campaigns/<slug:slug>/judgments/machine/nuggets/", programs.machine_nuggets, name="machine-nuggets"
    ),
    path(
        "campaigns/<slug:slug>/judgments/machine/nuggets/<int:check>/import/",
        programs.confirm_nuggets,
        name="machine-nuggets-confirm",
    ),
    path(
        "campaigns/<slug:slug>/judgments/machine/nuggets/<int:check>/discard/",
        programs.discard_nuggets,
        name="machine-nuggets-discard",
    ),
    path("campaigns/<slug:slug>/patterns/", patterns.all_patterns, name="own-patterns"),
    path("campaigns/<slug:slug>/patterns.txt", patterns.download, name="own-patterns-file"),
    path("campaigns/<slug:slug>/patterns/<path:qid>/", patterns.of_question, name="question-patterns"),
    path("campaigns/<slug:slug>/judgments/<int:check>/import/", judgments.confirm, name="judgments-confirm"),
    path("campaigns/<slug:slug>/judgments/<int:check>/discard/", judgments.discard, name="judgments-discard"),
    path("campaigns/<slug:slug>/judgments/imports/<int:pk>/", judgments.one_import, name="judgments-import"),
    path(
        "campaigns/<slug:slug>/judgments/imports/<int:pk>/take-back/",
        judgments.take_back,
        name="judgments-take-back",
    ),
    path("campaigns/<slug:slug>/annotations/import/", annotations.annotations, name="annotations"),
    path(
        "campaigns/<slug:slug>/annotations/import/<int:check>/",
        annotations.confirm,
        name="annotations-confirm",
    ),
    path(
        "campaigns/<slug:slug>/annotations/import/<int:check>/discard/",
        annotations.discard,
        name="annotations-discard",
    ),
    path(
        "campaigns/<slug:slug>/judgments/people/<int:pk>/remove/", judgments.remove, name="judgments-remove"
    ),
]
