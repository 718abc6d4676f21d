"""Addresses of training."""

from django.urls import URLPattern, path

from assessment.training.views import annotating, samples, training

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:slug>/training/", training.training, name="training"),
    path("campaigns/<slug:slug>/training/required/", training.required, name="training-required"),
    *training.FILES.paths(),
    path("campaigns/<slug:slug>/training/new/", samples.new, name="sample-new"),
    path("campaigns/<slug:slug>/training/samples/<str:name>/", samples.sample, name="sample"),
    path("campaigns/<slug:slug>/training/samples/<str:name>/begin/", training.begin, name="training-begin"),
    path("campaigns/<slug:slug>/training/samples/<str:name>/remove/", samples.remove, name="sample-remove"),
    path("campaigns/<slug:slug>/training/samples/<str:name>/move/", samples.move, name="sample-move"),
    path("campaigns/<slug:slug>/training/tries/<int:pk>/", training.attempt, name="training-try"),
    path("campaigns/<slug:slug>/training/tries/<int:pk>/save/", training.save, name="training-save"),
    path(
        "campaigns/<slug:slug>/training/tries/<int:pk>/annotation/<slug:step>/",
        annotating.annotation,
        name="training-annotation",
    ),
    path("campaigns/<slug:slug>/training/tries/<int:pk>/finish/", training.finish, name="training-finish"),
]
