"""Scores, their versions and qrels in the API."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.queries import number_in
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.results.forms import RuleForm
from assessment.results.models import ScoreSet
from assessment.results.selectors.access import ScoresAccess, access_scores, access_version, versions_for
from assessment.results.selectors.report import report_json
from assessment.results.selectors.sight import sight_of
from assessment.shared.api import REFUSALS

VERSION = OpenApiParameter(
    "version",
    int,
    description="of the scores; without it the released one, else the newest by the adjudicated rule, else the newest",
)


class PartialBody(Body):
    """Whether to go on with less than all judgments."""

    partial = serializers.BooleanField(  # type: ignore[assignment]  # fields leave the class when it is made
        default=False,
        help_text="of the rule assessor:NAME: although NAME judged only some of the questions; "
        "of a release: with unjudged answers counted as wrong",
    )


class RuleSerializer(PartialBody):
    """By which rule to score."""

    rule = serializers.CharField(
        default="adjudicated",
        max_length=200,
        help_text="adjudicated, majority, union, intersection, assessor:NAME or random:SEED",
    )


class VersionSerializer(serializers.Serializer[Any]):
    """A version of the scores; none is ever changed."""

    version = serializers.IntegerField(source="qrels.version")
    rule = serializers.CharField(source="qrels.rule")
    official = serializers.SerializerMethodField(help_text="whether it is the released one")
    items = serializers.IntegerField(source="qrels.items", help_text="judged answers behind it")
    warnings = serializers.ListField(child=serializers.CharField(), source="qrels.warnings")
    inputs_sha256 = serializers.CharField(source="qrels.inputs_sha256", help_text="of what it was made of")
    sha256 = serializers.CharField(source="qrels.sha256", help_text="of its qrels")
    software = serializers.CharField(source="qrels.software")
    made_at = serializers.DateTimeField()

    def get_official(self, row: ScoreSet) -> bool:
        """Whether people of the campaign see it."""
        return bool(row.qrels.version == self.context["official"])


class Scores(ApiView):
    """The scores of a campaign."""

    @extend_schema(parameters=[VERSION], responses={200: OpenApiTypes.OBJECT, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The score report; single questions only for those who see all runs."""
        scores, score_set = _score_set(request, slug)
        whole = scores.access.may(Permission.EXPORT)
        text = report_json(score_set, whole=whole, sight=sight_of(scores))
        return HttpResponse(text, content_type="application/json")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=RuleSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Freeze the judgments by a rule and score all current runs; the answer is the job that does it.

        Where nothing changed since a version by this rule, that version stays the newest, and none is made.
        """
        access = access_campaign(self.account, slug, Permission.RELEASE)
        given = RuleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        arguments = _checked_rule(access.campaign, **given.validated_data)
        job = enqueue(kind="results.score", campaign=access.campaign, by=self.account, arguments=arguments)
        return Response(JobSerializer(job).data, 202)


def _checked_rule(campaign: Campaign, rule: str, partial: bool) -> dict[str, Any]:
    """The rule as the job takes it, held to what the form of the page holds it to."""
    name, _, detail = rule.partition(":")
    fields = {"assessor": "assessor", "random": "seed"}
    said = {fields[name]: detail} if name in fields else {}
    form = RuleForm(campaign, {"form": name, "seed": "1", "partial": partial} | said)
    wrong = [str(message) for messages in form.errors.values() for message in messages]
    if wrong or (detail and not said):
        raise ValidationError({"rule": wrong or ["This rule takes nothing behind a colon."]})
    return {"rule": form.rule, "partial": partial}


class Versions(ApiView):
    """The versions of a campaign's scores."""

    @extend_schema(parameters=PAGE, responses={200: VersionSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The versions that the caller may see, newest first; `scores/?version=` reads one."""
        scores = access_scores(request.user, slug)
        rows = versions_for(scores).defer("report", "qrels__compressed")
        return page_of_rows(request, rows, "-pk", VersionSerializer, {"official": scores.official})


class Qrels(ApiView):
    """The judgments that a version of the scores was made with."""

    @extend_schema(
        parameters=[VERSION], responses={(200, "text/plain"): OpenApiTypes.STR, 404: REFUSALS[404]}
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Lines of `qid docid judgment answer-string`."""
        scores, score_set = _score_set(request, slug)
        if not scores.may_have_qrels:
            raise Http404
        return HttpResponse(score_set.qrels.text, content_type="text/plain; charset=utf-8")


def _score_set(request: Request, slug: str) -> tuple[ScoresAccess, ScoreSet]:
    scores, score_set = access_version(request.user, slug, number_in(request, "version"))
    if score_set is None:
        raise Http404
    return scores, score_set
