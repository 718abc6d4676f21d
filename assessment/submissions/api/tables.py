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
from assessment.campaigns.services.checked_files import check_now, store_now
from assessment.campaigns.services.intakes import INTAKES, Sent, Taken
from assessment.campaigns.services.source_files import source_of
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.submissions.selectors import people_files as selectors
from assessment.submissions.services import file_name


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


class TeamsTakenSerializer(serializers.Serializer[Any]):
    """What a table of teams did, or would do."""

    sentence = serializers.CharField()
    seen = serializers.CharField(help_text="send it with the table that is brought in")
    lines = LineSerializer(many=True)


class PeopleTakenSerializer(TeamsTakenSerializer):
    """What a table of people did, or would do. Links of invitations can be read this once."""

    invitations = InvitedSerializer(many=True)


def _answers(body: type[TeamsTakenSerializer]) -> dict[int, Any]:
    """Of a table that is sent: checked (200), stored (201), refused."""
    return {200: body, 201: body, **{status: REFUSALS[status] for status in (404, 409, 422)}}


class PeopleTable(ApiView):
    """The people of a campaign as a table."""

    parser_classes = (MultiPartParser,)

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Name, address, roles, languages, team and account of everybody, for organizers."""
        return _csv(selectors.people_table(_access(self, slug).campaign))

    @extend_schema(request=TableSerializer, responses=_answers(PeopleTakenSerializer))
    def post(self, request: Request, slug: str) -> Response:
        """Add and invite the people of a table: all or nobody.

        Sent again it adds nobody twice. It takes no Idempotency-Key, for which the links would have to be kept.
        """
        taken, status = _taken("people", _access(self, slug), request)
        invitations = [handed_over(request, *link) for link in taken.links]
        found = {**(taken.review or {}), "invitations": invitations}
        return Response(PeopleTakenSerializer(found).data, status)


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
        responses=_answers(TeamsTakenSerializer),
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Make the teams of a table and let people join them: all or none; nobody leaves a team by it."""
        taken, status = _taken("teams", _access(self, slug), request)
        return Response(TeamsTakenSerializer(taken.review).data, status)


def _access(view: ApiView, slug: str) -> Access:
    return access_campaign(view.account, slug, Permission.MANAGE_PEOPLE)


def _taken(kind: str, access: Access, request: Request) -> tuple[Taken, int]:
    """What became of the table, checked or stored; and the status of the answer."""
    fields = TableSerializer.with_file(request)
    file = source_of(fields["file"])
    file = file._replace(name=file_name(file.name))
    sent = Sent(access.campaign, file, access.account, review={"seen": fields["seen"]})
    if fields["check_only"]:
        return check_now(INTAKES[kind], sent), 200
    return store_now(INTAKES[kind], sent), 201


def _csv(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/csv; charset=utf-8")
