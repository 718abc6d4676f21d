"""Sheets of runs on paper: one page each, with nothing cut off, whatever people wrote."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from assessment.campaigns.models import Question
from assessment.results.services.scores import score
from assessment.submissions.models import Run
from tests.results.golden import imported

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "a system that answers questions by reading all of the documents one after the other " * 40
CUT = "all => all.map(one => one.scrollHeight - one.clientHeight)"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_book_has_a_page_for_its_contents_and_one_for_each_run(
    page: Page, tmp_path: Path, paper: str
) -> None:
    campaign = imported("respubliqa_small")
    Run.objects.update(description=LONG)
    for question in Question.objects.filter(campaign=campaign):
        Question.objects.filter(pk=question.pk).update(text=LONG)
    score(campaign=campaign, rule="adjudicated", by=None)
    call_command("sheets", campaign.slug, str(tmp_path / "made"))
    runs = sorted((tmp_path / "made" / "runs").iterdir())
    for path, pages in ((tmp_path / "made" / "book.html", len(runs) + 1), (runs[0], 1)):
        page.goto(path.as_uri())
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == pages
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 680, "height": 900})  # as wide as what is printed on A4
        assert not any(page.locator("main > section").evaluate_all(CUT))
