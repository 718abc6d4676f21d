"""Single questions and series in the API: looked at, edited, dropped and taken back in, NIL settled, questions added."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Question, Series
from assessment.campaigns.selectors.campaigns import access_campaign, access_question, known_of, sees_types
from assessment.campaigns.selectors.candidates import access_series
from assessment.campaigns.services import drop, edit_question, restore, settle_nil
from assessment.campaigns.services import questions as editing
from assessment.campaigns.services import series as of_series
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict
from assessment.shared.seen import mark_of
from scoring.records import MAX_DOCID

LONGEST = 10_000  # characters of a question
MOST = 1_000  # questions of a series
STALE = {404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]}


def _dropped(**options: Any) -> serializers.CharField:
    return serializers.CharField(allow_blank=True, max_length=1000, **options)


class CorrectionSerializer(serializers.Serializer[Any]):
    """A correction of a text that was frozen."""

    before = serializers.CharField()
    after = serializers.CharField()
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()


class KnownSerializer(serializers.Serializer[Any]):
    """An answer that is known, or a nugget."""

    uid = serializers.UUIDField()
    text = serializers.CharField()
    docid = serializers.CharField()
    says = serializers.CharField(help_text="of a nugget: how much it matters")


class OriginSerializer(serializers.Serializer[Any]):
    """What organizers and adjudicators know of a question."""

    source = serializers.CharField()  # type: ignore[assignment]  # a field of this name
    suggested_answer = serializers.CharField()
    suggested_docid = serializers.CharField()
    nil = serializers.CharField(help_text="right or wrong; empty: left to the judgments")
    known = KnownSerializer(many=True)


class QuestionDetailSerializer(serializers.Serializer[Any]):
    """A question with all that its reader may know of it."""

    qid = serializers.CharField()
    type = serializers.CharField(help_text="empty for those who may not know it")
    text = serializers.CharField()
    series = serializers.CharField(help_text="its key; empty where it stands alone")
    target = serializers.CharField()
    dropped = serializers.CharField(help_text="why it left the evaluation, by itself or with its series")
    corrections = CorrectionSerializer(many=True, help_text="oldest first")
    origin = OriginSerializer(allow_null=True, help_text="null for teams")


class ChangedQuestionSerializer(Body):
    """What becomes of a question; what is left out stays."""

    text = serializers.CharField(required=False, max_length=LONGEST)
    source = serializers.CharField(required=False, allow_blank=True, max_length=200)  # type: ignore[assignment]  # a field of this name
    suggested_answer = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST)
    suggested_docid = serializers.CharField(required=False, allow_blank=True, max_length=MAX_DOCID)
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=1000, help_text="of a text that is frozen"
    )
    nil = serializers.ChoiceField(["right", "wrong", ""], required=False)
    dropped = _dropped(required=False, help_text="why it leaves the evaluation; empty takes it in again")


class QuestionDetail(ApiView):
    """One question of a campaign."""

    @extend_schema(responses={200: QuestionDetailSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, qid: str) -> Response:
        """A question with its corrections and, for organizers and adjudicators, what is known; the ETag names this state."""
        return _shown(*access_question(self.account, slug, qid))

    @extend_schema(
        parameters=[IF_MATCH],
        request=ChangedQuestionSerializer,
        responses={200: QuestionDetailSerializer, **STALE},
    )
    def patch(self, request: Request, slug: str, qid: str) -> Response:
        """Edit or correct a question, settle its NIL, drop it or take it in again: all that is sent, or nothing."""
        access, row = access_question(self.account, slug, qid, Permission.EDIT_CAMPAIGN)
        given = ChangedQuestionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        refuse_stale(request, _said(access, row))
        try:
            _change(row, given.validated_data, self.account, "If-Match" in request.headers)
        except Conflict as error:
            raise Stale(error, _said(*access_question(self.account, slug, qid))) from error
        return _shown(*access_question(self.account, slug, qid))


def _change(row: Question, wanted: dict[str, Any], by: Account, is_bound: bool) -> None:
    """All of it or nothing; where the request names what it saw, only that is changed."""
    fields = {name: wanted[name] for name in editing.FIELDS if name in wanted}
    text_seen, nil_seen = (mark_of(state) if is_bound else None for state in (editing.state_of(row), row.nil))
    with transaction.atomic():
        if fields:
            edit_question(question=row, by=by, reason=wanted["reason"], seen=text_seen, **fields)
        if "nil" in wanted and wanted["nil"] != row.nil:
            settle_nil(question=row, nil=wanted["nil"], by=by, seen=nil_seen)
        if "dropped" in wanted:
            _drop_or_restore(row, row.qid, wanted["dropped"], by)


def _drop_or_restore(row: Question | Series, identifier: str, reason: str, by: Account) -> None:
    """As it is wanted; nothing where it is so already."""
    if reason and reason != row.drop_reason:
        drop(campaign=row.campaign, identifier=identifier, reason=reason, by=by)
    elif not reason and row.drop_reason:
        restore(campaign=row.campaign, identifier=identifier, by=by)


def _said(access: Access, row: Question) -> dict[str, Any]:
    origin = None
    if access.may(Permission.SEE_BOARD):
        state = {name: value for name, value in editing.state_of(row).items() if name != "text"}
        origin = {**state, "nil": row.nil, "known": known_of(row)}
    found = {
        "qid": row.qid,
        "type": row.type if sees_types(access) else "",
        "text": row.text,
        "series": row.series.key if row.series else "",
        "target": row.series.target if row.series else "",
        "dropped": row.left_because,
        "corrections": row.corrections.order_by("pk"),
        "origin": origin,
    }
    return dict(QuestionDetailSerializer(found).data)


def _shown(access: Access, row: Question) -> Response:
    state = _said(access, row)
    return Response(state, headers={"ETag": etag_of(state)})


class SeriesSerializer(serializers.Serializer[Any]):
    """A series: what its questions are about."""

    key = serializers.CharField()
    target = serializers.CharField()
    target_type = serializers.CharField()
    order = serializers.SerializerMethodField(help_text="ids of its questions")
    dropped = serializers.CharField(source="drop_reason", help_text="why it left the evaluation")

    def get_order(self, series: Series) -> list[str]:
        """Its questions in their order."""
        rows = sorted(series.questions.all(), key=lambda question: (question.position, question.pk))
        return [question.qid for question in rows]


class ChangedSeriesSerializer(Body):
    """What becomes of a series; what is left out stays."""

    target = serializers.CharField(required=False, max_length=500)
    target_type = serializers.CharField(required=False, allow_blank=True, max_length=40)
    order = serializers.ListField(
        child=serializers.CharField(max_length=64),
        required=False,
        max_length=MOST,
        help_text="ids of all its questions",
    )
    dropped = _dropped(required=False, help_text="why it leaves the evaluation; empty takes it in again")


class NewQuestionSerializer(Body):
    """A question more, at the end of a series."""

    type = serializers.CharField(max_length=40)
    text = serializers.CharField(max_length=LONGEST)
    source = serializers.CharField(default="", allow_blank=True, max_length=200)  # type: ignore[assignment]  # a field of this name


class SeriesList(ApiView):
    """The series of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: SeriesSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All series in their order; none where questions stand alone."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        rows = access.campaign.series.prefetch_related("questions").order_by("position", "pk")
        return page_of_list(request, rows, SeriesSerializer)


