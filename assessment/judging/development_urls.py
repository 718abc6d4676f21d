"""Addresses of question development that store answers or nuggets."""

from django.urls import URLPattern, path

from assessment.judging.views import development

development_urls: list[URLPattern] = [
    path("campaigns/<slug:slug>/known/<path:qid>/change/", development.change, name="change-known"),
    path("campaigns/<slug:slug>/known/<path:qid>/remove/", development.remove, name="remove-known"),
    path("campaigns/<slug:slug>/known/<path:qid>/", development.known, name="known"),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/accept/",
        development.accept_candidate,
        name="accept-candidate",
    ),
]
