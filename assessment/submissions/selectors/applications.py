"""Campaigns open for registration as outsiders see them, and requests as organizers do."""

from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account, Role, RoleName
from assessment.people.selectors.access import Access, Visitor
from assessment.shared.say import say
from assessment.submissions.models import ApplicationState, Team, TeamApplication
from assessment.submissions.selectors.registrations import access_registrations
from assessment.submissions.selectors.sentences import either

OPENED = ("approval", "open")


class Offer(NamedTuple):
    """A campaign that somebody may register for, and their last request."""

    campaign: Campaign
    application: TeamApplication | None

    @property
    def is_waiting(self) -> bool:
        """Whether a request waits for the organizers."""
        return self.application is not None and self.application.state == ApplicationState.PENDING

    @property
    def asks(self) -> str:
        """What a team is asked for, in words."""
        track = self.campaign.track
        if track.registers:
            return say(
                "team name, group, affiliation, people with e-mail, tasks ({tasks}), language pairs",
                tasks=either(track.run_kinds),
            )
        return say("team name, group, affiliation, people with e-mail")


def offers_for(visitor: Visitor) -> list[Offer]:
    """The campaigns open for registration in which the account has no part yet (four queries, one where none is open), newest first."""
    if not isinstance(visitor, Account):
        return []
    opened = list(_open().order_by("-created_at", "-pk"))
    if not opened:
        return []
    taken = _taken(visitor)
    campaigns = [campaign for campaign in opened if campaign.pk not in taken]
    rows = TeamApplication.objects.filter(account=visitor).order_by("pk")
    last = {row.campaign_id: row for row in rows}
    return [Offer(campaign, last.get(campaign.pk)) for campaign in campaigns]


def access_offer(visitor: Visitor, slug: str) -> Offer:
    """One of them; anything else is not there for the account."""
    offer = next((one for one in offers_for(visitor) if one.campaign.slug == slug), None)
    if offer is None:
        raise Http404
    return offer


def stands_in_the_way(account: Account, campaign: Campaign) -> str:
    """Why the account cannot ask; "" where it can."""
    if campaign.applications.filter(account=account, state=ApplicationState.PENDING).exists():
        return say("You have asked already; the organizers will decide.")
    if campaign.pk in _taken(account):
        return say("You take part in this campaign already.")
    return ""


def _open() -> QuerySet[Campaign]:
    states = [State.DRAFT, State.OPEN]
    return Campaign.visible.filter(registration__in=OPENED, state__in=states, archived_at__isnull=True)


def _taken(account: Account) -> set[int]:
    """Campaigns in which the account has another role than participant, or is in a team."""
    others = Role.objects.filter(member__account=account).exclude(role=RoleName.PARTICIPANT)
    teams = Team.objects.filter(members__account=account)
    return {*others.values_list("member__campaign", flat=True), *teams.values_list("campaign", flat=True)}


def applications_of(campaign: Campaign) -> QuerySet[TeamApplication]:
    """Requests that wait, oldest first; then those that were refused or withdrawn."""
    shown = campaign.applications.filter(~Q(state=ApplicationState.ACCEPTED))
    return shown.select_related("account", "decided_by").order_by("decided_at", "pk")


def access_application(visitor: Visitor, slug: str, pk: int) -> tuple[Access, TeamApplication]:
    """A request to a campaign whose people the account may manage."""
    access = access_registrations(visitor, slug)
    rows = TeamApplication.objects.select_related("campaign", "account")
    return access, get_object_or_404(rows, campaign=access.campaign, pk=pk)
