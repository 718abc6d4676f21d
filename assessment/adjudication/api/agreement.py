"""How far assessors agree, in the API: the coefficients with their intervals, and the items behind the table."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.adjudication.api.disputes import GivenSerializer
from assessment.adjudication.selectors.agreement import agreement_page
from assessment.adjudication.selectors.agreement_items import Asked, grades_in, items_of, lines_of
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, answer, limit_of, number_of
from assessment.people.api.queries import text_in
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS

LONGEST_GRADE = 20  # characters
OF_TWO = [
    OpenApiParameter("a", str, description="an assessor; without both of them, any two"),
    OpenApiParameter("b", str, description="another one"),
    OpenApiParameter("first", str, required=True, description="a grade that the one gave"),
    OpenApiParameter("second", str, required=True, description="a grade that the other gave"),
]


class AgreementSerializer(serializers.Serializer[Any]):
    """How far people agree, as it is now."""

    judged = serializers.IntegerField(help_text="items")
    disputed = serializers.IntegerField(help_text="of them, judged differently")
    decided = serializers.IntegerField(help_text="of those, decided")
    overruled = serializers.IntegerField(help_text="decisions against a majority")
    agreement = serializers.DictField(
        source="found.as_json",
        help_text="questions with J, D, O and OL; grades (or scales, where there are several: of each), classes, votes, matches "
        "and annotations, each with its coefficients and those of each two people",
    )


class AgreementItemSerializer(serializers.Serializer[Any]):
    """An item to which two people gave two grades."""

    item = serializers.IntegerField(source="item.pk")
    qid = serializers.CharField(source="item.question.qid")
    docid = serializers.CharField(source="item.docid")
    passage = serializers.CharField(source="item.passage")
    answer = serializers.CharField(source="text")
    given = GivenSerializer(many=True)


class AgreementOfAssessors(ApiView):
    """Agreement of the assessors."""

    @extend_schema(responses={200: AgreementSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All coefficients from people's current judgments, for those who decide disputes."""
        access = access_campaign(self.account, slug, Permission.ADJUDICATE)
        return Response(AgreementSerializer(agreement_page(access.campaign)).data)


class AgreementItems(ApiView):
    """The items behind a number of its table."""

    @extend_schema(
        parameters=[*OF_TWO, *PAGE],
        responses={200: AgreementItemSerializer(many=True), 404: REFUSALS[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Those to which two people gave the two grades."""
        access, limit = access_campaign(self.account, slug, Permission.ADJUDICATE), limit_of(request)
        asked = _asked(request, access.campaign)
        rows = items_of(access.campaign, asked).filter(pk__gt=number_of(request))
        lines = lines_of(access.campaign, rows.order_by("pk")[: limit + 1], asked)
        return answer(request, lines, limit, lambda line: line.item.pk, AgreementItemSerializer)


def _asked(request: Request, campaign: Campaign) -> Asked:
    """Whose items are asked for, and of which grades; ValidationError for people and grades that there are not."""
    two = {name: request.query_params.get(name, "") for name in ("a", "b")}
    grades = {name: text_in(request, name, LONGEST_GRADE, "Give a grade") for name in ("first", "second")}
    if wrong := _odd_people(campaign, two) | _odd_grades(campaign, grades):
        raise ValidationError(wrong)
    return Asked(**two, **grades)


def _odd_people(campaign: Campaign, two: Mapping[str, str]) -> dict[str, str]:
    known = {"", *campaign.members.values_list("name", flat=True)}
    wrong = {name: "The campaign has nobody of this name." for name in two if two[name] not in known}
    missing = {name: "Give both assessors, or none of them." for name in two if not two[name]}
    return wrong or (missing if len(missing) == 1 else {})


def _odd_grades(campaign: Campaign, grades: Mapping[str, str]) -> dict[str, str]:
    known = grades_in(campaign)
    there = f"Give one of {', '.join(known)}." if known else "No answers are graded in this campaign."
    return {name: there for name in grades if grades[name] not in known}
