"""The people of a campaign in the API."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.api.bodies import Body
from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, page_of_list, page_of_rows
from assessment.people.models import Account, Invitation, Member, RoleName
from assessment.people.selectors.access import Access, Permission
from assessment.people.selectors.accounts import (
    access_campaign_invitation,
    expired_invitations,
    invitations_of,
    members_of,
)
from assessment.people.services.accounts import ensure_member, invite, withdraw_invitation
from assessment.people.services.addresses import LONGEST_EMAIL
from assessment.people.services.invitations import renew_invitations
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


def roles_field(**options: Any) -> serializers.ListField:
    """Roles of a campaign."""
    return serializers.ListField(child=serializers.ChoiceField(RoleName.values), **options)


class NewPersonSerializer(Body):
    """Somebody to bring in: an account that there is, or a name that gets an invitation."""

    account = serializers.CharField(
        required=False, max_length=150, help_text="what the person signs in with; then no name is given"
    )
    name = serializers.CharField(required=False, max_length=150, help_text="of somebody to invite by a link")
    roles = roles_field(default=list)
    email = serializers.EmailField(default="", allow_blank=True, max_length=LONGEST_EMAIL)
    languages = serializers.ListField(child=serializers.RegexField("^[a-z]{2}$"), default=list, max_length=50)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of both."""
        if ("account" in attrs) == ("name" in attrs):
            raise ValidationError(
                {"account": "Give the account of somebody, or the name of somebody to invite."}
            )
        unread = [name for name in ("email", "languages") if "account" in attrs and attrs[name]]
        if unread:
            raise ValidationError(dict.fromkeys(unread, "An account has its own: leave it out."))
        return attrs


class InvitedSerializer(serializers.Serializer[Any]):
    """An invitation. Its link can be read this once."""

    name = serializers.CharField()
    link = serializers.CharField(help_text="to hand over; empty where it goes by mail")


class BroughtInSerializer(serializers.Serializer[Any]):
    """Who came in: somebody with an account, or an invitation."""

    person = MemberSerializer(allow_null=True)
    invitation = InvitedSerializer(allow_null=True)


class People(ApiView):
    """The people of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: MemberSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Everybody in it with their roles."""
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        return page_of_rows(request, members_of(access.campaign.pk), "pk", MemberSerializer)

    @extend_schema(
        request=NewPersonSerializer,
        responses={201: BroughtInSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add somebody who has an account, or invite somebody by a link, which nobody can read later.

        Sent again, it adds nobody twice: whoever is there keeps their roles and gains these, and a name that is invited
        is refused. So it takes no Idempotency-Key, for which the link would have to be kept.
        """
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        given = NewPersonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        fields = dict(given.validated_data)
        if "account" in fields:
            found: dict[str, Any] = {
                "person": _added(access, fields["account"], fields["roles"]),
                "invitation": None,
            }
        else:
            found = {"person": None, "invitation": self._invited(access, fields)}
        return Response(BroughtInSerializer(found).data, 201)

    def _invited(self, access: Access, fields: dict[str, Any]) -> dict[str, str]:
        path = invite(campaign=access.campaign, by=self.account, **fields)
        by_mail = bool(settings.MAIL_URL and fields["email"])
        link = "" if by_mail else self.request.build_absolute_uri(path)
        return {"name": fields["name"], "link": link}


class InvitationSerializer(serializers.Serializer[Any]):
    """An invitation, and what became of it. Its link is told once, when it is made."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.CharField())
    state = serializers.CharField(help_text="open, accepted, expired or withdrawn")
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class Invitations(ApiView):
    """The invitations of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: InvitationSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All of them, with what became of each."""
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        return page_of_list(request, invitations_of(access.campaign.pk), InvitationSerializer)


class InvitationDetail(ApiView):
    """One invitation."""

    @extend_schema(responses={200: InvitationSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """What became of it."""
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        return Response(InvitationSerializer(access_campaign_invitation(access.campaign.pk, pk)).data)

    @extend_schema(responses={200: InvitationSerializer, 404: REFUSALS[404], 422: REFUSALS[422]})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Withdraw one that nobody accepted yet: its link no longer works."""
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        invitation = access_campaign_invitation(access.campaign.pk, pk)
        withdraw_invitation(invitation=invitation, by=self.account)
        return Response(InvitationSerializer(access_campaign_invitation(access.campaign.pk, pk)).data)


class WhichInvitationSerializer(Body):
    """Which invitation gets a new link."""

    invitation = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="its id; without it all that have expired"
    )


class RenewedInvitations(ApiView):
    """New links of invitations."""

    @extend_schema(
        request=WhichInvitationSerializer,
        responses={200: InvitedSerializer(many=True), 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give one invitation, or all that have expired, new links and their full time again; the former links end.

        The links can be read this once. So it takes no Idempotency-Key, for which they would have to be kept.
        """
        access = access_campaign(self.account, slug, Permission.MANAGE_PEOPLE)
        given = WhichInvitationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        which = given.validated_data.get("invitation")
        chosen = (
            [access_campaign_invitation(access.campaign.pk, which)]
            if which
            else expired_invitations(access.campaign.pk)
        )
        links = renew_invitations(campaign=access.campaign, invitations=chosen, by=self.account)
        found = [handed_over(self.request, invitation, path) for invitation, path in links]
        return Response(InvitedSerializer(found, many=True).data)


def handed_over(request: Request, invitation: Invitation, path: str) -> dict[str, str]:
    """A new link, which nobody can read later; empty where it goes by mail."""
    by_mail = bool(settings.MAIL_URL and invitation.email)
    return {"name": invitation.name, "link": "" if by_mail else request.build_absolute_uri(path)}


def _added(access: Access, username: str, roles: list[str]) -> Member:
    account = Account.objects.filter(username=username).first()
    if account is None:
        raise ValidationError({"account": "There is no account with this name. Invite the person instead."})
    return ensure_member(
        campaign=access.campaign, name=username, roles=roles, by=access.account, account=account
    )
