"""Much of somebody's work at once, in the API: looked at, moved to others, relieved, given back."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.assignments.selectors.moves import access_move, access_person, moves_of, takers_for, work_of
from assessment.assignments.services.giving_back import request_give_back
from assessment.assignments.services.moves import checked_plan, request_move, seen_of
from assessment.assignments.services.planning import MovePlan, Wanted
from assessment.jobs.api import JobSerializer
from assessment.judging.models import MoveKind, WorkMove
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS

MOST_QUESTIONS = 100_000
KINDS = (MoveKind.HANDED_OVER.value, MoveKind.RELIEVED.value)


class WorkMoveSerializer(serializers.ModelSerializer[WorkMove]):
    """An act that moved somebody's work."""

    questions = serializers.IntegerField(help_text="moved so far")

    class Meta:
        model = WorkMove
        fields = ("id", "kind", "state", "questions", "reason", "made_at")


class WorkOfPersonSerializer(serializers.Serializer[Any]):
    """What somebody has, in numbers, and the acts that moved it, newest first."""

    questions = serializers.IntegerField()
    finished = serializers.IntegerField()
    items = serializers.IntegerField(help_text="answers to judge")
    judged = serializers.IntegerField()
    set_aside = serializers.IntegerField(help_text="questions that were handed over or relieved")
    moves = WorkMoveSerializer(many=True)


class AskedMoveSerializer(Body):
    """What becomes of somebody's work."""

    do = serializers.ChoiceField(
        KINDS, help_text="handed_over: to other assessors, evenly; relieved: nobody takes it over"
    )
    to = serializers.ListField(
        child=serializers.CharField(max_length=150),
        default=list,
        max_length=1000,
        help_text="who takes over; without it all other assessors",
    )
    questions = serializers.ListField(
        child=serializers.CharField(max_length=64),
        default=list,
        max_length=MOST_QUESTIONS,
        help_text="ids; without it all",
    )
    everything = serializers.BooleanField(default=False, help_text="whether finished questions go, too")
    check_only = serializers.BooleanField(default=False, help_text="say what would happen, and do nothing")
    seen = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="of a check: where something else would happen by now, the answer is 409",
    )


class ShareSerializer(serializers.Serializer[Any]):
    """What one person would get."""

    name = serializers.CharField()
    questions = serializers.IntegerField()
    items = serializers.IntegerField()


class MovedSerializer(serializers.Serializer[Any]):
    """What would happen (200), or the job that does it (202)."""

    sentence = serializers.CharField()
    seen = serializers.CharField(help_text="send it with the move")
    shares = ShareSerializer(many=True)
    judged = serializers.IntegerField(help_text="judgments that are set aside")
    kept = serializers.IntegerField(help_text="questions that stay with the person")
    job = JobSerializer(allow_null=True)


class WorkOfPerson(ApiView):
    """All that somebody has to judge."""

    @extend_schema(responses={200: WorkOfPersonSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """How much somebody has and has done, and how it was moved."""
        access, member = access_person(self.account, slug, pk)
        shown = work_of(access.campaign, member)._asdict() | {"moves": moves_of(member)}
        return Response(WorkOfPersonSerializer(shown).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AskedMoveSerializer,
        responses={
            200: MovedSerializer,
            202: MovedSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Move all of it, or some questions, by a job that does all or nothing; or say what would happen."""
        access, member = access_person(self.account, slug, pk)
        given = AskedMoveSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        fields = given.validated_data
        strangers = set(fields["to"]) - {taker.name for taker in takers_for(access.campaign, member)}
        if strangers:
            raise ValidationError({"to": f"Not among the other assessors: {', '.join(sorted(strangers))}."})
        wanted = Wanted(fields["do"], tuple(fields["to"]), tuple(fields["questions"]), fields["everything"])
        plan = checked_plan(access.campaign, member, wanted, fields["seen"])
        if fields["check_only"]:
            return Response(_moved(plan, None))
        job = request_move(
            campaign=access.campaign, member=member, wanted=wanted, by=self.account, seen=seen_of(plan)
        )
        return Response(_moved(plan, job), 202)


class MoveUndone(ApiView):
    """An act that moved somebody's work."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: JobSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Give all of it back, while nobody has worked on it since; the answer is the job."""
        _, act = access_move(self.account, slug, pk)
        return Response(JobSerializer(request_give_back(act=act, by=self.account)).data, 202)


def _moved(plan: MovePlan, job: Any) -> Any:
    said = {
        "sentence": plan.sentence,
        "seen": seen_of(plan),
        "shares": plan.shares,
        "judged": plan.judged,
        "kept": plan.kept,
        "job": job,
    }
    return MovedSerializer(said).data
