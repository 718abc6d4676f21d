"""What became of answers, in the API: those of a run with their grades, all runs' as files, and what changed between versions."""

from typing import Any

from django.http import Http404, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, answer, limit_of, number_of
from assessment.people.api.queries import number_in
from assessment.results.api.exports import streamed
from assessment.results.models import RunScore
from assessment.results.selectors.access import access_answers, access_judged_runs, access_question_scores
from assessment.results.selectors.changes import changes, earlier_versions, version_before
from assessment.results.selectors.judged_runs import judged_runs
from assessment.results.selectors.run_answers import answered, asked
from assessment.results.selectors.sight import sight_of
from assessment.results.selectors.spans import spans_of
from assessment.shared.api import REFUSALS
from assessment.shared.zips import begun, stream_zip

SINCE = OpenApiParameter(
    "since", int, description="an earlier version; without it the newest of the same rule"
)


class AnswerOfRunSerializer(serializers.Serializer[Any]):
    """One answer of a run, and what the judges made of it."""

    rank = serializers.IntegerField()
    docid = serializers.CharField()
    passage = serializers.CharField()
    answer = serializers.CharField()
    grade = serializers.CharField(
        help_text="empty where nobody judged it, or where nuggets are looked for in it"
    )
    judged_differently = serializers.BooleanField(source="disputed")
    answer_class = serializers.CharField(source="label", help_text="its label; empty where it is in none")
    nuggets = serializers.ListField(child=serializers.CharField(), help_text="texts of those that it holds")
    held_back = serializers.BooleanField(help_text="the system gave no answer, and this is what it had")


class QuestionOfRunSerializer(serializers.Serializer[Any]):
    """A question, what the run got beside what all runs got, and its answers."""

    qid = serializers.CharField(source="question.qid")
    type = serializers.CharField(source="question.type")
    score = serializers.FloatField(allow_null=True)
    median = serializers.FloatField(allow_null=True)
    best = serializers.FloatField(allow_null=True)
    worst = serializers.FloatField(allow_null=True)
    answers = AnswerOfRunSerializer(many=True)


class MovedRunSerializer(serializers.Serializer[Any]):
    """A run whose score is another, or that is in one version alone."""

    run_id = serializers.CharField()
    team = serializers.CharField()
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)
    place_before = serializers.IntegerField(allow_null=True)
    place_after = serializers.IntegerField(allow_null=True)
    is_new = serializers.BooleanField()
    is_gone = serializers.BooleanField()


class RewordedSerializer(serializers.Serializer[Any]):
    """A class or nugget that has another label or text."""

    before = serializers.CharField()
    after = serializers.CharField()


class ReweighedSerializer(serializers.Serializer[Any]):
    """A nugget of another weight."""

    text = serializers.CharField()
    before = serializers.FloatField()
    after = serializers.FloatField()


class KeyChangeSerializer(serializers.Serializer[Any]):
    """What became of the final answers or the nuggets of a question."""

    qid = serializers.CharField()
    before = serializers.IntegerField(help_text="how many")
    after = serializers.IntegerField()
    gained = serializers.ListField(child=serializers.CharField())
    lost = serializers.ListField(child=serializers.CharField())
    reworded = RewordedSerializer(many=True)
    reweighed = ReweighedSerializer(many=True)
    items = serializers.IntegerField(help_text="that belong to other classes, or hold other nuggets")


class LeftSerializer(serializers.Serializer[Any]):
    """A question or series that left the means, or came back."""

    name = serializers.CharField()
    reason = serializers.CharField()


class GradesChangedSerializer(serializers.Serializer[Any]):
    """A question with answers whose grade is new, gone or another."""

    qid = serializers.CharField()
    items = serializers.IntegerField()


class ChangesSerializer(serializers.Serializer[Any]):
    """What changed from an earlier version; with `since` null, there is none."""

    since = serializers.IntegerField(allow_null=True)
    runs = MovedRunSerializer(many=True, help_text="that moved")
    still = serializers.IntegerField(help_text="runs that did not")
    keys = KeyChangeSerializer(many=True)
    grades = GradesChangedSerializer(many=True)
    left = LeftSerializer(many=True)
    back = LeftSerializer(many=True)


class RunAnswers(ApiView):
    """The answers of a run with their grades."""

    @extend_schema(parameters=PAGE, responses={200: QuestionOfRunSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, version: int, run_id: str) -> Response:
        """Each question with the run's answers as a version grades them; for its team where the campaign gives them out."""
        scores, score_set, row = access_answers(self.account, slug, version, run_id)
        _refuse_spans(row)
        limit, place = limit_of(request), number_of(request)
        questions = asked(row)[place : place + limit + 1]
        found = list(answered(score_set, row, questions, scores.left_out))
        return answer(request, found, limit, lambda _: place + limit, QuestionOfRunSerializer)


class JudgedRuns(ApiView):
    """The answers of all runs with their grades."""

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, version: int) -> StreamingHttpResponse:
        """A table for each run, in a ZIP file, where the campaign gives them out."""
        scores, score_set = access_judged_runs(self.account, slug, version)
        if score_set.track.marks_places:
            raise Http404
        pieces = stream_zip(judged_runs(score_set, sight_of(scores)))
        return streamed(begun(pieces), f"{slug}-judged-runs-{version}.zip")


class ScoreChanges(ApiView):
    """What changed between two versions of the scores."""

    @extend_schema(parameters=[SINCE], responses={200: ChangesSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, version: int) -> Response:
        """Runs, final answers, nuggets, grades and questions that changed, for those who see all scores."""
        scores, score_set = access_question_scores(self.account, slug, version)
        earlier = earlier_versions(scores, score_set)
        since = number_in(request, "since")
        before = version_before(score_set, earlier, None if since is None else str(since))
        found = changes(before, score_set)._asdict() if before else _nothing()
        grades = [{"qid": qid, "items": items} for qid, items in found["grades"]]
        shown = {**found, "since": before and before.qrels.version, "grades": grades}
        return Response(ChangesSerializer(shown).data)


def _nothing() -> dict[str, Any]:
    return {"still": 0} | dict.fromkeys(("runs", "keys", "grades", "left", "back"), ())


def _refuse_spans(row: RunScore) -> None:
    """Runs of Natural Questions answer with places on pages; their scores have them."""
    if spans_of(row):
        raise Http404
