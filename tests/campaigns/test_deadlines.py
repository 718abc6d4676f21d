"""Deadlines with their zones, moved for all and for one team."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.campaigns import services
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import effective_deadline
from assessment.people.models import Event
from assessment.shared.datetimes import (
    ZonedDatetime,
    datetime_error,
    format_datetime,
    parse_datetime,
    zone_names,
)
from assessment.shared.errors import Refused
from tests.client import Client

Enter = Callable[[Campaign | None, str], Client]

PARIS = parse_datetime("2126-12-01 23:59 Europe/Paris")
LATER = parse_datetime("2126-12-05 12:00 America/New_York")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2126-12-01 23:59 Europe/Paris", "2126-12-01T22:59:00+00:00"),
        ("2026-07-01T23:59 europe/paris", "2026-07-01T21:59:00+00:00"),
        ("1999-08-03 12:00:30 UTC", "1999-08-03T12:00:30+00:00"),
        (" 2126-12-01 23:59 Etc/GMT+12 ", "2126-12-02T11:59:00+00:00"),
    ],
)
def test_moments_are_read_in_their_zone(text: str, at: str) -> None:
    moment = parse_datetime(text)
    assert moment.at.isoformat() == at
    assert parse_datetime(format_datetime(*moment)) == moment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tomorrow", "a date, a time and a zone"),
        ("2126-12-01 23:59", "a date, a time and a zone"),
        ("2126-12-01 23:59 +01:00", "a zone of the IANA list"),
        ("2126-12-01 23:59 Paris", "a zone of the IANA list"),
        ("2126-12-01 23:59 ../../etc/passwd", "a zone of the IANA list"),
        ("2026-02-30 23:59 UTC", "that exist"),
        ("2126-12-01 25:00 UTC", "that exist"),
        ("2026-03-29 02:30 Europe/Paris", "clocks of Europe/Paris change then"),
        ("2026-10-25 02:30 Europe/Paris", "clocks of Europe/Paris change then"),
        ("0001-01-01 00:00 UTC", "a date, a time and a zone"),
    ],
)
def test_what_is_no_moment_is_told(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=r"^(a|another) ") as result:
        parse_datetime(text)
    assert expected in str(result.value)


@given(seconds=st.integers(0, 4_000_000_000), zone=st.sampled_from(zone_names()))
def test_a_spelled_moment_reads_back_or_is_one_the_clock_shows_twice(seconds: int, zone: str) -> None:
    at = datetime(1990, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    result = datetime_error(format_datetime(at, zone))
    if result:
        assert "change then" in result
    else:
        assert parse_datetime(format_datetime(at, zone)) == ZonedDatetime(at, zone)


@given(st.text(max_size=40))
def test_any_text_is_read_or_told(text: str) -> None:
    assert datetime_error(text) or parse_datetime(text).zone in zone_names()


def test_a_draft_sets_its_deadline_freely_and_an_open_campaign_moves_it(blocks: Campaign) -> None:
    services.set_deadline(campaign=blocks, deadline=LATER, by=None)
    services.set_deadline(campaign=blocks, deadline=PARIS, by=None)
    services.change_state(campaign=blocks, to="open", by=None)
    with pytest.raises(Refused) as refused:
        services.set_deadline(campaign=blocks, deadline=LATER, by=None)
    assert refused.value.code == "deadline_known"
    with pytest.raises(Refused) as refused:
        services.move_deadline(campaign=blocks, deadline=LATER, reason=" ", by=None)
    assert refused.value.code == "reason_missing"
    assert blocks.deadline == PARIS.at
    services.move_deadline(campaign=blocks, deadline=LATER, reason="a storm", by=None)
    blocks.refresh_from_db()
    assert (blocks.deadline, blocks.deadline_text) == (LATER.at, "2126-12-05 12:00 America/New_York")
    change = blocks.deadline_changes.get()
    assert (change.before, change.after, change.reason) == (PARIS.at, LATER.at, "a storm")
    assert Event.objects.get(verb="deadline:moved").sentence.endswith("to 2126-12-05 12:00 America/New_York")


def test_one_team_gets_a_later_date_and_keeps_the_later_of_both(blocks: Campaign) -> None:
    with pytest.raises(Refused) as refused:
        services.move_deadline(campaign=blocks, deadline=LATER, reason="flood", by=None, team_name="tern")
    assert refused.value.code == "no_deadline"
    services.set_deadline(campaign=blocks, deadline=PARIS, by=None)
    early = ZonedDatetime(PARIS.at - timedelta(days=1), "UTC")
    with pytest.raises(Refused) as refused:
        services.move_deadline(campaign=blocks, deadline=early, reason="flood", by=None, team_name="tern")
    assert refused.value.code == "deadline_too_early"
    services.move_deadline(campaign=blocks, deadline=LATER, reason="flood", by=None, team_name="tern")
    assert effective_deadline(blocks, "tern") == LATER.at
    assert effective_deadline(blocks, "lake") == effective_deadline(blocks) == PARIS.at
    latest = ZonedDatetime(LATER.at + timedelta(days=3), "UTC")
    services.move_deadline(campaign=blocks, deadline=latest, reason="storm", by=None)
    assert effective_deadline(blocks, "tern") == latest.at
    services.move_deadline(campaign=blocks, deadline=PARIS, reason="storm over", by=None)
    assert effective_deadline(blocks, "tern") == LATER.at
    services.move_deadline(campaign=blocks, deadline=PARIS, reason="flood over", by=None, team_name="tern")
    assert effective_deadline(blocks, "tern") == PARIS.at
    services.move_deadline(campaign=blocks, deadline=None, reason="no hurry", by=None)
    assert effective_deadline(blocks, "tern") is None
    assert blocks.deadline_changes.count() == 5


def test_the_page_moves_the_deadline_and_shows_both_dates(series: Campaign, enter: Enter) -> None:
    organizer = enter(series, "organizer")

    def post(clock: str, **fields: str) -> tuple[int, str]:
        answer = organizer.post(
            "/campaigns/comet/deadline/", {"clock": clock, "zone": "Europe/Paris", **fields}
        )
        return answer.status_code, answer.content.decode()

    assert post("2126-12-01T23:59")[0] == 302
    status, page = post("2126-12-05T23:59")
    assert status == 422
    assert "A reason is needed. Nothing was changed." in page
    assert 'value="2126-12-05T23:59"' in page
    status, page = post("2126-12-35T23:59", reason="a storm")
    assert status == 422
    assert "Not a deadline. Write a date and a time that exist" in page
    assert 'value="a storm"' in page
    assert post("2126-12-05T23:59", reason="a storm")[0] == 302
    assert post("2126-12-09T23:59", reason="a flood", team="tern")[0] == 302
    shown = organizer.get("/campaigns/comet/settings/").content.decode()
    for text in ("1 Dec 2126, 23:59", "5 Dec 2126, 23:59", "9 Dec 2126, 23:59", "a storm", "a flood", "tern"):
        assert text in shown
    team = enter(series, "participant").get("/campaigns/comet/questions/").content.decode()
    assert "1 Dec 2126, 23:59" in team
    assert "a storm" in team
    assert "tern" not in team
    assert "a flood" not in team
