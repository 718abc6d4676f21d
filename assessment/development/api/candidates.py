"""Candidates of question development in the API: entered, changed, rejected with a reason, reconsidered, accepted."""

from functools import partial
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Candidate
from assessment.campaigns.selectors.candidate_list import Wanted, as_seen, candidates_for
from assessment.campaigns.selectors.candidates import (
    access_candidate,
    access_candidates,
    concealed,
    developer_roles,
)
from assessment.campaigns.services.accepting import LONGEST_KEY
from assessment.campaigns.services.candidates import (
    edit_candidate,
    enter_candidate,
    reconsider_candidate,
    reject_candidate,
)
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.campaigns.services.translations import Translation, translate_candidate
from assessment.development.services.known import accept
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict
from scoring.records import MAX_DOCID

MOST = 1_000  # questions of a candidate
DECISIONS = ("accept", "reject", "reconsider")
NARROWED = [
    OpenApiParameter("state", str, description="considered, rejected or accepted"),
    OpenApiParameter("source", str, description="of one of its questions"),
    OpenApiParameter("person", str, description="the account that entered it"),
    OpenApiParameter("find", str, description="a part of a target, a question or what is known of it"),
]


class DraftQuestionSerializer(Body):
    """A question of a candidate."""

    type = serializers.CharField(max_length=40)
    text = serializers.CharField(max_length=10_000)
    source = serializers.CharField(  # type: ignore[assignment]  # a field of this name
        default="", allow_blank=True, max_length=200
    )
    known = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=50_000,
        help_text="answers or nuggets, a line each, as on the page",
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=1000, help_text="rejects this question by itself"
    )
    language = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=2,
        help_text="of the text, such as EN, where the track has several",
    )
    page = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=MAX_DOCID,
        help_text="of a question that people annotate: the id of the document",
    )
    id = serializers.IntegerField(
        default=None,
        allow_null=True,
        help_text="of the candidate’s question that this changes; without, a new one",
    )


class DraftSerializer(Body):
    """What a candidate is to be: a series, or questions where the track has no series."""

    target = serializers.CharField(default="", allow_blank=True, max_length=500)
    target_type = serializers.CharField(default="", allow_blank=True, max_length=40)
    questions = serializers.ListField(child=DraftQuestionSerializer(), min_length=1, max_length=MOST)


class TextSerializer(serializers.Serializer[Any]):
    """A question of a candidate in a further language."""

    language = serializers.CharField(help_text="in capitals")
    text = serializers.CharField()
    state = serializers.CharField(help_text="translated or checked")
    translated_by = serializers.CharField(
        source="translated_by.username", default="", help_text="account, for organizers"
    )


class CandidateQuestionSerializer(DraftQuestionSerializer):
    """A question of a candidate, and what it became."""

    id = serializers.IntegerField(source="pk")
    translations = serializers.SerializerMethodField(help_text="in further languages")
    qid = serializers.SerializerMethodField(help_text="of the question that it became; else empty")

    @extend_schema_field(TextSerializer(many=True))
    def get_translations(self, row: Any) -> Any:
        """By language."""
        if not row.language:  # of a track with one
            return []
        rows = sorted(row.translations.all(), key=lambda one: str(one.language))
        for one in rows if row.candidate.is_nameless else ():
            one.translated_by = None
        return TextSerializer(rows, many=True).data

    def get_qid(self, row: Any) -> str:
        """Its id."""
        return row.question.qid if row.question else ""


class CandidateSerializer(serializers.Serializer[Any]):
    """A candidate, and what became of it."""

    id = serializers.IntegerField(source="pk")
    state = serializers.CharField(
        source="shown_state",
        help_text="considered, rejected or accepted; decided, for whoever entered it, before the release",
    )
    version = serializers.IntegerField(help_text="changes so far")
    reason = serializers.CharField(help_text="why it was rejected")
    target = serializers.CharField()
    target_type = serializers.CharField()
    entered_by = serializers.CharField(source="entered_by.username", default="", help_text="account")
    questions = serializers.SerializerMethodField()

    @extend_schema_field(CandidateQuestionSerializer(many=True))
    def get_questions(self, candidate: Candidate) -> Any:
        """In their order."""
        rows = sorted(candidate.questions.all(), key=lambda row: row.position)
        for row in rows:
            row.candidate = candidate
        return CandidateQuestionSerializer([concealed(row) for row in rows], many=True).data


class DecisionOnCandidateSerializer(Body):
    """What becomes of a candidate."""

    do = serializers.ChoiceField(list(DECISIONS))
    reason = serializers.CharField(default="", allow_blank=True, max_length=1000, help_text="of reject")
    key = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST_KEY,
        help_text="of accept: id of the series, or number of the first question; empty: the next",
    )
    pairs = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=1000,
        help_text="of accept: pairs of languages, such as EN:EN EN:IT; empty: those of the campaign",
    )


