"""The schedule of a campaign: set by hand, kept by the site once each, shown to everybody in it, taken along as a calendar."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import timezone
from django.utils.translation import override

from assessment.campaigns.models import Campaign, DateChange, DateKind, ScheduledDate, State
from assessment.campaigns.services.archiving import archive, unarchive
from assessment.campaigns.services.campaigns import change_state
from assessment.campaigns.services.dates import set_dates
from assessment.campaigns.services.deadlines import move_deadline
from assessment.campaigns.services.due_dates import keep, request_due
from assessment.jobs.models import Job
from assessment.notices.models import Notice, NoticeKind
from assessment.people.models import Event
from assessment.shared.datetimes import ZonedDatetime, format_datetime, parse_datetime
from assessment.shared.errors import Refused
from assessment.submissions.services.teams import ensure_team
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.commands import outcome, run
from tests.factory import make_member
from tests.submissions.scene import at_once

pytestmark = pytest.mark.django_db
Enter = Callable[[Campaign | None, str], Client]
PAGE = "/campaigns/harbour/schedule/"
NOON = datetime(2131, 3, 3, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    """The time of day, as a test sets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = NOON
        monkeypatch.setattr(timezone, "now", lambda: self.at)

    def pass_to(self, at: datetime) -> None:
        """It is later; the workers of the site look whether a date has come, and do their jobs."""
        self.at = at
        request_due()
        run("run_jobs", "--until-done")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def plan(campaign: Campaign, reason: str = "", **dates: timedelta | None) -> None:
    """Set dates, each so long after noon."""
    wanted = {kind: ZonedDatetime(NOON + at, "UTC") if at else None for kind, at in dates.items()}
    set_dates(campaign=campaign, wanted=wanted, reason=reason, by=None)


def state_of(campaign: Campaign) -> str:
    return Campaign.objects.get(pk=campaign.pk).state


def mailed(kind: NoticeKind) -> list[str]:
    """Whom notices of a kind are to."""
    return list(Notice.objects.filter(kind=kind).order_by("pk").values_list("name", flat=True))


def with_mail(campaign: Campaign, name: str, role: str) -> Client:
    account = make_member(campaign, name, role)
    account.email = f"{name}@example.org"
    account.save()
    client = Client()
    client.force_login(account)
    return client


def test_the_site_opens_and_closes_on_the_dates_once_each(blocks: Campaign, clock: Clock) -> None:
    pat = with_mail(blocks, "pat", "participant")
    plan(blocks, questions_out=HOUR, runs_due=5 * HOUR, closes=6 * HOUR)
    clock.pass_to(NOON + HOUR - timedelta(seconds=1))
    assert (state_of(blocks), Job.objects.count()) == (State.DRAFT, 0)
    assert "Sow Rock" not in pat.get("/campaigns/harbour/questions/").text
    assert pat.get("/campaigns/harbour/questions/1/").status_code == 404

    clock.pass_to(NOON + HOUR)
    assert state_of(blocks) == State.OPEN
    assert "Sow Rock" in pat.get("/campaigns/harbour/questions/").text
    assert mailed(NoticeKind.QUESTIONS_OUT) == ["pat"]

    change_state(campaign=blocks, to=State.DRAFT, by=None, reason="too early")
    clock.pass_to(NOON + 2 * HOUR)
    assert state_of(blocks) == State.DRAFT  # kept once: what was done by hand since then stays
    change_state(campaign=blocks, to=State.OPEN, by=None)
    clock.pass_to(NOON + 6 * HOUR)
    assert state_of(blocks) == State.CLOSED
    assert Event.objects.filter(verb="date:kept").count() == 2


def test_after_a_pause_all_that_has_come_is_caught_up_in_its_order(blocks: Campaign, clock: Clock) -> None:
    plan(blocks, registration_from=HOUR, questions_out=2 * HOUR, registration_to=3 * HOUR, closes=4 * HOUR)
    clock.pass_to(NOON + timedelta(days=30))
    blocks.refresh_from_db()
    assert (blocks.state, blocks.registration) == (State.CLOSED, "closed")
    kept = Event.objects.filter(verb="date:kept").order_by("pk").values_list("subject", flat=True)
    assert list(kept) == [
        "Registration opens",
        "Questions are out",
        "Registration ends",
        "The campaign closes",
    ]


