"""Documents in the API: which ids the collection has, the text of one that is pooled, and those to look at."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS
from assessment.submissions.selectors.documents import access_document, access_documents, flagged, text_of
from assessment.submissions.selectors.own_team import collection_of
from assessment.submissions.selectors.runs import access_runs
from documents.models import DocumentEntry


class DocidSerializer(serializers.Serializer[Any]):
    """A document of the collection."""

    docid = serializers.CharField()


class DocumentSerializer(serializers.Serializer[Any]):
    """A document as it is read while answers are judged."""

    docid = serializers.CharField()
    state = serializers.CharField(source="about.state", help_text="held, ids_only, unknown or unreadable")
    message = serializers.CharField(source="about.message", help_text="why there is no text; else empty")
    title = serializers.CharField(source="about.title")
    date = serializers.CharField(source="about.date", help_text="as it is shown")
    source = serializers.CharField(source="about.source")  # type: ignore[assignment]  # a field of this name
    language = serializers.CharField(source="about.language")
    revision = serializers.IntegerField(
        source="about.revision", help_text="of the copy that assessors read; 0: none"
    )
    doubt = serializers.CharField(source="about.doubt", help_text="what a second reading found amiss")
    text = serializers.CharField(help_text="what a browser shows of it")


class FlaggedSerializer(serializers.Serializer[Any]):
    """A document that somebody should look at."""

    docid = serializers.CharField()
    outcome = serializers.CharField(help_text="of a second reading: differs or unread; else empty")
    missing = serializers.IntegerField(help_text="cited answers that do not occur in it word for word")


class DocumentList(ApiView):
    """The documents of the campaign's collection."""

    @extend_schema(parameters=PAGE, responses={200: DocidSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Their ids, by code point; none where the campaign has no collection."""
        access = access_runs(self.account, slug)
        collection = collection_of(access.campaign)
        if collection is None:
            raise Http404
        rows = DocumentEntry.visible.filter(collection=collection).only("docid")
        return page_of_rows(request, rows, "docid", DocidSerializer)


class Document(ApiView):
    """A pooled document."""

    @extend_schema(responses={200: DocumentSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, docid: str) -> Response:
        """Its text and what is known of it, of the copy that assessors read."""
        access, _ = access_document(self.account, slug, docid)
        return Response(DocumentSerializer(text_of(access.campaign, docid)).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, docid: str) -> Response:
        """Have a second parser read it; the answer is the job."""
        access, _ = access_document(self.account, slug, docid)
        arguments = {"docid": docid}
        job = enqueue(
            kind="submissions.opinion", by=self.account, campaign=access.campaign, arguments=arguments
        )
        return Response(JobSerializer(job).data, 202)


class FlaggedDocuments(ApiView):
    """Documents that somebody should look at."""

    @extend_schema(parameters=PAGE, responses={200: FlaggedSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Pooled documents that two parsers read differently, or that lack answers which cite them."""
        access = access_documents(self.account, slug)
        return page_of_list(request, flagged(access.campaign), FlaggedSerializer)