class TranslationSerializer(Body):
    """A text of a candidate’s question in a further language."""

    question = serializers.IntegerField(help_text="its id")
    language = serializers.CharField(max_length=2)
    text = serializers.CharField(
        allow_blank=True, max_length=10_000, help_text="empty: the text is taken away"
    )
    checked = serializers.BooleanField(default=False)


class TranslationsSerializer(Body):
    """Texts to be stored; others stay."""

    texts = serializers.ListField(child=TranslationSerializer(), min_length=1, max_length=MOST)


class Candidates(ApiView):
    """The candidates of a campaign."""

    @extend_schema(
        parameters=[*PAGE, *NARROWED],
        responses={200: CandidateSerializer(many=True), 404: REFUSALS[404]},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Those under consideration first, then the newest decisions. Who does not run the campaign reads their own."""
        access, roles = access_candidates(self.account, slug)
        wanted = Wanted(*(request.query_params.get(name, "").strip() for name in Wanted._fields))
        rows = candidates_for(access, Wanted() if roles else wanted)
        return page_of_list(request, rows, CandidateSerializer, read=partial(as_seen, access))

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=DraftSerializer,
        responses={201: CandidateSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Enter a series, or questions, for consideration; the questions of the campaign stay as they are."""
        access, roles = access_candidates(self.account, slug)
        row = enter_candidate(campaign=access.campaign, draft=_draft(request), by=self.account, roles=roles)
        return Response(_state(row), 201)


class OwnCandidate(ApiView):
    """One candidate, for organizers and for whoever entered it."""

    def _own(self, slug: str, pk: int) -> tuple[Access, Candidate]:
        return access_candidate(self.account, slug, pk, Permission.DEVELOP_QUESTIONS)


class CandidateDetail(OwnCandidate):
    """One candidate."""

    @extend_schema(responses={200: CandidateSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The candidate; the ETag names this state."""
        return _shown(self._own(slug, pk)[1])

    @extend_schema(
        parameters=[IF_MATCH],
        request=DraftSerializer,
        responses={200: CandidateSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Make a candidate under consideration what is sent. With If-Match only where it is as you saw it."""
        access, row = self._own(slug, pk)
        draft = _draft(request)
        refuse_stale(request, _state(row))
        roles = developer_roles(access)
        try:
            edit_candidate(candidate=row, draft=draft, seen=row.version, by=self.account, roles=roles)
        except Conflict as error:
            raise Stale(error, _state(self._own(slug, pk)[1])) from error
        return _shown(self._own(slug, pk)[1])


class DecisionOnCandidate(ApiView):
    """What becomes of a candidate."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=DecisionOnCandidateSerializer,
        responses={200: CandidateSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Accept a candidate with what is known of it, reject it with a reason, or consider it again."""
        _, row = access_candidate(self.account, slug, pk)
        given = DecisionOnCandidateSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        if wanted["do"] == "accept":
            accept(candidate=row, key=wanted["key"], pairs=wanted["pairs"], by=self.account)
        elif wanted["do"] == "reject":
            reject_candidate(candidate=row, reason=wanted["reason"], by=self.account)
        else:
            reconsider_candidate(candidate=row, by=self.account)
        return Response(_state(access_candidate(self.account, slug, pk)[1]))


class Translations(OwnCandidate):
    """The texts of a candidate in further languages."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=TranslationsSerializer,
        responses={200: CandidateSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Store texts in further languages, or say that they are checked. With If-Match only where it is as you saw it."""
        access, row = self._own(slug, pk)
        given = TranslationsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        refuse_stale(request, _state(row))
        texts = [
            Translation(one["question"], one["language"], one["text"], one["checked"])
            for one in given.validated_data["texts"]
        ]
        try:
            translate_candidate(
                candidate=row, texts=texts, seen=row.version, by=self.account, roles=developer_roles(access)
            )
        except Conflict as error:
            raise Stale(error, _state(self._own(slug, pk)[1])) from error
        return Response(_state(self._own(slug, pk)[1]))


def _draft(request: Request) -> Draft:
    given = DraftSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    wanted = given.validated_data
    questions = [DraftQuestion(row=one.pop("id"), **one) for one in wanted["questions"]]
    return Draft(questions, wanted["target"], wanted["target_type"])


def _state(row: Candidate) -> dict[str, Any]:
    return dict(CandidateSerializer(row).data)


def _shown(row: Candidate) -> Response:
    state = _state(row)
    return Response(state, headers={"ETag": etag_of(state)})
