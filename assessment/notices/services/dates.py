"""What people are told of registrations and dates: one function for each verb of the event log, as in `occasions`."""

from collections.abc import Callable, Mapping
from functools import partial

from django.urls import reverse

from assessment.campaigns.models import Campaign, DateChange, DateKind, State
from assessment.notices.models import NoticeKind
from assessment.notices.selectors import people_of, people_of_team
from assessment.notices.services.notify import Text, notify
from assessment.people.models import Account, Event, RoleName
from assessment.shared.datetimes import format_datetime
from assessment.shared.say import say
from assessment.submissions.models import LanguagePair, Registration, Team
from assessment.submissions.selectors.registrations import pairs_of


def tell_registered(event: Event) -> None:
    """The team's people: it is registered; and all teams of its pairs that run by now."""
    campaign, team = event.campaign, _team_of(event)
    assert campaign is not None
    if team is None:
        return
    notify(
        kind=NoticeKind.REGISTRATION,
        campaign=campaign,
        to=people_of_team(team),
        text=lambda: Text(
            say("{campaign}: {team} is registered", campaign=campaign.title, team=team.name),
            say("{team} is registered for {campaign}.", campaign=campaign.title, team=team.name),
            reverse("submissions:own-team", args=[campaign.slug]),
        ),
        about=f"team {team.pk}",
    )
    tell_pairs(event)


def tell_refused(event: Event) -> None:
    """Whoever asked: their team was not accepted, and why."""
    campaign = event.campaign
    assert campaign is not None
    asked = campaign.applications.filter(name=event.subject, reason=event.data["reason"])
    application = asked.order_by("-decided_at", "-pk").first()
    if application is None:
        return
    notify(
        kind=NoticeKind.REGISTRATION,
        campaign=campaign,
        to=[application.account],
        text=lambda: Text(
            say("{campaign}: {team} was not accepted", campaign=campaign.title, team=application.name),
            say(
                "The organizers of {campaign} did not accept {team}. Reason: {reason}",
                campaign=campaign.title,
                team=application.name,
                reason=application.reason,
            ),
            reverse("submissions:join", args=[campaign.slug]),
        ),
        about=f"request {application.pk}",
    )


def tell_pairs(event: Event) -> None:
    """The teams of pairs that may have begun to run: all of the team's, or the one that an organizer decided on."""
    campaign = event.campaign
    assert campaign is not None
    if not campaign.track.registers:
        return
    team = _team_of(event)
    chosen = {str(pair) for pair in team.registration.pairs.all()} if team else {event.subject}
    running = pairs_of(campaign).states
    for pair in sorted(chosen):
        if pair in running and running[pair].active:
            _tell_pair(campaign, pair)


def _tell_pair(campaign: Campaign, label: str) -> None:
    source, target = label.split(":")
    pair = LanguagePair.objects.filter(campaign=campaign, source=source, target=target)
    teams = Registration.objects.filter(pairs__in=pair).values("team")
    notify(
        kind=NoticeKind.PAIR_ACTIVE,
        campaign=campaign,
        to=Account.objects.filter(memberships__teams__in=teams).distinct().order_by("username"),
        text=lambda: Text(
            say("{campaign}: {pair} runs", campaign=campaign.title, pair=label),
            say(
                "The language pair {pair} of {campaign} runs. You can submit runs for it once the questions are out.",
                pair=label,
                campaign=campaign.title,
            ),
            reverse("submissions:topics", args=[campaign.slug]),
        ),
        about=f"pair {label}",
    )


def tell_questions(event: Event) -> None:
    """The teams: the questions are out, whoever opened the campaign."""
    campaign = event.campaign
    assert campaign is not None
    if campaign.state != State.OPEN or event.data.get("before") != State.DRAFT:
        return
    page = "submissions:topics" if campaign.track.registers else "submissions:own-team"
    notify(
        kind=NoticeKind.QUESTIONS_OUT,
        campaign=campaign,
        to=people_of(campaign, RoleName.PARTICIPANT),
        text=lambda: Text(
            say("{campaign}: the questions are out", campaign=campaign.title),
            _out(campaign),
            reverse(page, args=[campaign.slug]),
        ),
        about=f"event {event.pk}",
    )


def _out(campaign: Campaign) -> str:
    out = say("The questions of {campaign} are out.", campaign=campaign.title)
    if not campaign.deadline:
        return out
    due = say("Runs are due {moment}.", moment=campaign.deadline_text)
    return f"{out} {due}"


def tell_date(event: Event) -> None:
    """All who take part: a date was moved."""
    campaign = event.campaign
    change = DateChange.objects.filter(pk=event.data["change"]).select_related("date").first()
    assert campaign is not None
    if change is None:
        return
    notify(
        kind=NoticeKind.DATE_MOVED,
        campaign=campaign,
        to=people_of(campaign, RoleName.PARTICIPANT),
        text=partial(_moved, campaign, change),
        about=f"move of date {change.pk}",
    )


def _moved(campaign: Campaign, change: DateChange) -> Text:
    date = change.date
    title = DateKind(date.kind).label
    before = format_datetime(change.before, change.before_zone) if change.before else say("none")
    now = date.text if date.at else say("none")
    return Text(
        say("{campaign}: “{title}” was moved", campaign=campaign.title, title=title),
        say(
            "“{title}” is now {now}. Before: {before}. Reason: {reason}",
            title=title,
            now=now,
            before=before,
            reason=change.reason,
        ),
        reverse("campaigns:schedule", args=[campaign.slug]),
    )


def tell_missed(event: Event) -> None:
    """The organizers: a date has come, and the site could not do what it asks for."""
    campaign = event.campaign
    assert campaign is not None

    row = campaign.dates.filter(kind=event.data["kind"]).first()

    def text() -> Text:
        title = DateKind(event.data["kind"]).label
        why = say(
            "The date “{title}” of {campaign} has come, and the site could not keep it: {reason}",
            title=title,
            campaign=campaign.title,
            reason=(row and row.why_missed) or event.data["reason"],
        )
        onward = say("Nothing more happens by itself. Do it by hand, or set another date.")
        return Text(
            say("{campaign}: “{title}” was not kept", campaign=campaign.title, title=title),
            f"{why}\n\n{onward}",
            reverse("campaigns:schedule", args=[campaign.slug]),
        )

    notify(
        kind=NoticeKind.DATE_MISSED,
        campaign=campaign,
        to=people_of(campaign, RoleName.ADMIN, RoleName.ORGANIZER),
        text=text,
        about=f"event {event.pk}",
    )


def _team_of(event: Event) -> Team | None:
    """The registered team that an event is about; None where it is about something else."""
    teams = Team.objects.filter(campaign=event.campaign, name=event.subject, registration__isnull=False)
    return teams.select_related("registration").first() if event.verb.startswith("registration:") else None


DATES_BY_VERB: Mapping[str, Callable[[Event], None]] = {
    "registration:made": tell_registered,
    "registration:changed": tell_pairs,
    "registration:refused": tell_refused,
    "pair:changed": tell_pairs,
    "campaign:state": tell_questions,
    "date:moved": tell_date,
    "date:missed": tell_missed,
}
