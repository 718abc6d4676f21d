"""Tables of people and teams in the API: looked at, brought in whole or not at all, and handed out."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.api.people import InvitedSerializer, handed_over
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.source_files import source_of
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Refused
from assessment.shared.pages import upload_refused
from assessment.submissions.forms.people_files import MOST_CHARACTERS
from assessment.submissions.selectors import people_files as selectors
from assessment.submissions.services import file_name
from assessment.submissions.services.people_files import import_people
from assessment.submissions.services.people_plans import Plan, plan_people
from assessment.submissions.services.team_files import TeamPlan, import_teams, plan_teams


class TableSerializer(Body):
    """A table as CSV."""

    file = serializers.FileField()
    check_only = serializers.BooleanField(
        default=False, help_text="say what would happen, and change nothing"
    )
    seen = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="of a check: where something else would happen by now, the answer is 409",
    )


class LineSerializer(serializers.Serializer[Any]):
    """What becomes of a line."""

    line = serializers.IntegerField()
    name = serializers.CharField()
    sentence = serializers.CharField()


class PeopleTakenSerializer(serializers.Serializer[Any]):
    """What a table of people did, or would do. Links of invitations can be read this once."""

    sentence = serializers.CharField()
    seen = serializers.CharField(help_text="send it with the table that is brought in")
    lines = LineSerializer(many=True)
    invitations = InvitedSerializer(many=True)


class TeamsTakenSerializer(serializers.Serializer[Any]):
    """What a table of teams did, or would do."""

    sentence = serializers.CharField()
    seen = serializers.CharField(help_text="send it with the table that is brought in")
    lines = LineSerializer(many=True)


class PeopleTable(ApiView):
    """The people of a campaign as a table."""

    parser_classes = (MultiPartParser,)

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Name, address, roles, languages, team and account of everybody, for organizers."""
        return _csv(selectors.people_table(_access(self, slug).campaign))

    @extend_schema(
        request=TableSerializer,
        responses={
            200: PeopleTakenSerializer,
            201: PeopleTakenSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add and invite the people of a table: all or nobody.

        Sent again it adds nobody twice. It takes no Idempotency-Key, for which the links would have to be kept.
        """
        access, (file, check_only, seen) = _access(self, slug), _sent(request)
        if check_only:
            return Response(_people(plan_people(campaign=access.campaign, file=file), []), 200)
        plan, links = import_people(by=self.account, campaign=access.campaign, file=file, seen=seen)
        return Response(_people(plan, [handed_over(request, *link) for link in links]), 201)


class TeamsTable(ApiView):
    """The teams of a campaign as a table."""

    parser_classes = (MultiPartParser,)

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Each team with its members, for organizers."""
        return _csv(selectors.teams_table(_access(self, slug).campaign))

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=TableSerializer,
        responses={
            200: TeamsTakenSerializer,
            201: TeamsTakenSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Make the teams of a table and let people join them: all or none; nobody leaves a team by it."""
        access, (file, check_only, seen) = _access(self, slug), _sent(request)
        if check_only:
            return Response(_teams(plan_teams(campaign=access.campaign, file=file)), 200)
        done = import_teams(by=self.account, campaign=access.campaign, file=file, seen=seen)
        return Response(_teams(done), 201)


def _access(view: ApiView, slug: str) -> Access:
    return access_campaign(view.account, slug, Permission.MANAGE_PEOPLE)


def _sent(request: Request) -> tuple[SourceFile, bool, str | None]:
    given = TableSerializer(data=request.data)
    if refused := upload_refused(request._request):
        raise Refused(refused, "file_too_large")
    given.is_valid(raise_exception=True)
    fields = given.validated_data
    if (fields["file"].size or 0) > MOST_CHARACTERS:
        raise Refused(f"The file is larger than {MOST_CHARACTERS} bytes. Split it.", "file_too_large")
    file = source_of(fields["file"]).read()
    return SourceFile(file_name(file.name), file.data), fields["check_only"], fields["seen"] or None


def _people(plan: Plan, invited: list[dict[str, str]]) -> Any:
    lines = [{"line": one.row.line, "name": one.row.name, "sentence": one.sentence} for one in plan.people]
    found = {"sentence": plan.sentence, "seen": plan.mark, "lines": lines, "invitations": invited}
    return PeopleTakenSerializer(found).data


def _teams(plan: TeamPlan) -> Any:
    return TeamsTakenSerializer({"sentence": plan.sentence, "seen": plan.mark, "lines": plan.teams}).data


def _csv(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/csv; charset=utf-8")
