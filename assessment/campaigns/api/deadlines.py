"""The deadlines of a campaign in the API: everybody's and those of teams, and how they were moved."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign, deadline_moves, is_deadline_free
from assessment.campaigns.services.deadlines import set_or_move_deadline, state_of
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from assessment.shared.datetimes import EXAMPLE, ZonedDatetime, parse_datetime
from assessment.shared.errors import Conflict
from assessment.shared.seen import mark_of

LONGEST = 100  # characters of a deadline


class MoveSerializer(serializers.Serializer[Any]):
    """A deadline that was moved."""

    team = serializers.CharField(source="team_name", help_text="empty: everybody’s")
    before = serializers.DateTimeField(allow_null=True)
    after = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()


class DeadlinesSerializer(serializers.Serializer[Any]):
    """Until when runs can be submitted."""

    deadline = serializers.CharField(help_text=f"of all teams, such as {EXAMPLE}; empty where there is none")
    free = serializers.BooleanField(help_text="whether it can be set without a reason: no team knows one")
    moves = MoveSerializer(many=True, help_text="oldest first")


class NewDeadlineSerializer(Body):
    """Another deadline, of all teams or of one."""

    deadline = serializers.CharField(
        allow_blank=True, max_length=LONGEST, help_text=f"such as {EXAMPLE}; empty: none any more"
    )
    team = serializers.CharField(default="", allow_blank=True, max_length=64, help_text="empty: all teams")
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=1000, help_text="needed once teams know a deadline"
    )
    past = serializers.BooleanField(default=False, help_text="that one which has passed is meant")

    def validate_deadline(self, text: str) -> ZonedDatetime | None:
        """Read the date, the time and the zone."""
        try:
            return parse_datetime(text) if text else None
        except ValueError as expected:
            raise ValidationError(f"Not a deadline. Write {expected}.") from expected


class Deadlines(ApiView):
    """Until when runs can be submitted."""

    @extend_schema(responses={200: DeadlinesSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The deadline of all teams, and every move with its reason; the ETag names this state."""
        return _shown(access_campaign(self.account, slug, Permission.SEE_BOARD).campaign)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=NewDeadlineSerializer,
        responses={201: DeadlinesSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Set the first deadline, or move it for all teams or one. With If-Match only where they are as you saw them."""
        campaign = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN).campaign
        given = NewDeadlineSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        refuse_stale(request, _state(campaign))
        seen = mark_of(state_of(campaign)) if "If-Match" in request.headers else None
        try:
            set_or_move_deadline(
                campaign=campaign, team_name=wanted.pop("team"), seen=seen, by=self.account, **wanted
            )
        except Conflict as error:
            raise Stale(error, _state(campaign)) from error
        return _shown(campaign, 201)


def _state(campaign: Campaign) -> dict[str, Any]:
    moves = deadline_moves(campaign)
    free = is_deadline_free(campaign, moved=bool(moves))
    shown = {"deadline": campaign.deadline_text if campaign.deadline else "", "free": free, "moves": moves}
    return dict(DeadlinesSerializer(shown).data)


def _shown(campaign: Campaign, status: int = 200) -> Response:
    state = _state(campaign)
    return Response(state, status, headers={"ETag": etag_of(state)})
