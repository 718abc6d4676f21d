"""What scripts add to fields of forms: files, zones, links to copy, clocks, and forms that are tried while one types."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.behaviours.conftest import Alone
from tests.behaviours.sent import answers

FILE = (
    '<form><label>Runs <input type="file" id="runs" {more}></label>'
    '<output class="chosen" for="runs" data-most="2000" data-chosen></output></form>'
)
TRIED = (
    '<form data-try="#answers"><input name="text"><button name="do" value="save">Save</button>'
    '<button name="do" value="try" data-tries>Try</button></form>'
    '<div id="answers"></div><p data-announce></p>'
)


def _drop(place: Locator, *names: str) -> None:
    """Lets files fall on it."""
    place.evaluate(
        """(place, names) => {
          const dataTransfer = new DataTransfer();
          for (const name of names) dataTransfer.items.add(new File(["12345"], name));
          place.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        list(names),
    )


def test_a_file_is_told_with_its_size_and_one_too_large_is_not_sent(alone: Alone) -> None:
    page = alone(FILE.format(more=""), "files.js")
    told, field = page.locator("output"), page.locator("#runs")
    expect(told).to_have_text("Or drop a file here.")
    field.set_input_files({"name": "a.run", "mimeType": "text/plain", "buffer": b"1" * 1500})
    expect(told).to_have_text("\u2068a.run\u2069 (1.5 kB)")
    field.set_input_files({"name": "b.run", "mimeType": "text/plain", "buffer": b"1" * 2500})
    expect(told).to_have_text("This file has 2.5 kB; at most 2 kB can be sent. Choose a smaller file.")
    assert not field.evaluate("field => field.checkValidity()")
    page.locator("form").evaluate("form => form.reset()")
    expect(told).to_have_text("Or drop a file here.")
    assert field.evaluate("field => field.checkValidity()")


def test_files_are_dropped_as_many_as_the_field_takes(alone: Alone) -> None:
    page = alone(FILE.format(more=""), "files.js")
    _drop(page.locator("form"), "a.run", "b.run")
    expect(page.locator("output")).to_have_text("Drop one file; this field takes no more.")
    assert page.locator("#runs").evaluate("field => field.files.length") == 0
    _drop(page.locator("form"), "a.run")
    expect(page.locator("output")).to_have_text("\u2068a.run\u2069 (5 byte)")


def test_a_field_of_several_files_takes_them_all(alone: Alone) -> None:
    page = alone(FILE.format(more="multiple"), "files.js")
    expect(page.locator("output")).to_have_text("Or drop several files here.")
    _drop(page.locator("form"), "a.run", "b.run")
    assert page.locator("#runs").evaluate("field => field.files.length") == 2


@pytest.mark.parametrize(("zone", "offers"), [("UTC", 1), ("Asia/Tokyo", 0)])
def test_the_zone_of_the_browser_is_offered_where_it_is_another(
    alone: Alone, page: Page, zone: str, offers: int
) -> None:
    page.add_init_script(
        "Intl.DateTimeFormat = () => ({ resolvedOptions: () => ({ timeZone: 'Asia/Tokyo' }) });"
    )
    alone(f'<input data-zone value="{zone}">', "zone.js")
    offer = page.get_by_role("button", name="Use Asia/Tokyo")
    expect(offer).to_have_count(offers)
    if offers:
        offer.click()
        expect(page.locator("input")).to_have_value("Asia/Tokyo")
        expect(offer).to_have_count(0)


def test_all_zones_are_offered_once_their_field_has_the_focus(alone: Alone) -> None:
    html = '<input list="zones"><datalist id="zones" data-zones><option value="Europe/Paris"></datalist>'
    page = alone(html, "zones.js")
    expect(page.locator("option")).to_have_count(1)
    page.locator("input").focus()
    expect(page.locator('option[value="Asia/Tokyo"]')).to_be_attached()
    expect(page.locator('option[value="Europe/Paris"]')).to_have_count(1)


def test_what_the_browser_does_not_copy_is_selected(alone: Alone) -> None:
    html = '<textarea id="links">a\nb</textarea><button data-copy="links" hidden>Copy</button>'
    page = alone(html, "copy.js")
    page.get_by_role("button").click()  # a page without encryption may not write to the clipboard
    expect(page.get_by_role("button")).to_have_text("Selected: copy it with your keyboard")
    assert page.evaluate("getSelection().toString()") == "a\nb"


def test_clocks_go_by_the_time_of_the_server(alone: Alone) -> None:
    html = (
        '<div data-clocks data-now="1999-12-31T12:00:00Z"><p data-as-of>noon</p>'
        '<p data-until="2000-01-02T12:00:59Z"></p><p data-until="1999-12-31T11:00:00Z"></p></div>'
    )
    page = alone(html, "countdown.js")
    coming, past = page.locator("[data-until]").all()
    expect(coming).to_have_text(re.compile(r"^2 d 00:00:\d\d$|^1 d 23:\d\d:\d\d$"))
    expect(past).to_have_text("over")
    expect(past).to_have_class("over")
    expect(page.get_by_text("noon")).to_be_hidden()


def test_a_form_is_tried_while_one_types_and_saves_nothing(alone: Alone) -> None:
    page = alone(TRIED, "trying.js")
    sent = answers(page, "/", (200, "<p data-tell>One  hit</p>"), (422, "<p data-tell>A mistake</p>"))
    page.locator("[name=text]").fill("a")
    expect(page.locator("#answers")).to_have_text("One  hit")
    expect(page.locator("[data-announce]")).to_have_text("One hit")
    page.get_by_role("button", name="Try").click()
    expect(page.locator("#answers")).to_have_text("A mistake")
    assert all("try" in body and "save" not in body for body in sent)
    assert len(sent) == 2
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/?*do=save")


def test_what_a_button_stood_for_is_told_when_the_server_is_away(alone: Alone) -> None:
    page = alone(TRIED, "trying.js")
    answers(page, "/", (500, "<p>Trouble</p>"))
    page.get_by_role("button", name="Try").click()
    expect(page.locator("[data-announce]")).to_have_text(
        "The server does not answer. Nothing is lost; try again."
    )
    expect(page.locator("#answers")).to_be_empty()


def test_the_text_of_a_chosen_file_goes_into_its_field_if_it_is_one(alone: Alone) -> None:
    html = '<textarea id="run">typed</textarea><input type="file" data-into="run" data-most="9">'
    page = alone(html, "trial.js")
    chooser, field = page.locator("[data-into]"), page.locator("#run")
    for name, content in (("bytes", b"\xff\xfe"), ("long", b"1234567890")):
        chooser.set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
        expect(field).to_have_value("typed")
    chooser.set_input_files({"name": "text", "mimeType": "text/plain", "buffer": "é\n".encode()})
    expect(field).to_have_value("é\n")
    field.fill("typed anew")
    expect(chooser).to_have_value("")
