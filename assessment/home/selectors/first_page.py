"""What somebody sees first: for each campaign, what each of their roles has to do next. Never more statements for more."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from assessment.assignments.selectors.forecast import Forecast, Pace, forecast
from assessment.assignments.selectors.progress import Worked, worked_by_member
from assessment.campaigns.models import State
from assessment.campaigns.selectors.candidate_list import Development, developments
from assessment.home.selectors.health import Health, health
from assessment.home.selectors.overviews import OpenDisputes, Overview, open_disputes, overviews
from assessment.home.selectors.teams import TeamOverview, team_overviews
from assessment.home.selectors.work import CampaignWork, my_work
from assessment.judging.models import WorkDay
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission


class OwnCampaign(NamedTuple):
    """One campaign, with what each role of its reader needs first; None where they do not have the role."""

    work: CampaignWork
    access: Access
    worked: Worked
    ahead: Forecast | None
    overview: Overview | None
    disputes: OpenDisputes | None
    teams: list[TeamOverview]
    development: (
        Development | None
    )  # of questions, where they may enter candidates without running the campaign

    @property
    def left(self) -> int:
        """Judgments to make."""
        return max(self.work.items - self.work.judged, 0)

    @property
    def minutes_today(self) -> int:
        """Active minutes, at least one where anything was saved."""
        return max(round(self.worked.seconds_today / 60), 1) if self.worked.seconds_today else 0


class FirstPage(NamedTuple):
    """The campaigns, released ones last, newest first; the one to go on with; the site's health for site admins."""

    campaigns: list[OwnCampaign]
    go_on: OwnCampaign | None
    health: Health | None


def first_page(account: Account) -> FirstPage:
    """Read it all."""
    now = timezone.now()
    today = now.date()
    work = my_work(account)
    accesses = [mine.access for mine in work if mine.access]
    organized = [access for access in accesses if access.may(Permission.EDIT_CAMPAIGN)]
    decided = [access.campaign for access in accesses if access.may(Permission.ADJUDICATE)]
    overview, disputes = overviews(organized, today), open_disputes(decided)
    teams = team_overviews(account, now) if _submits(accesses) else {}
    worked = worked_by_member(WorkDay.objects.filter(member__account=account), today) if _judges(work) else {}
    entering = developments(account, [access for access in accesses if access not in organized])
    campaigns = [
        _own(mine, mine.access, worked, today, overview, disputes, teams.get(mine.campaign.pk, []))._replace(
            development=entering.get(mine.campaign.pk)
        )
        for mine in work
        if mine.access
    ]
    campaigns.sort(key=lambda own: own.access.campaign.state == State.RELEASED)
    return FirstPage(campaigns, _go_on(campaigns), health(now) if account.is_superuser else None)


def _judges(work: list[CampaignWork]) -> bool:
    return any(mine.duties for mine in work)


def _submits(accesses: list[Access]) -> bool:
    return any("participant" in access.roles for access in accesses)


def _own(
    mine: CampaignWork,
    access: Access,
    worked: Mapping[int, Worked],
    today: date,
    overview: Mapping[int, Overview],
    disputes: Mapping[int, OpenDisputes],
    teams: list[TeamOverview],
) -> OwnCampaign:
    pk = access.campaign.pk
    own = worked.get(access.member.pk if access.member else 0, Worked(Pace(), None))
    ahead = forecast(mine.items - mine.judged, own.pace, today)
    return OwnCampaign(mine, access, own, ahead, overview.get(pk), disputes.get(pk), teams, None)


def _go_on(campaigns: list[OwnCampaign]) -> OwnCampaign | None:
    """The campaign that its reader judged in last; before anything is judged, the first in which something is to do."""
    waiting = [own for own in campaigns if own.work.next]
    begun = [own for own in waiting if own.worked.last_at]
    return max(begun, key=lambda own: str(own.worked.last_at)) if begun else next(iter(waiting), None)
