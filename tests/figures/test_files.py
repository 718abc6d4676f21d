"""Files and tables hold exactly the values; nothing that is written in them becomes markup."""

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from assessment.shared import figures
from assessment.shared.figures import Axis, Figure, Row
from assessment.shared.figures.styles import ALL_STYLES, DASHES, HUES, SERIES_STYLES, SHAPES
from assessment.shared.figures.texts import clean
from tests.figures import samples

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('x')</script>\"&\x00\x1b"
ROOT = Path(__file__).parents[2]
each = pytest.mark.parametrize("figure", samples.every(), ids=lambda figure: figure.name)


def hostile() -> figures.DotRows:
    """Everything that can be written is hostile."""
    return figures.DotRows(
        name="hostile",
        title=HOSTILE,
        caption=HOSTILE,
        source=HOSTILE,
        axis=Axis(HOSTILE),
        series=(HOSTILE,),
        rows=[Row(HOSTILE, [0.5], 0.4, 0.6, 0.5)],
        spread=figures.Spread(HOSTILE, HOSTILE, HOSTILE, HOSTILE),
        guides=[figures.Guide(0.3, HOSTILE)],
        groups=[(0, 0)],
        grouped=HOSTILE,
        rows_name=HOSTILE,
    )


def shown(figure: Figure) -> str:
    """The figure on a page."""
    return render_to_string(
        "figures/_figure.html", {"figure": figure, "svg_url": "/f.svg", "csv_url": "/f.csv"}
    )


def read(figure: Figure) -> list[list[str]]:
    return list(csv.reader(io.StringIO(figures.csv(figure).decode(), newline="")))


@each
def test_the_drawing_is_xml_with_a_title_and_every_point(figure: Figure) -> None:
    root = ElementTree.fromstring(figures.svg(figure))
    assert root.findtext(f"{SVG}title") == figure.title
    titles = [path.findtext(f"{SVG}title") for path in root.iter(f"{SVG}path")]
    points = figure.sizes[0].drawing.points
    assert [title for title in titles if title] == [clean(point.words) for point in points]
    assert not re.search(rb"nan|inf\b|None|href|\sstyle=", figures.svg(figure))


@each
def test_the_table_holds_exactly_the_values(figure: Figure) -> None:
    header, *rows = read(figure)
    assert header == [column.title for column in figure.values.columns]
    for row, values in zip(rows, figure.values.rows, strict=True):
        for text, value in zip(row, values, strict=True):
            assert (
                text == ""
                if value is None
                else text == clean(value)
                if isinstance(value, str)
                else (float(text) == value)
            )


def test_a_number_is_written_in_full_and_read_as_everywhere() -> None:
    figure = figures.DotRows(
        name="thirds",
        title="Thirds",
        axis=Axis("Score"),
        series=("score",),
        rows=[Row("a", [1 / 3]), Row("b", [None])],
    )
    assert read(figure) == [["Run", "score"], ["a", "0.3333333333333333"], ["b", ""]]
    assert re.findall(r'<td class="r">(.*?)</td>', shown(figure)) == [".333", "–"]


def test_what_people_write_stays_text() -> None:
    page, file = shown(hostile()), figures.svg(hostile()).decode()
    for text in (page, file):
        assert "<script" not in text
        assert "\x00" not in file
        assert "&lt;script&gt;" in text
    ElementTree.fromstring(file)
    assert "\x00" not in figures.csv(hostile()).decode()


def test_a_long_name_is_cut_and_kept_in_full() -> None:
    name = "a_run_with_a_name_that_goes_on_and_on_and_never_ends"
    figure = figures.DotRows(
        name="long", title="Long", axis=Axis("Score"), series=("score",), rows=[Row(name, [0.5])]
    )
    root = ElementTree.fromstring(figures.svg(figure))
    texts = [text for text in root.iter(f"{SVG}text") if (text.text or "").endswith("…")]
    assert [text.findtext(f"{SVG}title") for text in texts] == [name]


def test_a_page_has_no_style_that_its_policy_forbids() -> None:
    for figure in samples.every():
        assert not re.search(r"<style|\sstyle=|<script|\son\w+=", shown(figure))


def test_an_empty_figure_says_so() -> None:
    assert "Nothing to show" in shown(samples.empty())
    assert "<svg" not in shown(samples.empty())
    assert read(samples.empty()) == [["Question", "one"]]


def test_every_look_has_its_colours_on_dark_pages_and_in_dark_files() -> None:
    page = (ROOT / "static/css/figures.css").read_text(encoding="utf-8")
    file = (ROOT / "templates/figures/_dark.css").read_text(encoding="utf-8")
    for kind in ALL_STYLES:
        assert re.search(rf"\.{kind}\b", page), kind
        assert re.search(rf"\.{kind}\b", file), kind
    for number in range(len(HUES)):
        assert f".s{number} " in page
        assert f".s{number} " in file


def test_series_differ_without_their_colours() -> None:
    assert len(set(SHAPES)) == len(SHAPES) >= 6
    assert len(set(DASHES)) == len(DASHES) == len(HUES)
    assert {"marks", "line"} <= set(SERIES_STYLES)


def test_a_single_point_is_said_instead_of_drawn() -> None:
    def pairs(*points: figures.Point) -> str:
        series = [figures.Series("Pairs", points)]
        x, y = Axis("Difference"), Axis("Swaps", figures.COUNT)
        return shown(figures.Plot(name="pairs", title="Swaps", x=x, y=y, series=series))

    one, two = figures.Point(0.02, 28, "lake and tern"), figures.Point(0.03, 4, "lake and gull")
    said = pairs(one)
    assert "lake and tern: Difference .020, Swaps 28." in said
    assert "<svg" not in said
    assert "CSV" in said
    assert "<svg" in pairs(one, two)
