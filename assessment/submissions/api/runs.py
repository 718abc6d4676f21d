"""Runs and pools in the API: list, check, submit, fetch; how large pools are, and a further round."""

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.services import SourceFile
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access
from assessment.shared.api import REFUSALS, ProblemSerializer
from assessment.submissions.models import Run
from assessment.submissions.selectors.pools import access_pool, pooled_questions
from assessment.submissions.selectors.runs import (
    access_run,
    access_runs,
    all_warnings,
    is_organizer,
    own_teams,
    submitted_file,
    visible_runs,
)
from assessment.submissions.services import file_name
from assessment.submissions.services.checking import answers_given
from assessment.submissions.services.other_runs import new_team
from assessment.submissions.services.pooling import DEEPEST
from assessment.submissions.services.runs import check_alone, submit_run, withdraw_run
from scoring.tracks.base import Declaration
from scoring.tracks.table_runs import MAP


class RunSerializer(serializers.ModelSerializer[Run]):
    """A run and what its team declared."""

    team = serializers.CharField(source="team.name")

    class Meta:
        model = Run
        fields = (
            "run_id",
            "team",
            "state",
            "priority",
            "automatic",
            "description",
            "scope",
            "length_limit",
            "encoding",
            "declared",
            "sha256",
            "responses_count",
            "pooled",
            "depth",
            "submitted_at",
        )


class OneRunSerializer(RunSerializer):
    """A run with what its check warned of."""

    warnings = serializers.SerializerMethodField()

    class Meta(RunSerializer.Meta):
        fields = (*RunSerializer.Meta.fields, "warnings")  # type: ignore[assignment]  # one more

    def get_warnings(self, run: Run) -> list[str]:
        """A sentence each."""
        return all_warnings(run).splitlines()


class SubmissionSerializer(Body):
    """What a submission says; the file is the part `file`."""

    file = serializers.FileField()
    team = serializers.CharField(max_length=64, help_text="its name; of participants, a team of theirs")
    run_id = serializers.CharField(
        max_length=64,
        required=False,
        help_text="without it as the track has it: the run tag in the file, or the name of the file",
    )
    priority = serializers.IntegerField(
        default=1, min_value=1, max_value=100, help_text="which of a team’s runs is pooled first: 1"
    )
    automatic = serializers.BooleanField(
        default=True, help_text="false: people had a hand in it; then describe how"
    )
    description = serializers.CharField(default="", allow_blank=True, help_text="what organizers should know")
    scope = serializers.ChoiceField(
        ["all", "top50"], default="all", help_text="where there are document lists: how much of them was read"
    )
    length_limit = serializers.IntegerField(
        required=False, min_value=1, help_text="of answers, where the campaign has several; see its `lengths`"
    )
    encoding = serializers.CharField(default="utf-8", help_text="of the file, such as utf-8 or iso-8859-1")
    declare = serializers.ListField(
        child=serializers.CharField(max_length=2000),
        default=list,
        help_text="an answer to what the evaluation asks of runs besides, NAME=VALUE; may be given several times",
    )
    columns = serializers.CharField(
        required=False,
        help_text="where runs are tables: which column of the file is which, as qid=id,answer=prediction, "
        "or an object of JSON; the others are guessed by their names",
    )
    check_only = serializers.BooleanField(default=False, help_text="check the file and store nothing")


class ReportSerializer(serializers.Serializer[Any]):
    """The outcome of a check."""

    run_id = serializers.CharField()
    responses = serializers.IntegerField()
    problems = ProblemSerializer(many=True)
    warnings = ProblemSerializer(many=True)


