"""Post-editing in the API: who sees a machine's grades before judging, declared before anything is assigned."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.assignments.selectors.post_editing import post_editing_page
from assessment.assignments.services.post_editing import declare_post_editing, withdraw_post_editing
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import PostEditingPlan
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS

MOST_QUESTIONS = 100_000


class DeclaredSerializer(serializers.ModelSerializer[PostEditingPlan]):
    """What was declared. It never changes."""

    machine = serializers.CharField(source="machine.name")
    questions = serializers.ListField(
        child=serializers.CharField(), help_text="ids of those it is limited to; empty: all"
    )

    class Meta:
        model = PostEditingPlan
        fields = ("machine", "share", "seed", "machine_sha256", "questions", "declared_at")


class ConditionSerializer(serializers.Serializer[Any]):
    """The work under one condition."""

    condition = serializers.CharField(help_text="blind or post-editing")
    assigned = serializers.IntegerField(help_text="questions, each counted for each of its assessors")
    judged = serializers.IntegerField(help_text="answers")


class PostEditingSerializer(serializers.Serializer[Any]):
    """What was declared, and how much is judged under which condition."""

    declared = DeclaredSerializer(allow_null=True, source="plan")
    machines = serializers.ListField(child=serializers.CharField(), help_text="that judged in this campaign")
    conditions = ConditionSerializer(many=True, source="rows")
    fixed = serializers.BooleanField(source="is_fixed", help_text="whether it can no more be withdrawn")


class DeclarationSerializer(Body):
    """Whose grades assessors see first, and in how many of their questions."""

    machine = serializers.CharField(max_length=200)
    share = serializers.IntegerField(
        min_value=1, max_value=100, default=50, help_text="percent of each assessor’s questions"
    )
    seed = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=1)
    questions = serializers.ListField(
        child=serializers.CharField(max_length=64),
        default=list,
        max_length=MOST_QUESTIONS,
        help_text="ids of those it is limited to; without it all",
    )


class PostEditing(ApiView):
    """Who sees a machine's grades before judging."""

    @extend_schema(responses={200: PostEditingSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """What was declared, and how much is judged under which condition."""
        return _shown(access_campaign(self.account, slug, Permission.ASSIGN).campaign)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=DeclarationSerializer,
        responses={201: PostEditingSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Declare post-editing, before anything is assigned: the condition of each question is drawn when it is assigned."""
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        given = DeclarationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        wanted["name"] = wanted.pop("machine")
        declare_post_editing(campaign=access.campaign, by=self.account, **wanted)
        return _shown(access.campaign, 201)

    @extend_schema(responses={200: PostEditingSerializer, 404: REFUSALS[404], 422: REFUSALS[422]})
    def delete(self, request: Request, slug: str) -> Response:
        """Let everybody judge blind, as long as nothing is assigned under the declaration."""
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        withdraw_post_editing(campaign=access.campaign, by=self.account)
        return _shown(access.campaign)


def _shown(campaign: Campaign, status: int = 200) -> Response:
    return Response(PostEditingSerializer(post_editing_page(campaign)).data, status)
