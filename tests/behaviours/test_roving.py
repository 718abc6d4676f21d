"""Long lists take one stop of the tab key."""

from playwright.sync_api import Page, expect

from tests.behaviours.conftest import Alone

LIST = (
    '<ul data-roving="a"><li><a href="#1">One</a><li><a href="#2" aria-current="true">Two</a>'
    '<li hidden><a href="#3">Three</a><li><a href="#4">Four</a></ul>'
)
PAGE = f'<body data-site="/"><main><button>Before</button>{LIST}<button>After</button></main>'


def _stops(page: Page) -> list[str]:
    """Where the tab key would stop in lists."""
    return page.locator('[data-roving] a[tabindex="0"]').all_inner_texts()


def test_the_current_entry_is_the_stop_and_arrows_pass_what_is_hidden(alone: Alone) -> None:
    page = alone(LIST, "roving.js")
    assert _stops(page) == ["Two"]
    page.get_by_text("Two").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Four")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Four")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_text("One")).to_be_focused()
    assert _stops(page) == ["One"]


def test_the_stop_follows_what_becomes_current_and_leaves_what_is_hidden(alone: Alone) -> None:
    page = alone(LIST, "roving.js")
    page.evaluate("document.querySelectorAll('a')[3].setAttribute('aria-current', 'true')")
    expect(page.get_by_text("Four")).to_have_attribute("tabindex", "0")
    page.evaluate("document.querySelectorAll('a')[3].removeAttribute('aria-current')")
    page.evaluate("document.querySelectorAll('li')[3].hidden = true")
    expect(page.get_by_text("Two")).to_have_attribute("tabindex", "0")
    assert _stops(page) == ["Two"]


def test_lists_that_come_later_rove_too_and_one_that_is_moved_goes_on(alone: Alone) -> None:
    page = alone(PAGE, "roving.js")
    page.evaluate(
        """() => {
          const [main, list] = [document.querySelector("main"), document.querySelector("ul")];
          const next = list.cloneNode(true);
          main.append(list, Object.assign(document.createElement("div"), { id: "new" }));
          document.querySelector("#new").append(next);
        }"""
    )
    expect(page.locator('#new a[tabindex="0"]')).to_have_text("Two")
    page.locator("main > ul").get_by_text("One").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("main > ul").get_by_text("Two")).to_be_focused()
    assert _stops(page) == ["Two", "Two"]
