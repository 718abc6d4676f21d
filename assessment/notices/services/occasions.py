"""On which occasions people are told something: one function for each verb of the event log.

Each is called in the transaction of the event, and makes notices; what is told is sent after the commit.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import deadlines_of
from assessment.judging.models import Ruling
from assessment.notices.models import NoticeKind
from assessment.notices.selectors import is_all_judged, newly_assigned, people_of, people_of_team
from assessment.notices.services.notify import Text, invite_by_mail, notify
from assessment.people.models import Account, Event, Invitation, RoleName
from assessment.shared.datetimes import format_datetime
from assessment.submissions.models import Run, Team

NEAR = timedelta(hours=48)


def tell_receipt(event: Event) -> None:
    """The team's people: a run of theirs came in."""
    campaign = event.campaign
    assert campaign is not None
    run = Run.objects.current().filter(campaign=campaign, run_id=event.subject).select_related("team").first()
    if run is None:
        return
    came = "replaced the run of the same id" if event.verb == "run:replaced" else "was received"
    said = (
        f"Run {run.run_id} of {run.team.name} {came} on {_at(timezone.now(), campaign)}: "
        f"{run.responses_count:,} responses, {_count(run.warnings_count, 'warning')}.\n"
        f"SHA-256 of the file: {run.sha256}"
    )
    notify(
        kind=NoticeKind.RECEIPT,
        campaign=campaign,
        to=people_of_team(run.team),
        text=Text(
            f"{campaign.title}: run {run.run_id} received",
            said,
            reverse("submissions:run", args=[campaign.slug, run.run_id]),
        ),
        about=f"run {run.pk}",
    )


def tell_deadline(event: Event) -> None:
    """All teams, or the one whose deadline it is, while the campaign takes runs."""
    campaign = event.campaign
    assert campaign is not None
    change = campaign.deadline_changes.order_by("-pk").first()
    if campaign.state != State.OPEN or change is None:
        return
    now = (
        _at(change.after, campaign)
        if change.after
        else "none: runs can come in as long as the campaign is open"
    )
    before = _at(change.before, campaign) if change.before else "none"
    team = campaign.teams.filter(name=change.team_name).first() if change.team_name else None
    people = people_of_team(team) if team else people_of(campaign, RoleName.PARTICIPANT)
    whose = f" of {change.team_name}" if change.team_name else ""
    notify(
        kind=NoticeKind.DEADLINE_MOVED,
        campaign=campaign,
        to=people,
        text=Text(
            f"{campaign.title}: deadline moved",
            f"The deadline for runs{whose} is now {now}. Before: {before}. Reason: {change.reason}",
            reverse("submissions:runs", args=[campaign.slug]),
        ),
        about=f"move {change.pk}",
    )


def tell_assigned(event: Event) -> None:
    """Assessors who were given questions since they were last told."""
    campaign = event.campaign
    assert campaign is not None
    for account, count in newly_assigned(campaign):
        notify(
            kind=NoticeKind.WORK_ASSIGNED,
            campaign=campaign,
            to=[account],
            text=Text(
                f"{campaign.title}: questions for you",
                f"You have {_count(count, 'question')} to judge in {campaign.title}.",
                "/",
            ),
            about=f"event {event.pk}",
        )


def tell_reopened(event: Event) -> None:
    """The assessor: a question is open again."""
    campaign = event.campaign
    assert campaign is not None
    whose = Account.objects.filter(
        memberships__campaign=campaign, memberships__name=event.data.get("assessor", "")
    )
    notify(
        kind=NoticeKind.QUESTION_REOPENED,
        campaign=campaign,
        to=whose,
        text=Text(
            f"{campaign.title}: {event.subject} is open again",
            f"The organizers reopened {event.subject}. All your judgments are kept; change what is needed, then finish it again.",
            "/",
        ),
        about=f"event {event.pk}",
    )


def tell_asked(event: Event) -> None:
    """The organizers: an assessor asks, and waits for a ruling."""
    campaign, ruling = event.campaign, _ruling_of(event)
    assert campaign is not None
    if ruling is None:
        return
    notify(
        kind=NoticeKind.RULING_ASKED,
        campaign=campaign,
        to=people_of(campaign, RoleName.ADMIN, RoleName.ORGANIZER),
        text=Text(
            f"{campaign.title}: question of an assessor about {event.subject}",
            f"{ruling.asked_by} asks{_about_answer(ruling)}:\n\n{ruling.asked}\n\nYour answer becomes a ruling for all assessors.",
            f"{reverse('judging:rulings', args=[campaign.slug])}#ruling-{ruling.pk}",
        ),
        about=f"ruling {ruling.pk}",
    )


