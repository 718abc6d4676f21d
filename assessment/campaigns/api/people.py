"""The people of a campaign in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.models import Member
from assessment.people.selectors.access import Permission
from assessment.people.selectors.accounts import members_of
from assessment.shared.api import REFUSALS


class MemberSerializer(serializers.Serializer[Any]):
    """Somebody in a campaign."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(help_text="as the files of the campaign have it")
    account = serializers.SerializerMethodField(help_text="what the person signs in with; null: nobody does")
    roles = serializers.ListField(child=serializers.CharField(), source="role_names")

    def get_account(self, member: Member) -> str | None:
        """The name of the account."""
        return member.account.username if member.account else None


class People(ApiView):
    """The people of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: MemberSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Everybody in it with their roles."""
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        return page_of_rows(request, members_of(access.campaign.pk), "pk", MemberSerializer)
