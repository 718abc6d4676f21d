"""On which occasions people are told something: one function for each verb of the event log.

Each is called in the transaction of the event, and makes notices; what is told is sent after the commit.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial

from django.urls import reverse
from django.utils import timezone

from assessment.campaigns.models import Campaign, DeadlineChange, State
from assessment.campaigns.selectors.campaigns import deadlines_of
from assessment.judging.models import Ruling
from assessment.notices.models import NoticeKind
from assessment.notices.selectors import is_all_judged, newly_assigned, people_of, people_of_team
from assessment.notices.services.new_tokens import tell_token
from assessment.notices.services.notify import Text, invite_by_mail, notify
from assessment.people.models import Account, Event, Invitation, RoleName
from assessment.shared.datetimes import format_datetime
from assessment.shared.say import say, say_n
from assessment.submissions.models import PoolItem, Run, Team

NEAR = timedelta(hours=48)


def tell_receipt(event: Event) -> None:
    """The team's people: a run of theirs came in."""
    campaign = event.campaign
    assert campaign is not None
    run = Run.objects.current().filter(campaign=campaign, run_id=event.subject).select_related("team").first()
    if run is None:
        return
    received, is_replaced = _at(timezone.now(), campaign), event.verb == "run:replaced"

    def text() -> Text:
        return Text(
            say("{campaign}: run {run} received", campaign=campaign.title, run=run.run_id),
            _receipt(run, received, is_replaced=is_replaced),
            reverse("submissions:run", args=[campaign.slug, run.run_id]),
        )

    notify(
        kind=NoticeKind.RECEIPT,
        campaign=campaign,
        to=people_of_team(run.team),
        text=text,
        about=f"run {run.pk}",
    )


def _receipt(run: Run, received: str, *, is_replaced: bool) -> str:
    values = {"run": run.run_id, "team": run.team.name, "moment": received, "responses": run.responses_count}
    if is_replaced:
        came = say_n(
            "Run {run} of {team} replaced the run of the same id on {moment}: {responses} responses, {n} warning.",
            "Run {run} of {team} replaced the run of the same id on {moment}: {responses} responses, {n} warnings.",
            run.warnings_count,
            **values,
        )
    else:
        came = say_n(
            "Run {run} of {team} was received on {moment}: {responses} responses, {n} warning.",
            "Run {run} of {team} was received on {moment}: {responses} responses, {n} warnings.",
            run.warnings_count,
            **values,
        )
    return "\n".join([came, say("SHA-256 of the file: {checksum}", checksum=run.sha256)])


def tell_deadline(event: Event) -> None:
    """All teams, or the one whose deadline it is, while the campaign takes runs."""
    campaign = event.campaign
    assert campaign is not None
    change = campaign.deadline_changes.order_by("-pk").first()
    if campaign.state != State.OPEN or change is None:
        return
    team = campaign.teams.filter(name=change.team_name).first() if change.team_name else None
    people = people_of_team(team) if team else people_of(campaign, RoleName.PARTICIPANT)

    def text() -> Text:
        return Text(
            say("{campaign}: deadline moved", campaign=campaign.title),
            _moved(change, campaign),
            reverse("submissions:runs", args=[campaign.slug]),
        )

    notify(kind=NoticeKind.DEADLINE_MOVED, campaign=campaign, to=people, text=text, about=f"move {change.pk}")


def _moved(change: DeadlineChange, campaign: Campaign) -> str:
    now = (
        _at(change.after, campaign)
        if change.after
        else say("none: runs can come in as long as the campaign is open")
    )
    before = _at(change.before, campaign) if change.before else say("none")
    values = {"now": now, "before": before, "reason": change.reason}
    if change.team_name:
        return say(
            "The deadline for runs of {team} is now {now}. Before: {before}. Reason: {reason}",
            team=change.team_name,
            **values,
        )
    return say("The deadline for runs is now {now}. Before: {before}. Reason: {reason}", **values)


def tell_assigned(event: Event) -> None:
    """Assessors who were given questions since they were last told."""
    campaign = event.campaign
    assert campaign is not None
    for account, count in newly_assigned(campaign):
        notify(
            kind=NoticeKind.WORK_ASSIGNED,
            campaign=campaign,
            to=[account],
            text=partial(_assigned, campaign.title, count),
            about=f"event {event.pk}",
        )


