"""What is wrong with a page is found in its head and in its content, though looks that passed before are not measured again."""

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from tests import factory
from tests.browser.axe import complaints_of_axe
from tests.browser.judging import sign_in

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = ("header.top", "main")
# By kind: in which schemes it is found, the rule that finds it, and the HTML that breaks it, with its id.
FAULTS = {
    "faint": (("light",), "color-contrast", "<p {id} class='sub faint'>faint in light</p>"),
    "dim": (("dark",), "color-contrast", "<p {id} class='sub dim'>dim in the dark</p>"),
    "covered": (
        ("light", "dark"),
        "color-contrast",
        "<div class='box'><i class='plate'></i><p {id} class='sub over'>above something else</p></div>",
    ),
    "unnamed": (("light",), "label", "<input {id}>"),
    "tiny": (
        ("light",),
        "target-size",
        "<button {id} aria-label='a'></button><button aria-label='b'></button>",
    ),
    "skips": (("light",), "heading-order", "<h2>A heading</h2><h5 {id}>three levels below</h5>"),
}
SHEET = """
@media (prefers-color-scheme: light) { .sub.faint { color: #ccc } }
@media (prefers-color-scheme: dark) { .sub.dim { color: #333 } }
.box { position: relative; height: 3em; width: 20em }
.box .plate, .box .over { position: absolute; inset: 0; color: #777; background: none }
.box .plate { background: #888 }
.planted button { padding: 0; border: 0; width: 9px; height: 9px; min-width: 0; min-height: 0 }
"""
PLANT = """([sheet, planted]) => {
    const style = new CSSStyleSheet();
    style.replaceSync(sheet);
    document.adoptedStyleSheets.push(style);
    for (const [place, html] of Object.entries(planted)) {
        const made = Object.assign(document.createElement("div"), { className: "planted", innerHTML: html });
        document.querySelector(place).append(made);
    }
}"""


def _id(place: str, kind: str) -> str:
    return f"{kind}-{PLACES.index(place)}"


def test_each_kind_of_fault_is_found_on_a_page_that_had_none(
    page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    sign_in(context, factory.make_account("ada"), live_server)
    page.emulate_media(color_scheme="light")
    page.goto("/account/")
    assert complaints_of_axe(page) == []
    page.emulate_media(color_scheme="light")
    page.reload()
    html = {
        place: "".join(fault.format(id=f"id='{_id(place, kind)}'") for kind, (_, _, fault) in FAULTS.items())
        for place in PLACES
    }
    page.evaluate(PLANT, [SHEET, html])
    found = complaints_of_axe(page)
    said = {
        (scheme, rule, f"#{_id(place, kind)}")
        for place in PLACES
        for kind, (schemes, rule, _) in FAULTS.items()
        for scheme in schemes
    }
    missed = {
        (scheme, rule, address)
        for scheme, rule, address in said
        if not any(one.startswith(f"{scheme}: {rule}:") and f'"{address}"' in one for one in found)
    }
    assert not missed, "\n".join(found)


def test_what_looked_well_before_is_found_when_it_does_not(
    page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    sign_in(context, factory.make_account("ada"), live_server)
    page.goto("/account/")
    assert complaints_of_axe(page) == []
    for place in PLACES:  # the same elements, on a ground of nearly their own colour
        ground = "one => { one.style.background = getComputedStyle(one).color; }"
        page.locator(place).evaluate(ground)
        assert "color-contrast" in "".join(complaints_of_axe(page)), place
        page.locator(place).evaluate("one => { one.style.background = ''; }")
        assert complaints_of_axe(page) == []
