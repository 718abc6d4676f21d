"""Campaigns and their questions in the API."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.forms.campaigns import collection_choices
from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import (
    access_campaign,
    campaigns_of,
    collections,
    sees_questions,
    sees_types,
)
from assessment.campaigns.selectors.question_list import question_groups
from assessment.campaigns.services import edit_settings
from assessment.campaigns.services.archiving import archive, unarchive
from assessment.campaigns.services.campaigns import (
    change_state,
    check_campaign,
    create_campaign,
    shown_settings,
)
from assessment.people.api.bodies import Body
from assessment.people.api.creators import who_creates
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.lists import PAGE, page_of_list, page_of_rows
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission, access_to
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict
from scoring import evaluations
from scoring.tracks.asked import Asked


class AskedOfRunsSerializer(serializers.Serializer[Any]):
    """What a team is asked of a run besides what is asked of all: `declare=NAME=VALUE` answers it."""

    name = serializers.CharField()
    kind = serializers.CharField(help_text="yes_no, choice or text")
    title = serializers.CharField(help_text="the question, in English")
    values = serializers.SerializerMethodField(
        help_text="the answers there are; none where teams write words"
    )
    needed = serializers.BooleanField(source="required", help_text="of teams; organizers may leave it out")
    expected = serializers.CharField(
        help_text="the answer that the guidelines demand; empty where they demand none"
    )

    def get_values(self, asked: Asked) -> list[str]:
        """As they are written."""
        return [name for name, _ in asked.options]


class CampaignSerializer(serializers.Serializer[Any]):
    """A campaign as somebody sees it."""

    slug = serializers.CharField(source="campaign.slug")
    title = serializers.CharField(source="campaign.title")
    track = serializers.CharField(source="campaign.track_slug")
    state = serializers.CharField(source="campaign.state")
    deadline = serializers.DateTimeField(
        source="campaign.deadline", allow_null=True, help_text="of all teams; it may be moved for one of them"
    )
    settings = serializers.DictField(source="campaign.rules")
    asked = AskedOfRunsSerializer(many=True, source="campaign.track.asked")
    roles = serializers.SerializerMethodField()

    def get_roles(self, access: Access) -> list[str]:
        """The caller's roles."""
        return sorted(access.roles)


class QuestionSerializer(serializers.Serializer[Any]):
    """A question as participants may see it."""

    qid = serializers.CharField()
    type = serializers.CharField(
        help_text="empty for teams where topics files do not tell it, until the release"
    )
    text = serializers.CharField()
    series = serializers.CharField(help_text="key of its series; empty where it has none")
    target = serializers.CharField()
    dropped = serializers.CharField(help_text="why it left the evaluation; empty where it did not")


class NewCampaignSerializer(Body):
    """A campaign to make."""

    slug = serializers.CharField(max_length=64, help_text="used in addresses and files; it never changes")
    track = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=20,
        help_text=f"one of {', '.join(evaluations.TRACKS)}; empty where it has an evaluation of its own",
    )
    evaluation = serializers.CharField(
        default="",
        allow_blank=True,
        trim_whitespace=False,
        help_text="the text of an evaluation of its own (docs/own-evaluations.md), in place of a track",
    )
    title = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="without it, the slug"
    )
    collection = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="where its documents are from, one of the site; empty: none yet",
    )
    settings = serializers.DictField(default=dict, help_text="by name, as docs/settings.md lists them")
    check_only = serializers.BooleanField(
        default=False, help_text="check whether it can be created, and store nothing"
    )


class CheckedCampaignSerializer(serializers.Serializer[Any]):
    """What a check found."""

    sentence = serializers.CharField()


class StateSerializer(Body):
    """A step to another state, or into the archive and out of it."""

    to = serializers.ChoiceField([State.DRAFT.value, State.OPEN.value, State.CLOSED.value], required=False)
    archived = serializers.BooleanField(
        required=False, help_text="what is archived can be read, and nothing of it changes"
    )
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=1000, help_text="of a step back; it is kept in the log"
    )


