"""Nugget drafts of programs: those that the account may see, and what a program drafts under its name and version."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.imports.api.programs import STORED, MachineSerializer, stored
from assessment.imports.forms.programs import DRAFTS
from assessment.imports.services import draft_storing
from assessment.imports.services.drafts import draft_table
from assessment.judging.models import DraftedNugget
from assessment.judging.selectors.drafts import access_drafts
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS


class DraftedNuggetSerializer(serializers.ModelSerializer[DraftedNugget]):
    """A nugget that a program drafted."""

    qid = serializers.CharField(source="question.qid")
    machine = serializers.CharField(source="member.name", help_text="NAME@VERSION")
    nugget = serializers.CharField(source="text")

    class Meta:
        model = DraftedNugget
        fields = ("id", "qid", "machine", "position", "nugget", "importance", "docid", "note", "group")


class DraftedSerializer(Body):
    """A nugget that a program would write for a question."""

    qid = serializers.CharField()
    nugget = serializers.CharField()
    importance = serializers.CharField(required=False, allow_blank=True, help_text="vital, okay or empty")
    docid = serializers.CharField(required=False, allow_blank=True, help_text="a document that holds it")
    confidence = serializers.CharField(
        required=False, allow_blank=True, help_text="from 0 to 1; a number will do"
    )
    explanation = serializers.CharField(required=False, allow_blank=True)
    group = serializers.CharField(
        required=False, allow_blank=True, help_text="such as the part of a narrative that it is about"
    )


class MachineNuggetsSerializer(Body):
    """A program, and up to 10,000 nuggets that it drafted."""

    machine = MachineSerializer()
    nuggets = DraftedSerializer(many=True)


class MachineNuggets(ApiView):
    """Nugget drafts of programs."""

    @extend_schema(parameters=PAGE, responses={200: DraftedNuggetSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """What programs drafted; for organizers, without the questions that they are themselves to judge and have not finished."""
        _, rows = access_drafts(self.account, slug)
        return page_of_rows(request, rows.select_related("question", "member"), "pk", DraftedNuggetSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=MachineNuggetsSerializer,
        responses=STORED,
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Store the nuggets that a program would write, all or none, as the machine assessor NAME@VERSION.

        All that is sent of a question is its draft, and replaces what this version drafted for it before. It counts nowhere.
        """
        return stored(self, request, slug, DRAFTS, draft_storing.DRAFTS, draft_table)
