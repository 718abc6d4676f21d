"""The schedule of a campaign in the API: what happens when, and other dates for it."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign, DateKind
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.schedule import Schedule, access_schedule, schedule_for, state_of_dates
from assessment.campaigns.services.dates import set_dates
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.shared.datetimes import EXAMPLE, ZonedDatetime, parse_datetime
from assessment.shared.errors import Conflict
from assessment.shared.seen import mark_of

LONGEST = 100  # characters of a date


class DateMoveSerializer(serializers.Serializer[Any]):
    """What a date was before, and why it was moved."""

    before = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()


class DateSerializer(serializers.Serializer[Any]):
    """A date of the schedule."""

    kind = serializers.ChoiceField(choices=DateKind.choices)
    team = serializers.CharField(help_text="of yours, whose alone it is; empty: everybody’s")
    date = serializers.CharField(source="text", help_text=f"in its zone, such as {EXAMPLE}")
    at = serializers.DateTimeField(help_text="the same moment in UTC")
    over = serializers.BooleanField(source="is_over", help_text="whether it has come, by the site or by hand")
    missed = serializers.CharField(help_text="for organizers: why the site could not keep it")
    moves = DateMoveSerializer(many=True, help_text="oldest first")


class ScheduleSerializer(serializers.Serializer[Any]):
    """The dates of a campaign in the order in which they come."""

    dates = DateSerializer(source="lines", many=True)
    next = DateSerializer(allow_null=True, help_text="the first that is still to come")


class NewDatesSerializer(Body):
    """Other dates; those that are not named stay."""

    dates = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=LONGEST),
        help_text=f"by kind, such as {EXAMPLE}; empty: taken off. Kinds: {', '.join(DateKind.values)}",
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=1000, help_text="needed once people may have seen a date"
    )
    past = serializers.BooleanField(default=False, help_text="that dates which have passed are meant")

    def validate_dates(self, given: Mapping[str, str]) -> dict[str, ZonedDatetime | None]:
        """Read each date with its time and zone."""
        return {_kind(kind): _date(text) for kind, text in given.items()}


class ScheduleOfCampaign(ApiView):
    """What happens when."""

    @extend_schema(responses={200: ScheduleSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The dates that you see: everybody’s, and those of your teams. The ETag names the state of everybody’s."""
        return _shown(access_schedule(self.account, slug))

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=NewDatesSerializer,
        responses={201: ScheduleSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Set, move and take off dates: all or none. With If-Match only where they are as you saw them."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        given = NewDatesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = dict(given.validated_data)
        refuse_stale(request, _state(access.campaign))
        seen = mark_of(state_of_dates(access.campaign)) if "If-Match" in request.headers else None
        try:
            set_dates(
                campaign=access.campaign, wanted=values.pop("dates"), seen=seen, by=self.account, **values
            )
        except Conflict as error:
            raise Stale(error, _state(access.campaign)) from error
        return _shown(access, 201)


def _kind(text: str) -> str:
    if text not in DateKind.values:
        raise ValidationError(f"There is no date {text[:40]}. Dates: {', '.join(DateKind.values)}.")
    return text


def _date(text: str) -> ZonedDatetime | None:
    try:
        return parse_datetime(text) if text else None
    except ValueError as expected:
        raise ValidationError(f"Not a date. Write {expected}.") from expected


def _state(campaign: Campaign) -> dict[str, Any]:
    return {"schedule": state_of_dates(campaign)}


def _shown(access: Access, status: int = 200) -> Response:
    schedule: Schedule = schedule_for(access)
    shown = {"lines": schedule.lines, "next": schedule.next}
    body = ScheduleSerializer(shown).data
    return Response(body, status, headers={"ETag": etag_of(_state(access.campaign))})
