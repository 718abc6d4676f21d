"""Addresses of the pages of who judges what."""

from django.urls import URLPattern, path

from assessment.assignments import views

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:slug>/assign/", views.assign, name="assign"),
    path("campaigns/<slug:slug>/assign/experts/", views.experts, name="experts"),
    path("campaigns/<slug:slug>/assign/remove/", views.remove, name="assign-remove"),
    path("campaigns/<slug:slug>/assign/hand-over/", views.hand_over, name="assign-hand-over"),
    path("campaigns/<slug:slug>/assign/relieve/", views.relieve, name="assign-relieve"),
    path("campaigns/<slug:slug>/assign/reopen/", views.reopen, name="assign-reopen"),
    path("campaigns/<slug:slug>/assign/question/<path:qid>/add/", views.add, name="assign-add"),
    path("campaigns/<slug:slug>/assign/question/<path:qid>/", views.unit, name="assign-unit"),
]
