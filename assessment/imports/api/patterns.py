"""Answer patterns in the API: read, tried on what people judged, saved, taken away as a file, and used as a judge."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Question
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.imports.services.own_patterns import (
    as_file,
    mark_of_patterns,
    newest_of,
    proposals_for,
    save_patterns,
    try_patterns,
)
from assessment.imports.services.patterns import DOCUMENTS, NAME, request_patterns
from assessment.jobs.api import JobSerializer
from assessment.judging.selectors.patterns import access_patterns, judged_answers, newest_patterns
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.queries import flag_in
from assessment.people.api.repeats import etag_of, refuse_stale, repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS

LONGEST = 100_000  # characters that are read at all; the service keeps fewer


class WrittenSerializer(serializers.Serializer[Any]):
    """The newest patterns of a question."""

    qid = serializers.CharField(source="question.qid")
    version = serializers.IntegerField(source="number")
    text = serializers.CharField(help_text="an expression of Perl on each line")
    made_at = serializers.DateTimeField()


class VerdictSerializer(serializers.Serializer[Any]):
    """What patterns say of an answer that people judged."""

    answer = serializers.CharField()
    right = serializers.BooleanField(source="is_right", help_text="as people judged it")
    matching = serializers.ListField(child=serializers.CharField(), help_text="the patterns that find it")


class PatternsSerializer(serializers.Serializer[Any]):
    """The patterns of a question, and how well they tell right answers from wrong ones."""

    qid = serializers.CharField()
    version = serializers.IntegerField(help_text="0: none were written")
    text = serializers.CharField()
    answers = VerdictSerializer(
        many=True, help_text="first the right ones that no pattern finds, then the wrong ones that one finds"
    )
    disputed = serializers.IntegerField(help_text="answers that people judge differently; they are left out")


class TriedSerializer(serializers.Serializer[Any]):
    """What patterns say that are not saved."""

    answers = VerdictSerializer(many=True)
    proposals = serializers.ListField(
        child=serializers.CharField(), help_text="patterns for the right answers that none of them finds"
    )


class PatternTextSerializer(Body):
    """Patterns of a question."""

    text = serializers.CharField(
        allow_blank=True, max_length=LONGEST, help_text="an expression of Perl on each line; empty: none"
    )


class PatternFileSerializer(Body):
    """A file of patterns that judges the pool, under a name of its own."""

    file = serializers.FileField()
    machine = serializers.CharField(max_length=100, help_text="its version, such as trec13 or a date")
    name = serializers.CharField(default=NAME, max_length=64, help_text="of the machine assessor")
    documents = serializers.ChoiceField(
        list(DOCUMENTS), default="auto", help_text="whether its lines name documents; auto: as they look"
    )
    ignore_case = serializers.BooleanField(default=False)
    complete = serializers.BooleanField(
        default=False, help_text="judge the answers to questions without a pattern too: all are wrong"
    )
    check_only = serializers.BooleanField(
        default=False, help_text="say what it would do, and store no judgment"
    )


class PatternList(ApiView):
    """The patterns of all questions."""

    @extend_schema(parameters=PAGE, responses={200: WrittenSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The newest patterns of each question that has any, for those who decide disputes."""
        access, _ = access_patterns(self.account, slug)
        return page_of_list(request, list(newest_patterns(access.campaign).values()), WrittenSerializer)


class QuestionPatternsDetail(ApiView):
    """The patterns of one question."""

    @extend_schema(responses={200: PatternsSerializer, 404: REFUSALS[404], 422: REFUSALS[422]})
    def get(self, request: Request, slug: str, qid: str) -> Response:
        """The patterns, and what they say of each answer that people judged; the ETag names the patterns."""
        return _shown(_question(self, slug, qid))

    @extend_schema(
        parameters=[IF_MATCH],
        request=PatternTextSerializer,
        responses={
            200: PatternsSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            412: REFUSALS[412],
            422: REFUSALS[422],
        },
    )
    def put(self, request: Request, slug: str, qid: str) -> Response:
        """Save the patterns as a new version. With If-Match only if they are as you saw them."""
        question = _question(self, slug, qid)
        refuse_stale(request, _state(question))
        seen = mark_of_patterns(question) if request.headers.get("If-Match") else None
        save_patterns(question=question, text=_text_in(request), by=self.account, seen=seen)
        return _shown(question)


class TriedPatterns(ApiView):
    """Patterns that are not saved."""

    @extend_schema(
        request=PatternTextSerializer,
        responses={200: TriedSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def post(self, request: Request, slug: str, qid: str) -> Response:
        """Try patterns on what people judged, and have others proposed; nothing is stored."""
        question = _question(self, slug, qid)
        judged = judged_answers(question)
        verdicts = try_patterns(question, _text_in(request), judged)
        found = {"answers": verdicts, "proposals": proposals_for(judged, verdicts)}
        return Response(TriedSerializer(found).data)


class PatternFile(ApiView):
    """The patterns of a campaign as a file."""

    @extend_schema(
        parameters=[
            OpenApiParameter("documents", bool, description="with the documents in which answers were right")
        ],
        responses={(200, "text/plain"): OpenApiTypes.BINARY, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The newest patterns of all questions, in NIST's layout."""
        access, _ = access_patterns(self.account, slug)
        documents = flag_in(request, "documents")
        content = as_file(access.campaign, documents=documents)
        return HttpResponse(content, content_type="text/plain; charset=utf-8")


class PatternJudgments(ApiView):
    """The pool as patterns judge it."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=PatternFileSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Have a file of patterns judge the pool, as a machine assessor; the answer is the job that looks for them.

        Once it is done it names the job that goes on (`next`): it stores the judgments, or says what they would change.
        """
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        fields = PatternFileSerializer.with_file(request)
        upload, store = fields.pop("file"), not fields.pop("check_only")
        fields["documents"] = DOCUMENTS[fields["documents"]]
        job = request_patterns(
            campaign=access.campaign, upload=upload, by=self.account, store=store, **fields
        )
        return Response(JobSerializer(job).data, 202)


def _question(view: ApiView, slug: str, qid: str) -> Question:
    _, question = access_patterns(view.account, slug, qid)
    assert question
    return question


def _text_in(request: Request) -> str:
    given = PatternTextSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    return str(given.validated_data["text"])


def _state(question: Question) -> dict[str, Any]:
    """What a change of patterns is made on."""
    newest = newest_of(question)
    return {"version": newest.number if newest else 0, "text": newest.text if newest else ""}


def _shown(question: Question) -> Response:
    state, judged = _state(question), judged_answers(question)
    verdicts = try_patterns(question, state["text"], judged)
    shown = {**state, "qid": question.qid, "answers": verdicts, "disputed": judged.disputed}
    return Response(PatternsSerializer(shown).data, headers={"ETag": etag_of(state)})
