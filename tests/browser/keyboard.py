"""Somebody without a mouse: every key is counted, and after each it is seen what the next one acts upon."""

from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.waiting import expect_ready, expect_so

# Where nothing has the focus, a judging page acts on what is current: that must be in view instead. The first page, when
# nothing is left to do, has nothing to act upon.
SEEN = """() => {
    const focused = document.activeElement === document.body
        ? document.querySelector(".item[aria-current], .list [aria-current], .answer[aria-current], [data-line][aria-current], "
            + ".answer.current, .case .string")
        : document.activeElement;
    if (!focused && document.querySelector(".home")) return "";
    if (!focused) return "nothing has the focus, and nothing is current";
    if (focused.tagName === "IFRAME" || focused.tagName === "MAIN") return "";
    const box = focused.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return `not seen: ${focused.outerHTML.slice(0, 200)}`;
    const [x, y] = [box.left + Math.min(box.width, 8) / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    const isSeen = focused.contains(top) || Boolean(top?.contains(focused));
    return isSeen ? "" : `covered or out of view: ${focused.outerHTML.slice(0, 200)}`;
}"""


class Keyboard:
    """Presses keys, and counts those that judge."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, *keys: str) -> None:
        """Press keys one after the other, and see after each what the next one would act upon."""
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1
            self.sees()

    def type(self, text: str) -> None:
        """Write into the field that has the focus. What is written costs nothing here."""
        assert self.page.evaluate("document.activeElement.matches('input, textarea')")
        self.page.keyboard.type(text)

    def sees(self) -> None:
        """Fail where the focus, or else what is current, is not in view, once the page has come to rest."""
        try:
            expect_so(self.page, f"() => !({SEEN})()")
        except TimeoutError as error:
            raise AssertionError(self.page.evaluate(SEEN)) from error

    def cost(self) -> int:
        """How many keys since this was asked last."""
        pressed, self.pressed = self.pressed, 0
        return pressed

    def goes_on(self, name: str) -> None:
        """On the first page: what is next has the focus, and Enter opens it."""
        expect(self.page.get_by_role("link", name=name)).to_be_focused()
        self.sees()
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/judge/**")
        expect_ready(self.page)
