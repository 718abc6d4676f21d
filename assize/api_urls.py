"""Addresses of the API, version 1."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

import assessment.shared.addresses  # noqa: F401  # <run:…>
from assessment.campaigns import api as campaigns
from assessment.results import api as results
from assessment.submissions import api as submissions

app_name = "api"
urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    path("campaigns/", campaigns.CampaignList.as_view(), name="campaigns"),
    path("campaigns/<slug:slug>/", campaigns.CampaignDetail.as_view(), name="campaign"),
    path("campaigns/<slug:slug>/questions/", campaigns.QuestionList.as_view(), name="questions"),
    path("campaigns/<slug:slug>/runs/", submissions.RunList.as_view(), name="runs"),
    path("campaigns/<slug:slug>/runs/<run:run_id>/file/", submissions.RunFile.as_view(), name="run-file"),
    path("campaigns/<slug:slug>/scores/", results.Scores.as_view(), name="scores"),
    path("campaigns/<slug:slug>/qrels/", results.Qrels.as_view(), name="qrels"),
]
