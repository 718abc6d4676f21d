"""The tables of the report of a version of the scores, in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.frame import ApiView
from assessment.shared.api import REFUSALS
from assessment.studies.selectors.access import access_overview
from assessment.studies.selectors.overview import overview_of


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

    @extend_schema(responses={200: OverviewSerializer, 404: REFUSALS[404], 422: REFUSALS[422]})
    def get(self, request: Request, slug: str, version: int) -> Response:
        """All tables of the report, for those who see all scores; of a draft for those who make scores."""
        _, score_set = access_overview(self.account, slug, version)
        found = overview_of(score_set)
        return Response(
            {
                "version": version,
                "rule": score_set.qrels.rule,
                "software": found.context["software"],
                "inputs_sha256": score_set.qrels.inputs_sha256,
                "methods": found.context["methods"],
                "themes": [
                    {
                        "name": part.name,
                        "title": part.title,
                        "tables": [table.as_json() for table in part.tables],
                    }
                    for part in found.parts
                ],
            }
        )
