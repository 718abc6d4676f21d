"""Sample questions of training in the API, for organizers. Trying them is for people."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services.checked_files import store_now
from assessment.campaigns.services.intakes import INTAKES, Sent
from assessment.campaigns.services.source_files import source_of
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.training.models.samples import LONGEST, MOST_ITEMS, Sample, SampleItem, with_texts
from assessment.training.selectors.training import access_sample, is_required
from assessment.training.services.samples import (
    SAMPLES,
    move_sample,
    remove_sample,
    require_training,
    write_sample,
)

MOST_VERSIONS = 2**31 - 1


class SampleItemSerializer(Body):
    """An answer of a sample, its right grade, and why that is right; or an annotation that is expected of a page."""

    docid = serializers.CharField(
        max_length=LONGEST["docid"], help_text="the document, or the page that is annotated"
    )
    supporting_text = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST["supporting_text"],
        help_text="the document; may be empty where an answer before has it",
    )
    answer = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST["answer"],
        help_text="empty where a page is annotated",
    )
    right_grade = serializers.CharField(
        max_length=20, help_text="of a page: good or bad, as the question is expected to be called"
    )
    reason = serializers.CharField(max_length=LONGEST["reason"])
    nugget = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST["nugget"],
        help_text="that the answer holds or not, where the question is judged by nuggets",
    )
    long = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST["long"],
        help_text="expected of a page: the number of a box, from 0, or none",
    )
    short = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST["short"],
        help_text="expected of a page: tokens as first-end, the end exclusive, parted by commas; yes, no or none",
    )


class SampleQuestionSerializer(serializers.Serializer[Any]):
    """A sample question as it is in force."""

    name = serializers.CharField()
    version = serializers.IntegerField(help_text="send it as `seen` with a change")
    type = serializers.CharField()
    target = serializers.CharField()
    text = serializers.CharField()
    items = SampleItemSerializer(many=True, source="items.all")


class WrittenSampleSerializer(Body):
    """A sample question to store under a name."""

    type = serializers.CharField(max_length=40)
    target = serializers.CharField(default="", allow_blank=True, max_length=LONGEST["target"])
    text = serializers.CharField(max_length=LONGEST["text"])
    items = serializers.ListField(child=SampleItemSerializer(), max_length=MOST_ITEMS)
    seen = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MOST_VERSIONS,
        help_text="the version that it replaces; 0: a new one. Where there is another by now, the answer is 409",
    )


class TrainingSerializer(serializers.Serializer[Any]):
    """Whether training is wanted, and the sample questions in their order."""

    required = serializers.BooleanField(  # type: ignore[assignment]  # fields leave the class when it is made
        help_text="whether assessors shall be trained before they judge"
    )
    samples = SampleQuestionSerializer(many=True)


class RequiredSerializer(Body):
    """Whether training is wanted."""

    required = serializers.BooleanField()  # type: ignore[assignment]  # as above


class SampleFileSerializer(Body):
    """A file of sample questions."""

    file = serializers.FileField()


class SamplesTakenSerializer(serializers.Serializer[Any]):
    """What a file brought."""

    new = serializers.IntegerField(help_text="sample questions")
    changed = serializers.IntegerField()
    same = serializers.IntegerField()
    sentence = serializers.CharField()


class Training(ApiView):
    """The training of a campaign."""

    @extend_schema(responses={200: TrainingSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Whether it is required, and all sample questions with their right grades; for organizers."""
        return _shown(_access(self, slug).campaign)

    @extend_schema(request=RequiredSerializer, responses={200: TrainingSerializer, 404: REFUSALS[404]})
    def patch(self, request: Request, slug: str) -> Response:
        """Say whether assessors shall be trained before they judge."""
        access = _access(self, slug)
        given = RequiredSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        require_training(campaign=access.campaign, by=self.account, **given.validated_data)
        return _shown(access.campaign)


class SampleFiles(ApiView):
    """Files of sample questions."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=SampleFileSerializer,
        responses={201: SamplesTakenSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Take in all sample questions of a file, or none; those that it does not name stay as they are."""
        access = _access(self, slug)
        sent = Sent(access.campaign, source_of(SampleFileSerializer.with_file(request)["file"]), self.account)
        return Response(SamplesTakenSerializer(store_now(INTAKES[SAMPLES], sent).review).data, 201)


class SampleQuestion(ApiView):
    """One sample question."""

    @extend_schema(responses={200: SampleQuestionSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, name: str) -> Response:
        """The version that is in force, with its right grades."""
        _, question = access_sample(self.account, slug, name, Permission.EDIT_CAMPAIGN)
        return Response(SampleQuestionSerializer(question).data)

    @extend_schema(
        request=WrittenSampleSerializer,
        responses={200: SampleQuestionSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    def put(self, request: Request, slug: str, name: str) -> Response:
        """Store it as the next version of its name, or as a new one."""
        access = _access(self, slug)
        given = WrittenSampleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        fields = dict(given.validated_data)
        seen, items = fields.pop("seen"), with_texts(SampleItem(**item) for item in fields.pop("items"))
        sample = Sample(name=name, items=items, **fields)
        stored = write_sample(campaign=access.campaign, sample=sample, seen=seen, by=self.account)
        return Response(SampleQuestionSerializer(stored).data)

    @extend_schema(responses={204: None, 404: REFUSALS[404], 409: REFUSALS[409]})
    def delete(self, request: Request, slug: str, name: str) -> Response:
        """Take it away from assessors; attempts at it are kept."""
        _, question = access_sample(self.account, slug, name, Permission.EDIT_CAMPAIGN)
        remove_sample(question=question, by=self.account)
        return Response(status=204)


class MovedSample(ApiView):
    """The place of a sample question."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: TrainingSerializer, 404: REFUSALS[404]}
    )
    @repeatable
    def post(self, request: Request, slug: str, name: str) -> Response:
        """Put it one place earlier."""
        access, question = access_sample(self.account, slug, name, Permission.EDIT_CAMPAIGN)
        move_sample(question=question, by=self.account)
        return _shown(access.campaign)


def _access(view: ApiView, slug: str) -> Access:
    return access_campaign(view.account, slug, Permission.EDIT_CAMPAIGN)


def _shown(campaign: Campaign) -> Response:
    rows = campaign.training_questions.current().prefetch_related("items")
    return Response(TrainingSerializer({"required": is_required(campaign), "samples": rows}).data)
