"""Classes of list answers, nuggets with their marks, and votes."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.told_saved.model import SMALL, TABS, Model, step

GROUPS = ".board .class:not([hidden])"
NUGGETS = "[data-nuggets] ol .nugget"
PRESS = """([selector, nth]) => {
  const all = [...document.querySelectorAll(`:is(${selector}):enabled`)]; // none where the results are released
  all[nth % all.length]?.click();
  return all.length > 0;
}"""
REWORD = """([selector, nth, words]) => {
  const all = [...document.querySelectorAll(selector)];
  const form = all[nth % all.length];
  if (!form) return false;
  form.elements.text.value = words;
  form.requestSubmit();
  return true;
}"""


class Parts(Model):
    """What is done on the board of classes, at the nugget desk and on the page for votes."""

    def _one_more(self, tab: int, action: str) -> None:
        """Exactly one change of this name was said."""
        news = self.hear(tab)
        assert [entry["url"].rstrip("/").rpartition("/")[2] for entry in news] == [action], news

    @rule(tab=TABS, answer=SMALL, group=SMALL, act=st.sampled_from(["new", "into", "out", "rest"]))
    @step
    def put_into_class(self, tab: int, answer: int, group: int, act: str) -> bool | None:
        if not self.at(tab, "classes", 0):
            return False
        page, groups = self.tabs[tab].page, self.tabs[tab].page.locator(f"{GROUPS} [data-put-here]")
        if act == "rest":
            rest = page.locator("[data-rest] button")
            if not rest.is_visible():
                return False
            rest.click()
            self._one_more(tab, "rest")
            return None
        answers = page.locator("li.answer .s")
        answers.nth(answer % answers.count()).click()
        if act == "into" and groups.count():
            groups.nth(group % groups.count()).click()
        else:
            self.tabs[tab].press("x" if act == "out" else "c")
        self._one_more(tab, "put")
        return None

    @rule(tab=TABS, group=SMALL)
    @step
    def rename_class(self, tab: int, group: int) -> bool | None:
        if not self.at(tab, "classes", 0) or not self._change(tab, group):
            return False
        field = self.tabs[tab].page.locator("[data-rename] [name=label]")
        field.fill(self.a_word("ship"))
        field.press("Enter")
        self._one_more(tab, "rename")
        return None

    @rule(tab=TABS, group=SMALL, into=SMALL)
    @step
    def merge_classes(self, tab: int, group: int, into: int) -> bool | None:
        if not self.at(tab, "classes", 0):
            return False
        page = self.tabs[tab].page
        for answer in range(2 - page.locator(GROUPS).count()):
            page.locator("li.answer .s").nth(answer).click()
            self.tabs[tab].press("c")
            self._one_more(tab, "put")
        labels = page.locator(f"{GROUPS} [data-label]").all_inner_texts()
        place = group % max(len(labels), 1)
        others = [one for one in labels if labels.count(one) == 1 and one != labels[place]]
        if not others or not self._change(tab, place):
            return False
        page.locator("[data-merge] [name=into]").fill(others[into % len(others)])
        page.locator("[data-merge] button").click()
        self._one_more(tab, "merge")
        return None

    def _change(self, tab: int, group: int) -> bool:
        openers = self.tabs[tab].page.locator(f"{GROUPS} [data-change-this]")
        if not openers.count():
            return False
        openers.nth(group % openers.count()).click()
        return True

    @rule(tab=TABS, answer=SMALL, nugget=SMALL)
    @step
    def mark_nugget(self, tab: int, answer: int, nugget: int) -> bool | None:
        if not self.at(tab, "nuggets", 0):
            return False
        page = self.tabs[tab].page
        page.locator(".item").nth(answer % page.locator(".item").count()).click()
        # At once, as a key does it: the list may be drawn anew between the down and the up of a mouse.
        if not page.evaluate(PRESS, [f"{NUGGETS} .mark input", nugget]):
            return False
        self._one_more(tab, "mark")
        return None

    @rule(tab=TABS, answer=SMALL)
    @step
    def read_answer(self, tab: int, answer: int) -> bool | None:
        look = self.at(tab, "nuggets", 0)
        if not look or look.can_finish:
            return False
        page = self.tabs[tab].page
        page.locator(".item[data-read='']").first.click()
        self.tabs[tab].press("Enter")
        self._one_more(tab, "mark")
        return None

    @rule(tab=TABS)
    @step
    def write_nugget(self, tab: int) -> bool | None:
        if not self.at(tab, "nuggets", 0):
            return False
        self.tabs[tab].press("n")
        self.tabs[tab].page.keyboard.insert_text(self.a_word("it shone"))
        self.tabs[tab].press("Enter")
        self._one_more(tab, "write")
        return None

    @rule(tab=TABS, nugget=SMALL, act=st.sampled_from(["vital", "okay", "remove", "reword", "restore"]))
    @step
    def change_nugget(self, tab: int, nugget: int, act: str) -> bool | None:
        if not self.at(tab, "nuggets", 0):
            return False
        page = self.tabs[tab].page
        if act == "reword":
            said = page.evaluate(
                REWORD, [f"{NUGGETS} form[action$='/reword/']", nugget, self.a_word("reworded")]
            )
        else:
            place = "[data-removed]" if act == "restore" else NUGGETS
            is_vote = act in ("vital", "okay")
            button = f"[name=vote][value={act}]" if is_vote else f"form[action$='/{act}/'] button"
            said = page.evaluate(PRESS, [f"{place} {button}", nugget])
        if not said:
            return False
        self._one_more(tab, "vote" if act in ("vital", "okay") else act)
        return None

    @rule(tab=TABS, nugget=SMALL, key=st.sampled_from("vo"))
    @step
    def vote(self, tab: int, nugget: int, key: str) -> bool | None:
        if not self.at(tab, "votes", 0):
            return False
        self.tabs[tab].press(*["j"] * (nugget % 3), key)
        self._one_more(tab, "vote")
        return None
