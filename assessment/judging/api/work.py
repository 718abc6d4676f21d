"""Judging by programs: what one has to judge, the answers as its person sees them, and judgments."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.judging.forms.many import judged_of
from assessment.judging.models import Assignment
from assessment.judging.selectors.document import cited_answer
from assessment.judging.selectors.own import (
    access_own,
    access_own_items,
    access_to_judge,
    own_assignments,
    with_waits,
)
from assessment.judging.selectors.own_parts import items_behind
from assessment.judging.services.many import record_judgments
from assessment.judging.services.questions import Notes, save_notes
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, answer, limit_of, number_of, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.people.models import Account
from assessment.shared.api import REFUSALS
from assessment.shared.grades import grade_title
from assessment.submissions.api.documents import DocumentSerializer
from assessment.submissions.selectors.documents import text_of
from scoring.stages import EXPERT, JUDGE, MACHINE, PRIMARY, THIRD, VOTER

LONGEST = 20_000  # characters of a note on a question
LONGEST_ANSWER = 2_000
NOTES = Notes._fields
ROLES = (
    (PRIMARY, gettext_lazy("Primary assessor")),
    (JUDGE, gettext_lazy("Assessor")),
    (THIRD, gettext_lazy("Third assessor")),
    (VOTER, gettext_lazy("Voter on nuggets")),
    (EXPERT, gettext_lazy("Expert")),
    (MACHINE, gettext_lazy("Machine")),
)  # of assignments, and what they are called


class AssignmentSerializer(serializers.ModelSerializer[Assignment]):
    """A question that somebody judges, and how far it is."""

    qid = serializers.CharField(source="question.qid")
    type = serializers.CharField(source="question.type")
    text = serializers.CharField(source="question.text")
    target = serializers.SerializerMethodField(help_text="of its series; empty where it has none")
    grades = serializers.SerializerMethodField(help_text="best first; empty where no answers are graded")
    titles = serializers.SerializerMethodField(help_text="what people read in place of each of the grades")
    labels = serializers.SerializerMethodField(
        help_text="of nuggets in answers, best first; empty where nuggets are marked, or not"
    )
    items = serializers.IntegerField(source="pool_size", help_text="what there is to judge")
    role = serializers.ChoiceField(choices=[one for one in ROLES if one[0] != THIRD], source="own_role")
    waits_for = serializers.ListField(
        child=serializers.CharField(),
        help_text="the questions that everybody who has them has to finish before you can begin; empty: it is open",
    )
    condition = serializers.CharField(
        help_text="blind, or post-editing: the items then have the grades of a machine"
    )
    shown = serializers.CharField(
        source="shown.name", default="", help_text="the machine, in post-editing; else empty"
    )

    class Meta:
        model = Assignment
        fields = (
            "id",
            "qid",
            "type",
            "text",
            "target",
            "role",
            "state",
            "waits_for",
            "grades",
            "titles",
            "labels",
            "items",
            "judged",
            "later",
            "finished_at",
            "condition",
            "shown",
            *NOTES,
            "notes_version",
        )

    def get_target(self, assignment: Assignment) -> str:
        """What the series is about."""
        series = assignment.question.series
        return series.target if series else ""

    def get_labels(self, assignment: Assignment) -> list[str]:
        """The scale of nuggets in answers."""
        scale = assignment.question.kind.cell_scale
        return list(scale.grades) if scale else []

    def get_grades(self, assignment: Assignment) -> list[str]:
        """The scale, and that an answer cannot be judged where that can be said."""
        scale = assignment.question.kind.scale
        return list(scale.answers) if scale else []

    def get_titles(self, assignment: Assignment) -> list[str]:
        """The grades in words."""
        track = assignment.question.campaign.track
        return [grade_title(grade, track) for grade in self.get_grades(assignment)]


class NotesSerializer(Body):
    """What you write about a question; what is left out stays as it is."""

    canonical_answer = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_ANSWER)
    comment = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST, help_text="for the organizer"
    )
    rules_of_thumb = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST, help_text="your own rules of thumb"
    )
    seen = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="`notes_version`, as you read it"
    )
    id = serializers.UUIDField(required=False, help_text="your name for it: sent again, it is stored once")


class ItemSerializer(serializers.Serializer[Any]):
    """An answer of the pool as its assessor sees it: with their own judgment, and nothing of where it came from."""

    id = serializers.IntegerField(source="row.pk")
    docid = serializers.CharField(source="row.docid")
    passage = serializers.CharField(source="row.passage")
    answer = serializers.CharField(source="row.answer")
    quoted = serializers.CharField(
        source="row.quoted", help_text="the text of its paragraph, where that is the whole answer"
    )
    grade = serializers.CharField(source="row.grade", help_text="empty: not judged")
    note = serializers.CharField(source="row.note")
    later = serializers.BooleanField(source="row.later")
    machine_grade = serializers.CharField(
        source="row.machine", help_text="of the machine that is shown in post-editing; else empty"
    )
    automatic = serializers.BooleanField(
        source="row.automatic", help_text="right by the gold standard, unless you say otherwise"
    )
    seen = serializers.IntegerField(source="row.changes", help_text="send it with a judgment of this item")
    answer_class = serializers.UUIDField(
        allow_null=True, help_text="of a list: the class that you put it into; null where it has none"
    )
    nuggets = serializers.ListField(
        child=serializers.UUIDField(), help_text="those on the list that you marked in it"
    )
    labels = serializers.DictField(
        child=serializers.CharField(),
        help_text="where nuggets have labels: yours, by the ids of nuggets; those of former words are left out",
    )
    read = serializers.BooleanField(
        source="is_read", help_text="whether you looked for nuggets in it, or labelled each"
    )


class JudgmentSerializer(Body):
    """One judgment; what is left out stays as it is."""

    assignment = serializers.IntegerField()
    item = serializers.IntegerField()
    grade = serializers.CharField(required=False)
    note = serializers.CharField(required=False, allow_blank=True)
    later = serializers.BooleanField(required=False)
    seen = serializers.IntegerField(required=False, default=0, help_text="of the item, as you read it")
    seconds = serializers.IntegerField(
        required=False, default=0, help_text="of work on it; at most 3,600 count"
    )
    id = serializers.UUIDField(required=False, help_text="your name for it: sent again, it is stored once")


class JudgmentsSerializer(Body):
    """Up to 10,000 judgments."""

    judgments = JudgmentSerializer(many=True)


class StoredSerializer(serializers.Serializer[Any]):
    """How an item stands after its judgment."""

    assignment = serializers.IntegerField()
    item = serializers.IntegerField()
    grade = serializers.CharField()
    note = serializers.CharField()
    later = serializers.BooleanField()
    seen = serializers.IntegerField(help_text="for the next change of it")
    repeated = serializers.BooleanField(help_text="it had been stored before")


class AnswerSerializer(serializers.Serializer[Any]):
    """All of them, in the order in which they were sent."""

    judgments = StoredSerializer(many=True)


class AssignmentList(ApiView):
    """What one has to judge."""

    @extend_schema(parameters=PAGE, responses={200: AssignmentSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Your assignments in a campaign."""
        access = access_to_judge(self.account, slug)
        return page_of_rows(request, own_assignments(access), "pk", AssignmentSerializer, read=with_waits)


