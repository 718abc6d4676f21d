"""Whole campaigns in the API, for those who may create campaigns: made of a bundle, or of a campaign that there is."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.jobs.api import JobSerializer
from assessment.people.api.bodies import Body
from assessment.people.api.creators import who_creates
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Permission
from assessment.people.selectors.accounts import access_creator
from assessment.results.services.bundle_jobs import request_bundle_import
from assessment.results.services.cloning import DEFAULTS, PARTS, request_clone
from assessment.results.services.splits import share_of
from assessment.shared.api import REFUSALS


class BundleSerializer(Body):
    """A bundle to import."""

    bundle = serializers.FileField(help_text="a ZIP file, as exports/bundle.zip/ gives it")
    slug = serializers.SlugField(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="of the new campaign; without it the one in the bundle",
    )


class CloneSerializer(Body):
    """A new campaign of one that there is: a draft with its settings, and what else is chosen."""

    slug = serializers.SlugField(max_length=64)
    title = serializers.CharField(max_length=200)
    parts = serializers.ListField(child=serializers.ChoiceField(list(PARTS)), default=list(DEFAULTS))
    split = serializers.CharField(max_length=100, default="", help_text="sizes of parts, as 80:10:10")
    part = serializers.IntegerField(min_value=1, required=False, help_text="which of them, from 1 on")
    seed = serializers.IntegerField(min_value=0, default=1)


class Bundles(ApiView):
    """Campaigns as files."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=BundleSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request) -> Response:
        """Make a campaign of a bundle; the answer is a job of the site. Of a half import nothing stays."""
        creator = who_creates(self.account)
        wanted = BundleSerializer.with_file(request)
        job = request_bundle_import(by=creator, upload=wanted["bundle"], slug=wanted["slug"])
        return Response(JobSerializer(job).data, 202)


class Clones(ApiView):
    """Campaigns made of one that there is."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=CloneSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Make a new draft of a campaign, never with its runs, judgments and scores; the answer is a job of the site."""
        creator = access_creator(self.account)
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        given = CloneSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        share = share_of(wanted.pop("split"), wanted.pop("part", None), wanted.pop("seed"))
        job = request_clone(campaign=access.campaign, by=creator, share=share, **wanted)
        return Response(JobSerializer(job).data, 202)
