"""The questions of a pair go to registered teams, and the first download starts a team's clock."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import effective_deadline
from assessment.campaigns.services.deadlines import move_deadline
from assessment.people.models import Event
from assessment.shared.datetimes import ZonedDatetime
from assessment.shared.errors import Refused
from assessment.submissions.models import Download, Registration
from tests.client import Client
from tests.submissions import scene
from tests.submissions.tongues import register, sent

PAGE = "/campaigns/tongues/topics/"
ASK = f"{PAGE}EN/EN/"
CONFIRMED = {"confirmed": "yes"}


@pytest.fixture
def ann(tongues: Campaign) -> Client:
    """A member of clct, registered for EN:EN (active) and EN:IT (not)."""
    register(tongues, "uned", "EN:EN", "DE:DE")
    client = scene.client_of("ann")
    client.post("/campaigns/tongues/register/", sent(pairs=["EN:EN", "EN:IT"]))
    return client


def test_looking_starts_nothing_and_asking_tells_when_the_time_would_end(ann: Client) -> None:
    assert "starts your 5 days" in ann.get(PAGE).text
    before = timezone.now()
    for answer in (ann.get(ASK), ann.post(ASK)):
        assert answer.status_code == 200
        assert "The 5 days of clct start with this download." in answer.text
        assert f"{before + timedelta(days=5):%Y-%m-%d}" in answer.text
        assert "UTC" in answer.text
    assert Download.objects.count() == 0
    assert Registration.objects.get(team__name="clct").started_at is None


def test_the_first_download_gives_the_pair_alone_and_starts_the_clock(ann: Client, tongues: Campaign) -> None:
    answer = ann.post(ASK, CONFIRMED)
    assert "attachment" in answer["Content-Disposition"]
    assert "tongues-en-en.xml" in answer["Content-Disposition"]
    text = answer.content.decode()
    assert (text.count("<q "), text.count("EN to EN")) == (2, 2)
    registration = Registration.objects.get(team__name="clct")
    assert registration.started_at is not None
    assert effective_deadline(tongues, "clct") == registration.started_at + timedelta(days=5)
    assert effective_deadline(tongues, "uned") == tongues.deadline
    shown = ann.get(PAGE).text
    assert "Download again" in shown
    assert shown.count('role="timer"') == 2
    assert Event.objects.filter(verb="clock:started", subject="clct").count() == 1


def test_later_downloads_are_kept_and_move_no_clock(ann: Client) -> None:
    ann.post(ASK, CONFIRMED)
    started = Registration.objects.get(team__name="clct").started_at
    assert ann.post(ASK)["Content-Type"] == "application/xml"
    assert Registration.objects.get(team__name="clct").started_at == started
    downloads = Download.objects.values_list("registration__team__name", "by__username", "pair__target")
    assert list(downloads) == [("clct", "ann", "EN")] * 2


@pytest.mark.parametrize(
    ("address", "result"),
    [
        (f"{PAGE}EN/IT/", "one more team is needed"),
        (f"{PAGE}DE/DE/", "did not register for DE:DE"),
        (f"{PAGE}FR/FR/", "did not register for FR:FR"),
        (f"{PAGE}en/en/", "did not register for en:en"),
    ],
)
def test_other_pairs_are_refused_and_no_clock_starts(ann: Client, address: str, result: str) -> None:
    for answer in (ann.get(address, follow=True), ann.post(address, CONFIRMED, follow=True)):
        assert result in answer.text
        assert "no clock was started" in answer.text
    assert Download.objects.count() == 0


@pytest.mark.parametrize("state", [State.DRAFT, State.CLOSED])
def test_questions_are_given_out_while_the_campaign_is_open(ann: Client, state: State) -> None:
    Campaign.objects.update(state=state)
    assert "available while it is open" in ann.post(ASK, CONFIRMED, follow=True).text
    assert Download.objects.count() == 0


def test_nobody_begins_after_the_hard_deadline(ann: Client) -> None:
    Campaign.objects.update(deadline=datetime(2020, 5, 27, tzinfo=UTC))
    assert "no time left to start" in ann.post(ASK, CONFIRMED, follow=True).text
    assert Download.objects.count() == 0


def test_without_registration_there_is_nothing_to_download(ann: Client) -> None:
    tom = scene.client_of("tom")
    assert "Your team is not registered" in tom.get(PAGE).text
    assert tom.post(ASK, CONFIRMED).status_code == 404


def test_a_pair_that_was_given_out_stays_active(ann: Client, tongues: Campaign) -> None:
    ann.post(ASK, CONFIRMED)
    other = Registration.objects.get(team__name="uned")
    other.pairs.set(tongues.pairs.filter(source="DE"))
    assert ann.post(ASK)["Content-Type"] == "application/xml"


def test_organizers_download_without_starting_a_clock(ann: Client) -> None:
    olga = scene.client_of("olga")
    assert "Download" in olga.get(PAGE).text
    assert olga.post(f"{PAGE}EN/IT/").content.decode().count("EN to IT") == 2
    assert Download.objects.count() == 0
    assert Registration.objects.filter(started_at__isnull=False).count() == 0
    assert Event.objects.filter(verb="topics:downloaded", subject="EN:IT").count() == 1


def test_a_clock_ends_at_the_hard_deadline_at_the_latest(ann: Client, tongues: Campaign) -> None:
    soon = timezone.now() + timedelta(days=2)
    Campaign.objects.update(deadline=soon)
    tongues.refresh_from_db()
    assert "the hard deadline, which comes before the 5 days are over" in ann.get(ASK).text
    ann.post(ASK, CONFIRMED)
    assert effective_deadline(tongues, "clct") == soon


def test_a_deadline_moved_for_one_team_wins_over_its_clock(ann: Client, tongues: Campaign) -> None:
    ann.post(ASK, CONFIRMED)
    started = Registration.objects.get(team__name="clct").started_at
    assert started is not None
    for days, is_taken in ((4, False), (6, True), (2000, True)):
        moment = ZonedDatetime(started + timedelta(days=days), "UTC")
        if is_taken:
            move_deadline(campaign=tongues, deadline=moment, reason="flood", by=None, team_name="clct")
            assert effective_deadline(tongues, "clct") == moment.at
        else:
            with pytest.raises(Refused, match="by its first download"):
                move_deadline(campaign=tongues, deadline=moment, reason="flood", by=None, team_name="clct")
    assert "Moved for clct" in ann.get(PAGE).text


def test_after_the_download_only_people_can_be_changed(ann: Client) -> None:
    ann.post(ASK, CONFIRMED)
    answer = ann.post(
        "/campaigns/tongues/register/", sent(group="Else", pairs=["EN:IT"], **{"p0-full_name": "Ida"})
    )
    assert answer.status_code == 302
    registration = Registration.objects.get(team__name="clct")
    assert registration.people.get().full_name == "Ida"
    assert registration.group == "Group clct"
    assert sorted(map(str, registration.pairs.all())) == ["EN:EN", "EN:IT"]
    olga = scene.client_of("olga")
    olga.post(f"/campaigns/tongues/registrations/{registration.pk}/", sent(pairs=["EN:IT"]))
    assert list(map(str, registration.pairs.all())) == ["EN:IT"]


def test_teams_see_the_questions_they_fetched_and_no_others(ann: Client) -> None:
    questions, one = "/campaigns/tongues/questions/", "/campaigns/tongues/questions/0001:EN:EN/"
    api = "/api/v1/campaigns/tongues/questions/"
    assert "Which harbour" not in ann.get(questions).text
    assert ann.get(one).status_code == 404
    assert ann.get(api).json() == []
    ann.post(ASK, CONFIRMED)
    assert ann.get(questions).text.count("Which harbour") == 2
    assert ann.get(one).status_code == 200
    assert ann.get("/campaigns/tongues/questions/0001:EN:IT/").status_code == 404
    assert len(ann.get(api).json()) == 2
    assert len(scene.client_of("olga").get(api).json()) == 6
    Campaign.objects.update(state=State.CLOSED)
    assert len(scene.client_of("tom").get(api).json()) == 6


def test_teams_learn_the_types_of_questions_at_the_release(ann: Client) -> None:
    addresses = [
        f"/{where}/tongues/questions/{one}"
        for where, one in (("campaigns", ""), ("campaigns", "0001:EN:EN/"), ("api/v1/campaigns", ""))
    ]
    ann.post(ASK, CONFIRMED)
    for state in (State.OPEN, State.CLOSED, State.RELEASED):
        Campaign.objects.update(state=state)
        result = ["Factoid" in ann.get(address).text for address in addresses]
        assert result == [state == State.RELEASED] * 3, state
        assert all("Factoid" in scene.client_of("olga").get(address).text for address in addresses)


def test_teams_are_asked_nothing_that_the_track_has_no_use_for(ann: Client) -> None:
    page = ann.get("/campaigns/tongues/submit/").text
    assert 'name="description"' in page
    for useless in ('name="scope"', 'name="encoding"', "/campaigns/tongues/lists/"):
        assert useless not in page
    assert ann.get("/campaigns/tongues/lists/").status_code == 404
    given = {"team": "clct", "scope": "top50", "file": SimpleUploadedFile("x.xml", b"<output/>")}
    answer = ann.post("/api/v1/campaigns/tongues/runs/", given)
    assert answer.status_code == 422
    assert "No document lists are given out for runs of ResPubliQA 2010." in answer.text


@pytest.mark.parametrize("days", ["none", 0, 9_999_999])
def test_without_a_number_of_days_the_hard_deadline_alone_counts(
    ann: Client, tongues: Campaign, days: object
) -> None:
    Campaign.objects.update(settings={"submission_days": days})
    tongues.refresh_from_db()
    assert "This is the first download of clct." in ann.get(ASK).text
    ann.post(ASK, CONFIRMED)
    assert effective_deadline(tongues, "clct") == tongues.deadline
    for address in (PAGE, "/campaigns/tongues/submit/"):
        assert "2130-05-27 21:59 UTC" in ann.get(address).text
    assert scene.client_of("olga").get("/campaigns/tongues/").status_code == 200
