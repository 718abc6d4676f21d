"""Teams in the API: made, renamed, given other members, deleted."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.reasons import REASON, reason_of
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.models import Member
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict
from assessment.shared.seen import mark_of
from assessment.submissions import services
from assessment.submissions.models import Team
from assessment.submissions.selectors.runs import access_runs, access_team, participants, teams_for, teams_of


class TeamSerializer(serializers.Serializer[Any]):
    """A team and who belongs to it."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    members = serializers.SerializerMethodField(help_text="names, as the files of the campaign have them")
    runs = serializers.IntegerField(
        source="runs_current", help_text="submitted, and neither withdrawn nor replaced"
    )

    def get_members(self, team: Any) -> list[str]:
        """Their names."""
        return [member.name for member in team.members.all()]


def members_field(said: str = "names of participants", **options: Any) -> serializers.ListField:
    """Who belongs to a team."""
    return serializers.ListField(child=serializers.CharField(max_length=150), help_text=said, **options)


class NewTeamSerializer(Body):
    """A team to make."""

    name = serializers.CharField(max_length=64)
    members = members_field(default=list)


class ChangedTeamSerializer(Body):
    """What becomes of a team; what is left out stays."""

    name = serializers.CharField(required=False, max_length=64)
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=1000, help_text="of another name; it is kept in the log"
    )
    members = members_field(required=False)


class TeamList(ApiView):
    """The teams of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: TeamSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All teams, for organizers; their own, for participants."""
        access = access_runs(self.account, slug)
        return page_of_rows(request, teams_for(access), "pk", TeamSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=NewTeamSerializer,
        responses={201: TeamSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Make a team; a name that is taken is refused."""
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        given = NewTeamSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        members = members_named(access.campaign, given.validated_data["members"])
        name = given.validated_data["name"]
        team = services.create_team(by=self.account, campaign=access.campaign, name=name, members=members)
        return Response(TeamSerializer(teams_of(access.campaign).get(pk=team.pk)).data, 201)


class TeamDetail(ApiView):
    """One team."""

    @extend_schema(responses={200: TeamSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The team; the ETag names its name and members."""
        return _shown(access_team(self.account, slug, pk)[1])

    @extend_schema(
        parameters=[IF_MATCH],
        request=ChangedTeamSerializer,
        responses={200: TeamSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Give a team another name (with a reason) or other members. With If-Match only if they are as you saw them."""
        access, team = access_team(self.account, slug, pk)
        given = ChangedTeamSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        refuse_stale(request, _state(team))
        try:
            self._change(access.campaign, team, given.validated_data, "If-Match" in request.headers)
        except Conflict as error:
            raise Stale(error, _state(access_team(self.account, slug, pk)[1])) from error
        return _shown(access_team(self.account, slug, pk)[1])

    def _change(self, campaign: Campaign, team: Team, wanted: dict[str, Any], is_bound: bool) -> None:
        """Both or neither; where the request names what it saw, only that is changed."""
        state = _state(team)
        with transaction.atomic():
            if "members" in wanted:
                services.set_team_members(
                    by=self.account,
                    team=team,
                    members=members_named(campaign, wanted["members"]),
                    seen=mark_of(state["members"]) if is_bound else None,
                )
            if "name" in wanted:
                services.rename_team(
                    by=self.account,
                    team=team,
                    name=wanted["name"],
                    reason=wanted["reason"],
                    seen=mark_of(state["name"]) if is_bound else None,
                )

    @extend_schema(
        parameters=[REASON, IF_MATCH],
        responses={204: None, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Delete a team that never submitted a run, for a reason; its members stay in the campaign.

        With If-Match only if they are as you saw them.
        """
        _, team = access_team(self.account, slug, pk)
        refuse_stale(request, _state(team))
        services.delete_team(by=self.account, team=team, reason=reason_of(request))
        return Response(status=204)


def members_named(campaign: Campaign, names: Sequence[str]) -> list[Member]:
    """The participants of these names."""
    found = {member.name: member for member in participants(campaign)}
    if unknown := [name for name in names if name not in found]:
        raise ValidationError(
            {"members": f"Not among the participants of this campaign: {', '.join(unknown)}."}
        )
    return [found[name] for name in names]


def _state(team: Team) -> dict[str, Any]:
    return {"name": team.name, "members": team.member_names()}


def _shown(team: Team) -> Response:
    return Response(TeamSerializer(team).data, headers={"ETag": etag_of(_state(team))})