class RunList(ApiView):
    """The runs of a campaign that the caller may see."""

    parser_classes = (MultiPartParser,)

    @extend_schema(parameters=PAGE, responses={200: RunSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All runs for organizers, the own team's for participants."""
        runs = visible_runs(access_runs(request.user, slug)).select_related("team").order_by("run_id", "pk")
        return page_of_list(request, runs, RunSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=SubmissionSerializer,
        responses={
            200: ReportSerializer,
            201: OneRunSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Submit a run, or only check it. Either answer tells what the check warns of, and that a team is new.

        A run of the team with the same id is replaced, and kept; a check says so.
        """
        access = access_runs(request.user, slug)
        fields = SubmissionSerializer.with_file(request)
        upload, check_only = fields.pop("file"), fields.pop("check_only")
        declared = answers_given(fields.pop("declare"))
        if columns := fields.pop("columns", ""):
            declared[MAP] = columns
        declaration = Declaration(**fields, declared=declared)
        file = SourceFile(file_name(upload.name or ""), upload.read())
        _refuse_foreign_team(access, declaration.team)
        asked: Any = {
            "by": self.account,
            "campaign": access.campaign,
            "declaration": declaration,
            "file": file,
        }
        asked["organizer"] = is_organizer(access)
        if check_only:
            return Response(_report(check_alone(**asked)))
        notices = [str(each) for each in new_team(access.campaign, declaration.team, file.name)]
        shown = OneRunSerializer(submit_run(**asked)).data
        return Response({**shown, "warnings": [*notices, *shown["warnings"]]}, 201)


def _refuse_foreign_team(access: Access, team: str) -> None:
    if not is_organizer(access) and not own_teams(access).filter(name=team).exists():
        raise ValidationError({"team": "You are not in a team of this name."})


def _report(report: Any) -> Any:
    return ReportSerializer(
        {
            "run_id": report.run_id,
            "responses": len(report.responses),
            "problems": report.problems,
            "warnings": report.warnings,
        }
    ).data


class RunDetail(ApiView):
    """One run."""

    @extend_schema(responses={200: OneRunSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, run_id: str) -> Response:
        """The current version of a run, else the last there was, with the warnings of its check."""
        return Response(OneRunSerializer(access_run(self.account, slug, run_id).run).data)

    @extend_schema(
        responses={200: OneRunSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]}
    )
    def delete(self, request: Request, slug: str, run_id: str) -> Response:
        """Withdraw a run, until the deadline, or later as an organizer; its file and what is pooled of it stay."""
        found = access_run(self.account, slug, run_id)
        withdraw_run(by=self.account, run=found.run, organizer=is_organizer(found.access))
        return Response(OneRunSerializer(access_run(self.account, slug, run_id).run).data)


class RunFile(ApiView):
    """A submitted file."""

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, run_id: str) -> StreamingHttpResponse:
        """The bytes as they were submitted."""
        _, pieces = submitted_file(access_run(request.user, slug, run_id).run)
        return StreamingHttpResponse(pieces, content_type="application/octet-stream")


def _count_of(name: str, meaning: str) -> serializers.IntegerField:
    """A number of a question's pool."""
    return serializers.IntegerField(source=f"pool.{name}", allow_null=True, help_text=meaning)


class PoolSerializer(serializers.Serializer[Any]):
    """How large the pool of one question is."""

    qid = serializers.CharField()
    items = _count_of("items", "null: not pooled yet")
    documents = _count_of("documents", "null likewise")
    automatic = _count_of("automatic", "settled by the gold standard; null likewise")


class RoundSerializer(Body):
    """Which runs to pool, and how deep."""

    priorities = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=100), default=list, help_text="none: all"
    )
    depth = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=DEEPEST, help_text="none: all responses"
    )


class Pools(ApiView):
    """The pools of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: PoolSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The questions that are judged, with how large their pools are; for organizers."""
        access = access_pool(self.account, slug)
        return page_of_list(request, pooled_questions(access.campaign), PoolSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=RoundSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Have a further round pooled; the answer is the job that does it."""
        access = access_pool(self.account, slug)
        given = RoundSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        arguments = {
            "priorities": given.validated_data["priorities"],
            "depth": given.validated_data.get("depth"),
        }
        job = enqueue(kind="submissions.pool", by=self.account, campaign=access.campaign, arguments=arguments)
        return Response(JobSerializer(job).data, 202)
