"""Campaigns and their questions in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from assessment.campaigns.selectors.campaigns import (
    access_campaign,
    campaigns_of,
    question_groups,
    sees_questions,
    sees_types,
)
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS


class CampaignSerializer(serializers.Serializer[Any]):
    """A campaign as somebody sees it."""

    slug = serializers.CharField(source="campaign.slug")
    title = serializers.CharField(source="campaign.title")
    track = serializers.CharField(source="campaign.track_slug")
    state = serializers.CharField(source="campaign.state")
    deadline = serializers.DateTimeField(source="campaign.deadline", allow_null=True)
    settings = serializers.DictField(source="campaign.rules")
    roles = serializers.SerializerMethodField()

    def get_roles(self, access: Access) -> list[str]:
        """The caller's roles."""
        return sorted(access.roles)


class QuestionSerializer(serializers.Serializer[Any]):
    """A question as participants may see it."""

    qid = serializers.CharField()
    type = serializers.CharField(
        help_text="empty for teams where topics files do not tell it, until the release"
    )
    text = serializers.CharField()
    series = serializers.CharField(help_text="key of its series; empty where it has none")
    target = serializers.CharField()
    dropped = serializers.CharField(help_text="why it left the evaluation; empty where it did not")


class CampaignList(APIView):
    """The campaigns in which the caller has a role."""

    @extend_schema(responses=CampaignSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List them, newest first."""
        return Response(CampaignSerializer(campaigns_of(request.user), many=True).data)


class CampaignDetail(APIView):
    """One campaign."""

    @extend_schema(responses={200: CampaignSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Its state, settings and the caller's roles."""
        return Response(
            CampaignSerializer(access_campaign(request.user, slug, Permission.SEE_GUIDELINES)).data
        )


class QuestionList(APIView):
    """The questions of a campaign."""

    @extend_schema(responses={200: QuestionSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """List them in order; none before the campaign opens, for those who take part."""
        access = access_campaign(request.user, slug, Permission.SEE_QUESTIONS)
        groups = question_groups(access) if sees_questions(access) else []
        typed = sees_types(access)
        rows = [
            {
                "qid": question.qid,
                "type": question.type if typed else "",
                "text": question.text,
                "series": group.series.key if group.series else "",
                "target": group.series.target if group.series else "",
                "dropped": question.drop_reason or (group.series.drop_reason if group.series else ""),
            }
            for group in groups
            for question in group.questions
        ]
        return Response(QuestionSerializer(rows, many=True).data)
