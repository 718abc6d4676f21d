"""Calendars as files: whatever stands in them is read back as it was, in lines that no reader cuts."""

import re
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from assessment.shared.calendar import CalendarEvent, calendar

NOON = datetime(2031, 3, 3, 12, 0, tzinfo=UTC)
PLAIN = {"\\\\": "\\", "\\;": ";", "\\,": ",", "\\n": "\n"}


def read_back(value: str) -> str:
    """A value of a property as the text that it means."""
    text, left = "", value
    while left:
        pair = left[:2]
        taken, meant = (2, PLAIN[pair]) if pair in PLAIN else (1, left[0])
        text, left = text + meant, left[taken:]
    return text


@given(summary=st.text(max_size=200), description=st.text(min_size=1, max_size=300))
def test_texts_are_read_back_and_no_line_is_too_long(summary: str, description: str) -> None:
    data = calendar("Trial", [CalendarEvent("one@site", NOON, NOON, 0, summary, description)])
    lines = data.split(b"\r\n")
    assert lines[-1] == b""
    for line in lines:
        assert len(line) <= 75
        line.decode()  # no letter is cut
        assert b"\r" not in line
        assert b"\n" not in line
    values = dict(one.split(":", 1) for one in data.decode().replace("\r\n ", "").split("\r\n") if ":" in one)
    for name, text in (("SUMMARY", summary), ("DESCRIPTION", description)):
        lines_alike = text.replace("\r\n", "\n").replace("\r", "\n")
        kept = "".join(one for one in lines_alike if one in "\t\n" or (one >= " " and one != "\x7f"))
        assert read_back(values[name]) == kept
        assert not set(re.sub(r"\\.", "", values[name])) & set(";,\\")
