"""Nugget drafts of programs: those that the account may see, and what a program drafts under its name and version."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services import SourceFile
from assessment.imports.api.programs import MachineSerializer, machine_facts
from assessment.imports.forms.programs import draft_rows_of
from assessment.imports.services.draft_storing import DRAFTS
from assessment.imports.services.drafts import draft_table
from assessment.judging.models import DraftedNugget
from assessment.judging.selectors.drafts import access_drafts
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from scoring.formats.problems import Problems


class DraftedNuggetSerializer(serializers.ModelSerializer[DraftedNugget]):
    """A nugget that a program drafted."""

    qid = serializers.CharField(source="question.qid")
    machine = serializers.CharField(source="member.name", help_text="NAME@VERSION")
    nugget = serializers.CharField(source="text")

    class Meta:
        model = DraftedNugget
        fields = ("id", "qid", "machine", "position", "nugget", "importance", "docid", "note")


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


class MachineNuggetsSerializer(Body):
    """A program, and up to 10,000 nuggets that it drafted."""

    machine = MachineSerializer()
    nuggets = DraftedSerializer(many=True)


class MachineNuggetsStoredSerializer(serializers.Serializer[Any]):
    """What became of drafts."""

    sentence = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="of the import; null where nothing is new")
    added = serializers.IntegerField(help_text="questions for which this version had drafted nothing")
    changed = serializers.IntegerField()
    unchanged = serializers.IntegerField()


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
        responses={
            201: MachineNuggetsStoredSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Store the nuggets that a program would write, all or none, as the machine assessor NAME@VERSION.

        All that is sent of a question is its draft, and replaces what this version drafted for it before. It counts nowhere.
        """
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        body = request.data if isinstance(request.data, dict) else {}
        facts, rows = machine_facts(body, "nuggets"), draft_rows_of(body)
        stored = DRAFTS.store(
            campaign=access.campaign,
            facts=facts,
            rows=rows,
            problems=Problems("nuggets"),
            file=SourceFile(f"{facts.assessor}.csv", draft_table(rows)),
            by=self.account,
        )
        said = {"sentence": stored.sentence, "number": stored.number} | stored.review._asdict()
        return Response(MachineNuggetsStoredSerializer(said).data, 201)
