"""Grades, notes, "later", alike strings and own rules of thumb on the page for answers."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.browser.waiting import click_while_shown, expect_so, take_turn
from tests.told_saved.model import SMALL, TABS, Model, step

GRADES = "all => all.map(({ value, dataset, disabled }) => [value, dataset.key, disabled])"
ALIKE = "[data-alike-list] input:checked:not(:disabled)"
HEARS_KEYS = """() => {
  const { activeElement: place } = document;
  return !place.matches("iframe") || place.dataset.hears === "1";
}"""
CLICK = st.sampled_from(["", "answer", "document"])
LEAVE = st.sampled_from(["button", "grade", "item", "reload"])


class Answering(Model):
    """What is done on the page for answers."""

    @rule(tab=TABS, desk=SMALL, item=SMALL, grade=SMALL, click=CLICK)
    @step
    def grade(self, tab: int, desk: int, item: int, grade: int, click: str) -> bool | None:
        if not self.at(tab, "answers", desk):
            return False
        if click:
            self._go_to(tab, item)
        if click == "document":
            self._click_into_document(tab)
        self.press_grade(tab, grade)
        return None

    def press_grade(self, tab: int, number: int, **more: str) -> None:
        """A grade for the answer in focus; its key does nothing where it rests, or where there is no such grade."""
        look, page = self.tabs[tab].look(), self.tabs[tab].page
        grades = page.locator("[name=grade]").evaluate_all(GRADES)
        value, key, is_off = grades[number % len(grades)]
        self.tabs[tab].press(key)
        is_said = not (look.rests or is_off)
        self.expect(
            tab, *([{"kind": "save", "item": str(look.current), "grade": value, **more}] if is_said else [])
        )

    @rule(tab=TABS, desk=SMALL)
    @step
    def grade_the_rest(self, tab: int, desk: int) -> bool | None:
        return None if self.grade_all(tab, desk) else False

    def grade_all(self, tab: int, desk: int) -> bool:
        """Grade whatever has no grade, one after another, so that the question can be finished; whether any had none."""
        look = self.at(tab, "answers", desk)
        left = [item for item, grade, *_ in look.shown if not grade] if look else []
        for item in left:
            self.tabs[tab].click(f".item[data-item='{item}']")
            self.press_grade(tab, 1)
        return bool(left)

    @rule(tab=TABS, desk=SMALL, item=SMALL, leave=LEAVE)
    @step
    def note(self, tab: int, desk: int, item: int, leave: str) -> bool | None:
        if not self.at(tab, "answers", desk) or (leave == "reload" and not self.can_load):
            return False
        self._go_to(tab, item)
        here, words = self.tabs[tab], self.a_word("note")
        look = here.look()
        here.press("n")
        here.page.fill("#note", words)
        said = {"kind": "save", "item": str(look.current), "note": words}
        if leave == "grade":
            here.press("Escape", "Escape")
            self.press_grade(tab, 0, note=words)
            return None
        if leave == "button":
            here.page.get_by_role("button", name="Save the note").click()
        elif leave == "reload":
            here.reload()
        else:
            here.press("Escape", "Escape")
            other = here.page.locator(".item:visible:not([aria-current])")
            other.nth(0).click()
        self.expect(tab, said)
        return None

    @rule(tab=TABS, desk=SMALL, item=SMALL)
    @step
    def later(self, tab: int, desk: int, item: int) -> bool | None:
        if not self.at(tab, "answers", desk):
            return False
        self._go_to(tab, item)
        look = self.tabs[tab].look()
        self.tabs[tab].press("l")
        self.expect(tab, {"kind": "save", "item": str(look.current)})
        assert "later" in next(reversed(self.said.values()))["fields"]
        return None

    @rule(tab=TABS, desk=SMALL, item=SMALL)
    @step
    def judge_alike(self, tab: int, desk: int, item: int) -> bool | None:
        if not self.at(tab, "answers", desk):
            return False
        self._go_to(tab, item)
        here = self.tabs[tab]
        look = here.look()
        (grade,) = {row[1] for row in look.shown if int(row[0]) == look.current}
        if not grade:
            self.press_grade(tab, 0)
            self._go_to(tab, item)
            look = here.look()
            (grade,) = {row[1] for row in look.shown if int(row[0]) == look.current}
        here.press("a")
        take_turn(here.page)
        alike = here.page.locator(ALIKE).evaluate_all("all => all.map(({ value }) => value)") if grade else []
        here.press("Shift+A" if alike else "a")
        self.expect(tab, *({"kind": "save", "item": one, "grade": grade} for one in alike))
        return None if alike else False

    @rule(tab=TABS, desk=SMALL)
    @step
    def own_decisions(self, tab: int, desk: int) -> bool | None:
        if not self.at(tab, "answers", desk):
            return False
        here, words = self.tabs[tab], self.a_word("surname:")
        here.press("d")
        here.page.fill("[data-notes] [name=rules_of_thumb]", words)
        here.press("Escape", "Escape")
        self.expect(tab, {"kind": "notes", "rules_of_thumb": words})
        return None

    def _click_into_document(self, tab: int) -> None:
        page = self.tabs[tab].page
        if click_while_shown(page.locator("iframe.shown"), x=20, y=20):
            expect_so(page, HEARS_KEYS)  # a document that is not there gives the focus back

    def _go_to(self, tab: int, item: int) -> None:
        rows = self.tabs[tab].page.locator(".item:visible")
        rows.nth(item % rows.count()).click()
