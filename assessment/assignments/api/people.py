"""One person of a campaign in the API: looked at, given other roles, removed and put back."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.assignments.selectors.person import access_to_manage, summary_of
from assessment.assignments.services.removing import put_back, remove_person
from assessment.campaigns.api.people import MemberSerializer, roles_field
from assessment.jobs.api import JobSerializer
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IF_MATCH, ApiView
from assessment.people.api.queries import flag_in
from assessment.people.api.reasons import REASON, reason_of
from assessment.people.api.repeats import Stale, etag_of, refuse_stale
from assessment.people.models import Member
from assessment.people.services.accounts import set_roles
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict
from assessment.shared.seen import mark_of

WITH_JUDGMENTS = OpenApiParameter(
    "with_judgments", bool, description="whether what they judged no longer counts; otherwise it does"
)


class PersonSerializer(MemberSerializer):
    """Somebody in a campaign, with what there is of them."""

    removed = serializers.SerializerMethodField(help_text="whether they were taken out of the campaign")
    teams = serializers.SerializerMethodField()
    has = serializers.SerializerMethodField(help_text="how many of each: what a removal is about")

    def get_removed(self, member: Member) -> bool:
        """Whether they left."""
        return bool(member.left_at)

    def get_teams(self, member: Member) -> list[str]:
        """Names of their teams."""
        return list(member.teams.order_by("name").values_list("name", flat=True))

    def get_has(self, member: Member) -> dict[str, int]:
        """What there is, by its name."""
        return summary_of(member)._asdict()


class ChangedPersonSerializer(Body):
    """What becomes of somebody: exactly these roles, or back in the campaign."""

    roles = roles_field(required=False, help_text="all roles from now on")
    removed = serializers.BooleanField(
        required=False, help_text="false puts somebody back who was removed; to remove somebody, DELETE"
    )

    def validate_removed(self, removed: bool) -> bool:
        """A removal has a reason, which is said elsewhere."""
        if removed:
            raise ValidationError("To remove somebody, send DELETE with a reason.")
        return removed


class RemovedSerializer(serializers.Serializer[Any]):
    """That somebody was removed, and the job that sets their work aside, where there is any."""

    name = serializers.CharField()
    job = JobSerializer(allow_null=True)


class Person(ApiView):
    """One person of a campaign."""

    @extend_schema(responses={200: PersonSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Who it is, with which roles, and what there is of them; the ETag names the roles."""
        return _shown(access_to_manage(self.account, slug, pk)[1])

    @extend_schema(
        parameters=[IF_MATCH],
        request=ChangedPersonSerializer,
        responses={200: PersonSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Give somebody other roles, or put back somebody who was removed. With If-Match only if they are as you saw them."""
        _, member = access_to_manage(self.account, slug, pk)
        given = ChangedPersonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        refuse_stale(request, _state(member))
        with transaction.atomic():
            if "removed" in given.validated_data:
                put_back(member=member, by=self.account)
            if "roles" in given.validated_data:
                self._set_roles(request, member, given.validated_data["roles"])
        return _shown(access_to_manage(self.account, slug, pk)[1])

    def _set_roles(self, request: Request, member: Member, roles: list[str]) -> None:
        seen = mark_of(member.role_names()) if "If-Match" in request.headers else None
        try:
            set_roles(member=member, roles=roles, by=self.account, seen=seen)
        except Conflict as error:
            raise Stale(error, _state(member)) from error

    @extend_schema(
        parameters=[REASON, WITH_JUDGMENTS, IF_MATCH],
        responses={
            200: RemovedSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            412: REFUSALS[412],
            422: REFUSALS[422],
        },
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take somebody out of the campaign, for a reason. Nothing they did is deleted; they can be put back.

        With If-Match only if their roles are as you saw them.
        """
        _, member = access_to_manage(self.account, slug, pk)
        refuse_stale(request, _state(member))
        reason, with_judgments = reason_of(request), flag_in(request, "with_judgments")
        name = member.name
        job = remove_person(member=member, reason=reason, with_judgments=with_judgments, by=self.account)
        return Response(RemovedSerializer({"name": name, "job": job}).data)


def _state(member: Member) -> dict[str, Any]:
    """What a change of roles is made on."""
    return {"name": member.name, "roles": member.role_names(), "removed": bool(member.left_at)}


def _shown(member: Member) -> Response:
    return Response(PersonSerializer(member).data, headers={"ETag": etag_of(_state(member))})
