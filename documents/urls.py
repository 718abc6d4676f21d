"""Addresses of documents."""

from django.urls import path

from documents.views import show_document

app_name = "documents"
urlpatterns = [path("documents/<slug:collection>/<path:docid>/", show_document, name="document")]
