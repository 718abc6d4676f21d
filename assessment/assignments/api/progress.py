"""Progress in the API: finishing in the assessors' place, checks of how they judge, and experts' work."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.assignments.selectors.experts import experts_page
from assessment.assignments.selectors.units import assessors_of
from assessment.assignments.services.experts import ask_experts
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from scoring.stages import ANNOTATED

MOST_QUESTIONS = 10_000_000


class FinishingSerializer(Body):
    """Which questions are finished."""

    nothing_found = serializers.BooleanField(
        default=False, help_text="those in which nothing was found, too, as if their assessors had said so"
    )


class AlarmSerializer(serializers.Serializer[Any]):
    """Something unusual about one assessor."""

    kind = serializers.CharField(help_text="order, apart or time")
    assessor = serializers.CharField()
    sentence = serializers.CharField()


class CheckSerializer(serializers.Serializer[Any]):
    """What the last check of the assessors found."""

    at = serializers.DateTimeField(allow_null=True, help_text="null: nobody checked yet")
    alarms = AlarmSerializer(many=True)


class ExpertSerializer(serializers.Serializer[Any]):
    """How far one expert is."""

    name = serializers.CharField()
    questions = serializers.IntegerField()
    done = serializers.IntegerField()
    judged = serializers.IntegerField(help_text="answers")


class ExpertsSerializer(serializers.Serializer[Any]):
    """What experts judge of annotators' answers, and how far they are."""

    answers = serializers.IntegerField(help_text="distinct ones of complete annotations")
    pooled = serializers.IntegerField()
    experts = ExpertSerializer(many=True)


class AskedExpertsSerializer(Body):
    """Who judges annotators' answers, and how many of them."""

    experts = serializers.ListField(
        child=serializers.CharField(max_length=150), allow_empty=False, max_length=1000
    )
    sample = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=MOST_QUESTIONS,
        help_text="all answers to so many questions; without it to all",
    )
    seed = serializers.IntegerField(default=1, min_value=0, max_value=2**31 - 1)


class Finishing(ApiView):
    """Finishing in the assessors' place."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=FinishingSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Finish every question whose answers are all judged; the answer is the job, which names what it left."""
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        given = FinishingSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        return _asked(access, "assignments.finish", dict(given.validated_data))


class Checks(ApiView):
    """How assessors judge."""

    @extend_schema(responses={200: CheckSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """What the last check found unusual, for organizers."""
        checked = access_campaign(self.account, slug, Permission.ASSIGN).campaign.checked
        alarms = [
            dict(zip(("kind", "assessor", "sentence"), alarm, strict=True))
            for alarm in checked.get("alarms", ())
        ]
        return Response(CheckSerializer({"at": checked.get("at"), "alarms": alarms}).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Look for what is unusual in the judgments so far; the answer is the job."""
        return _asked(access_campaign(self.account, slug, Permission.ASSIGN), "assignments.check", {})


class Experts(ApiView):
    """Experts of Natural Questions."""

    @extend_schema(responses={200: ExpertsSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Annotators' answers that are to be had and pooled, and how far each expert is."""
        return Response(ExpertsSerializer(experts_page(self._access(slug).campaign)).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AskedExpertsSerializer,
        responses={200: ExpertsSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Pool annotators' answers, or those to a drawn sample of questions, and give them to each expert to judge."""
        access = self._access(slug)
        given = AskedExpertsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        names = {member.name for member in assessors_of(access.campaign)}
        if strangers := sorted(set(wanted["experts"]) - names):
            raise ValidationError(
                {"experts": f"Not among the assessors of this campaign: {', '.join(strangers)}."}
            )
        ask_experts(campaign=access.campaign, by=self.account, **wanted)
        return Response(ExpertsSerializer(experts_page(access.campaign)).data)

    def _access(self, slug: str) -> Access:
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        if ANNOTATED not in access.campaign.track.item_kinds:
            raise Http404
        return access


def _asked(access: Access, kind: str, arguments: dict[str, Any]) -> Response:
    job = enqueue(kind=kind, campaign=access.campaign, by=access.account, arguments=arguments)
    return Response(JobSerializer(job).data, 202)