class CampaignList(ApiView):
    """The campaigns in which the caller has a role."""

    @extend_schema(parameters=PAGE, responses={200: CampaignSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """List them, newest first."""
        return page_of_list(request, campaigns_of(self.account), CampaignSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=NewCampaignSerializer,
        responses={
            200: CheckedCampaignSerializer,
            201: CampaignSerializer,
            404: REFUSALS[404],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request) -> Response:
        """Make a draft campaign, for those who may; a token that is narrowed does not reach so far."""
        creator = who_creates(self.account)
        given = NewCampaignSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        _refuse_unknown_collection(given.validated_data["collection"])
        if given.validated_data.pop("check_only"):
            return Response({"sentence": check_campaign(by=creator, **given.validated_data)})
        campaign = create_campaign(by=creator, **given.validated_data)
        return Response(CampaignSerializer(access_to(creator, campaign)).data, 201)


def _refuse_unknown_collection(slug: str, current: str = "") -> None:
    """Raise ValidationError for what the page of the settings would not offer; what is named already may stay."""
    known = [name for name, _ in collection_choices(current)]
    if slug not in known:
        there = ", ".join(name for name in known if name)
        listed = f"there are {there}" if there else "there is none yet"
        raise ValidationError({"collection": f"There is no such collection; {listed}. Empty: none."})


class CampaignDetail(ApiView):
    """One campaign."""

    @extend_schema(responses={200: CampaignSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Its state, settings and the caller's roles."""
        return Response(
            CampaignSerializer(access_campaign(self.account, slug, Permission.SEE_GUIDELINES)).data
        )

    @extend_schema(
        request=StateSerializer,
        responses={200: CampaignSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Open or close the campaign, or go a step back with a reason; archive it, or take it out again.

        Releasing has an address of its own.
        """
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        given = StateSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        _step(access.campaign, given.validated_data, self.account)
        access.campaign.refresh_from_db(fields=["state", "archived_at"])
        return Response(CampaignSerializer(access).data)


@transaction.atomic
def _step(campaign: Campaign, wanted: Mapping[str, Any], by: Account) -> None:
    """Both steps, or none; what is so already stays. What is archived comes out first, and goes in last."""
    if wanted.get("archived") is False and campaign.archived_at:
        unarchive(campaign=campaign, by=by)
    if "to" in wanted:
        change_state(campaign=campaign, to=wanted["to"], by=by, reason=wanted["reason"])
    if wanted.get("archived") and not campaign.archived_at:
        archive(campaign=campaign, by=by)


class CollectionSerializer(serializers.Serializer[Any]):
    """A collection of documents that answers can come from."""

    slug = serializers.CharField()
    title = serializers.CharField()
    documents = serializers.IntegerField()
    held = serializers.BooleanField(help_text="whether texts are here, or ids alone")
    attached = serializers.SerializerMethodField(help_text="whether the campaign takes its documents from it")

    def get_attached(self, collection: Any) -> bool:
        """Whether it is the campaign's."""
        return bool(collection.slug == self.context["attached"])


class CollectionList(ApiView):
    """The collections that a campaign can take its documents from."""

    @extend_schema(parameters=PAGE, responses={200: CollectionSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All collections of the site. `collection` of the settings attaches one; empty, it detaches it."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        context = {"attached": access.campaign.collection_slug}
        return page_of_rows(request, collections(), "slug", CollectionSerializer, context)


class QuestionList(ApiView):
    """The questions of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: QuestionSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """List them in order; none before the campaign opens, for those who take part."""
        access = access_campaign(self.account, slug, Permission.SEE_QUESTIONS)
        groups = question_groups(access) if sees_questions(access) else []
        typed = sees_types(access)
        rows = [
            {
                "qid": question.qid,
                "type": question.type if typed else "",
                "text": question.text,
                "series": group.series.key if group.series else "",
                "target": group.series.target if group.series else "",
                "dropped": question.drop_reason or (group.series.drop_reason if group.series else ""),
            }
            for group in groups
            for question in group.questions
        ]
        return page_of_list(request, rows, QuestionSerializer)


class SettingsSerializer(Body):
    """What organizers set of a campaign. In a change, what is left out stays as it is."""

    title = serializers.CharField(required=False)
    collection = serializers.CharField(required=False, allow_blank=True, max_length=64)
    settings = serializers.DictField(required=False, help_text="by name, as docs/settings.md lists them")
    evaluation = serializers.CharField(
        required=False,
        trim_whitespace=False,
        help_text="the text of the evaluation that the campaign brought",
    )
    reason = serializers.CharField(
        required=False,
        write_only=True,
        allow_blank=True,
        help_text="of a collection that lacks documents of the pools",
    )


class Settings(ApiView):
    """The settings of a campaign."""

    @extend_schema(responses={200: SettingsSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Every setting; the header ETag names this state of them."""
        return _settings(access_campaign(self.account, slug, Permission.SEE_BOARD).campaign)

    @extend_schema(
        parameters=[IF_MATCH],
        request=SettingsSerializer,
        responses={200: SettingsSerializer, 404: REFUSALS[404], 412: REFUSALS[412], 422: REFUSALS[422]},
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings. With If-Match only where they still are as you saw them."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        given = SettingsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        _refuse_unknown_collection(
            given.validated_data.get("collection", ""), access.campaign.collection_slug
        )
        refuse_stale(request, _shown(access.campaign))
        seen = _seen(access.campaign, given.validated_data) if "If-Match" in request.headers else {}
        try:
            edit_settings(campaign=access.campaign, by=self.account, seen=seen, **given.validated_data)
        except Conflict as error:
            raise Stale(error, _shown(access.campaign)) from error
        access.campaign.refresh_from_db()
        return _settings(access.campaign)


def _settings(campaign: Campaign) -> Response:
    shown = _shown(campaign)
    text = {"evaluation": campaign.definition} if campaign.evaluation_id else {}
    return Response(shown | text, headers={"ETag": etag_of(shown)})


def _shown(campaign: Campaign) -> dict[str, Any]:
    values = shown_settings(campaign)
    head: dict[str, Any] = {
        name: values.pop(name) for name in ("title", "collection", "evaluation") if name in values
    }
    return {**head, "settings": values}


def _seen(campaign: Campaign, wanted: Mapping[str, Any]) -> dict[str, object]:
    """What is shown now of what is to be changed: under the lock it must still be so."""
    names = {*wanted, *wanted.get("settings", {})}
    return {name: value for name, value in shown_settings(campaign).items() if name in names}
