"""Machines against people in the API: which there are, the comparison of each, and trials of samples beside it."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS
from assessment.studies.api.fields import design_field, number_field
from assessment.studies.forms import LONGEST_SIZE, MOST_SIZES, SAMPLES_TRIED
from assessment.studies.selectors import fewer
from assessment.studies.selectors.access import access_studies, access_to_make
from assessment.studies.selectors.machines import (
    KIND,
    comparison_for,
    known_machines,
    machines_of,
    newest_comparison,
)
from scoring.studies.fewer_judgments import TRIALS
from scoring.studies.options import SEEDS, Options


class KnownMachineSerializer(serializers.Serializer[Any]):
    """A program that judged or matched, and what is known of it; answer patterns have only a name."""

    name = serializers.CharField(
        source="assessor", help_text="as files and rules name it, such as NAME@VERSION"
    )
    version = serializers.CharField()
    model = serializers.CharField()
    family = serializers.CharField(help_text="of models")
    team = serializers.CharField(help_text="who made it")
    prompt_sha256 = serializers.CharField()
    parameters = serializers.CharField()
    made_on = serializers.CharField(help_text="YYYY-MM-DD; empty where nobody said")


class ComparisonSerializer(serializers.Serializer[Any]):
    """The newest comparison of a machine with people; null where there is none."""

    made_at = serializers.DateTimeField(allow_null=True)
    comparison = serializers.DictField(
        allow_null=True,
        help_text="as `machine --json` writes it, with the first differences; `differences` and `questions` are null "
        "for who is not to see what a machine said of single answers, and without those that you are still to judge",
    )


class TrialSerializer(serializers.Serializer[Any]):
    """The newest trial of samples with a machine; null where there is none."""

    made_at = serializers.DateTimeField(allow_null=True)
    trial = serializers.DictField(allow_null=True, help_text="as `fewer_judgments --json` writes it")


class AskedTrialSerializer(Body):
    """Which samples are tried; every setting has the default of the page."""

    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=10 ** (LONGEST_SIZE - 1)),
        default=list,
        max_length=MOST_SIZES,
        help_text="questions that people judge; a quarter, a half and three quarters of them without it",
    )
    design = design_field()
    trials = number_field(SAMPLES_TRIED, TRIALS, help_text="samples of each size")
    seed = number_field(SEEDS, Options().seed)


class MachineList(ApiView):
    """The programs that judged in a campaign."""

    @extend_schema(parameters=PAGE, responses={200: KnownMachineSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Which programs judged or matched, with what is known of each; for those who see all scores."""
        access = access_studies(self.account, slug)
        return page_of_list(request, known_machines(access.campaign), KnownMachineSerializer)


class MachineComparison(ApiView):
    """A machine against people."""

    @extend_schema(responses={200: ComparisonSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, name: str) -> Response:
        """What the newest comparison says: agreement by item, rankings, and whether it can be told from a further assessor."""
        access = access_studies(self.account, slug)
        _refuse_unknown(access.campaign, name)
        found = newest_comparison(access.campaign, name)
        made = {
            "made_at": found and found.job.ended_at,
            "comparison": comparison_for(access, found),
        }
        return Response(ComparisonSerializer(made).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, name: str) -> Response:
        """Hold the machine against what people judged until now; the answer is the job."""
        access = access_to_make(self.account, slug)
        _refuse_unknown(access.campaign, name)
        job = enqueue(kind=KIND, campaign=access.campaign, by=self.account, arguments={"name": name})
        return Response(JobSerializer(job).data, 202)


class MachineTrial(ApiView):
    """Samples of people's judgments beside all of a machine's, tried on what people judged in full."""

    @extend_schema(responses={200: TrialSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, name: str) -> Response:
        """What the newest trial showed: how often intervals hold, and what the machine saves."""
        access = access_studies(self.account, slug)
        _refuse_unknown(access.campaign, name)
        found = fewer.newest_trial(access.campaign, name)
        made = {"made_at": found and found.job.ended_at, "trial": found and found.found}
        return Response(TrialSerializer(made).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AskedTrialSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, name: str) -> Response:
        """Try samples with this machine; the answer is the job."""
        access = access_to_make(self.account, slug)
        _refuse_unknown(access.campaign, name)
        given = AskedTrialSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = {**given.validated_data, "name": name, "sizes": sorted(set(given.validated_data["sizes"]))}
        job = enqueue(kind=fewer.KIND, campaign=access.campaign, by=self.account, arguments=wanted)
        return Response(JobSerializer(job).data, 202)


def _refuse_unknown(campaign: Campaign, name: str) -> None:
    if name not in machines_of(campaign):
        raise Http404
