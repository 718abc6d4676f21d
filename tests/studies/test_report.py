"""The report of a study: one file that needs nothing else, names nobody who judged, and never changes."""

import re
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign, Guidelines, Question
from assessment.people.models import Account, Member
from assessment.studies.models import StudyPart
from assessment.studies.services.studies import make_what_if
from tests.client import Client
from tests.factory import make_member
from tests.studies import scene

pytestmark = pytest.mark.django_db
VOID = {"meta", "br", "link", "img", "input", "hr", "col"}
LOADING = ("src", "srcset", "data", "poster", "action", "xlink:href", "background")
OTHERS = (
    "script",
    "link",
    "img",
    "iframe",
    "object",
    "embed",
    "form",
    "base",
    "audio",
    "video",
    "use",
    "image",
)


class Page(HTMLParser):
    """Reads a page strictly: every element is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), (tag, attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        """What people read."""
        return " ".join(" ".join(self.words).split())

    @property
    def titles(self) -> list[str]:
        """The headings of its parts, by their names."""
        return [found["id"] or "" for tag, found in self.elements if tag == "section"]


def organizer(campaign: Campaign) -> Client:
    """The same one all through a test."""
    client = Client()
    known = Account.objects.filter(username="olga").first()
    client.force_login(known or make_member(campaign, "olga", "organizer"))
    return client


def download(campaign: Campaign, version: int = 1) -> Any:
    return organizer(campaign).get(scene.address(campaign, f"{version}/report.html"))


def page_of(campaign: Campaign, **options: Any) -> tuple[str, Page]:
    """The report of a new study."""
    made = scene.made(campaign, **options)
    text = download(campaign, made.study.version).content.decode()
    return text, Page(text)


@pytest.mark.parametrize("name", scene.NAMES)
def test_every_campaign_has_a_report_that_needs_nothing_else_and_names_nobody(name: str) -> None:
    campaign = scene.golden(name)
    text, page = page_of(campaign)
    assert page.titles == list(dict.fromkeys(page.titles))
    assert {"campaign", "methods", "scores", "chance", "repeat"} <= set(page.titles)
    assert not [tag for tag, _ in page.elements if tag in OTHERS]
    assert not [found for _, found in page.elements if set(found) & set(LOADING)]
    links = [found["href"] for _, found in page.elements if "href" in found]
    assert links == [f"#{title}" for title in page.titles]
    assert not re.search(r"url\(|@import|https?://", text)
    for member in Member.objects.filter(campaign=campaign):
        assert not re.search(rf"(?<![\w-]){re.escape(member.name)}(?!\w)", text), member.name
    assert campaign.track.defined_by
    assert campaign.track.defined_by in page.text
    assert "None" not in page.text
    assert "{{" not in text
    assert "{%" not in text


def test_it_comes_as_a_file_with_the_same_bytes_every_time() -> None:
    campaign = scene.golden("trec8_small")
    scene.made(campaign)
    first, second = download(campaign), download(campaign)
    assert first.content == second.content
    assert first["Content-Disposition"] == 'attachment; filename="trec8_small-study-1.html"'
    assert first["Content-Type"] == "text/html; charset=utf-8"


def test_it_says_the_same_when_the_campaign_has_changed() -> None:
    campaign = scene.golden("trec8_small")
    scene.made(campaign)
    before = download(campaign).content
    Campaign.objects.filter(pk=campaign.pk).update(title="Another", deadline=timezone.now())
    Campaign.objects.filter(pk=campaign.pk).update(settings={**campaign.settings, "unknown_docids": True})
    Guidelines.objects.create(campaign=campaign, version=9, text="Others")
    Question.objects.filter(campaign=campaign, qid="1").update(drop_reason="It has no answer.")
    assert download(campaign).content == before


def test_it_has_styles_for_print_for_dark_screens_and_for_both_widths() -> None:
    text, page = page_of(scene.golden("series_small"))
    style = " ".join(re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL))
    assert "@media print" in style
    assert "@page" in style
    assert "(prefers-color-scheme: dark)" in style
    assert style.count("{") == style.count("}")
    classes = [found["class"] for tag, found in page.elements if tag == "svg"]
    assert {"broad", "slim"} <= set(classes)


def test_facts_of_the_campaign_are_stored_apart_from_the_study() -> None:
    campaign = scene.golden("trec8_small")
    study = scene.made(campaign).study
    facts = StudyPart.objects.get(study=study, name="campaign").content
    assert facts["counts"]["questions"] == Question.objects.filter(campaign=campaign).count()
    assert facts["counts"]["retained"] == Question.objects.filter(campaign=campaign).retained().count()
    whole = organizer(campaign).get(scene.address(campaign, "1/study.json"))
    assert "assessors" not in whole.json()
    assert "formulas" not in whole.content.decode()


def test_it_tells_counts_settings_dropped_questions_and_how_to_repeat_it() -> None:
    campaign = scene.golden("trec8_small")
    Guidelines.objects.create(campaign=campaign, version=2, text="Judge by the document.")
    scene.made(campaign)
    page = Page(download(campaign).content.decode())
    study = scene.newest(campaign)
    facts = StudyPart.objects.get(study=study, name="campaign").content
    assert campaign.title in page.text
    assert "Voorhees and Tice, The TREC-8 Question Answering Track Evaluation" in page.text
    assert "version 2" in page.text
    assert facts["dropped"]
    for dropped in facts["dropped"]:
        assert f"{dropped['id']} {dropped['reason']}" in page.text
    for setting in facts["settings"]:
        assert f"{setting['label']} {setting['name']} {setting['value']}" in page.text
    assert "1 / rank of the first correct response" in page.text
    assert f"python manage.py study {campaign.slug} --rule adjudicated --samples 40 --seed 1" in page.text
    assert "python -m scoring study BUNDLE --rule adjudicated" in page.text
    for checksum in (study.inputs_sha256, study.sha256, study.revision):
        assert checksum in page.text


def test_relaxed_rules_are_marked() -> None:
    campaign = scene.golden("trec8_small")
    campaign.settings = {**campaign.settings, "unknown_docids": True}
    campaign.save()
    _, page = page_of(campaign)
    assert "Accept unknown document ids unknown_docids true (relaxed rule) false" in page.text


def test_a_rule_that_names_an_assessor_is_told_without_the_name(tmp_path: Path) -> None:
    campaign = scene.large(tmp_path)
    _, page = page_of(campaign, rule="assessor:bo")
    assert re.search(r"--rule assessor:A[123] ", page.text)
    assert "Assessor:A" in page.text
    assert not re.search(r"\b(ann|bo|cy)\b", page.text)


def test_a_larger_campaign_has_every_part_and_scores_by_each_rule(tmp_path: Path) -> None:
    campaign = scene.large(tmp_path)
    text, page = page_of(campaign)
    assert page.titles == [
        "campaign",
        "methods",
        "scores",
        "agreement",
        "judges",
        "sets",
        "spread",
        "chance",
        "repeat",
    ]
    assert "Rank Run Team Adjudicated 95 % interval Groups Majority Union Intersection" in page.text
    assert "A1, A2" in page.text
    assert "A2, A3" in page.text
    titles = re.findall(r'<figcaption class="chart-title">([^<]+)<|class="chart-title">([^<]+)<', text)
    assert len(titles) == 7
    assert "Table 1. Scores by judgment set" in page.text
    assert "Table 2. Kendall’s tau" in page.text


def test_it_leaves_out_boxes_and_the_matrix_where_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = scene.large(tmp_path)
    scene.made(campaign)
    monkeypatch.setattr("assessment.studies.selectors.report.MOST_BOXES", 29)
    monkeypatch.setattr("assessment.studies.selectors.report.MOST_RUNS", 7)
    page = Page(download(campaign).content.decode())
    assert "30 questions are too many for a figure of boxes" in page.text
    assert "8 runs are too many for a figure of all pairs" in page.text


def test_dates_are_in_utc_wherever_it_is_read(settings: Any) -> None:
    campaign = scene.golden("nq_small")
    scene.made(campaign)
    before = download(campaign).content
    settings.TIME_ZONE = "Asia/Tokyo"
    with timezone.override(timezone.get_fixed_timezone(timedelta(hours=9))):
        assert download(campaign).content == before


def test_a_study_without_facts_says_so() -> None:
    campaign = scene.golden("trec8_small")
    study = scene.made(campaign).study
    StudyPart.objects.filter(study=study, name="campaign").delete()
    page = Page(download(campaign).content.decode())
    assert "This study kept no facts about its campaign" in page.text
    assert "methods" not in page.titles


def test_reports_are_for_those_who_see_all_scores_and_of_studies_alone() -> None:
    campaign = scene.golden("trec8_small")
    made = make_what_if(campaign=campaign, changes=["rule:union"], rule="adjudicated", by=None)
    scene.made(campaign)
    assert download(campaign, made.study.version).status_code == 404
    assert download(campaign, 2).status_code == 200
    assert download(campaign, 3).status_code == 404
    for role in ("participant", "assessor", "stranger"):
        found = scene.signed_in(campaign, role).get(scene.address(campaign, "2/report.html"))
        assert found.status_code in (403, 404), role


def test_pages_of_a_study_link_to_it() -> None:
    campaign = scene.golden("trec8_small")
    scene.made(campaign)
    client = organizer(campaign)
    link = scene.address(campaign, "1/report.html").encode()
    assert client.get(scene.address(campaign, "1/")).content.count(link) == 2
    assert client.get(scene.address(campaign, "1/significance/")).content.count(link) == 1
