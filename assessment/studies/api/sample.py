"""The sample that people are asked to judge, in the API: drawn, looked at, withdrawn; and what is estimated from it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import SamplingDesign
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS
from assessment.studies.api.fields import design_field, number_field
from assessment.studies.forms import MOST_QUESTIONS, SampleForm
from assessment.studies.selectors.access import access_studies, access_to_make
from assessment.studies.selectors.machines import machines_of
from assessment.studies.selectors.sampling import DRAW, ESTIMATE, sample_page
from assessment.studies.services.designs import withdraw_design
from scoring.studies.options import SEEDS, Options


class DesignSerializer(serializers.ModelSerializer[SamplingDesign]):
    """How the sample was drawn."""

    class Meta:
        model = SamplingDesign
        fields = ("design", "machine", "measure", "size", "seed", "machine_sha256", "recorded_at")


class StratumSerializer(serializers.Serializer[Any]):
    """A part of the questions from which some were drawn."""

    name = serializers.CharField()
    questions = serializers.IntegerField()
    drawn = serializers.IntegerField()
    finished = serializers.IntegerField(help_text="drawn ones that somebody finished")


class SampleSerializer(serializers.Serializer[Any]):
    """The sample of a campaign; without one people are asked for all questions."""

    design = DesignSerializer(allow_null=True)
    strata = StratumSerializer(many=True)


class AskedSampleSerializer(Body):
    """The sample to draw."""

    machine = serializers.CharField(max_length=200, help_text="that judged all questions")
    size = serializers.IntegerField(
        min_value=2, max_value=MOST_QUESTIONS, help_text="questions that people judge"
    )
    design = design_field()
    seed = number_field(SEEDS, Options().seed)


class EstimatesSerializer(serializers.Serializer[Any]):
    """The newest estimates of scores; they are no scores. Null where there are none."""

    made_at = serializers.DateTimeField(allow_null=True)
    sentences = serializers.ListField(child=serializers.CharField(), help_text="what to know of them")
    estimates = serializers.DictField(allow_null=True, help_text="as `estimate --json` writes it")


class Sample(ApiView):
    """The sample of questions that people judge."""

    @extend_schema(responses={200: SampleSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The design, and how far people are with each stratum; for those who see all scores."""
        return _shown(access_studies(self.account, slug).campaign)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AskedSampleSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Draw the questions that people are asked for, before anything is assigned; the answer is the job.

        What cannot be drawn is said by the job.
        """
        access = access_to_make(self.account, slug)
        given = AskedSampleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        wanted["name"] = wanted.pop("machine")
        form = SampleForm(machines_of(access.campaign), wanted)
        if not form.is_valid():
            raise serializers.ValidationError({"machine": [str(one) for one in form.errors["name"]]})
        job = enqueue(kind=DRAW, campaign=access.campaign, by=self.account, arguments=form.cleaned_data)
        return Response(JobSerializer(job).data, 202)

    @extend_schema(responses={200: SampleSerializer, 404: REFUSALS[404], 422: REFUSALS[422]})
    def delete(self, request: Request, slug: str) -> Response:
        """Ask people for all questions again, as long as nobody judged."""
        access = access_to_make(self.account, slug)
        withdraw_design(campaign=access.campaign, by=self.account)
        return _shown(access.campaign)


class SampleEstimates(ApiView):
    """Scores estimated from the sample."""

    @extend_schema(responses={200: EstimatesSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The newest estimates with their intervals."""
        shown = sample_page(access_studies(self.account, slug).campaign).shown
        made = {
            "made_at": shown and shown.job.ended_at,
            "sentences": shown.sentences if shown else [],
            "estimates": shown and shown.found,
        }
        return Response(EstimatesSerializer(made).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Estimate the scores from the sample as it is judged now; the answer is the job."""
        access = access_to_make(self.account, slug)
        job = enqueue(kind=ESTIMATE, campaign=access.campaign, by=self.account)
        return Response(JobSerializer(job).data, 202)


def _shown(campaign: Campaign) -> Response:
    page = sample_page(campaign)
    return Response(SampleSerializer({"design": page.design, "strata": page.strata}).data)
