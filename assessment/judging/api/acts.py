"""What changes much at once, in the API: runs taken out of the pools, and acts of many changes undone as a whole."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.api import JobSerializer
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.forms.taking_out import TakeOutForm
from assessment.judging.models import ChangeBatch
from assessment.judging.selectors.batches import access_batch, batches_of
from assessment.judging.selectors.taking_out import Preview, preview
from assessment.judging.services.batches import request_undo
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.shared.api import REFUSALS
from assessment.shared.seen import mark_of, refuse_changed
from assessment.submissions.selectors.pools import access_pool
from assessment.submissions.selectors.taking_out import cut_of
from assessment.submissions.services.pooling import DEEPEST
from assessment.submissions.services.unpooling import refuse_cut


class CutSerializer(Body):
    """What to take out of the pools, and why."""

    what = serializers.CharField(
        max_length=100, help_text="run:ID, team:NAME, round:NUMBER, ended: or, below a depth, all:"
    )
    depth = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=DEEPEST, help_text="only what lies below it"
    )
    reason = serializers.CharField(max_length=1000)
    seen = serializers.CharField(
        default="", allow_blank=True, max_length=40, help_text="of the preview; without it, it is previewed"
    )


class AffectedSerializer(serializers.Serializer[Any]):
    """A question of which answers would leave."""

    qid = serializers.CharField(source="question.qid")
    items = serializers.IntegerField()
    judged = serializers.IntegerField()


class CutOutcomeSerializer(serializers.Serializer[Any]):
    """What would leave (200), or the job by which it does (202)."""

    sentence = serializers.CharField()
    runs = serializers.IntegerField()
    items = serializers.IntegerField(help_text="that nothing else in the pools gives")
    judged = serializers.IntegerField(help_text="those of them that somebody judged")
    questions = AffectedSerializer(many=True)
    seen = serializers.CharField(help_text="send it to have this done")
    job = JobSerializer(allow_null=True)


class PoolCuts(ApiView):
    """Taking runs out of the pools."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=CutSerializer,
        responses={
            200: CutOutcomeSerializer,
            202: CutOutcomeSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Say what would leave the pools; sent again with its `seen`, a job takes it out. Its judgments stay."""
        campaign = access_pool(self.account, slug).campaign
        given = CutSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        form = TakeOutForm(wanted, campaign=campaign)
        if not form.is_valid():
            raise ValidationError(
                {name: [str(one) for one in errors] for name, errors in form.errors.items()}
            )
        cut = cut_of(wanted["what"], wanted.get("depth"))
        refuse_cut(campaign, cut)
        found = preview(campaign, cut)
        if not wanted["seen"]:
            return Response(_said(found), 200)
        refuse_changed(
            seen=wanted["seen"],
            state=found.figures,
            what="What would leave the pool",
            now=found.sentence,
            wanted=f"to take out {cut.words}",
        )
        arguments = {**cut._asdict(), "reason": wanted["reason"]}
        job = enqueue(kind="submissions.unpool", by=self.account, campaign=campaign, arguments=arguments)
        return Response(_said(found, job), 202)


def _said(found: Preview, job: Any = None) -> Any:
    names = ("sentence", "runs", "items", "judged", "questions")
    said = {name: getattr(found, name) for name in names}
    return CutOutcomeSerializer({**said, "seen": mark_of(found.figures), "job": job}).data


class ActSerializer(serializers.ModelSerializer[ChangeBatch]):
    """An act of many changes: clear majorities that were accepted, a table of decisions, matches or votes."""

    class Meta:
        model = ChangeBatch
        fields = ("id", "kind", "state", "file", "made_at", "undone_at")


class Acts(ApiView):
    """The acts of many changes."""

    @extend_schema(parameters=PAGE, responses={200: ActSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The newest of them, as the page shows them."""
        access = access_campaign(self.account, slug, Permission.ADJUDICATE)
        return page_of_list(request, list(batches_of(access.campaign)), ActSerializer)


class UndoneAct(ApiView):
    """The undo of an act."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: JobSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Undo an act as a whole; the answer is the job that does it."""
        access = access_campaign(self.account, slug, Permission.ADJUDICATE)
        job = request_undo(batch=access_batch(access, pk), by=self.account)
        return Response(JobSerializer(job).data, 202)
