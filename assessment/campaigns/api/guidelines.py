"""The guidelines in the API: read in any version, and written anew."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Guidelines
from assessment.campaigns.selectors.campaigns import (
    access_campaign,
    access_guidelines,
    guidelines_in_force,
    guidelines_versions,
)
from assessment.campaigns.services.campaigns import write_guidelines
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.queries import number_in
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict

LONGEST = 200_000  # characters
VERSION = OpenApiParameter(
    "version", {"type": "integer", "minimum": 1}, description="another than the one in force"
)


class VersionOfGuidelinesSerializer(serializers.Serializer[Any]):
    """That a version was put into force."""

    version = serializers.IntegerField()
    made_at = serializers.DateTimeField()


class GuidelinesSerializer(serializers.Serializer[Any]):
    """A version of the guidelines, and which versions there are."""

    version = serializers.IntegerField(help_text="0 where none were written yet")
    text = serializers.CharField(help_text="Markdown")
    made_at = serializers.DateTimeField(allow_null=True)
    versions = VersionOfGuidelinesSerializer(many=True, help_text="newest first")


class NewGuidelinesSerializer(Body):
    """The text of the next version."""

    text = serializers.CharField(max_length=LONGEST)


class GuidelinesOfCampaign(ApiView):
    """What assessors judge by."""

    @extend_schema(parameters=[VERSION], responses={200: GuidelinesSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The version in force, or another; the ETag names the version."""
        return _shown(*access_guidelines(self.account, slug, number_in(request, "version")))

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=NewGuidelinesSerializer,
        responses={201: GuidelinesSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Put a text into force; the same text again makes no version. With If-Match only on the version that you saw."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        given = NewGuidelinesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        newest = guidelines_in_force(access.campaign)
        refuse_stale(request, _state(newest))
        seen = _state(newest)["version"] if "If-Match" in request.headers else None
        try:
            written = write_guidelines(
                campaign=access.campaign, by=self.account, seen=seen, **given.validated_data
            )
        except Conflict as error:
            raise Stale(error, _state(guidelines_in_force(access.campaign))) from error
        return _shown(access, written, 201)


def _state(shown: Guidelines | None) -> dict[str, Any]:
    return {"version": shown.version if shown else 0, "text": shown.text if shown else ""}


def _shown(access: Access, shown: Guidelines | None, status: int = 200) -> Response:
    state = _state(shown)
    made_at = shown.made_at if shown else None
    body = {**state, "made_at": made_at, "versions": guidelines_versions(access.campaign)}
    return Response(GuidelinesSerializer(body).data, status, headers={"ETag": etag_of(state)})
