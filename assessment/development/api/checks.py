"""What is found of a candidate's questions, and what second readers say of them, in the API."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.candidate_page import checked_questions
from assessment.campaigns.selectors.candidates import access_candidate
from assessment.campaigns.services.readings import LONGEST_NOTE, read_candidate
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS


class VerifiedSerializer(serializers.Serializer[Any]):
    """Something that is known of a question, and whether it is where it is said to be."""

    line = serializers.CharField(help_text="as on the page")
    docid = serializers.CharField()
    result = serializers.CharField(
        help_text="exact, respelled, missing, no_document, no_paragraph, paragraph, page, unchecked, unread or unnamed"
    )


class AlikeSerializer(serializers.Serializer[Any]):
    """A question that is equal or nearly equal."""

    text = serializers.CharField()
    qid = serializers.CharField(help_text="of the campaign; else empty")
    candidate = serializers.IntegerField(help_text="id of its candidate; else 0")
    is_equal = serializers.BooleanField()


class CandidateVoteSerializer(serializers.Serializer[Any]):
    """What a second reader says."""

    reader = serializers.CharField(source="reader.username", help_text="account")
    vote = serializers.CharField(help_text="keep, reject or unsure")
    ticked = serializers.ListField(child=serializers.CharField(), help_text="names of the checklist")
    note = serializers.CharField()
    is_of_other_words = serializers.BooleanField(help_text="whether the question was changed since")
    read_at = serializers.DateTimeField()


class CheckedSerializer(serializers.Serializer[Any]):
    """One question of a candidate."""

    id = serializers.IntegerField(source="question.pk")
    text = serializers.CharField(source="question.text")
    known = VerifiedSerializer(many=True)
    alike = AlikeSerializer(many=True)
    readings = CandidateVoteSerializer(many=True)


class CandidateReadingSerializer(Body):
    """What the caller says of a question that somebody else entered."""

    question = serializers.IntegerField(help_text="its id")
    vote = serializers.CharField(max_length=10, help_text="keep, reject or unsure")
    ticked = serializers.ListField(
        child=serializers.CharField(max_length=40), default=list, help_text="names of the track’s checklist"
    )
    note = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_NOTE)


class CandidateChecks(ApiView):
    """What is found of a candidate, and said of it."""

    @extend_schema(responses={200: CheckedSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Of each question: what is known of it and where it is, what it repeats, and what second readers said."""
        access, row = access_candidate(self.account, slug, pk, Permission.DEVELOP_QUESTIONS)
        return Response(CheckedSerializer(checked_questions(access, row), many=True).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=CandidateReadingSerializer,
        responses={200: CheckedSerializer(many=True), 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Vote on a question, as a second reader; an earlier vote of the caller is replaced."""
        access, row = access_candidate(self.account, slug, pk)
        given = CandidateReadingSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        question = row.questions.filter(pk=wanted.pop("question")).first()
        if question is None:
            raise Http404
        question.candidate = row
        read_candidate(question=question, by=access.account, **wanted)
        return Response(CheckedSerializer(checked_questions(access, row), many=True).data)
