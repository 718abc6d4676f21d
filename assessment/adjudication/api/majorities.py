"""Clear majorities in the API: what would be accepted, and accepting it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.adjudication.selectors.disputes import access_disputes
from assessment.adjudication.selectors.majorities import clear_items, question_disputes
from assessment.adjudication.services.majorities import pack, request_accept
from assessment.campaigns.models import Campaign
from assessment.jobs.api import JobSerializer
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.queries import choice_in
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS

HALF, BUT_ONE = "half", "but-one"
LONGEST = 8_000_000  # characters of a list of items
MOST_QUESTIONS = 100_000
AGREE = {
    "type": "string",
    "enum": [HALF, BUT_ONE],
    "default": HALF,
}
AGREEING = "more than half of the assessors, or all but one"


class ClearSerializer(serializers.Serializer[Any]):
    """A question with disputed items."""

    qid = serializers.CharField(source="question.qid")
    open = serializers.IntegerField(help_text="disputed items without a decision")
    clear = serializers.IntegerField(help_text="those of them that would be accepted")


class MajoritiesSerializer(serializers.Serializer[Any]):
    """What would be accepted."""

    items = serializers.IntegerField()
    shown = serializers.CharField(
        help_text="send it back: what changed since you read it is left as it is, and named"
    )
    questions = ClearSerializer(many=True)


class AcceptMajoritiesSerializer(Body):
    """What is to be accepted."""

    shown = serializers.CharField(max_length=LONGEST)
    agree = serializers.ChoiceField([HALF, BUT_ONE], default=HALF, help_text=AGREEING)
    without = serializers.ListField(
        child=serializers.CharField(max_length=64),
        default=list,
        max_length=MOST_QUESTIONS,
        help_text="questions that are left out, by qid",
    )


class Majorities(ApiView):
    """Accepting clear majorities, many at once."""

    @extend_schema(
        parameters=[OpenApiParameter("agree", AGREE, description=AGREEING)],
        responses={200: MajoritiesSerializer, 404: REFUSALS[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        """What would be decided as a matter of opinion, question by question."""
        campaign = access_disputes(self.account, slug).campaign
        but_one = choice_in(request, "agree", (HALF, BUT_ONE), HALF) == BUT_ONE
        items = clear_items(campaign, but_one=but_one)
        questions = question_disputes(campaign, but_one=but_one)
        found = {"items": len(items), "shown": pack(items), "questions": questions}
        return Response(MajoritiesSerializer(found).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AcceptMajoritiesSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Accept the majorities that you read; the answer is a job."""
        campaign = access_disputes(self.account, slug).campaign
        asked = AcceptMajoritiesSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        _refuse_unknown(campaign, given["without"])
        job = request_accept(
            campaign=campaign,
            shown=given["shown"],
            by=self.account,
            but_one=given["agree"] == BUT_ONE,
            without=given["without"],
        )
        return Response(JobSerializer(job).data, 202)


def _refuse_unknown(campaign: Campaign, qids: list[str]) -> None:
    """A question that is to be left out and is none would leave nothing out."""
    known = set(campaign.questions.values_list("qid", flat=True)) if qids else set()
    if unknown := [qid for qid in qids if qid not in known]:
        raise ValidationError({"without": f"The campaign has no such question: {', '.join(unknown)}."})
