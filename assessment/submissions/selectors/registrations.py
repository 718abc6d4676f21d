"""Reads of registrations, and access to them: participants see their own team's, and of others only how many there are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.conf.locale import LANG_INFO
from django.db.models import Count, Prefetch, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.models import Member
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.shared.say import say, say_n
from assessment.submissions.models import LanguagePair, RegisteredPerson, Registration, Team
from assessment.submissions.selectors.runs import access_runs

TEAMS_NEEDED = 2  # so that a pair runs (ResPubliQA 2010 guidelines, section I)


def access_register(account: Visitor, slug: str) -> Access:
    """A campaign for which teams register, if the account may submit runs there."""
    return _registering(access_runs(account, slug))


def access_registrations(account: Visitor, slug: str) -> Access:
    """A campaign for which teams register, or registered once, if the account may see all of them."""
    access = access_campaign(account, slug, Permission.MANAGE_PEOPLE)
    opened = access.campaign.registration != "closed" or access.campaign.applications.exists()
    return access if opened else _registering(access)


def access_registration(account: Visitor, slug: str, pk: int) -> tuple[Access, Registration]:
    """The registration of one team, for organizers."""
    access = access_registrations(account, slug)
    registration = registrations_of(access.campaign).filter(team__id=pk).first()
    if registration is None:
        raise Http404
    return access, registration


def _registering(access: Access) -> Access:
    if not access.campaign.track.registers:
        raise Http404
    return access


class PairState(NamedTuple):
    """A pair of languages and how it stands."""

    source: str
    target: str
    questions: int = 0
    always: bool = False
    teams: int = 0
    given_out: bool = False

    @property
    def label(self) -> str:
        """As "EN:IT"."""
        return f"{self.source}:{self.target}"

    @property
    def names(self) -> str:
        """The languages in words."""
        source, target = language_name(self.source), language_name(self.target)
        if source == target:
            return source
        return say("{source} questions, {target} documents", source=source, target=target)

    @property
    def active(self) -> bool:
        """Whether it runs: enough teams, or the organizer's word, or questions that a team has already."""
        return self.always or self.given_out or self.teams >= TEAMS_NEEDED

    @property
    def status(self) -> str:
        """Whether it runs, and what it lacks."""
        if self.active:
            return say("active")
        lacks = TEAMS_NEEDED - self.teams
        return say_n("one more team is needed", "{n} more teams are needed", lacks)


class Pairs(NamedTuple):
    """The pairs that a campaign offers, as the squares of a table: source languages down, target languages across."""

    states: Mapping[str, PairState]

    @property
    def sources(self) -> list[str]:
        """The languages of questions."""
        return list(dict.fromkeys(state.source for state in self.states.values()))

    @property
    def targets(self) -> list[str]:
        """The languages of documents."""
        return sorted({state.target for state in self.states.values()})

    @property
    def active(self) -> list[PairState]:
        """Those that run."""
        return [state for state in self.states.values() if state.active]


def language_name(code: str) -> str:
    """A language in the reader's, by its code of two letters."""
    known = LANG_INFO.get(code.lower(), {})
    return gettext(str(known["name"])) if "name" in known else code


def pairs_of(campaign: Campaign) -> Pairs:
    """The pairs offered (two queries): all of the track, or once there are questions, theirs and those somebody chose."""
    counted = campaign.questions.exclude(source_lang="").values_list("source_lang", "target_lang")
    questions = {(source, target): n for source, target, n in counted.annotate(n=Count("pk")).order_by()}
    columns = ("source", "target", "always", "teams", "given_out")
    rows = {(row[0], row[1]): row[2:] for row in campaign.pairs.counted().values_list(*columns)}
    languages = campaign.track.languages
    offered = questions.keys() | rows.keys() if questions else {(s, t) for s in languages for t in languages}
    states = [PairState(*pair, questions.get(pair, 0), *rows.get(pair, ())) for pair in sorted(offered)]
    return Pairs({state.label: state for state in states})


class OwnTeam(NamedTuple):
    """A team of the account's, and what it registered; the first of several unless one is asked for."""

    team: Team | None
    registration: Registration | None
    others: Sequence[Team]


def own_team(access: Access, name: str = "", with_people: bool = False) -> OwnTeam:
    """The team for which a participant acts."""
    people = Prefetch("registration__people", RegisteredPerson.objects.order_by("position"))
    pairs = Prefetch("registration__pairs", LanguagePair.objects.in_order())
    rows = Team.objects.filter(campaign=access.campaign, members=access.member).select_related("registration")
    teams = (
        list(rows.prefetch_related(pairs, *([people] if with_people else [])).order_by("name", "pk"))
        if access.member
        else []
    )
    for team in teams:
        team.campaign = access.campaign
    chosen = next((team for team in teams if team.name == name), teams[0] if teams else None)
    others = [team for team in teams if team is not chosen]
    return OwnTeam(chosen, getattr(chosen, "registration", None), others)


def registrations_of(campaign: Campaign) -> QuerySet[Registration]:
    """All registrations with their people and pairs, by team id."""
    return (
        Registration.objects.filter(team__campaign=campaign)
        .select_related("team__campaign", "registered_by")
        .prefetch_related(
            Prefetch("people", RegisteredPerson.objects.order_by("position")),
            Prefetch("pairs", LanguagePair.objects.in_order()),
            Prefetch("team__members", Member.objects.order_by("name", "pk")),
        )
        .order_by("team__name", "pk")
    )
