"""The pages of a study: every one of every kind of campaign, its figures as files, and how much they ask the database."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from assessment.campaigns.models import Campaign
from assessment.studies.models import StudyPart
from tests.client import Client
from tests.query_counts import QueryCount
from tests.scenes import Kept, as_built
from tests.studies.scene import NAMES, address, golden, large, made, signed_in

pytestmark = pytest.mark.django_db
PAGES = ("assessors", "sets", "spread", "significance", "agreement")
UNSHOWN = re.compile(r"\bNone\b|\bnan\b|\binf\b|\bTrue\b|\bFalse\b|\{\{|\{%|\{#|Fraction\(|&lt;(p|b|span)")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=[*NAMES, "large"])
def built(
    request: pytest.FixtureRequest, kept: Kept, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Campaign]:
    """A campaign of each kind, with a study."""
    with kept():
        folder = tmp_path_factory.mktemp("large")
        campaign = large(folder) if request.param == "large" else golden(request.param)
        made(campaign, trials=10)
        yield campaign


@pytest.fixture
def studied(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def organizer(studied: Campaign) -> Client:
    return signed_in(studied, "organizer")


def main_of(response: Any) -> str:
    found: str = response.text.split("<main", 1)[1]
    return found


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def pages(client: Client, campaign: Campaign) -> Iterator[str]:
    """The addresses of the study's pages, as its overview links them."""
    overview = client.get(address(campaign, "1/"))
    nav = overview.text.split('aria-label="Study"', 1)[1].split("</nav>", 1)[0]
    yield from re.findall(r'href="([^"]+)"', nav)


def test_every_page_shows_values_and_no_marks_of_the_program(organizer: Client, studied: Campaign) -> None:
    linked = list(pages(organizer, studied))
    assert len(linked) >= 5
    for page in linked:
        response = organizer.get(page)
        assert response.status_code == 200, page
        found = UNSHOWN.search(words(main_of(response)))
        assert found is None, (page, words(main_of(response))[max(0, found.start() - 80) : found.end() + 40])
        assert 'aria-current="page"' in response.text
        assert "seed 1" in main_of(response)
        assert "study.json" in response.text


def test_pages_that_nothing_leads_to_are_not_found(organizer: Client, studied: Campaign) -> None:
    linked = {page.rstrip("/").rpartition("/")[2] for page in pages(organizer, studied)}
    for name in {*PAGES} - linked:
        assert organizer.get(address(studied, f"1/{name}/")).status_code == 404
    for rest in ("1/nothing/", "1/overview/", "0/", "2/", "2/assessors/", "2/study.json", "99999999999/"):
        assert organizer.get(address(studied, rest)).status_code == 404, rest


def test_figures_are_svg_and_csv(organizer: Client, studied: Campaign) -> None:
    seen = set()
    for page in pages(organizer, studied):
        for link in re.findall(r'href="([^"]+/figures/[^"]+)"', organizer.get(page).text):
            response = organizer.get(link)
            assert response.status_code == 200, link
            seen.add(link.rpartition("/")[2].partition("-")[0].partition(".")[0])
            if link.endswith(".svg"):
                assert response["Content-Type"] == "image/svg+xml"
                drawing = ElementTree.fromstring(response.content)
                assert drawing.tag == f"{SVG}svg"
                assert not UNSHOWN.search(" ".join(drawing.itertext()))
                assert studied.title in " ".join(drawing.itertext())
            else:
                assert response["Content-Type"] == "text/csv; charset=utf-8"
                rows = list(csv.reader(io.StringIO(response.content.decode(), newline="")))
                assert len(rows) > 1
                assert {len(row) for row in rows} == {len(rows[0])}
                assert not UNSHOWN.search(" ".join(cell for row in rows for cell in row))
    assert {"boxes"} <= seen


