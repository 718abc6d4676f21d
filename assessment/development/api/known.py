"""What is known of a question before anybody judges, in the API."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.api.questions import KnownSerializer
from assessment.campaigns.models import Question
from assessment.campaigns.models.known import VOTES, Known, parse_known
from assessment.campaigns.selectors.campaigns import access_question, known_of
from assessment.development.services.known import add_known, change_known, remove_known
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from scoring.records import MAX_DOCID

MOST = 1_000
LONGEST = 10_000  # characters
SHOWN = 40  # of a text in a refusal


class KnownChangeSerializer(Body):
    """One change of what is known."""

    do = serializers.ChoiceField(["add", "change", "remove"])
    uid = serializers.UUIDField(required=False, help_text="of change and remove")
    text = serializers.CharField(default="", allow_blank=True, max_length=LONGEST)
    docid = serializers.CharField(
        default="", allow_blank=True, max_length=MAX_DOCID, help_text="a document that supports it"
    )
    vote = serializers.ChoiceField(["", *VOTES], default="", help_text="of nuggets")
    seen = serializers.CharField(
        default="", allow_blank=True, max_length=LONGEST, help_text="of change: the text that you saw"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What is changed or removed is named."""
        if attrs["do"] != "add" and "uid" not in attrs:
            raise ValidationError({"uid": "Name what is changed or removed."})
        return attrs


class KnownChangesSerializer(Body):
    """Changes in their order: all of them, or none."""

    changes = serializers.ListField(child=KnownChangeSerializer(), min_length=1, max_length=MOST)


class KnownOfQuestion(ApiView):
    """What is known of a question: answers with their documents, or nuggets."""

    @extend_schema(parameters=PAGE, responses={200: KnownSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, qid: str) -> Response:
        """The answers or nuggets that are known."""
        _, row = access_question(self.account, slug, qid, Permission.EDIT_CAMPAIGN)
        return page_of_list(request, known_of(row), KnownSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=KnownChangesSerializer,
        responses={
            200: KnownSerializer(many=True),
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request, slug: str, qid: str) -> Response:
        """Add, change or remove: all that is sent, in its order, or nothing. What assessors judged with stays."""
        _, row = access_question(self.account, slug, qid, Permission.EDIT_CAMPAIGN)
        given = KnownChangesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        with transaction.atomic():
            for change in given.validated_data["changes"]:
                _carry_out(row, change, self.account)
        return Response(KnownSerializer(known_of(row), many=True).data)


def _carry_out(row: Question, change: dict[str, Any], by: Account) -> None:
    if change["do"] == "remove":
        remove_known(question=row, uid=change["uid"], by=by)
        return
    known = _known(row, change)
    if change["do"] == "add":
        add_known(question=row, known=[known], by=by)
    else:
        said = {"uid": change["uid"], "known": known, "seen": change["seen"]}
        change_known(question=row, **said, by=by, keeps_rest=True)


def _known(row: Question, change: dict[str, Any]) -> Known:
    """As a line of the page is read; ValidationError where it could not stand there."""
    text, docid, vote = (" ".join(change[name].split()) for name in ("text", "docid", "vote"))
    said = Known(text, docid, vote)
    known, errors = parse_known(said.line, row.kind)
    if not text:
        errors = ["The text is missing."]
    elif not errors and known != [said]:  # the line would be read otherwise than it was meant
        errors = [f"{text[:SHOWN]!r} cannot be kept: a text holds no bar (|), and only nuggets have a vote."]
    if errors:
        raise ValidationError({"changes": errors})
    return said
