"""The numbers of judging as small figures of the board: counts of what was done, no claims of what will be."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta

from django.db.models import Sum
from django.http import Http404
from django.utils import timezone

from assessment.assignments.selectors.assign import assign_page
from assessment.assignments.selectors.forecast import LATELY
from assessment.assignments.selectors.progress import AssessorProgress, progress_of
from assessment.assignments.selectors.work_figure import WORK
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.people_figures import people_figures
from assessment.judging.models import WorkDay
from assessment.people.selectors.access import Access, Permission
from assessment.shared.figures import COUNT, PLAIN, Axis, Bar, Bars, Figure, Unit
from assessment.shared.say import say
from assessment.shared.times import day_text
from assessment.submissions.selectors.pool_figures import SHARED, SIZES, pool_figures
from assessment.submissions.selectors.pools import pool_sizes

MOST_PEOPLE = 12  # as many rows as the matrix beside shows
FEWEST_JUDGED = 10  # judgments of one person, of which a mean time says anything
SECONDS = Unit(lambda value: f"{value:.0f}\u00a0s", PLAIN.tick)


def board_figures(campaign: Campaign, rows: Sequence[AssessorProgress]) -> list[Figure]:
    """Those that there is something for (one query)."""
    return [figure for figure in (_by_day(campaign), _by_person(campaign, rows)) if figure]


def campaign_figure(access: Access, name: str) -> Figure:
    """One of the board, of the page Pool or People, for those who see it, by its name; Http404 where there is none."""
    permission, draw = OF_PAGES.get(name, (Permission.SEE_BOARD, _of_board))
    for figure in draw(access.campaign) if access.may(permission) else ():
        if figure.name == name:
            return figure
    raise Http404


def _of_board(campaign: Campaign) -> list[Figure]:
    return board_figures(campaign, progress_of(campaign, assign_page(campaign, assigned_only=True)).rows)


def _of_pool(campaign: Campaign) -> list[Figure]:
    return pool_figures(campaign, pool_sizes(campaign))


OF_PAGES: Mapping[str, tuple[Permission, Callable[[Campaign], list[Figure]]]] = {
    **dict.fromkeys((SIZES, SHARED), (Permission.MAKE_POOL, _of_pool)),
    WORK: (Permission.MANAGE_PEOPLE, people_figures),
}


def _by_day(campaign: Campaign) -> Figure | None:
    """Judgments made in Assize on each of the last days, from the first on which any were; days without any too."""
    today = timezone.now().date()
    begin = today - timedelta(days=LATELY - 1)
    days = WorkDay.objects.filter(member__campaign=campaign, day__range=(begin, today)).order_by("day")
    judged = {day: max(0, number) for day, number in days.values_list("day").annotate(Sum("judged"))}
    if not any(judged.values()):
        return None
    first = min(day for day, number in judged.items() if number)
    shown = [first + timedelta(days=n) for n in range((today - first).days + 1)]
    return Bars(
        name="days",
        title=say("Judged per day"),
        caption=say(
            "Judgments that people made here in the last {days} days (UTC), less those taken back.",
            days=LATELY,
        ),
        source=campaign.title,
        axis=Axis(say("Judgments"), COUNT, low=0),
        bars=[Bar(day_text(day), [judged.get(day, 0)]) for day in shown],
        parts=[say("judged")],
        rows_name=say("Day"),
    )


def _by_person(campaign: Campaign, rows: Iterable[AssessorProgress]) -> Figure | None:
    """Active seconds for a judgment, in the mean of each person who made enough of them."""
    paces = [(row.member.name, row.worked.pace) for row in rows]
    known = [(name, pace) for name, pace in paces if pace.judged >= FEWEST_JUDGED and pace.seconds]
    if not known:
        return None
    return Bars(
        name="times",
        title=say("Time per judgment"),
        caption=say(
            "Active seconds, in the mean of all judgments that a person made here; behind the name, how many."
        ),
        source=campaign.title,
        axis=Axis(say("Seconds"), SECONDS, low=0),
        bars=[
            Bar(f"{name} ({pace.judged})", [pace.seconds / pace.judged]) for name, pace in known[:MOST_PEOPLE]
        ],
        parts=[say("seconds")],
        rows_name=say("Assessor"),
    )
