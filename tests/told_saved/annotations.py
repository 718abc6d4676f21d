"""The steps of an annotation: good or bad, the long answer, the short ones."""

from hypothesis import strategies as st
from hypothesis.stateful import rule
from playwright.sync_api import TimeoutError

from tests.browser.waiting import expect_page_of_question, expect_so
from tests.told_saved.model import SMALL, TABS, Model, step

OUTLINED = "() => document.querySelector('[data-outlined] [data-text]').textContent.trim()"
CHIPS = "[data-chips] li"
CHOSEN = f"(before) => document.querySelectorAll('{CHIPS}').length !== before"


class Annotations(Model):
    """What is done on the page for annotating."""

    def _said(self, tab: int, step: str) -> None:
        """The step was said, unless it had said the same before."""
        news = self.hear(tab)
        assert [entry["step"] for entry in news] in ([], [step]), news

    def _open_step(self, tab: int, step: str, desk: int) -> bool:
        """Whether this step can be said now: those before it are said as they come, an answered one is opened anew."""
        look = self.at(tab, "pages", desk)
        if not look:
            return False
        page = self.tabs[tab].page
        if step != "question" and look.step == "question":
            page.locator("[data-act=good] button").click()
            self._said(tab, "question")
        if step == "short" and self.tabs[tab].look().step == "long" and self.can_load:
            self._outline(tab, desk, 1)
        look = self.tabs[tab].look()
        change = page.locator(f"[data-change={step}]")
        if look.step != step and change.is_visible():
            change.click()
        return self.tabs[tab].look().step == step

    def _has_document(self, tab: int, step: str, desk: int) -> bool:
        """Whether the page of the question is there; one that could not be loaded is asked for again."""
        page = self.tabs[tab].page
        if page.locator("[data-waiting]").is_visible():
            self.tabs[tab].reload()
        expect_page_of_question(page)
        return self._open_step(tab, step, desk)

    @rule(tab=TABS, desk=SMALL, is_good=st.sampled_from([True, True, True, False]))
    @step
    def say_question(self, tab: int, desk: int, is_good: bool) -> bool | None:
        if not self._open_step(tab, "question", desk):
            return False
        page = self.tabs[tab].page
        if is_good:
            if not self._press(tab, "question", "[data-act=good] button"):
                return False
        else:
            reasons = page.locator("[data-reasons]")
            if reasons.get_attribute("open") is None:
                reasons.locator("summary").click()
            reasons.locator("[name=reason]").first.click()
        self._said(tab, "question")
        return None

    @rule(tab=TABS, desk=SMALL, has_box=st.booleans(), moves=SMALL)
    @step
    def say_long(self, tab: int, desk: int, has_box: bool, moves: int) -> bool | None:
        if not self._open_step(tab, "long", desk) or (has_box and not self.can_load):
            return False
        if has_box:
            return None if self._outline(tab, desk, 1 + moves % 6) else False
        if not self._press(tab, "long", "[data-act=no-long] button"):
            return False
        self._said(tab, "long")
        return None

    def _press(self, tab: int, step: str, button: str) -> bool:
        """Press a button of a step; not where the answer to what was said before has closed the step meanwhile.

        So it does where another tab had said something else: the page shows what is stored, and asks.
        """
        try:
            self.tabs[tab].page.locator(button).click()
        except TimeoutError:
            if self.tabs[tab].look().step == step:
                raise
            return False
        return True

    def _outline(self, tab: int, desk: int, moves: int) -> bool:
        """Say a long answer: the box that is so many moves away."""
        if not self._has_document(tab, "long", desk):
            return False
        page = self.tabs[tab].page
        for _ in range(moves):
            page.locator("[data-move=next]").click()
        expect_so(page, OUTLINED)
        page.locator("[data-act=long] button").click()
        self._said(tab, "long")
        return True

    @rule(tab=TABS, desk=SMALL, value=st.sampled_from(["YES", "NO", "NONE", ""]))
    @step
    def say_short(self, tab: int, desk: int, value: str) -> bool | None:
        if not self._open_step(tab, "short", desk) or (not value and not self.can_load):
            return False
        page = self.tabs[tab].page
        if value:
            if not self._press(tab, "short", f"[data-act=short] [value={value}]"):
                return False
        else:
            if not self._has_document(tab, "short", desk):
                return False
            before = page.locator(CHIPS).count()  # where the word was chosen before, it is given up
            page.locator("iframe[data-frame]").focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press(" ")
            expect_so(page, CHOSEN, before)
            if page.locator("[data-save-words]").is_disabled():
                return False
            page.locator("[data-save-words]").click()
        self._said(tab, "short")
        return None