def _one(account: Account, slug: str, pk: int) -> Response:
    """One of somebody's own."""
    (found,) = with_waits([access_own(account, slug, pk)])
    return Response(AssignmentSerializer(found).data)


class AssignmentDetail(ApiView):
    """One question that one judges."""

    @extend_schema(responses={200: AssignmentSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """One of your assignments."""
        return _one(self.account, slug, pk)

    @extend_schema(
        request=NotesSerializer,
        responses={
            200: AssignmentSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Write your notes on a question."""
        assignment = access_own(self.account, slug, pk)
        asked = NotesSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        notes = Notes(**{name: given.get(name, getattr(assignment, name)) for name in NOTES})
        save_notes(
            by=self.account,
            assignment_id=assignment.pk,
            notes=notes,
            seen=given["seen"],
            client_id=given.get("id"),
        )
        return _one(self.account, slug, pk)


class ItemList(ApiView):
    """The answers that one judges."""

    @extend_schema(parameters=PAGE, responses={200: ItemSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The answers to judge, with your own judgments; nothing tells which system gave them."""
        assignment, limit = access_own_items(self.account, slug, pk), limit_of(request)
        rows = items_behind(assignment, number_of(request), limit + 1)
        return answer(request, rows, limit, lambda found: found.row.pk, ItemSerializer)


class ItemDocument(ApiView):
    """The document that an answer cites."""

    @extend_schema(responses={200: DocumentSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int, item: int) -> Response:
        """Its text, of the copy that the judging page shows."""
        assignment = access_own_items(self.account, slug, pk)
        cited = cited_answer(assignment, item)
        return Response(DocumentSerializer(text_of(assignment.question.campaign, cited.docid)).data)


class Judgments(ApiView):
    """Judgments of one's own."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=JudgmentsSerializer,
        responses={200: AnswerSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Store one judgment or many: all of them, or none."""
        access = access_to_judge(self.account, slug)
        stored = record_judgments(by=self.account, campaign=access.campaign, judged=judged_of(request.data))
        # Written as they are: a serializer takes seconds for ten thousand.
        rows = [{**one._asdict(), "seen": one.changes} for one in stored]
        return Response({"judgments": [{k: v for k, v in row.items() if k != "changes"} for row in rows]})
