"""Addresses of the submissions app."""

from django.urls import path

import assessment.shared.addresses  # noqa: F401  # <run:…>
from assessment.submissions.views import (
    applications,
    documents,
    own_team,
    people_files,
    pool,
    registrations,
    runs,
    teams,
    topics,
)

app_name = "submissions"
urlpatterns = [
    path("campaigns/<slug:slug>/runs/", runs.runs, name="runs"),
    path("campaigns/<slug:slug>/team/", own_team.own_team, name="own-team"),
    path("campaigns/<slug:slug>/team/topics/", own_team.topics_file, name="topics-file"),
    path("campaigns/<slug:slug>/team/example/", own_team.example, name="example-run"),
    path("campaigns/<slug:slug>/team/docids.txt.gz", own_team.docids, name="docids"),
    path("campaigns/<slug:slug>/team/files/<str:name>", own_team.example_file, name="example-file"),
    path("campaigns/<slug:slug>/team/assize-scoring.zip", own_team.checker, name="checker"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/receipt/", own_team.receipt, name="receipt"),
    path("campaigns/<slug:slug>/submit/", runs.submit, name="submit"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/", runs.run, name="run"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/file/", runs.run_file, name="run-file"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/warnings/", runs.run_warnings, name="run-warnings"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/withdraw/", runs.withdraw, name="withdraw"),
    path("campaigns/<slug:slug>/teams/", teams.teams, name="teams"),
    path("campaigns/<slug:slug>/teams/<int:pk>/", teams.team, name="team"),
    path("campaigns/<slug:slug>/teams/<int:pk>/rename/", teams.rename, name="rename-team"),
    path("campaigns/<slug:slug>/teams/<int:pk>/delete/", teams.delete, name="delete-team"),
    path("campaigns/<slug:slug>/teams/<int:pk>/anonymize/", teams.anonymize, name="anonymize-team"),
    *people_files.PEOPLE.paths(),
    path("campaigns/<slug:slug>/people.csv", people_files.people_table, name="people-table"),
    *people_files.TEAMS.paths(),
    path("campaigns/<slug:slug>/teams.csv", people_files.teams_table, name="teams-table"),
    path("campaigns/<slug:slug>/register/", registrations.register, name="register"),
    path("campaigns/<slug:slug>/join/", applications.join, name="join"),
    path("campaigns/<slug:slug>/join/withdraw/", applications.withdraw, name="withdraw-application"),
    path(
        "campaigns/<slug:slug>/registrations/requests/<int:pk>/",
        applications.decide,
        name="decide-application",
    ),
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