def tell_ruling(event: Event) -> None:
    """Whoever asked: the ruling that answers them, and again each time it is worded anew."""
    campaign, ruling = event.campaign, _ruling_of(event)
    assert campaign is not None
    if ruling is None or ruling.asked_by is None or ruling.asked_by.account is None:
        return
    notify(
        kind=NoticeKind.RULING_MADE,
        campaign=campaign,
        to=[ruling.asked_by.account],
        text=Text(
            f"{campaign.title}: your question about {event.subject} was answered",
            f"You asked{_about_answer(ruling)}:\n\n{ruling.asked}\n\nThe ruling, for all assessors:\n\n{ruling.text}",
            "/",
        ),
        about=f"ruling {ruling.pk} {ruling.changes}",
    )


def _ruling_of(event: Event) -> Ruling | None:
    rows = Ruling.objects.select_related("asked_by__account", "item")
    return rows.filter(campaign=event.campaign, pk=event.data.get("ruling")).first()


def _about_answer(ruling: Ruling) -> str:
    return f" about “{ruling.item.answer[:200]}” in {ruling.item.docid}" if ruling.item else ""


def tell_all_judged(event: Event) -> None:
    """The organizers, when the last question is finished."""
    campaign = event.campaign
    assert campaign is not None
    if not is_all_judged(campaign):
        return
    notify(
        kind=NoticeKind.JUDGING_DONE,
        campaign=campaign,
        to=people_of(campaign, RoleName.ADMIN, RoleName.ORGANIZER),
        text=Text(
            f"{campaign.title}: everything is judged",
            f"All assigned questions of {campaign.title} are finished. The board says what comes next.",
            reverse("results:board", args=[campaign.slug]),
        ),
        about=f"event {event.pk}",
    )


def tell_released(event: Event) -> None:
    """Everybody who may see the scores now."""
    campaign = event.campaign
    assert campaign is not None
    notify(
        kind=NoticeKind.RELEASED,
        campaign=campaign,
        to=people_of(campaign, RoleName.PARTICIPANT, RoleName.ASSESSOR, RoleName.ADJUDICATOR),
        text=Text(
            f"{campaign.title}: results released",
            f"The results of {campaign.title} are released.",
            reverse("results:results", args=[campaign.slug]),
        ),
        about=f"event {event.pk}",
    )


def tell_teams(event: Event) -> None:
    """The teams, where each sees its own scores before everybody sees all."""
    campaign = event.campaign
    assert campaign is not None
    notify(
        kind=NoticeKind.RELEASED,
        campaign=campaign,
        to=people_of(campaign, RoleName.PARTICIPANT),
        text=Text(
            f"{campaign.title}: your results",
            f"You can see the results of your own runs in {campaign.title}. They are not public yet.",
            reverse("results:results", args=[campaign.slug]),
        ),
        about=f"event {event.pk}",
    )


def tell_invitations(event: Event) -> None:
    """Those who are invited, where mail is set up; else the log says that whoever invited handed the links over."""
    invitations = Invitation.objects.filter(pk__in=event.data.get("invitations", [])).order_by("pk")
    invite_by_mail(campaign=event.campaign, invitations=invitations, by=event.account)


BY_VERB: Mapping[str, Callable[[Event], None]] = {
    "invitation:made": tell_invitations,
    "invitation:renewed": tell_invitations,
    "people:imported": tell_invitations,
    "run:submitted": tell_receipt,
    "run:replaced": tell_receipt,
    "deadline:moved": tell_deadline,
    "assignment:made": tell_assigned,
    "assignment:added": tell_assigned,
    "assignment:handed_over": tell_assigned,
    "assignment:reopened": tell_reopened,
    "ruling:asked": tell_asked,
    "ruling:made": tell_ruling,
    "question:finished": tell_all_judged,
    "question:no_answer_found": tell_all_judged,
    "scores:told_teams": tell_teams,
    "scores:released": tell_released,
}


def tell_near_deadlines() -> int:
    """Tell the teams whose deadline comes within two days, once for each date; how many notices were made."""
    now, made = timezone.now(), 0
    for campaign in Campaign.visible.filter(state=State.OPEN).order_by("pk"):
        for team in campaign.teams.order_by("pk"):
            due = deadlines_of(campaign, team.name).effective
            if due and now < due <= now + NEAR:
                made += _tell_near(campaign, team, due)
    return made


def _tell_near(campaign: Campaign, team: Team, due: datetime) -> int:
    runs = team.runs.current().count()
    said = (
        f"{team.name} has submitted {_count(runs, 'run')}."
        if runs
        else f"{team.name} has submitted no run yet."
    )
    return len(
        notify(
            kind=NoticeKind.DEADLINE_NEAR,
            campaign=campaign,
            to=people_of_team(team),
            text=Text(
                f"{campaign.title}: runs are due {_at(due, campaign)}",
                f"Runs for {campaign.title} are due {_at(due, campaign)}. {said}",
                reverse("submissions:runs", args=[campaign.slug]),
            ),
            about=f"due {due.isoformat()}",
        )
    )


def _at(at: datetime, campaign: Campaign) -> str:
    return format_datetime(at.replace(microsecond=0), campaign.deadline_zone)


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
