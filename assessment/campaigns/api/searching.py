"""Searching the collection of a campaign in the API, and what people looked for."""

from typing import Any
from uuid import uuid4

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import State
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.kept_searches import Asked, kept_searches
from assessment.campaigns.selectors.searching import access_search, search_for
from assessment.campaigns.services.kept_searches import keep_search
from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE as PAGE_OF_LIST
from assessment.people.api.lists import page_of_rows
from assessment.people.api.queries import number_in
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from assessment.shared.pages import afterwards
from documents.search.finding import PAGE

MOST = 100  # documents of an answer, each of which is read for its snippet
QUERY = OpenApiParameter("q", str, required=True, description="what is looked for, as on the page")
TOP = OpenApiParameter(
    "top",
    {"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
    description="how many documents",
)
PERSON = OpenApiParameter("person", str, description="the name of an account")
WORDS = OpenApiParameter("words", str, description="what stands in the query")


class HitSerializer(serializers.Serializer[Any]):
    """A document that was found."""

    rank = serializers.IntegerField()
    docid = serializers.CharField()
    score = serializers.FloatField(help_text="BM25: larger is better")
    title = serializers.CharField()
    date = serializers.CharField(help_text="as the document has it; may be empty")
    snippet = serializers.CharField(source="text", help_text="where most of the words stand close together")


class FoundSerializer(serializers.Serializer[Any]):
    """The best documents of all that were found."""

    total = serializers.IntegerField(help_text="how many documents were found in all")
    current = serializers.BooleanField(
        source="is_current", help_text="false while the index is that of the import before"
    )
    hits = HitSerializer(many=True)


class OpenedSerializer(serializers.Serializer[Any]):
    """A document that was opened from among the hits."""

    document = serializers.CharField()
    rank = serializers.IntegerField()
    at = serializers.DateTimeField()


class KeptSearchSerializer(serializers.Serializer[Any]):
    """A search that somebody made."""

    id = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    person = serializers.CharField(source="account.username")
    stage = serializers.ChoiceField(State.choices, help_text="of the campaign when it was made")
    query = serializers.CharField()
    found = serializers.IntegerField(help_text="how many documents")
    opened = OpenedSerializer(many=True)


class Search(ApiView):
    """The search of a campaign's collection."""

    @extend_schema(
        parameters=[QUERY, TOP], responses={200: FoundSerializer, 404: REFUSALS[404], 422: REFUSALS[422]}
    )
    def get(self, request: Request, slug: str) -> Response:
        """The documents that fit, best first. That you searched is kept for the organizers."""
        access = access_search(self.account, slug)
        top = number_in(request, "top", least=1, most=MOST) or PAGE
        query = request.query_params.get("q", "")
        results = search_for(access, query, limit=top)
        response = Response(FoundSerializer(results).data)
        afterwards(
            response,
            lambda: keep_search(
                campaign=access.campaign, by=access.account, uid=uuid4(), query=query, found=results.total
            ),
        )
        return response


class Searches(ApiView):
    """What people looked for."""

    @extend_schema(
        parameters=[PERSON, WORDS, *PAGE_OF_LIST],
        responses={200: KeptSearchSerializer(many=True), 404: REFUSALS[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The searches in the collection with the documents that were opened, newest first."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        asked = Asked(request.query_params.get("person", ""), request.query_params.get("words", "").strip())
        return page_of_rows(request, kept_searches(access.campaign, asked), "-pk", KeptSearchSerializer)
