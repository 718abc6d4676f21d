"""Addresses of documents."""

from django.urls import path

from documents.views import show_document, show_picture

app_name = "documents"
urlpatterns = [
    path("documents/pictures/<slug:collection>/<str:digest>", show_picture, name="picture"),
    path("documents/<slug:collection>/<path:docid>/", show_document, name="document"),
]
