"""Addresses of question development that store answers or nuggets."""

from django.urls import URLPattern, path

from assessment.development.views import documents, files, known, query_logs

urlpatterns: list[URLPattern] = [
    *files.FILES.paths(),
    path("campaigns/<slug:slug>/query-log/", query_logs.query_log, name="query-log"),
    path("campaigns/<slug:slug>/query-log/<int:check>/enter/", query_logs.enter, name="query-log-enter"),
    path("campaigns/<slug:slug>/document/known/", documents.known_from_document, name="known-from-document"),
    path("campaigns/<slug:slug>/known/<path:qid>/change/", known.change, name="change-known"),
    path("campaigns/<slug:slug>/known/<path:qid>/remove/", known.remove, name="remove-known"),
    path("campaigns/<slug:slug>/known/<path:qid>/", known.known, name="known"),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/accept/",
        known.accept_candidate,
        name="accept-candidate",
    ),
]
