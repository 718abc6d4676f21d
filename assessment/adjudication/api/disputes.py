"""Disputes in the API: what assessors see differently, and what is decided of it."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.adjudication.selectors.disputes import access_disputes, decisions_on, disputes_behind
from assessment.adjudication.services.adjudicate import decide, withdraw_decision
from assessment.campaigns.models import Campaign
from assessment.judging.models import Ground
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, answer, limit_of, number_of
from assessment.people.api.queries import number_in
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS

LONGEST_NOTE = 10_000
SEEN = OpenApiParameter(
    "seen", int, description="of the dispute: where the decision is another now, the answer is 409"
)


class GivenSerializer(serializers.Serializer[Any]):
    """What one assessor said."""

    name = serializers.CharField()
    grade = serializers.CharField()
    note = serializers.CharField()


class DisputeSerializer(serializers.Serializer[Any]):
    """An item that assessors graded differently, and what is decided of it."""

    item = serializers.IntegerField()
    qid = serializers.CharField()
    docid = serializers.CharField()
    passage = serializers.CharField()
    answer = serializers.CharField()
    given = GivenSerializer(many=True)
    majority = serializers.CharField(help_text="what more than half gave; empty where no grade has that")
    grade = serializers.CharField(help_text="of the decision; empty where there is none")
    ground = serializers.CharField()
    note = serializers.CharField()
    seen = serializers.IntegerField(help_text="send it with a decision")


class DecisionSerializer(Body):
    """A decision on a disputed item."""

    grade = serializers.CharField(max_length=20)
    ground = serializers.ChoiceField(Ground.values)
    note = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_NOTE)
    seen = serializers.IntegerField(default=0, min_value=0, max_value=2**31 - 1)
    id = serializers.UUIDField(required=False, help_text="your name for it: sent again, it is stored once")


class Disputes(ApiView):
    """The disputed items of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: DisputeSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """What assessors graded differently, for adjudicators."""
        access, limit = access_disputes(self.account, slug), limit_of(request)
        rows = disputes_behind(access.campaign, number_of(request), limit + 1)
        return answer(request, rows, limit, lambda row: row.item, DisputeSerializer)


class Decision(ApiView):
    """The decision on one item."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=DecisionSerializer,
        responses={200: DisputeSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Decide a disputed item."""
        access = access_disputes(self.account, slug)
        found = decisions_on(access.campaign, item)
        given = DecisionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        decide(item=found, by=self.account, client_id=wanted.pop("id", None), **wanted)
        return _as_it_is(access.campaign, found.pk)

    @extend_schema(
        parameters=[SEEN], responses={200: DisputeSerializer, 404: REFUSALS[404], 409: REFUSALS[409]}
    )
    def delete(self, request: Request, slug: str, item: int) -> Response:
        """Withdraw the decision on an item, which is open again then."""
        access = access_disputes(self.account, slug)
        found = decisions_on(access.campaign, item)
        withdraw_decision(item=found, by=self.account, seen=number_in(request, "seen"))
        return _as_it_is(access.campaign, found.pk)


def _as_it_is(campaign: Campaign, item: int) -> Response:
    rows = disputes_behind(campaign, item - 1, 1)
    if not rows or rows[0].item != item:
        raise Http404
    return Response(DisputeSerializer(rows[0]).data)
