"""Reads of the notices app: who is told what, and the log of it."""

from collections.abc import Mapping, Sequence

from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.notices.models import CHOOSABLE, Notice, NoticeKind, NoticeState, Unwanted
from assessment.people.models import Account, RoleName
from assessment.shared.say import sentence
from assessment.submissions.models import Team

GROUPS: Mapping[str, str] = {
    "assessors": sentence("All assessors"),
    "open_assessors": sentence("Assessors who have questions to finish"),
    "teams": sentence("All teams"),
    "teams_without_runs": sentence("Teams without a run"),
    "adjudicators": sentence("Adjudicators"),
}


def people_of(campaign: Campaign, *roles: str) -> QuerySet[Account]:
    """Everybody with an account and one of the roles, by name."""
    mine = Account.objects.filter(memberships__campaign=campaign, memberships__roles__role__in=roles)
    return mine.filter(is_active=True).distinct().order_by("username")


def people_of_team(team: Team) -> QuerySet[Account]:
    """Those who submit for a team."""
    return Account.objects.filter(memberships__teams=team, is_active=True).distinct().order_by("username")


def group_of(campaign: Campaign, group: str) -> QuerySet[Account]:
    """The people of a GROUP."""
    if group == "assessors":
        return people_of(campaign, RoleName.ASSESSOR)
    if group == "open_assessors":
        at_work = Assignment.objects.counting().filter(question__campaign=campaign, finished_at=None)
        return people_of(campaign, RoleName.ASSESSOR).filter(memberships__in=at_work.values("member"))
    if group == "adjudicators":
        return people_of(campaign, RoleName.ADJUDICATOR)
    teams = Team.objects.filter(campaign=campaign)
    if group == "teams_without_runs":
        teams = teams.exclude(runs__in=campaign.runs.current())
    return (
        Account.objects.filter(memberships__teams__in=teams, is_active=True).distinct().order_by("username")
    )


def newly_assigned(campaign: Campaign) -> list[tuple[Account, int]]:
    """Assessors with questions that they were given since they were last told, and how many they have to finish."""
    noticed = dict(
        Notice.objects.filter(campaign=campaign, kind=NoticeKind.WORK_ASSIGNED)
        .order_by()
        .values_list("account")
        .annotate(at=Max("made_at"))
    )
    given = (
        Assignment.objects.counting()
        .filter(question__campaign=campaign, member__account__is_active=True, finished_at=None)
        .exclude(member__account__email="")
        .order_by()
        .values_list("member__account")
    )
    rows = [
        (account, count)
        for account, count, newest in given.annotate(count=Count("pk"), newest=Max("assigned_at"))
        if account not in noticed or newest > noticed[account]
    ]
    accounts = Account.objects.in_bulk([pk for pk, _ in rows])
    return [(accounts[pk], count) for pk, count in sorted(rows)]


def is_all_judged(campaign: Campaign) -> bool:
    """Whether every assignment was finished."""
    given = Assignment.objects.counting().filter(question__campaign=campaign)
    return given.exists() and not given.filter(_open()).exists()


def _open() -> Q:
    """Not finished, of a question that is in the evaluation."""
    dropped = ~Q(question__drop_reason="") | Q(question__series__isnull=False) & ~Q(
        question__series__drop_reason=""
    )
    return Q(finished_at=None) & ~dropped


def notices_of(campaign: Campaign) -> QuerySet[Notice]:
    """The log of a campaign, newest first."""
    return Notice.objects.filter(campaign=campaign).select_related("made_by").order_by("-pk")


def waiting_by_hand(campaign: Campaign) -> QuerySet[Notice]:
    """What organizers have to tell people themselves, oldest first."""
    return Notice.objects.filter(campaign=campaign, state=NoticeState.TO_HAND_OVER).order_by("pk")


def access_notice(campaign: Campaign, pk: int) -> Notice:
    """A notice of the campaign that the caller may manage."""
    found = notices_of(campaign).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def wanted_kinds(account: Account) -> Sequence[str]:
    """The kinds of notice that somebody gets, of those that can be chosen."""
    unwanted = set(Unwanted.objects.filter(account=account).values_list("kind", flat=True))
    return [kind.value for kind in CHOOSABLE if kind not in unwanted]
