"""Rulings in the API: what assessors asked, and the answers by which all of them judge."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Question
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import Assignment, Ruling
from assessment.judging.selectors.own import access_own
from assessment.judging.selectors.rows import items_of
from assessment.judging.selectors.rulings import all_rulings, rulings_beside_guidelines
from assessment.judging.services.rulings import LONGEST, ask_organizer, write_ruling
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS

LARGEST = 2**63 - 1  # a key of the database


class RulingSerializer(serializers.Serializer[Any]):
    """A ruling, or what waits for one."""

    id = serializers.IntegerField(source="pk")
    qid = serializers.SerializerMethodField(help_text="empty where it concerns all questions")
    asked = serializers.CharField(help_text="what was asked; others' questions are shown to organizers alone")
    item = serializers.IntegerField(source="item_id", allow_null=True, help_text="the answer in question")
    text = serializers.CharField(help_text="the ruling; empty: it waits for an answer")
    ruled_at = serializers.DateTimeField(allow_null=True)
    seen = serializers.IntegerField(source="changes", help_text="send it when you word it anew")

    def get_qid(self, ruling: Ruling) -> str:
        """The id of its question."""
        return ruling.question.qid if ruling.question else ""


class NewRulingSerializer(Body):
    """A ruling: the answer to what was asked, one in other words, or one that nobody asked for."""

    text = serializers.CharField(max_length=LONGEST)
    ruling = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="the one that is answered or worded anew"
    )
    qid = serializers.CharField(
        required=False, max_length=64, help_text="of a new one that concerns one question"
    )
    seen = serializers.IntegerField(
        required=False, min_value=0, max_value=2**31 - 1, help_text="of the ruling, as you read it"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One that there is keeps its question."""
        if {"ruling", "qid"} <= attrs.keys():
            raise ValidationError({"qid": "A ruling stays with its question: leave it out."})
        return attrs


class AskedSerializer(Body):
    """A question to the organizers."""

    text = serializers.CharField(max_length=LONGEST)
    item = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="the answer that it is about"
    )
    id = serializers.UUIDField(required=False, help_text="your name for it: sent again, it is sent once")


class Rulings(ApiView):
    """The rulings of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: RulingSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Organizers read what waits and what was ruled; others the rulings, and what they asked themselves."""
        access = access_campaign(self.account, slug, Permission.SEE_GUIDELINES)
        return page_of_list(request, _read_by(access), RulingSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=NewRulingSerializer,
        responses={201: RulingSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Answer what was asked, word a ruling anew, or rule without having been asked."""
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        given = NewRulingSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        question = _question(access, wanted.pop("qid", ""))
        row = write_ruling(campaign=access.campaign, by=self.account, question=question, **wanted)
        return Response(RulingSerializer(row).data, 201)


def _read_by(access: Access) -> list[Ruling]:
    if not access.may(Permission.ASSIGN):
        return rulings_beside_guidelines(access)
    waiting, made = all_rulings(access.campaign)
    return [*waiting, *made]


def _question(access: Access, qid: str) -> Question | None:
    found = access.campaign.questions.filter(qid=qid).first() if qid else None
    if qid and found is None:
        raise ValidationError({"qid": "The campaign has no such question."})
    return found


class Asked(ApiView):
    """What an assessor asks."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AskedSerializer,
        responses={201: RulingSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Ask the organizers about your question, or about one of its answers."""
        assignment = access_own(self.account, slug, pk)
        given = AskedSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        _refuse_other_answers(assignment, wanted.get("item"))
        row = ask_organizer(
            by=self.account,
            assignment_id=assignment.pk,
            text=wanted["text"],
            item_id=wanted.get("item"),
            client_id=wanted.get("id"),
        )
        return Response(RulingSerializer(row).data, 201)


def _refuse_other_answers(assignment: Assignment, item: int | None) -> None:
    """A page asks about an answer that it shows; what a program names may be none of the question."""
    if item is not None and not items_of(assignment).filter(pk=item).exists():
        raise ValidationError({"item": "It is no answer of this question."})