class SeriesDetail(ApiView):
    """One series."""

    @extend_schema(responses={200: SeriesSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, key: str) -> Response:
        """What it is about, and its questions in their order; the ETag names this state."""
        return _series(access_series(self.account, slug, key)[1])

    @extend_schema(
        parameters=[IF_MATCH], request=ChangedSeriesSerializer, responses={200: SeriesSerializer, **STALE}
    )
    def patch(self, request: Request, slug: str, key: str) -> Response:
        """Change target and order while no run was submitted, drop the series, or take it in again."""
        _, row = access_series(self.account, slug, key)
        given = ChangedSeriesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        refuse_stale(request, _state(row))
        try:
            with transaction.atomic():
                self._change(row, wanted, "If-Match" in request.headers)
        except Conflict as error:
            raise Stale(error, _state(access_series(self.account, slug, key)[1])) from error
        return _series(access_series(self.account, slug, key)[1])

    def _change(self, row: Series, wanted: dict[str, Any], is_bound: bool) -> None:
        rows = list(row.questions.in_order())
        about = {name: wanted.get(name, getattr(row, name)) for name in ("target", "target_type")}
        if wanted.keys() & {"target", "target_type", "order"}:
            of_series.edit_series(
                series=row,
                places=_places(rows, wanted.get("order")),
                by=self.account,
                seen=mark_of(of_series.state_of(row, rows)) if is_bound else None,
                **about,
            )
        if "dropped" in wanted:
            _drop_or_restore(row, row.key, wanted["dropped"], self.account)


class QuestionsOfSeries(ApiView):
    """The questions of one series."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=NewQuestionSerializer,
        responses={201: SeriesSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Add a question at the end of the series, with the next free number; while no run was submitted."""
        _, row = access_series(self.account, slug, key)
        given = NewQuestionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        of_series.add_question(series=row, by=self.account, **given.validated_data)
        return Response(_state(row), 201)


def _places(rows: list[Question], order: list[str] | None) -> dict[str, int]:
    """The places by question id; ValidationError where others than all questions are ordered."""
    if order is None:
        return {}
    if sorted(order) != sorted(row.qid for row in rows):
        raise ValidationError({"order": "Name each question of the series once."})
    return {qid: place for place, qid in enumerate(order)}


def _state(row: Series) -> dict[str, Any]:
    return dict(SeriesSerializer(row).data)


def _series(row: Series) -> Response:
    state = _state(row)
    return Response(state, headers={"ETag": etag_of(state)})
