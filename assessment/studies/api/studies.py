"""Studies of scores in the API."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS
from assessment.studies.api.fields import number_field
from assessment.studies.forms import StudyForm, WhatIfForm
from assessment.studies.models import Study
from assessment.studies.selectors.access import (
    access_studies,
    access_study,
    access_to_make,
    newest_rule,
    studies_of,
)
from assessment.studies.selectors.changes import changes_of
from assessment.studies.selectors.document import document_of
from scoring.rules import PLAIN
from scoring.studies.options import BINNINGS, RESAMPLES, SAMPLES, SEEDS, TRIALS, Options

MOST_CHANGES = 100


class StudySerializer(serializers.ModelSerializer[Study]):
    """A study: of what it was made, and the checksum of its JSON."""

    class Meta:
        model = Study
        fields = ("version", "kind", "options", "inputs_sha256", "software", "revision", "sha256", "made_at")


class AskedStudySerializer(Body):
    """What a study is asked; every setting has the default of the page. With `changes`: what if they were so."""

    rule = serializers.ChoiceField(
        list(PLAIN), required=False, help_text="without it that of the newest scores"
    )
    changes = serializers.ListField(
        child=serializers.CharField(max_length=200),
        default=list,
        max_length=MOST_CHANGES,
        help_text="as the command what_if spells them, such as drop:7; the options below are then not used",
    )
    exclude = serializers.ListField(
        child=serializers.CharField(max_length=64), default=list, help_text="runs to leave out"
    )
    best_per_team = serializers.BooleanField(default=False)
    samples = number_field(SAMPLES, Options().samples)
    trials = number_field(TRIALS, Options().trials)
    resamples = number_field(RESAMPLES, Options().resamples)
    binning = serializers.ChoiceField(list(BINNINGS), default=next(iter(BINNINGS)))
    seed = number_field(SEEDS, Options().seed)


class StudyList(ApiView):
    """The studies of a campaign's scores."""

    @extend_schema(parameters=PAGE, responses={200: StudySerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All studies, newest first, for those who see all scores."""
        access = access_studies(self.account, slug)
        return page_of_rows(request, studies_of(access.campaign), "-version", StudySerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AskedStudySerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Have the scores studied, or held against what they would be with some changes; the answer is the job."""
        access = access_to_make(self.account, slug)
        given = AskedStudySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        kind, arguments = _asked(access.campaign, dict(given.validated_data))
        job = enqueue(kind=kind, campaign=access.campaign, by=self.account, arguments=arguments)
        return Response(JobSerializer(job).data, 202)


def _asked(campaign: Campaign, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The job and what it is told, held to what the forms of the page hold them to."""
    changes = given.pop("changes")
    given.setdefault("rule", newest_rule(campaign))
    if changes:
        asked = WhatIfForm(changes_of(campaign), {"more": "\n".join(changes), "rule": given["rule"]})
        _refuse_wrong(asked.errors, more="changes")
        return "studies.what_if", {"changes": asked.changes, "rule": given["rule"]}
    form = StudyForm(campaign, given)
    _refuse_wrong(form.errors)
    return "studies.study", {"options": form.options.as_json()}


def _refuse_wrong(errors: Any, **names: str) -> None:
    if errors:
        raise ValidationError(
            {names.get(name, name): [str(one) for one in said] for name, said in errors.items()}
        )


class StudyDetail(ApiView):
    """One study."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, version: int) -> HttpResponse:
        """The whole study: the same bytes as `study --json` writes."""
        _, study = access_study(self.account, slug, version)
        return HttpResponse(document_of(study), content_type="application/json")