def test_registration_opens_and_ends_by_itself_and_by_hand(
    blocks: Campaign, clock: Clock, enter: Enter
) -> None:
    stranger = enter(blocks, "stranger")
    plan(blocks, registration_from=HOUR, registration_to=3 * HOUR)
    assert "Harbour" not in stranger.get("/campaigns/").text
    clock.pass_to(NOON + HOUR)
    assert "Open for registration" in stranger.get("/campaigns/").text
    assert "registration ends" in stranger.get("/campaigns/harbour/join/").text
    run("settings", "harbour", "registration=closed")
    clock.pass_to(NOON + 2 * HOUR)
    assert Campaign.objects.get().registration == "closed"
    run("settings", "harbour", "registration=open")
    clock.pass_to(NOON + 3 * HOUR)
    assert Campaign.objects.get().registration == "closed"


def test_what_was_done_by_hand_before_its_date_is_not_done_again(blocks: Campaign, clock: Clock) -> None:
    plan(blocks, questions_out=HOUR)
    run("open_campaign", "harbour")
    clock.pass_to(NOON + HOUR)
    assert ScheduledDate.objects.get().done_at == NOON + HOUR
    assert Event.objects.filter(verb="campaign:state").count() == 1
    assert not Event.objects.filter(verb="date:kept").exists()


@pytest.mark.both_databases
def test_a_date_that_cannot_be_kept_is_told_and_not_tried_again(blocks: Campaign, clock: Clock) -> None:
    olga = with_mail(blocks, "olga", "organizer")
    pat = with_mail(blocks, "pat", "participant")
    plan(blocks, questions_out=HOUR)
    kept = list(blocks.questions.all())
    blocks.questions.all().delete()
    clock.pass_to(NOON + HOUR)
    assert state_of(blocks) == State.DRAFT
    assert mailed(NoticeKind.DATE_MISSED) == ["olga"]
    assert "The campaign has no questions." in olga.get(PAGE).text
    assert "The campaign has no questions." not in pat.get(PAGE).text
    for question in kept:
        question.save(force_insert=True)
    clock.pass_to(NOON + 2 * HOUR)
    assert state_of(blocks) == State.DRAFT
    assert mailed(NoticeKind.DATE_MISSED) == ["olga"]
    plan(blocks, questions_out=3 * HOUR, reason="they were missing")
    clock.pass_to(NOON + 3 * HOUR)
    assert state_of(blocks) == State.OPEN


