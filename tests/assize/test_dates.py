"""Dates in tests, in the demo and in what the documentation has people do: past for good, or so far away that nobody lives to see a test fail of itself."""

import re
from datetime import UTC, datetime
from itertools import chain

import pytest
from django.conf import settings

from assessment.shared.datetimes import parse_datetime
from assize.demo import steps

FOLDERS = ("tests", "assize", "bench")
WRITTEN = re.compile(r"\b20\d\d-\d\d")
SINCE, UNTIL = "2026-12", "2090-01"


def soon_past(text: str) -> list[str]:
    """The months that were still to come when this was written, and will be past one day."""
    return [found for found in WRITTEN.findall(text) if SINCE <= found < UNTIL]


def test_no_date_becomes_past_one_day() -> None:
    root = settings.BASE_DIR
    files = chain((root / "docs").glob("*.mk"), *((root / folder).rglob("*.py") for folder in FOLDERS))
    found = {
        path: soon_past(path.read_text(encoding="utf-8")) for path in files if path.name != "test_dates.py"
    }
    assert {str(path): dates for path, dates in found.items() if dates} == {}


def test_such_a_date_would_be_seen() -> None:
    assert soon_past('"2026-11-30", "2027-06-30 23:59", "2031-01-01T12:00", "2131-01-01"') == [
        "2027-06",
        "2031-01",
    ]


@pytest.mark.parametrize("year", [2026, 2027, 2028, 2050])
def test_a_demo_is_open_for_runs_in_whichever_year_it_is_made(
    year: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for month, day in ((1, 1), (6, 30), (12, 31)):
        now = datetime(year, month, day, 23, 59, tzinfo=UTC)
        monkeypatch.setattr("django.utils.timezone.now", lambda now=now: now)
        assert (parse_datetime(steps.deadline()).at - now).days >= 180
