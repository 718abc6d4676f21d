"""Moments, days and numbers as each language writes them."""

from datetime import UTC, date, datetime

import pytest
from django.utils import translation

from assessment.shared import times
from assessment.shared.roles import role_words
from assessment.shared.templatetags.assize import days, ltr, number, percent, score
from documents.say import say

AT = datetime(2026, 11, 26, 14, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "day", "moment", "count"),
    [
        ("en", "26 Nov 2026", "26 Nov 2026, 14:03 UTC", "17,190"),
        ("de", "26. Nov. 2026", "26. Nov. 2026, 14:03 UTC", "17.190"),
        ("fr", "26 nov. 2026", "26 nov. 2026, 14:03 UTC", "17\N{NO-BREAK SPACE}190"),
        ("ar", "26 نوفمبر 2026", "26 نوفمبر 2026, 14:03 UTC", "17,190"),
    ],
)
def test_days_and_counts_are_written_by_language(language: str, day: str, moment: str, count: str) -> None:
    with translation.override(language):
        assert times.day_text(AT) == day
        assert times.time_text(AT) == moment
        assert times.time_tag(AT) == f'<time datetime="2026-11-26T14:03:00+00:00">{moment}</time>'
        assert number(17190) == count
        assert days((date(2026, 11, 26), date(2026, 11, 26))) == day.removesuffix(" 2026")
        span = days((date(2026, 11, 26), date(2026, 12, 2)))
        assert "\u00a0– " in span  # in whatever sentence it stands


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
def test_scores_are_the_same_everywhere(language: str) -> None:
    with translation.override(language):
        assert (score(0.66).strip("\u2066\u2069"), percent(1, 4)) == (".660", "25 %")


def test_from_right_to_left_names_and_scores_are_kept_in_their_order() -> None:
    sentence = "{a} and {b}"
    with translation.override("ar"):
        assert score(0.66) == "\u2066.660\u2069"
        assert ltr("0002:EN:EN") == "\u20660002:EN:EN\u2069"
        assert say(sentence, a="-17", b=1204) == "\u2068-17\u2069 and 1,204"
    for language in ("en", "de", "fr"):
        with translation.override(language):
            assert (score(0.66), ltr("-17"), say(sentence, a="-17", b=3)) == (".660", "-17", "-17 and 3")


def test_without_a_language_all_is_english() -> None:
    with translation.override(None):
        assert times.day_text(AT) == "26 Nov 2026"
        assert role_words(["adjudicator", "assessor"]) == "adjudicator, assessor"
