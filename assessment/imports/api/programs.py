"""Programs that judge: the answers of the pools, and what a program says of them, or drafts, under its name and version."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services.intakes import Sent
from assessment.campaigns.services.source_files import SourceFile
from assessment.imports.forms.programs import DRAFTS, JUDGMENTS, MATCHES, Listed, rows_of
from assessment.imports.selectors import ToJudge, answers_to_judge, answers_to_match
from assessment.imports.services import drafts, machine_matches
from assessment.imports.services.judgment_intake import request_machine_import
from assessment.imports.services.machines import MOST, facts_of
from assessment.imports.services.program_tables import ProgramTable, Row
from assessment.jobs.api import JobSerializer
from assessment.judging.models import DraftedNugget
from assessment.judging.selectors.drafts import access_drafts
from assessment.people.api.bodies import Body, refuse_unknown
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, answer, limit_of, number_of, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from assessment.shared.grades import grade_title
from scoring.records import MachineAssessor


class AnswerSerializer(serializers.Serializer[Any]):
    """An answer of the pool, with its question."""

    id = serializers.IntegerField(source="pk")
    qid = serializers.CharField(source="question.qid")
    question = serializers.CharField(source="question.text")
    target = serializers.SerializerMethodField(help_text="of its series; empty where it has none")
    docid = serializers.CharField()
    passage = serializers.CharField()
    answer = serializers.CharField()
    quoted = serializers.CharField(help_text="the text of its paragraph, where that is the whole answer")

    def get_target(self, row: ToJudge) -> str:
        """What the series is about."""
        return row.question.series.target if row.question.series else ""


class AnswerToJudgeSerializer(AnswerSerializer):
    """An answer of the pool, with its question. Nothing tells which run gave it, or what anybody said of it."""

    grades = serializers.SerializerMethodField(help_text="the scale, best first")
    titles = serializers.SerializerMethodField(help_text="what people read in place of each of the grades")

    def get_grades(self, row: ToJudge) -> list[str]:
        """The scale; that of whole paragraphs is shorter."""
        scale = row.question.kind.scale_for(row.answer)
        return list(scale.grades) if scale else []

    def get_titles(self, row: ToJudge) -> list[str]:
        """The grades in words."""
        return [grade_title(grade, row.question.campaign.track) for grade in self.get_grades(row)]


class MachineSerializer(Body):
    """What is known of a program. Another model, prompt or parameter makes another version."""

    name = serializers.CharField(max_length=MOST["name"])
    version = serializers.CharField(max_length=MOST["version"])
    model = serializers.CharField(max_length=MOST["model"], help_text="that it asks, as its maker names it")
    family = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MOST["family"],
        help_text="of models; runs that name it are flagged",
    )
    team = serializers.CharField(
        default="", allow_blank=True, max_length=MOST["team"], help_text="who made it; their runs are flagged"
    )
    prompt_sha256 = serializers.CharField(default="", allow_blank=True, max_length=64)
    parameters = serializers.CharField(default="", allow_blank=True, max_length=MOST["parameters"])
    made_on = serializers.CharField(default="", allow_blank=True, max_length=10, help_text="YYYY-MM-DD")


class ReasonedSerializer(Body):
    """How sure a program is of what it says, and why."""

    confidence = serializers.CharField(
        required=False, allow_blank=True, help_text="from 0 to 1; a number will do"
    )
    explanation = serializers.CharField(required=False, allow_blank=True)


class SaidSerializer(ReasonedSerializer):
    """What a program says of one answer of the pool, which is named letter by letter."""

    qid = serializers.CharField()
    docid = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    grade = serializers.CharField()
    passage = serializers.CharField(required=False, allow_blank=True)
    answer_class = serializers.CharField(required=False, allow_blank=True)


class MachineJudgmentsSerializer(Body):
    """A program, and up to 10,000 judgments of it."""

    machine = MachineSerializer()
    judgments = SaidSerializer(many=True)


class NuggetToMatchSerializer(serializers.Serializer[Any]):
    """A nugget of a question."""

    name = serializers.CharField()
    text = serializers.CharField()
    labels = serializers.ListField(
        child=serializers.CharField(), help_text="that it can have, best first; mostly none"
    )


class AnswerToMatchSerializer(AnswerSerializer):
    """An answer of the pool, with its question and the nuggets that it may hold."""

    nuggets = serializers.SerializerMethodField(help_text="of its question, as the list stands")
    labels = serializers.SerializerMethodField(help_text="that a nugget can have, best first; mostly none")

    def get_labels(self, row: ToJudge) -> list[str]:
        """The scale of nuggets in answers."""
        scale = row.question.kind.cell_scale
        return list(scale.grades) if scale else []

    @extend_schema_field(NuggetToMatchSerializer(many=True))
    def get_nuggets(self, row: ToJudge) -> list[dict[str, Any]]:
        """Names, texts and labels: of criteria each has its own."""
        labels = row.question.kind.labels_of
        return [
            {"name": name, "text": text, "labels": list(scale.grades) if (scale := labels(name)) else []}
            for name, text in row.nuggets
        ]


class MatchSaidSerializer(ReasonedSerializer):
    """What a program found in one answer of the pool, which is named letter by letter."""

    qid = serializers.CharField()
    docid = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    nuggets = serializers.ListField(
        child=serializers.CharField(), help_text="names of those that it holds; may be empty"
    )
    labels = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="where nuggets have labels: of each of them, in the same order; no nugget: all have the last label",
    )
    passage = serializers.CharField(required=False, allow_blank=True)


class MachineMatchesSerializer(Body):
    """A program, and what it found in up to 10,000 answers."""

    machine = MachineSerializer()
    matches = MatchSaidSerializer(many=True)


class DraftedNuggetSerializer(serializers.ModelSerializer[DraftedNugget]):
    """A nugget that a program drafted."""

    qid = serializers.CharField(source="question.qid")
    machine = serializers.CharField(source="member.name", help_text="NAME@VERSION")
    nugget = serializers.CharField(source="text")

    class Meta:
        model = DraftedNugget
        fields = ("id", "qid", "machine", "position", "nugget", "importance", "docid", "note", "group")


class DraftedSerializer(ReasonedSerializer):
    """A nugget that a program would write for a question."""

    qid = serializers.CharField()
    nugget = serializers.CharField()
    importance = serializers.CharField(required=False, allow_blank=True, help_text="vital, okay or empty")
    docid = serializers.CharField(required=False, allow_blank=True, help_text="a document that holds it")
    group = serializers.CharField(
        required=False, allow_blank=True, help_text="such as the part of a narrative that it is about"
    )


class MachineNuggetsSerializer(Body):
    """A program, and up to 10,000 nuggets that it drafted."""

    machine = MachineSerializer()
    nuggets = DraftedSerializer(many=True)


class MachineStoredSerializer(serializers.Serializer[Any]):
    """What became of matches, or of drafts."""

    sentence = serializers.CharField()
    number = serializers.IntegerField(allow_null=True, help_text="of the import; null where nothing is new")
    added = serializers.IntegerField(
        help_text="answers, or questions, of which this version had said nothing"
    )
    changed = serializers.IntegerField()
    unchanged = serializers.IntegerField()


STORED = {201: MachineStoredSerializer, **{status: REFUSALS[status] for status in (404, 409, 422)}}


class PoolAnswers(ApiView):
    """The answers of all pools."""

    @extend_schema(parameters=PAGE, responses={200: AnswerToJudgeSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The answers that a program may judge, with their questions; for organizers."""
        access, limit = access_campaign(self.account, slug, Permission.ASSIGN), limit_of(request)
        rows = answers_to_judge(access.campaign, number_of(request), limit + 1)
        return answer(request, rows, limit, lambda row: row.pk, AnswerToJudgeSerializer)


