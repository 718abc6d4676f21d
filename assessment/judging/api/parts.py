"""More of a question by programs: classes of a list, nuggets with votes and matches, undoing, and finishing."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.judging.api.endings import EndingSerializer, FinishSerializer
from assessment.judging.forms.changes import (
    CLASS_ACTS,
    NUGGET_ACTS,
    class_changes_of,
    marked_of,
    nugget_changes_of,
)
from assessment.judging.models import Origin, Vote
from assessment.judging.selectors.nuggets import drafts_shown
from assessment.judging.selectors.own import access_own, access_own_classes, access_own_nuggets
from assessment.judging.selectors.own_parts import ending_of, own_classes, own_nuggets
from assessment.judging.selectors.primary import may_write_nuggets
from assessment.judging.services import questions, reopening
from assessment.judging.services.changes import ChangeResult
from assessment.judging.services.many_marks import mark_many
from assessment.judging.services.several import make_changes
from assessment.judging.services.undoing import UNDONE, undo_newest
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS

CHANGING: dict[int, Any] = {404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]}
ID = "your name for it: sent again, it is stored once"
SECONDS = "of work on it"


class ClassSerializer(serializers.Serializer[Any]):
    """An answer class of a list question."""

    id = serializers.UUIDField(source="uid")
    label = serializers.CharField(  # type: ignore[assignment]  # which fields have of their own
        help_text="send it as `seen` when you rename the class"
    )
    origin = serializers.ChoiceField(Origin.values)
    changeable = serializers.BooleanField(help_text="whether you may rename and merge it")
    answers = serializers.IntegerField(help_text="your answers in it; which they are, the items say")


class PlaceSerializer(Body):
    """An answer, and the class it goes into."""

    item = serializers.IntegerField()
    answer_class = serializers.UUIDField(
        required=False, allow_null=True, help_text="null or left out: out of its class"
    )
    seen = serializers.UUIDField(
        required=False, allow_null=True, help_text="the class that you saw it in; null or left out: none"
    )


class ClassChangeSerializer(Body):
    """One change of classes. What is not named at a field is not sent with it."""

    do = serializers.ChoiceField(
        list(CLASS_ACTS),
        help_text="`put` answers into classes, each into its own; `rename` a class; `merge` it into another; "
        "give each of the `rest` of the correct answers a class, the same strings together",
    )
    answers = PlaceSerializer(
        many=True,
        required=False,
        help_text="of `put`: up to 10,000; of `merge`: what you saw in the class, so that nothing else is moved",
    )
    answer_class = serializers.UUIDField(required=False, help_text="of `rename` and `merge`")
    labels = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="of `put`: labels of new classes by their ids (UUIDs of yours); else the first answer is the label",
    )
    into = serializers.CharField(
        required=False, help_text="of `merge`: the id or the label of the other class"
    )
    label = serializers.CharField(  # type: ignore[assignment]  # which fields have of their own
        required=False, help_text="of `rename`"
    )
    seen = serializers.CharField(required=False, help_text="of `rename`: the label that you saw")
    id = serializers.UUIDField(required=False, help_text=ID)
    seconds = serializers.IntegerField(required=False, help_text=SECONDS)


class ClassChangesSerializer(Body):
    """Up to 1,000 changes, which name up to 10,000 answers."""

    changes = ClassChangeSerializer(many=True)


class NuggetSerializer(serializers.Serializer[Any]):
    """A nugget of a question as its assessor or voter sees it."""

    id = serializers.UUIDField(source="row.uid")
    place = serializers.IntegerField(allow_null=True, help_text="in the list, from 1; null: it was removed")
    text = serializers.CharField(source="row.text", help_text="send it as `seen` when you reword it or vote")
    origin = serializers.ChoiceField(Origin.values, source="row.origin")
    vote = serializers.ChoiceField(
        ["", *Vote.values], source="row.vote", help_text="yours, else that of question development"
    )
    group = serializers.CharField(
        source="row.group", help_text="such as a part of the narrative; empty: none"
    )
    own = serializers.BooleanField(source="row.own", help_text="whether the vote is yours")
    waits = serializers.BooleanField(source="row.waits", help_text="whether your vote is missing")
    marks = serializers.IntegerField(source="row.marks", help_text="answers in which you marked it")
    warnings = serializers.ListField(
        child=serializers.CharField(), source="row.warnings", help_text="what it repeats"
    )
    removed = serializers.BooleanField(source="is_removed")
    labels = serializers.ListField(
        child=serializers.CharField(), help_text="that it can have in answers, best first; mostly none"
    )


class NuggetDraftSerializer(serializers.Serializer[Any]):
    """A nugget that a program drafted."""

    id = serializers.IntegerField(source="pk", help_text="send it as `draft` when you `take` it")
    text = serializers.CharField()
    importance = serializers.CharField(help_text="vital, okay or empty")
    docid = serializers.CharField()
    taken = serializers.BooleanField(source="is_taken", help_text="whether a nugget was made of it")


class NuggetChangeSerializer(Body):
    """One change of nuggets or of a vote. What is not named at a field is not sent with it."""

    do = serializers.ChoiceField(
        list(NUGGET_ACTS),
        help_text="`write` a new one, `take` one of a program’s draft that you are shown, `reword` it, `vote` on it, `move` it in the list, put it into a `group`, `remove` or `restore` it, "
        "`merge` it into another; `label` it in an answer, where nuggets have labels. Only the primary assessor does "
        "anything but vote and label",
    )
    nugget = serializers.UUIDField(help_text="its id; of a new one, a UUID of yours")
    text = serializers.CharField(required=False, help_text="of `write` and `reword`")
    vote = serializers.ChoiceField(Vote.values, required=False, help_text="of `write` and `vote`")
    item = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="of `write`: an answer in which it is marked at once; of `label`: the answer",
    )
    label = serializers.CharField(  # type: ignore[assignment]  # which fields have of their own
        required=False, help_text="of `label`: one of the labels of the assignment"
    )
    draft = serializers.IntegerField(
        required=False, help_text="of `take`: the id of the drafted nugget; you vote on it afterwards"
    )
    place = serializers.IntegerField(
        required=False, help_text="of `move`: its new number in the list, from 1; beyond the end is the last"
    )
    group = serializers.CharField(
        required=False, allow_blank=True, help_text="of `group`: what it is put into; empty: out of its group"
    )
    into = serializers.UUIDField(required=False, help_text="of `merge`: the nugget that stands for both")
    seen = serializers.CharField(
        required=False, help_text="of `reword`, `vote` and `label`: the text that you saw"
    )
    id = serializers.UUIDField(required=False, help_text=ID)
    seconds = serializers.IntegerField(required=False, help_text=SECONDS)


class NuggetChangesSerializer(Body):
    """Up to 1,000 changes."""

    changes = NuggetChangeSerializer(many=True)


class MadeSerializer(serializers.Serializer[Any]):
    """What came of one change."""

    notices = serializers.ListField(child=serializers.CharField(), help_text="what its page would say of it")
    repeated = serializers.BooleanField(help_text="it had been stored before")


class ChangesMadeSerializer(serializers.Serializer[Any]):
    """What came of all of them, in the order in which they were sent."""

    changes = MadeSerializer(many=True)


class MatchSerializer(Body):
    """Which nuggets an answer holds."""

    item = serializers.IntegerField()
    nuggets = serializers.ListField(
        child=serializers.UUIDField(), help_text="all that it holds; an empty list: none, and it was read"
    )
    seen = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        help_text="what was marked in it as you read it; left out: nothing",
    )
    id = serializers.UUIDField(required=False, help_text=ID)
    seconds = serializers.IntegerField(required=False, help_text=SECONDS)


class MatchesSerializer(Body):
    """Up to 10,000 answers."""

    matches = MatchSerializer(many=True)


class MatchedSerializer(serializers.Serializer[Any]):
    """What is marked in an answer now."""

    item = serializers.IntegerField()
    nuggets = serializers.ListField(child=serializers.UUIDField(), help_text="on the list")
    kept = serializers.ListField(
        child=serializers.UUIDField(), help_text="removed from the list; the marks come back with them"
    )
    repeated = serializers.BooleanField(help_text="it had been stored before")


class MatchesStoredSerializer(serializers.Serializer[Any]):
    """All of them, in the order in which they were sent."""

    matches = MatchedSerializer(many=True)


class UndoChangeSerializer(Body):
    """What is taken back."""

    of = serializers.ChoiceField(UNDONE, help_text="the newest change of these that was not undone")
    change = serializers.UUIDField(
        required=False, help_text="of judgments: the `id` of the one that has to be the newest"
    )
    id = serializers.UUIDField(required=False, help_text=ID)


class ChangeUndoneSerializer(serializers.Serializer[Any]):
    """What came of it."""

    item = serializers.IntegerField(allow_null=True, help_text="whose judgment was taken back")
    notices = serializers.ListField(child=serializers.CharField(), help_text="what its page would say of it")


class Classes(ApiView):
    """The answer classes of a list question."""

    @extend_schema(parameters=PAGE, responses={200: ClassSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The known answers, and your classes that hold an answer."""
        found = own_classes(access_own_classes(self.account, slug, pk))
        return page_of_list(request, found, ClassSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ClassChangesSerializer,
        responses={200: ChangesMadeSerializer, **CHANGING},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Change classes: all that is sent, in its order, or nothing."""
        assignment = access_own_classes(self.account, slug, pk)
        asked = class_changes_of(request.data)
        return Response(_said(make_changes(by=self.account, assignment_id=assignment.pk, asked=asked)))


class Nuggets(ApiView):
    """The nuggets of a question, and votes on them."""

    @extend_schema(parameters=PAGE, responses={200: NuggetSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The list with your votes; behind it, for whoever writes it, what was removed."""
        found = own_nuggets(access_own_nuggets(self.account, slug, pk))
        return page_of_list(request, found, NuggetSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=NuggetChangesSerializer,
        responses={200: ChangesMadeSerializer, **CHANGING},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Change nuggets and votes: all that is sent, in its order, or nothing."""
        assignment = access_own_nuggets(self.account, slug, pk)
        asked = nugget_changes_of(request.data)
        return Response(_said(make_changes(by=self.account, assignment_id=assignment.pk, asked=asked)))


class Drafts(ApiView):
    """What a program drafted, in questions that are post-edited."""

    @extend_schema(parameters=PAGE, responses={200: NuggetDraftSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The drafts that you are shown while you write the list: those of the machine of your condition, else none."""
        assignment = access_own_nuggets(self.account, slug, pk)
        found = drafts_shown(assignment) if may_write_nuggets(assignment) else []
        return page_of_list(request, found, NuggetDraftSerializer)


class Matches(ApiView):
    """Which answers hold which nuggets."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=MatchesSerializer,
        responses={200: MatchesStoredSerializer, **CHANGING},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Say which nuggets answers hold: of one answer or many, all of them, or none."""
        assignment = access_own_nuggets(self.account, slug, pk)
        marked = marked_of(request.data)
        stored = mark_many(by=self.account, assignment_id=assignment.pk, marked=marked)
        # Written as they are: a serializer takes seconds for ten thousand.
        return Response({"matches": [one._asdict() for one in stored]})


class Undo(ApiView):
    """Taking back what one said."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=UndoChangeSerializer,
        responses={200: ChangeUndoneSerializer, **CHANGING},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Take back your newest change of this question, as the page's undo does."""
        assignment = access_own(self.account, slug, pk)
        asked = UndoChangeSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        outcome = undo_newest(
            by=self.account,
            assignment=assignment,
            of=given["of"],
            change=given.get("change"),
            client_id=given.get("id") or uuid4(),
        )
        return Response(ChangeUndoneSerializer(outcome).data)


class Finish(ApiView):
    """The end of a question."""

    @extend_schema(responses={200: EndingSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Whether your question is finished, and what is missing."""
        return self.ending(slug, pk)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=FinishSerializer, responses={200: EndingSerializer, **CHANGING}
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Finish a question. One that is finished stays so."""
        assignment = access_own(self.account, slug, pk)
        asked = FinishSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        questions.finish(
            by=self.account,
            assignment_id=assignment.pk,
            no_answer_found=asked.validated_data["nothing_found"],
        )
        return self.ending(slug, pk)

    @extend_schema(responses={200: EndingSerializer, **CHANGING})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Open a question again that you finished less than a day ago, while nobody built on it."""
        reopening.undo_finish(by=self.account, assignment_id=access_own(self.account, slug, pk).pk)
        return self.ending(slug, pk)

    def ending(self, slug: str, pk: int) -> Response:
        """How far it is now."""
        return Response(EndingSerializer(ending_of(access_own(self.account, slug, pk))).data)


def _said(made: Sequence[ChangeResult]) -> dict[str, Any]:
    return {"changes": [{"notices": list(one.notices), "repeated": one.repeated} for one in made]}
