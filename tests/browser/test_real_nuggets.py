"""Nugget questions of TREC 2006 with NIST's pyramids, read and marked by keys; skipped where the files are absent."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, NuggetMatch
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved
from tests.factory import make_member
from tests.real import plain
from tests.real.series import YEARS, Journey
from tests.scoring.realdata import path

pytestmark = pytest.mark.django_db(transaction=True)
BY_HAND = 3


def test_nuggets_of_2006_are_marked_by_keys_and_score_as_a_plain_computation_says(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    journey = Journey(YEARS[2006], path(""), tmp_path)
    journey.submit({"lexa1": 0.7, "moor1": 0.3})
    ada = make_member(journey.campaign, "ada", "assessor")
    journey.command("assign", journey.year.slug, "--assessors", "ada")
    sign_in(context, ada, live_server)
    by_hand = list(journey.texts)[:BY_HAND]
    for qid in by_hand:
        row = Assignment.objects.get(question__qid=qid, member__name="ada")
        mark_by_keys(page, row, journey.writer.held, {text: n for n, text in journey.texts[qid].items()})
        marks = NuggetMatch.objects.filter(item__question__qid=qid).values_list(
            "item__answer", "nugget__name"
        )
        assert set(marks) == {
            (answer, name)
            for answer in row.question.pool_items.values_list("answer", flat=True)
            for name in journey.writer.held.get((qid, answer), ())
        }
    report = journey.score()
    expected = plain.scores(journey.facts(), *journey.year.weights)
    for tag, result in expected.items():
        for qid in by_hand:
            assert report["runs"][tag]["questions"][qid]["other_f"] == pytest.approx(
                result.questions[qid], abs=1e-9
            )


def mark_by_keys(
    page: Page, row: Assignment, held: Mapping[tuple[str, str], set[str]], numbers: Mapping[str, str]
) -> None:
    """Read one answer after another: press the keys of its nuggets, then Enter; then finish the question."""
    qid = row.question.qid
    page.goto(f"/judge/{row.pk}/")
    keys = {
        numbers[line.locator(".words").inner_text()]: line.locator("kbd").first.inner_text()
        for line in page.locator("[data-nuggets] li.nugget").all()
    }
    total = page.locator(".item").count()
    for read in range(total):
        expect(page.locator("[data-judged]")).to_have_text(str(read))
        answer = page.locator("[data-text]").inner_text()
        marked = sorted(held.get((qid, answer), ()))
        for name in marked:
            page.keyboard.press(keys[name])
        page.keyboard.press("Enter")
    expect_saved(page)
    page.keyboard.press("Enter")  # all are read: this one finishes the question
    expect(page.get_by_text(re.compile(rf"Question {re.escape(qid)} is finished\."))).to_be_visible()