def test_an_error_of_the_site_is_told_once_and_does_not_come_back_every_minute(
    blocks: Campaign, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_mail(blocks, "olga", "organizer")
    plan(blocks, questions_out=HOUR)

    def fail(**_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("assessment.campaigns.services.due_dates.change_state", fail)
    for later in (HOUR, 2 * HOUR):
        clock.pass_to(NOON + later)
    assert (state_of(blocks), Job.objects.count()) == (State.DRAFT, 1)
    assert mailed(NoticeKind.DATE_MISSED) == ["olga"]


def test_it_closes_once_the_last_team_has_had_its_time(blocks: Campaign, clock: Clock) -> None:
    plan(blocks, questions_out=HOUR, runs_due=2 * HOUR, closes=3 * HOUR)
    clock.pass_to(NOON + HOUR)
    ensure_team(by=None, campaign=blocks, name="lake")
    move_deadline(
        campaign=blocks,
        deadline=ZonedDatetime(NOON + 9 * HOUR, "UTC"),
        reason="ill",
        by=None,
        team_name="lake",
    )
    jobs = Job.objects.count()
    clock.pass_to(NOON + 4 * HOUR)
    assert (state_of(blocks), Job.objects.count()) == (State.OPEN, jobs)
    clock.pass_to(NOON + 9 * HOUR)
    assert state_of(blocks) == State.CLOSED


def test_a_date_that_was_moved_while_the_site_was_about_to_act_is_not_kept(
    blocks: Campaign, clock: Clock
) -> None:
    plan(blocks, questions_out=HOUR)
    clock.at = NOON + HOUR
    about_to = ScheduledDate.objects.select_related("campaign").get()
    plan(blocks, questions_out=2 * HOUR)
    assert keep(about_to) is None
    assert state_of(blocks) == State.DRAFT
    clock.pass_to(NOON + 2 * HOUR)
    assert state_of(blocks) == State.OPEN
    with pytest.raises(Refused, match="this has happened"):
        plan(blocks, questions_out=5 * HOUR, reason="later")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_two_runners_at_once_one_keeps_a_date(blocks: Campaign, clock: Clock) -> None:
    plan(blocks, questions_out=HOUR)
    clock.at = NOON + HOUR
    row = ScheduledDate.objects.select_related("campaign").get()
    outcomes = at_once(*[lambda: keep(row)] * 4)
    assert sorted(outcomes, key=str) == [None, None, None, True]
    assert Event.objects.filter(verb="campaign:state").count() == 1


@pytest.mark.both_databases
def test_an_archived_campaign_keeps_no_date_and_does_not_catch_up(blocks: Campaign, clock: Clock) -> None:
    plan(blocks, questions_out=HOUR)
    archive(campaign=blocks, by=None)
    clock.at = NOON + HOUR
    assert keep(ScheduledDate.objects.select_related("campaign").get()) is None
    clock.pass_to(NOON + HOUR)
    unarchive(campaign=blocks, by=None)
    clock.pass_to(NOON + 2 * HOUR)
    assert state_of(blocks) == State.DRAFT
    row = ScheduledDate.objects.get()
    assert "archived" in row.missed
    with override("de"):
        assert "archiviert" in row.why_missed


def fields(**dates: str) -> dict[str, str]:
    """What the form sends: each date with its zone."""
    sent: dict[str, str] = {}
    for kind, text in dates.items():
        clock, _, zone = text.partition(" ")
        sent |= {f"{kind}_at": clock, f"{kind}_zone": zone}
    return sent


def test_organizers_set_and_move_dates_and_both_stay_visible_with_the_reason(
    blocks: Campaign, clock: Clock, enter: Enter
) -> None:
    organizer = enter(blocks, "organizer")
    pat = with_mail(blocks, "pat", "participant")
    first = fields(
        questions_out="2131-06-24T09:00 America/New_York", runs_due="2131-07-01T23:59 Europe/Paris"
    )
    assert organizer.post(PAGE, first).status_code == 302
    assert Campaign.objects.get().deadline_text == "2131-07-01 23:59 Europe/Paris"
    page = pat.get(PAGE).text
    assert "Next: Questions are out" in page
    assert "24 Jun 2131, 09:00" in page
    assert "13:00 UTC" in page

    later = fields(questions_out="2131-06-25T09:00 America/New_York")
    refused = organizer.post(PAGE, later)
    assert (refused.status_code, DateChange.objects.count()) == (422, 0)
    assert "A reason is needed" in refused.text
    assert organizer.post(PAGE, later | {"reason": "The server was away."}).status_code == 302
    page = pat.get(PAGE).text
    assert "moved from" in page
    assert "The server was away." in page
    assert mailed(NoticeKind.DATE_MOVED) == ["pat"]
    assert pat.post(PAGE, later).status_code == 404
    assert organizer.post(PAGE, fields(questions_out=" UTC") | {"reason": "not this year"}).status_code == 302
    assert "Questions are out" not in pat.get(PAGE).text


@pytest.mark.parametrize(
    ("dates", "why"),
    [
        ({"registration_from": "2131-05-02 UTC"}, "a date, a time and a zone"),
        ({"questions_out": "2131-03-25T02:30 Europe/Paris"}, "clocks of Europe/Paris change"),
        ({"questions_out": "2131-05-01T09:00 Mars/Utopia"}, "a zone of the IANA list"),
        ({"questions_out": "2131-05-02T09:00 UTC", "runs_due": "2131-05-01T09:00 UTC"}, "would be earlier"),
        ({"results_public": "2131-05-01T09:00 UTC", "results_to_teams": "2131-05-02T09:00 UTC"}, "earlier"),
        ({"questions_out": "2021-05-02T09:00 UTC"}, "This has passed"),
        ({"runs_due": "2021-05-02T09:00 UTC"}, "This has passed"),
    ],
)
def test_dates_that_cannot_be_are_refused_and_nothing_is_changed(
    blocks: Campaign, clock: Clock, enter: Enter, dates: dict[str, str], why: str
) -> None:
    refused = enter(blocks, "organizer").post(PAGE, fields(**dates))
    assert refused.status_code == 422
    assert why in refused.text
    assert not ScheduledDate.objects.exists()
    assert Campaign.objects.get().deadline is None


@pytest.mark.both_databases
def test_a_date_in_the_past_that_is_meant_is_kept_at_once(
    blocks: Campaign, clock: Clock, enter: Enter
) -> None:
    sent = fields(questions_out="2131-03-03T09:00 UTC") | {"past": "on"}
    assert enter(blocks, "organizer").post(PAGE, sent).status_code == 302
    clock.pass_to(NOON)
    assert state_of(blocks) == State.OPEN


def test_of_two_organizers_the_second_sees_what_the_first_did(
    blocks: Campaign, clock: Clock, enter: Enter
) -> None:
    organizer = enter(blocks, "organizer")
    seen = organizer.get(PAGE).context["seen"]
    plan(blocks, questions_out=HOUR)
    sent = fields(questions_out="2131-05-02T09:00 UTC") | {"seen": seen}
    refused = organizer.post(PAGE, sent)
    assert refused.status_code == 422
    assert "Somebody changed the schedule" in refused.text
    assert ScheduledDate.objects.get().at == NOON + HOUR


def test_the_command_lists_sets_and_takes_off(blocks: Campaign, clock: Clock) -> None:
    run("schedule", "harbour", "questions_out=2131-05-02 09:00 Europe/Paris", "runs_due=2131-06-01 09:00 UTC")
    listed = {one["kind"]: one["date"] for one in outcome("schedule", "harbour")["dates"]}
    assert listed["questions_out"] == "2131-05-02 09:00 Europe/Paris"
    assert listed["runs_due"] == "2131-06-01 09:00 UTC"
    assert "Questions are out: none" in run("schedule", "harbour", "questions_out=none")
    for wrong, why in (("due=now", "no date due"), ("closes=soon", "is not a date")):
        with pytest.raises(CommandError, match=why):
            run("schedule", "harbour", wrong)


def test_the_deadline_is_one_truth_with_that_of_settings(blocks: Campaign, clock: Clock) -> None:
    plan(blocks, runs_due=9 * HOUR)
    assert not ScheduledDate.objects.exists()
    run("deadline", "harbour", "2131-06-01 09:00 UTC")
    listed = {one["kind"]: one["date"] for one in outcome("schedule", "harbour")["dates"]}
    assert listed["runs_due"] == "2131-06-01 09:00 UTC"


def unfolded(data: bytes) -> list[str]:
    """The lines of a calendar, put together again."""
    assert data.endswith(b"\r\n")
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    return data.decode().replace("\r\n ", "").split("\r\n")[:-1]


def events_of(data: bytes) -> list[dict[str, str]]:
    events: list[dict[str, str]] = []
    for line in unfolded(data):
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events:
            events[-1][name] = value
    return events


@pytest.mark.both_databases
def test_the_calendar_keeps_its_names_counts_moves_and_cancels(
    blocks: Campaign, clock: Clock, enter: Enter
) -> None:
    Campaign.objects.update(title="Hafen, Öl; und \\ " + "Ü" * 80)
    pat = enter(blocks, "participant")
    plan(blocks, questions_out=HOUR, runs_due=9 * HOUR)
    file = pat.get(f"{PAGE}calendar.ics")
    assert file["Content-Type"] == "text/calendar; charset=utf-8"
    first, due = events_of(file.getvalue())
    assert (first["DTSTART"], due["DTSTART"]) == ("21310303T130000Z", "21310303T210000Z")
    assert first["SUMMARY"].startswith("Hafen\\, Öl\\; und \\\\ ÜÜ")
    plan(blocks, questions_out=2 * HOUR, reason="late")
    moved, _ = events_of(pat.get(f"{PAGE}calendar.ics").getvalue())
    assert (moved["UID"], moved["STATUS"]) == (first["UID"], "CONFIRMED")
    assert int(moved["SEQUENCE"]) > int(first["SEQUENCE"])
    plan(blocks, questions_out=None, reason="not this year")
    off = next(
        one for one in events_of(pat.get(f"{PAGE}calendar.ics").getvalue()) if one["UID"] == first["UID"]
    )
    assert (off["STATUS"], off["DTSTART"]) == ("CANCELLED", "21310303T140000Z")
    assert int(off["SEQUENCE"]) > int(moved["SEQUENCE"])


def test_a_team_sees_its_own_time_and_no_other_teams(blocks: Campaign, clock: Clock, enter: Enter) -> None:
    pat = enter(blocks, "participant")
    lake = ensure_team(by=None, campaign=blocks, name="lake")
    ensure_team(by=None, campaign=blocks, name="tern")
    lake.members.add(blocks.members.get(name="participant"))
    plan(blocks, runs_due=9 * HOUR)
    for team, later in (("lake", 12), ("tern", 15)):
        deadline = ZonedDatetime(NOON + later * HOUR, "UTC")
        move_deadline(campaign=blocks, deadline=deadline, reason=f"{team} was ill", by=None, team_name=team)
    for shown in (pat.get(PAGE).text, pat.get(f"{PAGE}calendar.ics").getvalue().decode()):
        assert "Runs of lake are due" in shown
        assert "tern" not in shown


def test_everybody_in_the_campaign_may_know_its_dates_and_nobody_else(
    blocks: Campaign, clock: Clock, enter: Enter
) -> None:
    plan(blocks, questions_out=HOUR)
    for role in ("admin", "organizer", "adjudicator", "assessor", "participant"):
        assert enter(blocks, role).get(PAGE).status_code == 200
    stranger = enter(blocks, "stranger")
    for address in (PAGE, f"{PAGE}calendar.ics"):
        assert stranger.get(address).status_code == 404


@pytest.mark.parametrize("kind", DateKind.values)
def test_each_kind_says_what_the_site_does(blocks: Campaign, clock: Clock, enter: Enter, kind: Any) -> None:
    far = format_datetime(NOON + timedelta(days=400), "Asia/Kathmandu")
    run("schedule", "harbour", f"{kind}={far}")
    assert parse_datetime(far).zone in enter(blocks, "organizer").get(PAGE).text


def test_programs_read_and_set_the_schedule(blocks: Campaign, clock: Clock) -> None:
    olga = client_of(make_member(blocks, "olga", "organizer"))
    pat = client_of(make_member(blocks, "pat", "participant"))
    at = "/api/v1/campaigns/harbour/schedule/"
    empty = olga.get(at)
    assert (empty.json()["dates"], empty.json()["next"]) == ([], None)
    first = {"dates": {"questions_out": "2131-06-24 09:00 America/New_York", "runs_due": ""}}
    assert send_json(pat, at, first).status_code == 404
    made = send_json(olga, at, first, **{"If-Match": empty["ETag"]})
    assert (made.status_code, made.json()["next"]["at"]) == (201, "2131-06-24T13:00:00Z")
    assert pat.get(at).json()["next"]["kind"] == "questions_out"
    later = {"dates": {"questions_out": "2131-06-25 09:00 UTC"}}
    assert send_json(olga, at, later, **{"If-Match": empty["ETag"]}).status_code == 412
    assert send_json(olga, at, later).json()["code"] == "reason_missing"
    assert send_json(olga, at, {"dates": {"lunch": "2131-06-25 09:00 UTC"}}).status_code == 400
    assert send_json(olga, at, {"dates": {"closes": "soon"}}).status_code == 400
    moved = send_json(olga, at, {**later, "reason": "late"}).json()
    assert [move["reason"] for move in moved["dates"][0]["moves"]] == ["late"]
