"""Document lists in the API: what a search engine found for each target, and the texts for whoever accepted their licence."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.forms.campaigns import ArchiveForm
from assessment.campaigns.selectors.archives import prepare_archive, stream_archive
from assessment.campaigns.selectors.campaigns import sees_questions
from assessment.campaigns.selectors.document_lists import (
    MOST,
    accepted_licence,
    access_document_list,
    access_document_lists,
    document_lists,
)
from assessment.campaigns.services.document_lists import note_download
from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, page_of_list, page_of_rows
from assessment.shared.api import REFUSALS
from scoring.formats.document_lists import TOP

TOP_OF_LIST = OpenApiParameter(
    "top", {"type": "integer", "minimum": 1, "maximum": MOST, "default": TOP}, description="how many texts"
)


class ListSerializer(serializers.Serializer[Any]):
    """A list: of a series or, where there are none, of a question."""

    target = serializers.CharField(help_text="the key of the series, or the id of the question")
    title = serializers.CharField()
    documents = serializers.IntegerField()


class ListedSerializer(serializers.Serializer[Any]):
    """A document of a list."""

    rank = serializers.IntegerField()
    docid = serializers.CharField()
    score = serializers.FloatField(help_text="of the search engine: larger is better")


class Lists(ApiView):
    """The document lists of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: ListSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All lists; none before the questions are out."""
        access = access_document_lists(self.account, slug)
        return page_of_list(
            request, document_lists(access.campaign) if sees_questions(access) else [], ListSerializer
        )


class ListOfTarget(ApiView):
    """One list."""

    @extend_schema(
        operation_id="campaigns_listed_documents_list",
        parameters=PAGE,
        responses={200: ListedSerializer(many=True), 404: REFUSALS[404]},
    )
    def get(self, request: Request, slug: str, target: str) -> Response:
        """The documents of a list, best first."""
        _, found = access_document_list(self.account, slug, target)
        return page_of_rows(request, found.entries.all(), "rank", ListedSerializer)


class TextsOfTarget(ApiView):
    """The texts of a list."""

    @extend_schema(
        parameters=[TOP_OF_LIST],
        responses={(200, "application/zip"): OpenApiTypes.BINARY, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def get(self, request: Request, slug: str, target: str) -> StreamingHttpResponse:
        """The texts of the best documents as a ZIP file, once you accepted their licence on the page of the list."""
        access, found = access_document_list(self.account, slug, target)
        licence, form = accepted_licence(access), ArchiveForm(found, request.query_params)
        if not form.is_valid():
            raise ValidationError(
                {name: [str(one) for one in errors] for name, errors in form.errors.items()}
            )
        prepared = prepare_archive(found, licence, form.cleaned_data["top"] or TOP)
        note_download(found=found, by=access.account)
        headers = {"Content-Disposition": content_disposition_header(True, prepared.name) or ""}
        return StreamingHttpResponse(
            stream_archive(prepared), content_type="application/zip", headers=headers
        )
