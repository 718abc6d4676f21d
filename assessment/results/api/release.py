"""The release in the API: what it would show and what is missing, the act itself, and taking it back."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.reasons import REASON, reason_of
from assessment.people.api.repeats import repeatable
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.results.api.scores import PartialBody
from assessment.results.models import Audience, Release
from assessment.results.selectors.access import ScoresAccess, access_scores
from assessment.results.selectors.release_page import ReleasePage, release_page
from assessment.results.services.errors import CHANGED
from assessment.results.services.release import refuse_released, take_back
from assessment.results.services.release_jobs import RELEASE, release_arguments
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict


class InForceSerializer(serializers.Serializer[Any]):
    """The release that stands."""

    version = serializers.IntegerField(source="scores.qrels.version")
    audience = serializers.ChoiceField(Audience.choices)
    made_at = serializers.DateTimeField()
    public_at = serializers.DateTimeField(allow_null=True)
    left_out = serializers.DictField(
        child=serializers.CharField(), help_text="runs with the code of the reason"
    )
    unjudged = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="of a partial release: how many answers count as wrong because nobody judged them, by question",
    )


class MissingSerializer(serializers.Serializer[Any]):
    """Something to settle before a release."""

    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(source="hint")
    qid = serializers.CharField(help_text="whose NIL is undecided; empty where it is something else")
    without = serializers.CharField(source="series", help_text="a series that the release may go on without")
    alike = serializers.CharField(help_text="a question whose classes of one label may stay as they are")
    unjudged = serializers.IntegerField(
        help_text="answers of the question that the release may count as wrong, with partial"
    )


class ReleasedRunSerializer(serializers.Serializer[Any]):
    """A run as the release would show it."""

    run_id = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    score = serializers.FloatField(source="score.score", allow_null=True)
    judged = serializers.IntegerField(source="score.judged")
    unjudged = serializers.IntegerField(source="score.unjudged")
    pooled = serializers.BooleanField(
        source="is_pooled", help_text="one that never was is left out unless leave_out says otherwise"
    )


class SharingSerializer(serializers.Serializer[Any]):
    """What some people will see."""

    who = serializers.CharField()
    what = serializers.CharField()


class OutSerializer(serializers.Serializer[Any]):
    """A question or series that is left out of the means."""

    id = serializers.CharField()
    reason = serializers.CharField()


class WorkLeftSerializer(serializers.Serializer[Any]):
    """What somebody was given and has not judged."""

    name = serializers.CharField()
    judgments = serializers.IntegerField()
    questions = serializers.IntegerField()


class ReleaseSerializer(serializers.Serializer[Any]):
    """What the newest preview shows, and the release that stands."""

    released = InForceSerializer(allow_null=True)
    seen = serializers.CharField(help_text="send it with the release; empty where there is no preview")
    previewed_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(allow_null=True, help_text="of the scores that would be released")
    can_release = serializers.BooleanField(help_text="where nothing is missing, choices aside")
    sentence = serializers.CharField(help_text="what a release would do")
    missing = MissingSerializer(many=True)
    choices = MissingSerializer(many=True, help_text="what a release goes on with where it names them")
    left = WorkLeftSerializer(
        many=True, help_text="who has how much left to judge; scores need not lack anything of it"
    )
    runs = ReleasedRunSerializer(many=True)
    out = OutSerializer(many=True)
    warnings = serializers.ListField(child=serializers.CharField())
    teams = SharingSerializer(many=True, help_text="who sees what where the audience is teams")
    all = SharingSerializer(many=True, help_text="who sees what where the audience is all")


class ReleasingSerializer(PartialBody):
    """What is to be released, for whom."""

    seen = serializers.CharField(max_length=64, help_text="of the preview that was looked at")
    audience = serializers.ChoiceField(
        Audience.values,
        error_messages={"required": "Say to whom the scores are released: teams or all."},
        help_text="teams: each team its own scores alone; all: all people of the campaign",
    )
    without = serializers.ListField(child=serializers.CharField(max_length=64), default=list)
    alike = serializers.ListField(child=serializers.CharField(max_length=64), default=list)
    leave_out = serializers.ListField(
        child=serializers.CharField(max_length=64),
        required=False,
        allow_null=True,
        help_text="runs; without it those that were never pooled",
    )


class Preview(ApiView):
    """The preview of a release."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Find out what a release would show as the judgments are now, and what is missing; the answer is the job."""
        access = access_campaign(self.account, slug, Permission.RELEASE)
        job = enqueue(kind="results.preview", campaign=access.campaign, by=self.account)
        return Response(JobSerializer(job).data, 202)


class ReleaseOfScores(ApiView):
    """The release of a campaign's scores."""

    @extend_schema(responses={200: ReleaseSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """What the newest preview shows: the runs, what is missing, who would see what; and the release that stands."""
        return _shown(self.account, slug)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ReleasingSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Release the scores as the preview showed them; the answer is the job that does it.

        Where the judgments are others by now, or anything is missing, nothing is released, and the job's error says why.
        """
        access = access_campaign(self.account, slug, Permission.RELEASE)
        given = ReleasingSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        page, fields = release_page(access.campaign), dict(given.validated_data)
        if fields["audience"] == Audience.TEAMS:
            refuse_released(access.campaign)
        _refuse_unseen(page, fields["seen"])
        arguments = release_arguments(**{"leave_out": None, **fields})
        job = enqueue(kind=RELEASE, campaign=access.campaign, by=self.account, arguments=arguments)
        return Response(JobSerializer(job).data, 202)

    @extend_schema(
        parameters=[REASON], responses={200: ReleaseSerializer, 404: REFUSALS[404], 422: REFUSALS[422]}
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Take the release back, for a reason: participants no longer see the scores. The version stays."""
        access = access_campaign(self.account, slug, Permission.RELEASE)
        take_back(campaign=access.campaign, reason=reason_of(request), by=self.account)
        return _shown(self.account, slug)


def _refuse_unseen(page: ReleasePage, seen: str) -> None:
    """Nobody confirms what they did not see: there must be a preview, and it must be this one."""
    if page.preview is None or page.preview.inputs_sha256 != seen:
        raise Conflict(
            "This is not the newest preview of the release. Nothing was released.",
            CHANGED,
            "Make a preview, look at it, and send its `seen`.",
        )


def _shown(account: Account, slug: str) -> Response:
    access = access_campaign(account, slug, Permission.RELEASE)
    page, scores = release_page(access.campaign), access_scores(account, slug)
    return Response(ReleaseSerializer(_said(page, scores)).data)


def _said(page: ReleasePage, scores: ScoresAccess) -> dict[str, Any]:
    preview, row = page.preview, scores.release
    made = preview.scores if preview else None
    return {
        "released": row if isinstance(row, Release) else None,
        "seen": preview.inputs_sha256 if preview else "",
        "previewed_at": preview.made_at if preview else None,
        "version": made.qrels.version if made else None,
        "can_release": page.can_release,
        "sentence": page.sentence if made else "",
        "missing": page.missing,
        "choices": page.choices,
        "left": page.left,
        "runs": page.runs,
        "out": [{"id": name, "reason": reason} for name, reason in page.out],
        "warnings": page.flags.said if page.flags else [],
        "teams": page.private,
        "all": page.public,
    }