def _assigned(title: str, count: int) -> Text:
    return Text(
        say("{campaign}: questions for you", campaign=title),
        say_n(
            "You have {n} question to judge in {campaign}.",
            "You have {n} questions to judge in {campaign}.",
            count,
            campaign=title,
        ),
        "/",
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
        text=lambda: Text(
            say("{campaign}: {question} is open again", campaign=campaign.title, question=event.subject),
            say(
                "The organizers reopened {question}. All your judgments are kept; change what is needed, then finish "
                "it again.",
                question=event.subject,
            ),
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
        text=lambda: Text(
            say(
                "{campaign}: question of an assessor about {question}",
                campaign=campaign.title,
                question=event.subject,
            ),
            _asks(ruling),
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
        text=lambda: Text(
            say(
                "{campaign}: your question about {question} was answered",
                campaign=campaign.title,
                question=event.subject,
            ),
            _answered(ruling),
            "/",
        ),
        about=f"ruling {ruling.pk} {ruling.changes}",
    )


def _ruling_of(event: Event) -> Ruling | None:
    rows = Ruling.objects.select_related("asked_by__account", "item")
    return rows.filter(campaign=event.campaign, pk=event.data.get("ruling")).first()


def _asks(ruling: Ruling) -> str:
    if ruling.item:
        begin = say(
            "{name} asks about “{answer}” in {document}:", name=ruling.asked_by, **_answer_of(ruling.item)
        )
    else:
        begin = say("{name} asks:", name=ruling.asked_by)
    return "\n\n".join([begin, ruling.asked, say("Your answer becomes a ruling for all assessors.")])


def _answered(ruling: Ruling) -> str:
    if ruling.item:
        begin = say("You asked about “{answer}” in {document}:", **_answer_of(ruling.item))
    else:
        begin = say("You asked:")
    return "\n\n".join([begin, ruling.asked, say("The ruling, for all assessors:"), ruling.text])


def _answer_of(item: PoolItem) -> dict[str, str]:
    return {"answer": item.answer[:200], "document": item.docid}


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
        text=lambda: Text(
            say("{campaign}: everything is judged", campaign=campaign.title),
            say(
                "All assigned questions of {campaign} are finished. The board says what comes next.",
                campaign=campaign.title,
            ),
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
        text=lambda: Text(
            say("{campaign}: results released", campaign=campaign.title),
            say("The results of {campaign} are released.", campaign=campaign.title),
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
        text=lambda: Text(
            say("{campaign}: your results", campaign=campaign.title),
            say(
                "You can see the results of your own runs in {campaign}. They are not public yet.",
                campaign=campaign.title,
            ),
            reverse("results:results", args=[campaign.slug]),
        ),
        about=f"event {event.pk}",
    )


def tell_invitations(event: Event) -> None:
    """Those who are invited, where mail is set up; else the log says that whoever invited handed the links over."""
    invitations = Invitation.objects.filter(pk__in=event.data.get("invitations", [])).order_by("pk")
    invite_by_mail(campaign=event.campaign, invitations=invitations, by=event.account)


def tell_webhook(event: Event) -> None:
    """The organizers: messages to an address of theirs were given up, or its receiver is gone for good."""
    campaign = event.campaign
    assert campaign is not None
    values = {"campaign": campaign.title, "host": event.subject}

    def text() -> Text:
        if event.verb == "webhook:gone":
            happened = say(
                "{host} answered that it no longer exists (410), so the webhook of {campaign} was switched off.",
                **values,
            )
        else:
            happened = say(
                "{host} has accepted no message of {campaign} for a day. Undelivered messages were given up; they can be sent again on the page Webhooks.",
                **values,
            )
        return Text(
            say("{campaign}: webhook {host} fails", **values),
            happened,
            reverse("webhooks:list", args=[campaign.slug]),
        )

    notify(
        kind=NoticeKind.WEBHOOK_FAILS,
        campaign=campaign,
        to=people_of(campaign, RoleName.ADMIN, RoleName.ORGANIZER),
        text=text,
        about=f"event {event.pk}",
    )


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
    "assignment:third": tell_assigned,
    "assignment:reopened": tell_reopened,
    "ruling:asked": tell_asked,
    "ruling:made": tell_ruling,
    "account:token_made": tell_token,
    "question:finished": tell_all_judged,
    "question:no_answer_found": tell_all_judged,
    "webhook:failing": tell_webhook,
    "webhook:gone": tell_webhook,
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
    return len(
        notify(
            kind=NoticeKind.DEADLINE_NEAR,
            campaign=campaign,
            to=people_of_team(team),
            text=partial(_near, campaign, team, _at(due, campaign)),
            about=f"due {due.isoformat()}",
        )
    )


def _near(campaign: Campaign, team: Team, due: str) -> Text:
    values = {"campaign": campaign.title, "moment": due}
    return Text(
        say("{campaign}: runs are due {moment}", **values),
        " ".join([say("Runs for {campaign} are due {moment}.", **values), _submitted(team)]),
        reverse("submissions:runs", args=[campaign.slug]),
    )


def _submitted(team: Team) -> str:
    if runs := team.runs.current().count():
        return say_n("{team} has submitted {n} run.", "{team} has submitted {n} runs.", runs, team=team.name)
    return say("{team} has submitted no run yet.", team=team.name)


def _at(at: datetime, campaign: Campaign) -> str:
    return format_datetime(at.replace(microsecond=0), campaign.deadline_zone)
