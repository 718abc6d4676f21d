"""Answer classes that assessors see differently, in the API: where they differ, and what is settled."""

from collections import Counter
from typing import Any
from uuid import uuid4

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.adjudication.selectors.disputes import access_disputes
from assessment.adjudication.selectors.settle import access_class_dispute, class_dispute, unsettled_classes
from assessment.adjudication.services.settle import settle_classes, undo_settling
from assessment.campaigns.models import Question
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS

MOST = 10_000  # answers in one call
CHANGING: dict[int, Any] = {404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]}
QID = OpenApiParameter("qid", str, OpenApiParameter.PATH, description="of a list question")


class UnsettledSerializer(serializers.Serializer[Any]):
    """A list question whose assessors grouped answers differently."""

    qid = serializers.CharField(source="question.qid")
    open = serializers.IntegerField(source="knots", help_text="groups of answers that wait for a decision")


class ChoiceSerializer(serializers.Serializer[Any]):
    """A class that can be chosen; those of several assessors with one label or the same answers are one."""

    id = serializers.UUIDField(source="uid")
    name = serializers.CharField(source="label")
    made_by = serializers.CharField()
    others = serializers.ListField(child=serializers.CharField(), help_text="what it is called besides")


class CellSerializer(serializers.Serializer[Any]):
    """Where one assessor put an answer; in the order of `assessors`."""

    answer_class = serializers.CharField(source="uid", help_text="id of a class; empty: none")
    grade = serializers.CharField(help_text="empty: not judged")


class DisputedAnswerSerializer(serializers.Serializer[Any]):
    """An answer, what each assessor says of it, and what is settled."""

    item = serializers.IntegerField(source="pk")
    docid = serializers.CharField()
    answer = serializers.CharField()
    given = CellSerializer(many=True, source="cells")
    answer_class = serializers.CharField(
        source="settled", help_text="as it is settled: send it as `seen`; empty: not settled"
    )


class GroupSerializer(serializers.Serializer[Any]):
    """Answers that are settled together: within them the assessors disagree."""

    open = serializers.BooleanField(source="is_open")
    answers = DisputedAnswerSerializer(many=True, source="rows")


class ClassDisputeSerializer(serializers.Serializer[Any]):
    """The classes of one list question, assessor by assessor."""

    qid = serializers.CharField(source="question.qid")
    assessors = serializers.SerializerMethodField(help_text="the primary first, then by name")
    classes = ChoiceSerializer(many=True)
    groups = GroupSerializer(many=True, source="knots", help_text="the open ones first")

    def get_assessors(self, dispute: Any) -> list[str]:
        """Their names."""
        return [row.member.name for row in dispute.assessors]


class SettledAnswerSerializer(Body):
    """The class of one answer."""

    item = serializers.IntegerField(min_value=0, max_value=2**63 - 1)
    answer_class = serializers.UUIDField(allow_null=True, help_text="null takes the decision back")
    seen = serializers.UUIDField(
        required=False, allow_null=True, help_text="the settled class that you saw; null or left out: none"
    )


class SettlingSerializer(Body):
    """Up to 10,000 answers of one question: one decision, which one undo takes back."""

    answers = serializers.ListField(child=SettledAnswerSerializer(), min_length=1, max_length=MOST)
    id = serializers.UUIDField(required=False, help_text="your name for it: sent again, it is stored once")

    def validate_answers(self, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Each answer is settled once."""
        times = Counter(one["item"] for one in answers)
        if doubles := [str(item) for item, found in times.items() if found > 1]:
            raise ValidationError(f"Send each item once, not twice: {', '.join(doubles)}.")
        return answers


class ClassDisputes(ApiView):
    """The list questions whose classes differ."""

    @extend_schema(parameters=PAGE, responses={200: UnsettledSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Where assessors grouped answers differently and nothing is settled yet."""
        found = unsettled_classes(access_disputes(self.account, slug).campaign)
        return page_of_list(request, found, UnsettledSerializer)


class ClassDisputeDetail(ApiView):
    """The classes of one list question."""

    @extend_schema(parameters=[QID], responses={200: ClassDisputeSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, qid: str) -> Response:
        """Who put which answer into which class, where they differ."""
        return self.dispute(access_class_dispute(self.account, slug, qid))

    @extend_schema(
        parameters=[QID, IDEMPOTENCY_KEY],
        request=SettlingSerializer,
        responses={200: ClassDisputeSerializer, **CHANGING},
    )
    @repeatable
    def post(self, request: Request, slug: str, qid: str) -> Response:
        """Settle the classes of answers: all that are sent, or none."""
        question = access_class_dispute(self.account, slug, qid)
        asked = SettlingSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        answers = asked.validated_data["answers"]
        seen = {one["item"]: str(one["seen"]) if one.get("seen") else None for one in answers}
        settle_classes(
            question=question,
            by=self.account,
            client_id=asked.validated_data.get("id") or uuid4(),
            items={one["item"]: one["answer_class"] for one in answers},
            seen=seen,
        )
        return self.dispute(question)

    @extend_schema(parameters=[QID, IDEMPOTENCY_KEY], responses={200: ClassDisputeSerializer, **CHANGING})
    @repeatable
    def delete(self, request: Request, slug: str, qid: str) -> Response:
        """Take the newest settling back that was not taken back."""
        question = access_class_dispute(self.account, slug, qid)
        undo_settling(question=question, by=self.account, client_id=uuid4())
        return self.dispute(question)

    def dispute(self, question: Question) -> Response:
        """How it is now."""
        return Response(ClassDisputeSerializer(class_dispute(question)).data)