def test_unknown_figures_are_not_found(organizer: Client, studied: Campaign) -> None:
    assert organizer.get(address(studied, "1/figures/boxes-0.svg")).status_code == 200
    for name in (
        *(
            "boxes-9.svg",
            "boxes.svg",
            "boxes-.svg",
            "boxes--1.svg",
            "boxes-0.png",
            "boxes-0.json",
            "boxes-٠.csv",
        ),
        *("nothing-0.svg", "agreement-0.svg", "0.svg", "boxes-0-0.svg", "boxes-999999999999999999999.svg"),
    ):
        assert organizer.get(address(studied, f"1/figures/{name}")).status_code == 404, name
    assert organizer.get(address(studied, "9/figures/boxes-0.svg")).status_code == 404


def test_pages_take_the_queries_they_are_allowed(
    organizer: Client, studied: Campaign, query_count: QueryCount
) -> None:
    organizer.get(address(studied))
    for page in pages(organizer, studied):
        name = page.rstrip("/").rpartition("/")[2]
        with query_count(f"study: {'overview' if name == '1' else name}"):
            organizer.get(page)
    with query_count("study: figure"):
        organizer.get(address(studied, "1/figures/boxes-0.svg"))
    with query_count("study: json"):
        organizer.get(address(studied, "1/study.json"))


def test_a_study_that_lost_a_part_says_so_instead_of_breaking(organizer: Client, studied: Campaign) -> None:
    StudyPart.objects.filter(name__endswith=".significance").delete()
    page = organizer.get(address(studied, "1/significance/"))
    assert page.status_code == 200
    assert organizer.get(address(studied, "1/figures/leaders-0.svg")).status_code == 404


@pytest.mark.parametrize("built", ["respubliqa_small"], indirect=True)
def test_boards_stand_under_their_labels(organizer: Client, studied: Campaign) -> None:
    for name in ("", "sets/", "spread/", "significance/"):
        page = words(main_of(organizer.get(address(studied, f"1/{name}"))))
        assert [label in page for label in ("AS DE → EN", "AS EN → EN", "PS EN → EN")] == [True] * 3, name
    ranges = organizer.get(address(studied, "1/figures/ranges-0.csv")).text
    assert "tern101ASdeen" in ranges
    assert "tern102PSenen" not in ranges
    # Nothing that this board rests on was judged by two, so that nothing could vary.
    assert organizer.get(address(studied, "1/figures/ranges-2.csv")).status_code == 404


@pytest.mark.parametrize("built", ["series_small"], indirect=True)
def test_a_study_from_before_pairs_were_counted_says_nothing_of_them(
    organizer: Client, studied: Campaign
) -> None:
    addresses = [address(studied, f"1/{name}") for name in ("spread/", "report.html")]
    said = ("pairs of runs the other way round", "a Kendall’s tau-b of", "higher by series")
    before = [words(organizer.get(page).text) for page in addresses]
    assert [[text.lower().count(one.lower()) for one in said] for text in before] == [[1, 1, 1]] * 2
    part = StudyPart.objects.get(name="0.spread")
    content = part.content
    del content["by_type"]["correlation"]["reversed"]
    part.compressed = StudyPart.of(part.name, content).compressed
    part.save()
    after = [words(organizer.get(page).text) for page in addresses]
    assert [[text.lower().count(one.lower()) for one in said] for text in after] == [[0, 0, 1]] * 2


@pytest.mark.parametrize("built", ["large"], indirect=True)
def test_a_large_campaign_has_all_figures_and_its_groups(organizer: Client, studied: Campaign) -> None:
    shown = {
        name: set(
            re.findall(r"/figures/([a-z]+)(?:-0)?\.csv", organizer.get(address(studied, f"1/{name}/")).text)
        )
        for name in PAGES
    }
    assert shown["assessors"] == {"ranges", "swaps"}
    assert {"errors"} <= shown["sets"]
    assert shown["spread"] == {"boxes"}
    assert shown["significance"] == {"leaders", "matrix"}
    assert shown["agreement"] == {"agreement"}
    assessors = words(main_of(organizer.get(address(studied, "1/assessors/"))))
    assert "Kendall’s tau" in assessors
    assert "30 questions had several assessors" in assessors
    sets = words(main_of(organizer.get(address(studied, "1/sets/"))))
    assert "of comparisons would come out the other way" in sets
    swaps = list(csv.DictReader(io.StringIO(organizer.get(address(studied, "1/figures/matrix-0.csv")).text)))
    assert len(swaps) >= 8
