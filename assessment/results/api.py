"""Scores and qrels in the API."""

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from assessment.people.api.frame import ApiView
from assessment.people.selectors.access import Permission
from assessment.results.models import ScoreSet
from assessment.results.selectors.access import ScoresAccess, access_version
from assessment.results.selectors.report import report_json
from assessment.results.selectors.sight import sight_of
from assessment.shared.api import REFUSALS

VERSION = OpenApiParameter(
    "version", int, description="of the scores; without it the newest that one may see"
)

LONGEST_VERSION = 10  # digits


class Scores(ApiView):
    """The scores of a campaign."""

    @extend_schema(parameters=[VERSION], responses={200: OpenApiTypes.OBJECT, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The score report; single questions only for those who see all runs."""
        scores, score_set = _score_set(request, slug)
        whole = scores.access.may(Permission.EXPORT)
        text = report_json(score_set, whole=whole, sight=sight_of(scores))
        return HttpResponse(text, content_type="application/json")


class Qrels(ApiView):
    """The judgments that a version of the scores was made with."""

    @extend_schema(
        parameters=[VERSION], responses={(200, "text/plain"): OpenApiTypes.STR, 404: REFUSALS[404]}
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Lines of `qid docid judgment answer-string`."""
        scores, score_set = _score_set(request, slug)
        if not scores.may_have_qrels:
            raise Http404
        return HttpResponse(score_set.qrels.text, content_type="text/plain; charset=utf-8")


def _score_set(request: Request, slug: str) -> tuple[ScoresAccess, ScoreSet]:
    asked = request.query_params.get("version", "")
    if asked and not (asked.isdecimal() and len(asked) < LONGEST_VERSION):
        raise Http404
    scores, score_set = access_version(request.user, slug, int(asked) if asked else None)
    if score_set is None:
        raise Http404
    return scores, score_set