class MachineJudgments(ApiView):
    """Judgments of a program."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=MachineJudgmentsSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Store what a program says, as the machine assessor NAME@VERSION; the answer is the job that does it.

        All judgments are checked before the answer, and all are stored, or none. They count only where a rule names the machine.
        """
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        body = request.data if isinstance(request.data, dict) else {}
        facts, rows = machine_facts(body, "judgments"), rows_of(body, JUDGMENTS)
        job = request_machine_import(campaign=access.campaign, facts=facts, rows=rows, by=self.account)
        return Response(JobSerializer(job).data, 202)


class PoolMatches(ApiView):
    """The answers of the pools of questions that are judged by nuggets."""

    @extend_schema(parameters=PAGE, responses={200: AnswerToMatchSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The answers that a program may match with nuggets, with both; for organizers."""
        access, limit = access_campaign(self.account, slug, Permission.ASSIGN), limit_of(request)
        rows = answers_to_match(access.campaign, number_of(request), limit + 1)
        return answer(request, rows, limit, lambda row: row.pk, AnswerToMatchSerializer)


class MachineMatches(ApiView):
    """Nugget matches of a program."""

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=MachineMatchesSerializer, responses=STORED)
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Store which nuggets a program found in which answers, all or none, as the machine assessor NAME@VERSION.

        What it says of an answer replaces what this version said of it before. It counts only where a rule names the machine.
        """
        return _stored(self, request, slug, MATCHES, machine_matches.MATCHES)


class MachineNuggets(ApiView):
    """Nugget drafts of programs."""

    @extend_schema(parameters=PAGE, responses={200: DraftedNuggetSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """What programs drafted; for organizers, without the questions that they are themselves to judge and have not finished."""
        _, rows = access_drafts(self.account, slug)
        return page_of_rows(request, rows.select_related("question", "member"), "pk", DraftedNuggetSerializer)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=MachineNuggetsSerializer, responses=STORED)
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Store the nuggets that a program would write, all or none, as the machine assessor NAME@VERSION.

        All that is sent of a question is its draft, and replaces what this version drafted for it before. It counts nowhere.
        """
        return _stored(self, request, slug, DRAFTS, drafts.DRAFTS)


def _stored(
    view: ApiView, request: Request, slug: str, listed: Listed[Row], table: ProgramTable[Row, Any, Any, Any]
) -> Response:
    """Store what a program says in a list."""
    access = access_campaign(view.account, slug, Permission.ASSIGN)
    body = request.data if isinstance(request.data, dict) else {}
    facts, rows = machine_facts(body, listed.name), rows_of(body, listed)
    sent = Sent(access.campaign, SourceFile(listed.name), view.account, facts=facts._asdict())
    done = table.store_list(sent, rows)
    return Response(MachineStoredSerializer({**done._asdict(), **(done.review or {})}).data, 201)


def machine_facts(body: Mapping[str, Any], beside: str) -> MachineAssessor:
    """What a body says of the program, beside the list of that name, and nothing else."""
    refuse_unknown(body, "machine", beside)
    given = MachineSerializer(data=body.get("machine"))
    if not given.is_valid():
        raise ValidationError({"machine": given.errors})
    return facts_of(given.validated_data)
