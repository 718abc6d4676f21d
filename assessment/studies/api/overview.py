"""The tables of the report of a version of the scores, in the API."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from assessment.people.api.frame import ApiView
from assessment.results.api.version_files import JOB, MADE, given
from assessment.studies.selectors.access import access_overview
from assessment.studies.services.overview import TABLES, wanted_report


class OverviewColumnSerializer(serializers.Serializer[Any]):
    """A column of a table."""

    title = serializers.CharField()
    kind = serializers.CharField(help_text="text, count, number or share; shares are of 1")


class OverviewTableSerializer(serializers.Serializer[Any]):
    """A table; what is undefined is null."""

    name = serializers.CharField()
    title = serializers.CharField()
    follows = serializers.CharField(help_text="the published tables that it follows; may be empty")
    note = serializers.CharField(help_text="how to read it; may be empty")
    columns = OverviewColumnSerializer(many=True)
    rows = serializers.ListField(child=serializers.ListField(child=serializers.JSONField()))


class OverviewThemeSerializer(serializers.Serializer[Any]):
    """Tables that belong together."""

    name = serializers.CharField()
    title = serializers.CharField()
    tables = OverviewTableSerializer(many=True)


class OverviewSerializer(serializers.Serializer[Any]):
    """What an overview paper needs of a version of the scores."""

    version = serializers.IntegerField()
    rule = serializers.CharField()
    software = serializers.CharField()
    inputs_sha256 = serializers.CharField()
    methods = serializers.CharField(help_text="the evaluation in a paragraph")
    themes = OverviewThemeSerializer(many=True)


class OverviewDetail(ApiView):
    """The report of a version."""

    @extend_schema(parameters=[JOB], responses={200: OverviewSerializer, **MADE})
    def get(self, request: Request, slug: str, version: int) -> HttpResponseBase:
        """All tables of the report, for those who see all scores; of a draft for those who make scores."""
        _, score_set = access_overview(self.account, slug, version)
        wanted = wanted_report(score_set, TABLES)
        return given(request, self.account, wanted, f"{slug}-report-{version}.json", "application/json")
