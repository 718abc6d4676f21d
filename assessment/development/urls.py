"""Addresses of question development that store answers or nuggets."""

from django.urls import URLPattern, path

from assessment.development import views

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:slug>/known/<path:qid>/change/", views.change, name="change-known"),
    path("campaigns/<slug:slug>/known/<path:qid>/remove/", views.remove, name="remove-known"),
    path("campaigns/<slug:slug>/known/<path:qid>/", views.known, name="known"),
    path(
        "campaigns/<slug:slug>/candidates/<int:pk>/accept/",
        views.accept_candidate,
        name="accept-candidate",
    ),
]
