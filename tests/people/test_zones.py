"""Moments in the zone of the reader: one spelling on all pages, UTC beside deadlines, and programs get UTC."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from assessment.people.models import Account
from assessment.shared import times
from tests.client import Client
from tests.factory import make_account

AT = datetime(2026, 11, 26, 23, 30, tzinfo=UTC)
FORM = {"display_name": "Ada", "email": "", "languages": ["en"]}
OTHERWISE = re.compile(
    r"\|\s*(?:date|time|timezone|localtime|utc|timesince|naturaltime|naturalday)\b|\{%\s*(?:now|localtime)\b|strftime"
)


@pytest.fixture
def client(db: None) -> Client:
    client = Client()
    client.force_login(make_account("ada"))
    return client


def test_a_moment_has_one_spelling() -> None:
    with timezone.override("Europe/Paris"):
        assert times.time_tag(AT) == (
            '<time datetime="2026-11-26T23:30:00+00:00">27 Nov 2026, 00:30 CET</time>'
        )
        assert times.day(AT) == '<time datetime="2026-11-26T23:30:00+00:00">27 Nov 2026</time>'
    assert times.time_text(AT) == "26 Nov 2026, 23:30 UTC"
    assert times.time_tag(None) == times.deadline(None, "UTC") == "–"


@pytest.mark.parametrize(
    ("zone", "reader", "shown"),
    [
        ("UTC", "UTC", "26 Nov 2026, 23:30 UTC"),
        ("Europe/London", "UTC", "26 Nov 2026, 23:30 Europe/London"),
        ("America/New_York", "UTC", "26 Nov 2026, 18:30 America/New_York (23:30 UTC)"),
        ("America/New_York", "America/New_York", "26 Nov 2026, 18:30 America/New_York (23:30 UTC)"),
        ("UTC", "Asia/Kolkata", "26 Nov 2026, 23:30 UTC (27 Nov 2026, 05:00 IST)"),
        (
            "America/New_York",
            "Europe/Paris",
            "26 Nov 2026, 18:30 America/New_York (23:30 UTC; 27 Nov 2026, 00:30 CET)",
        ),
    ],
)
def test_a_deadline_has_utc_and_the_readers_time_beside_it(zone: str, reader: str, shown: str) -> None:
    with timezone.override(reader):
        assert re.sub("<[^>]*>", "", str(times.deadline(AT, zone))) == shown


def test_everybody_chooses_a_zone(client: Client) -> None:
    assert '<option value="Europe/Paris">' in client.get("/account/").content.decode()
    assert client.post("/account/", {**FORM, "zone": "europe/PARIS "}).status_code == 302
    assert Account.objects.get().zone == "Europe/Paris"
    page = client.get("/account/").content.decode()
    assert 'value="Europe/Paris"' in page
    refused = client.post("/account/", {**FORM, "zone": "Atlantis"})
    assert refused.status_code == 422
    assert "This is not a zone" in refused.content.decode()
    assert Account.objects.get().zone == "Europe/Paris"
    client.post("/account/", FORM)
    assert Account.objects.get().zone == ""


def test_pages_show_moments_in_the_chosen_zone(client: Client) -> None:
    Account.objects.update(zone="Asia/Tokyo", is_superuser=True, last_login=AT)
    assert "27 Nov 2026, 08:30 JST" in client.get("/accounts/").content.decode()
    Account.objects.update(zone="")
    assert "26 Nov 2026, 23:30 UTC" in client.get("/accounts/").content.decode()
    assert timezone.get_current_timezone_name() == "UTC"


def test_no_template_shows_a_moment_otherwise() -> None:
    templates = [path for path in Path(settings.BASE_DIR / "templates").rglob("*") if path.is_file()]
    found = [
        f"{path.name}: {match[0]}" for path in templates for match in OTHERWISE.finditer(path.read_text())
    ]
    assert found == []
