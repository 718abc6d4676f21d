"""The short name that is proposed for a campaign, and the search of the settings."""

from playwright.sync_api import expect

from tests.behaviours.conftest import Alone

NAMES = '<form data-names><input name="title" value="{title}"><input data-proposed></form>'
SETTING = "<details data-group><summary>{group}</summary><p data-setting='{name}'>{text}</p></details>"


def test_the_short_name_is_proposed_while_one_types(alone: Alone) -> None:
    page = alone(NAMES.format(title="Ångström: 2nd Try"), "naming.js")
    proposed = page.locator("[data-proposed]")
    expect(proposed).to_have_attribute("placeholder", "angstrom-2nd-try")
    page.locator("[name=title]").fill("  --")
    expect(proposed).to_have_attribute("placeholder", "")


def test_two_forms_propose_each_for_itself(alone: Alone) -> None:
    page = alone(NAMES.format(title="One") + NAMES.format(title="Two"), "naming.js")
    page.locator("[name=title]").last.fill("Three")
    assert [field.get_attribute("placeholder") for field in page.locator("[data-proposed]").all()] == [
        "one",
        "three",
    ]


def test_settings_are_found_by_all_words_and_shown_again(alone: Alone) -> None:
    rows = SETTING.format(group="Pool", name="depth", text="Depth of the pool") + SETTING.format(
        group="People", name="seats", text="How many judge"
    )
    html = f'<section data-settings><form><input name="q"></form><output data-told></output>{rows}</section>'
    page = alone(html, "settings.js")
    page.locator("[name=q]").fill("POOL dep")
    expect(page.locator("[data-told]")).to_have_text("1 setting found.")
    expect(page.locator("[data-setting=depth]")).to_be_visible()
    expect(page.locator("[data-group]").last).to_be_hidden()
    page.locator("[name=q]").fill("nothing")
    expect(page.locator("[data-told]")).to_have_text("No setting has these words.")
    page.locator("[name=q]").fill("")
    expect(page.locator("[data-group]").last).to_be_visible()
    expect(page.locator("[data-setting=depth]")).to_be_hidden()  # its group is folded, as it was
