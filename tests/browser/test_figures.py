"""Figures as people use them: with a pointer, with keys, on small screens, on paper, and as pictures to keep."""

import struct
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django import Settings

from tests.browser.everywhere import complaints_of_figures

pytestmark = pytest.mark.django_db(transaction=True)

FOLDER = Path(__file__).parents[1] / "figures" / "templates"


@pytest.fixture(autouse=True)
def served(settings: Settings) -> None:
    """The site has a page of figures."""
    templates: list[dict[str, Any]] = settings.TEMPLATES
    settings.TEMPLATES = [{**templates[0], "DIRS": [*templates[0]["DIRS"], FOLDER]}, *templates[1:]]
    settings.ROOT_URLCONF = "tests.figures.urls"


def opened(page: Page, name: str) -> Locator:
    """A figure alone on its page, ready for keys and pointers."""
    page.goto(f"/figures/?name={name}")
    figure = page.locator(f"#figure-{name}")
    expect(figure.get_by_role("application")).to_be_visible()
    return figure


@pytest.mark.parametrize("width", [1440, 390])
def test_figures_keep_to_the_rules_of_accessibility(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/figures/")
    expect(page.get_by_role("application")).to_have_count(12)
    assert not complaints_of_figures(page, width)


def test_arrow_keys_walk_along_a_series_and_over_to_the_next(page: Page) -> None:
    figure = opened(page, "errors")
    plot, reading = figure.get_by_role("application"), figure.locator("[data-reading]")
    height = figure.bounding_box()
    expect(reading).to_contain_text("arrow keys")
    plot.focus()
    page.keyboard.press("ArrowRight")
    expect(reading).to_have_text("difference .01 to .02: Number of series 5, Error rate 25.3\u00a0%")
    page.keyboard.press("ArrowRight")
    expect(reading).to_have_text("difference .01 to .02: Number of series 9, Error rate 16.1\u00a0%")
    page.keyboard.press("ArrowDown")
    expect(reading).to_have_text("difference .03 to .04: Number of series 9, Error rate 9.8\u00a0%")
    page.keyboard.press("End")
    expect(reading).to_contain_text("Number of series 29,")
    page.keyboard.press("ArrowRight")
    expect(reading).to_contain_text("Number of series 29,")
    expect(plot.locator(".current")).to_have_count(1)
    assert figure.bounding_box() == height
    page.keyboard.press("Escape")
    expect(plot).not_to_be_focused()
    expect(plot.locator(".current")).to_have_count(0)
    expect(reading).to_contain_text("arrow keys")


def test_on_a_phone_the_same_points_are_walked_down_the_rows(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    figure = opened(page, "boxes")
    reading = figure.locator("[data-reading]")
    figure.get_by_role("application").focus()
    page.keyboard.press("ArrowDown")
    expect(reading).to_contain_text("141: lowest")
    page.keyboard.press("ArrowDown")
    expect(reading).to_contain_text("142: lowest")
    page.keyboard.press("ArrowRight")
    expect(reading).to_contain_text("beyond the whiskers")


def test_a_pointer_reads_the_nearest_point(page: Page) -> None:
    figure = opened(page, "few")
    mark = figure.locator(".broad .marks[data-points] path").last
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box
    before = figure.bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + 9)
    expect(figure.locator(".chart-tip")).to_have_text("run03: adjudicated .657")
    assert figure.bounding_box() == before
    page.mouse.move(0, 0)
    expect(figure.locator(".chart-tip")).to_have_count(0)


def test_a_matrix_scrolls_in_its_own_box_to_where_the_keys_are(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    figure = opened(page, "pairs")
    plot = figure.get_by_role("application")
    assert plot.evaluate("box => box.scrollWidth > box.clientWidth")
    plot.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    mark, box = plot.locator(".current").bounding_box(), plot.bounding_box()
    assert mark
    assert box
    assert box["x"] <= mark["x"] <= box["x"] + box["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_is_twice_as_large_and_on_white(page: Page, scheme: str, tmp_path: Path) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    figure = opened(page, "few")
    with page.expect_download() as download:
        figure.get_by_role("button", name="PNG").click()
    assert download.value.suggested_filename == "few.png"
    download.value.save_as(tmp_path / "few.png")
    content = (tmp_path / "few.png").read_bytes()
    assert struct.unpack(">II", content[16:24])[0] == 2 * (760 + 36)
    corner = page.evaluate(
        """async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          const paper = document.createElement("canvas").getContext("2d");
          paper.drawImage(image, 0, 0);
          return [...paper.getImageData(2, 2, 1, 1).data];
        }""",
        f"data:image/png;base64,{b64encode(content).decode()}",
    )
    assert corner == [255, 255, 255, 255]


def test_paper_shows_figures_in_ink_and_no_buttons(page: Page) -> None:
    page.goto("/figures/?name=few")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".marks.s0 path").first).to_have_css("fill", "rgb(29, 79, 124)")
    expect(page.get_by_role("link", name="SVG")).to_be_hidden()


def test_without_scripts_the_figure_its_files_and_its_table_are_there(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/figures/?name=few")
    expect(page.get_by_role("img", name="Range of scores")).to_be_visible()
    expect(page.get_by_role("button", name="PNG")).to_be_hidden()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(4)
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.get_by_role("table")).to_be_hidden()
    page.get_by_text("Table of values").click()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(4)


def test_where_there_is_room_the_table_is_beside_the_figure_and_no_higher(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    figure = opened(page, "few")
    plot, table = figure.locator(".chart-plot").bounding_box(), figure.locator(".scroll").bounding_box()
    assert plot
    assert table
    assert table["x"] >= plot["x"] + plot["width"]
    body = figure.locator(".chart-body").bounding_box()
    assert body
    assert table["height"] <= body["height"] + 1
