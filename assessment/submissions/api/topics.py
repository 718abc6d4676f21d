"""Questions as teams get them, in the API: by pairs of languages where a first download starts a clock, or as one file."""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.bodies import Body
from assessment.people.api.frame import ApiView
from assessment.people.selectors.access import Access
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Refused
from assessment.submissions.api.registrations import TEAM
from assessment.submissions.models import Registration
from assessment.submissions.selectors import registrations as selectors
from assessment.submissions.selectors.own_team import access_own_team, topics_file
from assessment.submissions.selectors.runs import is_organizer
from assessment.submissions.selectors.topics import clock_of, topics_rows
from assessment.submissions.services import downloads


class TopicsOfPairSerializer(serializers.Serializer[Any]):
    """The questions of a pair of languages."""

    pair = serializers.CharField()
    questions = serializers.IntegerField()
    active = serializers.BooleanField(help_text="whether they are given out")
    first_download = serializers.DateTimeField(allow_null=True, help_text="of your team")


class TopicsSerializer(serializers.Serializer[Any]):
    """Which questions there are, and how a team's time stands."""

    team = serializers.CharField(help_text="empty for organizers")
    started_at = serializers.DateTimeField(allow_null=True, help_text="when its time began")
    days = serializers.IntegerField(
        allow_null=True, help_text="that it has from its first download; null: no such limit"
    )
    deadline = serializers.DateTimeField(allow_null=True, help_text="the one that counts for it")
    pairs = TopicsOfPairSerializer(many=True)


class BeginSerializer(Body):
    """A download."""

    begin = serializers.BooleanField(
        default=False, help_text="whether the time of your team may begin, if this is its first"
    )


class Topics(ApiView):
    """The questions by pairs of languages."""

    @extend_schema(parameters=[TEAM], responses={200: TopicsSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The pairs whose questions you can fetch, and until when your team may submit."""
        access = selectors.access_register(self.account, slug)
        registration = _own(access, request)
        pairs = selectors.pairs_of(access.campaign)
        states: list[tuple[selectors.PairState, datetime | None]]
        if is_organizer(access):
            states = [(state, None) for state in pairs.states.values() if state.questions]
        elif registration is None:
            states = []
        else:
            states = [
                (row.state, row.first.at if row.first else None) for row in topics_rows(registration, pairs)
            ]
        clock = clock_of(access.campaign, registration.team) if registration else None
        shown = {
            "team": registration.team.name if registration else "",
            "started_at": registration and registration.started_at,
            "days": clock.days if clock else None,
            "deadline": clock.deadline if clock else access.campaign.deadline,
            "pairs": [
                {
                    "pair": state.label,
                    "questions": state.questions,
                    "active": state.active,
                    "first_download": first,
                }
                for state, first in states
            ],
        }
        return Response(TopicsSerializer(shown).data)


class TopicsOfPair(ApiView):
    """The questions of one pair."""

    @extend_schema(
        parameters=[TEAM],
        request=BeginSerializer,
        responses={
            (200, "application/xml"): OpenApiTypes.BINARY,
            404: REFUSALS[404],
            422: REFUSALS[422],
        },
    )
    def post(self, request: Request, slug: str, pair: str) -> HttpResponse:
        """Fetch them. A team's first download starts its time, for all its pairs; it is refused unless `begin` is true."""
        access = selectors.access_register(self.account, slug)
        given = BeginSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        registration = _own(access, request)
        if registration is None and not is_organizer(access):
            raise Http404
        if registration is None:
            file = downloads.fetch_topics(by=self.account, campaign=access.campaign, pair=pair)
        else:
            if not (registration.started_at or given.validated_data["begin"]):
                _refuse_to_begin(access, registration, pair)
            file = downloads.download_topics(by=self.account, registration=registration, pair=pair)
        return _download(file.data, file.name, "application/xml")


class TopicsFile(ApiView):
    """The questions as one file."""

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """As they were imported, or written anew where they were changed since; not where a download starts a clock."""
        file = topics_file(access_own_team(self.account, slug).access)
        return _download(file.data, file.name, "application/octet-stream")


def _own(access: Access, request: Request) -> Registration | None:
    """The registration for which somebody acts; organizers act for nobody."""
    if is_organizer(access):
        return None
    return selectors.own_team(access, request.query_params.get("team", "")).registration


def _refuse_to_begin(access: Access, registration: Registration, pair: str) -> None:
    """Say what a first download would do, as the page asks before it."""
    downloads.refuse_download(access.campaign, registration, pair)
    begun = clock_of(access.campaign, registration.team).if_begun.effective
    until = f", and its runs must be in by {begun.isoformat()}" if begun else ""
    raise Refused(
        f"The time of {registration.team.name} starts with this download{until}. Nothing was downloaded.",
        "clock_not_begun",
        "It starts for the whole team and all its pairs, and cannot be stopped. Send `begin` as true to start it.",
    )


def _download(data: bytes, name: str, kind: str) -> HttpResponse:
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or ""}
    return HttpResponse(data, content_type=kind, headers=headers)
