"""Addresses of the submissions app."""

from django.urls import path

import assessment.shared.addresses  # noqa: F401  # <run:…>
from assessment.submissions.views import documents, pool, registrations, runs, teams, topics

app_name = "submissions"
urlpatterns = [
    path("campaigns/<slug:slug>/runs/", runs.runs, name="runs"),
    path("campaigns/<slug:slug>/submit/", runs.submit, name="submit"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/", runs.run, name="run"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/file/", runs.run_file, name="run-file"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/warnings/", runs.run_warnings, name="run-warnings"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/withdraw/", runs.withdraw, name="withdraw"),
    path("campaigns/<slug:slug>/teams/", teams.teams, name="teams"),
    path("campaigns/<slug:slug>/teams/<int:pk>/", teams.team, name="team"),
    path("campaigns/<slug:slug>/register/", registrations.register, name="register"),
    path("campaigns/<slug:slug>/registrations/", registrations.registrations, name="registrations"),
    path("campaigns/<slug:slug>/registrations/new/", registrations.registration, name="new-registration"),
    path("campaigns/<slug:slug>/registrations/pair/", registrations.pair, name="pair"),
    path(
        "campaigns/<slug:slug>/registrations.csv", registrations.registrations_file, name="registrations-file"
    ),
    path("campaigns/<slug:slug>/registrations/<int:pk>/", registrations.registration, name="registration"),
    path("campaigns/<slug:slug>/topics/", topics.topics, name="topics"),
    path("campaigns/<slug:slug>/topics/<slug:source>/<slug:target>/", topics.download, name="download"),
    path("campaigns/<slug:slug>/documents/", documents.flagged, name="documents"),
    path("campaigns/<slug:slug>/documents/<path:docid>/", documents.document, name="document"),
    path("campaigns/<slug:slug>/pool/", pool.pool, name="pool"),
    path("campaigns/<slug:slug>/pool/<path:qid>/", pool.pool_question, name="pool-question"),
]
