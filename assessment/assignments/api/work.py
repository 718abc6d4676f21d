"""Who judges what, in the API: everybody's work, for organizers. What assessors have themselves is in `judging`."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.assignments.selectors.assign import access_assigned
from assessment.assignments.selectors.units import assessors_of, assignments_of, questions_of_unit
from assessment.assignments.services.assign import assign
from assessment.assignments.services.handover import add_assessor, hand_over, remove_assessor, reopen
from assessment.assignments.services.voters import relieve_voter
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.api.work import ROLES
from assessment.judging.models import Assignment
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.people.models import Member
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS


class WorkSerializer(serializers.ModelSerializer[Assignment]):
    """A question that somebody has."""

    qid = serializers.CharField(source="question.qid")
    assessor = serializers.CharField(source="member.name")
    role = serializers.ChoiceField(choices=ROLES)
    condition = serializers.CharField(
        help_text="blind, or post-editing: the assessor sees the grades of a machine first"
    )
    shown = serializers.CharField(
        source="shown.name", default="", help_text="the machine, in post-editing; else empty"
    )

    class Meta:
        model = Assignment
        fields = (
            "id",
            "qid",
            "assessor",
            "role",
            "condition",
            "shown",
            "judged",
            "later",
            "assigned_at",
            "finished_at",
            "handed_over_at",
            "handed_to",
        )


class AssignSerializer(Body):
    """Who gets what: one question to one assessor, or whatever is missing to all that are named, balanced."""

    qid = serializers.CharField(
        required=False, max_length=64, help_text="of a question; its whole series goes along"
    )
    assessor = serializers.CharField(required=False, max_length=150, help_text="who gets it")
    assessors = serializers.ListField(
        child=serializers.CharField(max_length=150),
        required=False,
        help_text="who gets new questions; without it all assessors",
    )
    judges = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="of a question; without it as the settings say"
    )
    seed = serializers.IntegerField(
        default=1, min_value=0, max_value=2**31 - 1, help_text="decides between equal loads"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A question and its assessor come together, and alone."""
        if ("qid" in attrs) != ("assessor" in attrs):
            raise ValidationError({"qid": "Give a question and its assessor, or neither."})
        if "qid" in attrs and {"assessors", "judges"} & attrs.keys():
            raise ValidationError({"qid": "Give one question to one assessor, or let all be assigned."})
        return attrs


class AssignedSerializer(serializers.Serializer[Any]):
    """What was assigned."""

    added = serializers.IntegerField(help_text="assignments")
    sentence = serializers.CharField()


class ChangedWorkSerializer(Body):
    """What becomes of somebody's question: handed over, opened again, or relieved of."""

    assessor = serializers.CharField(
        required=False, max_length=150, help_text="who takes it over; judgments of the former are set aside"
    )
    finished = serializers.BooleanField(required=False, help_text="false opens it again")

    relieved = serializers.BooleanField(
        required=False, help_text="true asks for no more votes on its nuggets; those given are set aside"
    )

    def validate_relieved(self, relieved: bool) -> bool:
        """Whoever is relieved is asked again by being added."""
        if not relieved:
            raise ValidationError("To ask for votes again, assign the question again.")
        return relieved

    def validate_finished(self, finished: bool) -> bool:
        """Only assessors finish."""
        if finished:
            raise ValidationError("A question is finished by its assessor.")
        return finished

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of both."""
        if len(attrs) != 1:
            raise ValidationError({"assessor": "Give who takes it over, or open it again, or relieve of it."})
        return attrs


class WorkList(ApiView):
    """What everybody has to judge."""

    @extend_schema(parameters=PAGE, responses={200: WorkSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Every assignment of people, what was handed over too; for organizers."""
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        rows = assignments_of(access.campaign).select_related("question", "shown")
        return page_of_rows(request, rows, "pk", WorkSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AssignSerializer,
        responses={200: AssignedSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Assign what is missing, balanced by what there is to judge, as the command `assign`; or one question to somebody."""
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        given = AssignSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        fields = dict(given.validated_data)
        if "qid" in fields:
            return Response(self._one(access, fields["qid"], fields["assessor"]))
        done = assign(campaign=access.campaign, by=self.account, **fields)
        return Response(AssignedSerializer({"added": done.added, "sentence": str(done)}).data)

    def _one(self, access: Access, qid: str, name: str) -> Any:
        question = _question(access.campaign, qid)
        member = _assessor(access.campaign, name)
        added = add_assessor(question=question, member=member, by=self.account)
        sentence = f"{member.name} has {len(added)} more."
        return AssignedSerializer({"added": len(added), "sentence": sentence}).data


class Work(ApiView):
    """A question that somebody has."""

    @extend_schema(responses={200: WorkSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Whose it is, and how far."""
        return _shown(access_assigned(self.account, slug, pk)[1].pk)

    @extend_schema(
        request=ChangedWorkSerializer,
        responses={200: WorkSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Hand it over to another assessor, its whole series with it, open it again, or ask for no more votes on it.

        The answer is whose it is now.
        """
        access, assignment = access_assigned(self.account, slug, pk)
        given = ChangedWorkSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        if "finished" in given.validated_data:
            reopen(assignment=assignment, by=self.account)
            return _shown(assignment.pk)
        if "relieved" in given.validated_data:
            pks = list(questions_of_unit(assignment.question).values_list("pk", flat=True))
            member = assignment.member
            relieve_voter(campaign=access.campaign, member=member, questions=pks, by=self.account)
            return _shown(assignment.pk)
        member = _assessor(access.campaign, given.validated_data["assessor"])
        taken = hand_over(assignment=assignment, to=member, by=self.account)
        mine = next(row for row in taken if row.question_id == assignment.question_id)
        return _shown(mine.pk)

    @extend_schema(responses={200: AssignedSerializer, 404: REFUSALS[404], 422: REFUSALS[422]})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take it, and the rest of its series, off somebody who has not begun."""
        _, assignment = access_assigned(self.account, slug, pk)
        removed = remove_assessor(assignment=assignment, by=self.account)
        sentence = f"{assignment.member.name} has {removed} less."
        return Response(AssignedSerializer({"added": -removed, "sentence": sentence}).data)


def _shown(pk: int) -> Response:
    row = Assignment.objects.select_related("question", "member", "shown").get(pk=pk)
    return Response(WorkSerializer(row).data)


def _question(campaign: Campaign, qid: str) -> Question:
    found = campaign.questions.select_related("series", "campaign").filter(qid=qid).first()
    if found is None:
        raise ValidationError({"qid": "The campaign has no such question."})
    return found


def _assessor(campaign: Campaign, name: str) -> Member:
    found = assessors_of(campaign).filter(name=name).first()
    if found is None:
        raise ValidationError({"assessor": "Not among the assessors of this campaign."})
    return found
