"""Annotating a page by programs: is it a question, which box holds the answer, which words of it are the answer."""

from typing import Any
from uuid import uuid4

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.judging.api.parts import CHANGING, ID, SECONDS
from assessment.judging.forms.annotations import TOKENS
from assessment.judging.selectors.annotate import AnnotatePage, annotate_page
from assessment.judging.selectors.own import access_own_annotation
from assessment.judging.services.annotation_answers import MOST_RANGES, NO_ANSWER, StepAnswer
from assessment.judging.services.annotations import annotate
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS
from documents.layouts import CandidateText
from scoring.annotations import BAD_QUESTION, STEPS, YES_NO

LARGEST = 2**31 - 1


def _pairs(**options: Any) -> serializers.ListField:
    """Pairs of a first and a last place."""
    place = serializers.IntegerField(min_value=0, max_value=TOKENS)
    pair = serializers.ListField(child=place, min_length=2, max_length=2)
    return serializers.ListField(child=pair, max_length=MOST_RANGES, **options)


class AnnotationSerializer(serializers.Serializer[Any]):
    """What you said of a page so far. Places are first and last byte, first and last token, the ends exclusive."""

    step = serializers.CharField(help_text="what is to be said next: question, long or short; empty: nothing")
    question = serializers.CharField(source="record.question", help_text="good or bad; empty: not said")
    reason = serializers.CharField(source="record.reason", help_text="why it is bad, where that was said")
    candidate = serializers.IntegerField(
        source="record.candidate",
        allow_null=True,
        help_text="number of the box; -1: none, or in a file alone",
    )
    long = serializers.ListField(
        child=serializers.IntegerField(),
        source="record.long",
        allow_null=True,
        help_text="place of the long answer; empty: there is none; null: not said",
    )
    short = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        source="record.short",
        allow_null=True,
        help_text="places of the short answers; null: not said",
    )
    yes_no = serializers.ChoiceField(list(YES_NO), source="record.yes_no")
    seen = serializers.IntegerField(source="record.version", help_text="send it with what you say next")
    document = serializers.IntegerField(
        source="revision", help_text="which copy of the page its boxes are of; 0: there is no page"
    )
    missing = serializers.SerializerMethodField(help_text="why there is no page to answer from; else empty")

    def get_missing(self, page: AnnotatePage) -> str:
        """The sentence of the page."""
        return str(page.missing or "")


class StepSerializer(Body):
    """What is said in one step; fields of other steps are left out."""

    step = serializers.ChoiceField(list(STEPS))
    question = serializers.CharField(
        default="", allow_blank=True, max_length=10, help_text="of question: good or bad"
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=20, help_text=f"why it is bad: {', '.join(BAD_QUESTION)}"
    )
    candidate = serializers.IntegerField(
        required=False,
        min_value=NO_ANSWER,
        max_value=TOKENS,
        help_text="of long: number of the box; -1: there is no long answer",
    )
    words = _pairs(default=list, help_text="of short: first and last word of the box, from 1, both included")
    ranges = _pairs(default=list, help_text="of short: the same by tokens of the page, the end exclusive")
    yes_no = serializers.ChoiceField(
        ["", *YES_NO], default="", help_text="of short, without words: yes, no, or that there is none"
    )
    seen = serializers.IntegerField(
        min_value=0, max_value=LARGEST, help_text="of the annotation, as you read it"
    )
    document = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST, help_text="of the annotation, as you read it"
    )
    seconds = serializers.IntegerField(default=0, min_value=0, max_value=LARGEST, help_text=SECONDS)
    id = serializers.UUIDField(required=False, help_text=ID)


class BoxSerializer(serializers.Serializer[Any]):
    """A box of the page: what a long answer can be."""

    candidate = serializers.IntegerField(source="place", help_text="its number, from 0")
    opening = serializers.CharField(source="candidate.opening", help_text="the tag that opens it")
    top_level = serializers.BooleanField(
        source="candidate.top_level", help_text="whether it lies in no other"
    )
    reason = serializers.CharField(source="candidate.reason", help_text="why it cannot be chosen; else empty")
    start_token = serializers.IntegerField(source="candidate.start_token")
    end_token = serializers.IntegerField(source="candidate.end_token")
    words = serializers.SerializerMethodField(help_text="in their order; the first is word 1")

    def get_words(self, box: CandidateText) -> list[str]:
        """The words alone."""
        return [word.text for word in box.words]


class Annotation(ApiView):
    """What one says of a page."""

    @extend_schema(responses={200: AnnotationSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """What you said so far, and what is next."""
        return self.shown(slug, pk)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=StepSerializer,
        responses={200: AnnotationSerializer, **CHANGING},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Say what is to be said in one step. What no longer fits of later steps is taken away."""
        assignment = access_own_annotation(self.account, slug, pk)
        asked = StepSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        annotate(
            by=self.account,
            assignment_id=assignment.pk,
            client_id=given.get("id") or uuid4(),
            seen=given["seen"],
            step=given["step"],
            answer=_answer(given),
            seconds=given["seconds"],
            document=given.get("document"),
        )
        return self.shown(slug, pk)

    def shown(self, slug: str, pk: int) -> Response:
        """As it stands now."""
        page = annotate_page(access_own_annotation(self.account, slug, pk))
        return Response(AnnotationSerializer(page).data)


def _answer(given: dict[str, Any]) -> StepAnswer:
    return StepAnswer(
        question=given["question"],
        reason=given["reason"],
        candidate=given.get("candidate"),
        ranges=[(start, end) for start, end in given["ranges"]],
        words=[(first, last) for first, last in given["words"]],
        yes_no=given["yes_no"],
    )


class Boxes(ApiView):
    """The boxes of a page."""

    @extend_schema(
        parameters=PAGE,
        responses={200: BoxSerializer(many=True), 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The boxes with their words, in the order of the page; none before you called the question good."""
        page = annotate_page(access_own_annotation(self.account, slug, pk))
        if page.missing:
            raise page.missing
        return page_of_list(request, page.candidates, BoxSerializer)
