"""Figures: arrow keys walk the points, and each says its value."""

from playwright.sync_api import expect

from tests.behaviours.conftest import Alone

POINTS = "".join(f'<path d="M{x} 10h4v4h-4z"><title>Point {x}</title></path>' for x in (10, 50, 90))
FIGURE = (
    '<figure data-figure><div class="chart-plot" tabindex="0"><svg width="120" height="60" data-along="x">'
    f'<g data-points>{POINTS}</g><g data-points><path d="M52 40h4v4h-4z"><title>Beside</title></path></g></svg></div>'
    '<p data-reading="Use the arrow keys."></p></figure>'
)


def test_arrows_walk_the_points_and_say_them(alone: Alone) -> None:
    page = alone(FIGURE, "figures/figure.js")
    told, plot = page.locator("[data-reading]"), page.locator(".chart-plot")
    expect(told).to_have_text("Use the arrow keys.")
    plot.focus()
    for key, words in (
        *(
            ("ArrowRight", "Point 10"),
            ("ArrowRight", "Point 50"),
            ("ArrowDown", "Beside"),
            ("ArrowUp", "Point 50"),
        ),
        *(("End", "Point 90"), ("ArrowRight", "Point 90"), ("Home", "Point 10")),
    ):
        page.keyboard.press(key)
        expect(told).to_have_text(words)
    expect(page.locator("path.current")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(told).to_have_text("Use the arrow keys.")
    expect(page.locator("path.current")).to_have_count(0)


def test_two_figures_walk_each_by_itself(alone: Alone) -> None:
    page = alone(FIGURE + FIGURE, "figures/figure.js")
    page.locator(".chart-plot").last.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-reading]").last).to_have_text("Point 10")
    expect(page.locator("[data-reading]").first).to_have_text("Use the arrow keys.")
