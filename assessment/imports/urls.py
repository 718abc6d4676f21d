"""Addresses of imports of judgments."""

from django.urls import URLPattern, path

from assessment.imports import views

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:slug>/judgments/", views.judgments, name="judgments"),
    path("campaigns/<slug:slug>/judgments/<int:check>/import/", views.confirm, name="judgments-confirm"),
    path("campaigns/<slug:slug>/judgments/<int:check>/discard/", views.discard, name="judgments-discard"),
    path("campaigns/<slug:slug>/judgments/imports/<int:pk>/", views.one_import, name="judgments-import"),
    path(
        "campaigns/<slug:slug>/judgments/imports/<int:pk>/take-back/",
        views.take_back,
        name="judgments-take-back",
    ),
    path("campaigns/<slug:slug>/judgments/people/<int:pk>/remove/", views.remove, name="judgments-remove"),
]
