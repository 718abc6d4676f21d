"""Third assessors in the API: who is asked only for the answers on which those who judged a question differ."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.assignments.selectors.thirds import has_thirds, thirds_page
from assessment.assignments.services.thirds import ask_thirds, keep_as_thirds
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS


class ReadySerializer(serializers.Serializer[Any]):
    """A question that everybody who judges it has finished, and on which they differ."""

    qid = serializers.CharField()
    answers = serializers.IntegerField(help_text="that nobody was asked for, or has decided, yet")


class ThirdSerializer(serializers.Serializer[Any]):
    """How far one third assessor is."""

    name = serializers.CharField()
    questions = serializers.IntegerField()
    done = serializers.IntegerField()
    items = serializers.IntegerField(help_text="answers that they were given")
    judged = serializers.IntegerField(help_text="of these")


class ThirdsSerializer(serializers.Serializer[Any]):
    """What third assessors can be asked for now, and how far they are."""

    ready = ReadySerializer(many=True)
    waiting = serializers.IntegerField(
        help_text="questions with such answers that somebody has yet to finish"
    )
    people = ThirdSerializer(many=True)
    of_files = serializers.ListField(
        child=serializers.CharField(),
        help_text="whose judgments came from a file, in questions that two others judge",
    )


class AskedThirdsSerializer(Body):
    """Who is asked, and of which questions."""

    assessors = serializers.ListField(
        child=serializers.CharField(max_length=150),
        required=False,
        help_text="who may be asked; without it all assessors. Nobody gets a question that they judged",
    )
    questions = serializers.ListField(
        child=serializers.CharField(max_length=64),
        required=False,
        allow_empty=False,
        help_text="ids; without it all that are ready",
    )
    from_files = serializers.ListField(
        child=serializers.CharField(max_length=150),
        required=False,
        allow_empty=False,
        help_text="instead: people of `of_files`, who count as third assessors from now on; nobody is asked then",
    )
    seed = serializers.IntegerField(
        default=1, min_value=0, max_value=2**31 - 1, help_text="decides between equal loads"
    )


class Thirds(ApiView):
    """Third assessors, who judge only where others differ."""

    @extend_schema(responses={200: ThirdsSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The answers on which judges differ, and how far each third assessor is; for organizers."""
        return _shown(self._access(slug))

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AskedThirdsSerializer,
        responses={200: ThirdsSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Give the answers on which judges differ to people who did not judge their questions."""
        access = self._access(slug)
        given = AskedThirdsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        sent = dict(given.validated_data)
        if kept := sent.pop("from_files", None):
            keep_as_thirds(campaign=access.campaign, names=kept, by=self.account)
        else:
            ask_thirds(campaign=access.campaign, by=self.account, **sent)
        return _shown(access)

    def _access(self, slug: str) -> Access:
        access = access_campaign(self.account, slug, Permission.ASSIGN)
        if not has_thirds(access.campaign):
            raise Http404
        return access


def _shown(access: Access) -> Response:
    page = thirds_page(access.campaign)
    ready = [{"qid": question.qid, "answers": number} for question, number in page.ready]
    said = {"ready": ready, "waiting": page.waiting, "people": page.people, "of_files": page.of_files}
    return Response(ThirdsSerializer(said).data)
