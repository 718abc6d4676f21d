"""Registration of teams in the API: a team's own, everybody's for organizers, pairs of languages, requests to take part."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, IF_MATCH, ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.repeats import Stale, etag_of, refuse_stale, repeatable
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Conflict
from assessment.shared.seen import mark_of
from assessment.submissions.api.teams import members_field, members_named
from assessment.submissions.models import Registration, TeamApplication
from assessment.submissions.selectors import registrations as selectors
from assessment.submissions.selectors.applications import access_application, applications_of
from assessment.submissions.selectors.runs import is_organizer
from assessment.submissions.services import applications, registrations

TEAM = OpenApiParameter("team", str, description="of those who are in several: for which of them")


class PersonInTeamSerializer(Body):
    """Somebody of a team."""

    full_name = serializers.CharField(max_length=150)
    affiliation = serializers.CharField(max_length=200)
    email = serializers.CharField(max_length=254)


def _texts(longest: int, **options: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(max_length=longest), max_length=1000, **options)


class EntrySerializer(Body):
    """What a team registers; the first person is the one to contact."""

    team_id = serializers.CharField(max_length=64, help_text="four lower-case letters")
    group = serializers.CharField(max_length=200, help_text="the name that results are published under")
    affiliation = serializers.CharField(max_length=200)
    people = PersonInTeamSerializer(many=True)
    tasks = _texts(20, default=list)
    pairs = _texts(5, default=list, help_text="of languages, such as EN:IT")
    members = members_field(required=False, said="who downloads and submits for it; of organizers alone")


class RegistrationSerializer(serializers.Serializer[Any]):
    """A registered team."""

    id = serializers.IntegerField(source="team_id")
    team_id = serializers.CharField(source="team.name")
    group = serializers.CharField()
    affiliation = serializers.CharField()
    people = PersonInTeamSerializer(many=True, source="people.all")
    tasks = serializers.ListField(child=serializers.CharField())
    pairs = serializers.SerializerMethodField()
    members = serializers.SerializerMethodField(help_text="names, as the files of the campaign have them")
    registered_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(
        allow_null=True, help_text="the first download of questions: its time begins"
    )

    def get_pairs(self, row: Registration) -> list[str]:
        """As EN:IT."""
        return [str(pair) for pair in row.pairs.all()]

    def get_members(self, row: Registration) -> list[str]:
        """Their names."""
        return row.team.member_names()


class PairSerializer(serializers.Serializer[Any]):
    """A pair of languages, and whether it runs."""

    pair = serializers.CharField(source="label", help_text="of questions and documents, such as EN:IT")
    questions = serializers.IntegerField()
    teams = serializers.IntegerField(help_text="that registered for it")
    always = serializers.BooleanField(help_text="whether it runs whatever the number of its teams")
    active = serializers.BooleanField()
    status = serializers.CharField()


class AlwaysSerializer(Body):
    """Whether a pair runs whatever the number of its teams."""

    always = serializers.BooleanField()


class AskedEntrySerializer(serializers.Serializer[Any]):
    """What a team that asks would register."""

    group = serializers.CharField()
    affiliation = serializers.CharField()
    people = PersonInTeamSerializer(many=True)
    tasks = serializers.ListField(child=serializers.CharField())
    pairs = serializers.ListField(child=serializers.CharField())


class ApplicationSerializer(serializers.Serializer[Any]):
    """A request to take part with a team."""

    id = serializers.IntegerField(source="pk")
    team_id = serializers.CharField(source="name")
    account = serializers.CharField(source="account.username")
    entry = serializers.SerializerMethodField()
    state = serializers.CharField(help_text="pending, refused or withdrawn")
    made_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()

    @extend_schema_field(AskedEntrySerializer)
    def get_entry(self, row: TeamApplication) -> Any:
        """What it would register."""
        people = [registrations.Person(*person) for person in row.entry["people"]]
        return AskedEntrySerializer({**row.entry, "people": people}).data


class AnswerToApplicationSerializer(Body):
    """What becomes of a request."""

    do = serializers.ChoiceField(["accept", "refuse"])
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=1000, help_text="of a refusal, for whoever asked"
    )


def access_registering(account: Account, slug: str) -> Access:
    """The campaign, for those who see all registrations, or register a team."""
    try:
        return selectors.access_registrations(account, slug)
    except Http404:
        return selectors.access_register(account, slug)


class Registrations(ApiView):
    """The registered teams."""

    @extend_schema(parameters=PAGE, responses={200: RegistrationSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All registrations, for organizers; of participants their own."""
        access = access_registering(self.account, slug)
        rows = selectors.registrations_of(access.campaign)
        if not is_organizer(access):
            rows = rows.filter(team__members=_member(access))
        return page_of_list(request, rows, RegistrationSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY, TEAM],
        request=EntrySerializer,
        responses={201: RegistrationSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Register a team: participants their own, organizers any."""
        access = access_registering(self.account, slug)
        entry, named = _entry(request)
        organizer = is_organizer(access)
        if not organizer:
            _refuse_members(named, [_member(access).name])
        own = None if organizer else selectors.own_team(access, request.query_params.get("team", ""))
        made = registrations.register_team(
            by=self.account,
            campaign=access.campaign,
            entry=entry,
            members=_chosen(access, named) or [] if organizer else [_member(access)],
            team=own.team if own else None,
            organizer=organizer,
        )
        return _shown(_row(access, made.pk), organizer, 201)


class RegistrationDetail(ApiView):
    """One registered team."""

    @extend_schema(responses={200: RegistrationSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """What a team registered; the ETag names it. For organizers, and its own people."""
        access = access_registering(self.account, slug)
        return _shown(_row(access, pk), is_organizer(access))

    @extend_schema(
        parameters=[IF_MATCH],
        request=EntrySerializer,
        responses={
            200: RegistrationSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            412: REFUSALS[412],
            422: REFUSALS[422],
        },
    )
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Change it. Once a team has questions, it changes its people alone; organizers change all.

        With If-Match only if it is as you saw it.
        """
        access = access_registering(self.account, slug)
        organizer, row = is_organizer(access), _row(access, pk)
        entry, named = _entry(request)
        if not organizer:
            _refuse_members(named, row.team.member_names())
        state = _state(row, organizer)
        refuse_stale(request, state)
        chosen = _chosen(access, named) if organizer else None
        bound = registrations.state_of(row, members=chosen is not None)
        try:
            registrations.change_registration(
                by=self.account,
                registration=row,
                entry=entry,
                members=chosen,
                organizer=organizer,
                seen=mark_of(bound) if "If-Match" in request.headers else None,
            )
        except Conflict as error:
            if error.code != "changed_meanwhile":
                raise
            raise Stale(error, _state(_row(access, pk), organizer)) from error
        return _shown(_row(access, pk), organizer)


class PairList(ApiView):
    """The pairs of languages of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: PairSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All pairs that are offered, and how each stands; for organizers and participants."""
        access = selectors.access_register(self.account, slug)
        return page_of_list(
            request, list(selectors.pairs_of(access.campaign).states.values()), PairSerializer
        )


class Pair(ApiView):
    """One pair."""

    @extend_schema(responses={200: PairSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pair: str) -> Response:
        """How it stands; for organizers and participants."""
        access = selectors.access_register(self.account, slug)
        found = selectors.pairs_of(access.campaign).states.get(pair)
        if found is None:
            raise Http404
        return Response(PairSerializer(found).data)

    @extend_schema(
        request=AlwaysSerializer,
        responses={200: PairSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def patch(self, request: Request, slug: str, pair: str) -> Response:
        """Let a pair run whatever the number of its teams, or not; for organizers."""
        access = selectors.access_registrations(self.account, slug)
        given = AlwaysSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        registrations.set_pair(by=self.account, campaign=access.campaign, pair=pair, **given.validated_data)
        return Response(PairSerializer(selectors.pairs_of(access.campaign).states[pair]).data)


class ApplicationList(ApiView):
    """Requests to take part."""

    @extend_schema(parameters=PAGE, responses={200: ApplicationSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Requests that wait, oldest first, then those that were refused or withdrawn; for organizers."""
        access = selectors.access_registrations(self.account, slug)
        return page_of_list(request, applications_of(access.campaign), ApplicationSerializer)


class DecisionOnApplication(ApiView):
    """The decision on a request to take part."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AnswerToApplicationSerializer,
        responses={200: ApplicationSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Accept a request, which registers the team, or refuse it with a reason."""
        _, application = access_application(self.account, slug, pk)
        given = AnswerToApplicationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        if given.validated_data["do"] == "accept":
            applications.accept_application(by=self.account, application=application)
        else:
            reason = given.validated_data["reason"]
            applications.refuse_application(by=self.account, application=application, reason=reason)
        return Response(ApplicationSerializer(access_application(self.account, slug, pk)[1]).data)


def _entry(request: Request) -> tuple[registrations.RegistrationEntry, list[str] | None]:
    """What a body registers, and the members that it names."""
    given = EntrySerializer(data=request.data)
    given.is_valid(raise_exception=True)
    fields: Mapping[str, Any] = given.validated_data
    entry = registrations.RegistrationEntry(
        team_id=fields["team_id"],
        group=fields["group"],
        affiliation=fields["affiliation"],
        people=tuple(registrations.Person(**person) for person in fields["people"]),
        tasks=tuple(fields["tasks"]),
        pairs=tuple(fields["pairs"]),
    )
    return entry, fields.get("members")


def _refuse_members(named: list[str] | None, there: list[str]) -> None:
    """Teams do not choose who acts for them; whoever sends back what they read may."""
    if named is not None and sorted(named) != sorted(there):
        raise ValidationError({"members": "Organizers choose who downloads and submits for a team."})


def _chosen(access: Access, named: list[str] | None) -> list[Member] | None:
    return None if named is None else members_named(access.campaign, named)


def _member(access: Access) -> Member:
    """Who asks, as somebody of the campaign."""
    if access.member is None:
        raise ValidationError({"team_id": "You are nobody of this campaign."})
    return access.member


def _row(access: Access, pk: int) -> Registration:
    """A registration as somebody may see it."""
    rows = selectors.registrations_of(access.campaign)
    if not is_organizer(access):
        rows = rows.filter(team__members=_member(access))
    found = rows.filter(team__id=pk).first()
    if found is None:
        raise Http404
    return found


def _state(row: Registration, organizer: bool) -> dict[str, Any]:
    return registrations.state_of(row, members=organizer)


def _shown(row: Registration, organizer: bool, status: int = 200) -> Response:
    headers = {"ETag": etag_of(_state(row, organizer))}
    return Response(RegistrationSerializer(row).data, status, headers=headers)
