"""Decisions on disputed items, which are sent one at a time: the page says at once whether each was stored."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.browser.waiting import expect_so
from tests.told_saved.model import SMALL, TABS, Model, step
from tests.told_saved.tab import Look

GROUNDS = {"m": "opinion", "g": "misapplied", "i": "inconsistent"}
OLD = "() => document.querySelector('[data-part=told] .problem')?.setAttribute('data-old', '')"
HEARD = """(client) => document.querySelector("#decision [name=client_id]")?.value !== client
  || document.querySelector("[data-part=told] .problem:not([data-old])")"""


class Adjudicating(Model):
    """What the adjudicator does."""

    @rule(tab=TABS, item=SMALL, act=st.sampled_from(["m", "2g", "1i", "u"]))
    @step
    def decide(self, tab: int, item: int, act: str) -> bool | None:
        here, look = self.tabs[tab], self.at(tab, "disputes", 0)
        if not look or self.wire.way == "held":
            return False
        if self.can_load:
            rows = here.page.locator(".list .item")
            here.page.evaluate(OLD)
            rows.nth(item % rows.count()).click()
            expect_so(here.page, HEARD, look.client)
        if not here.page.locator(f"[data-key={act[-1]}]").count():
            return False
        look = here.look()
        here.page.evaluate(OLD)
        here.press(*act)
        expect_so(here.page, HEARD, look.client)
        self._told(tab, look, act[-1])
        return None

    def _told(self, tab: int, before: Look, key: str) -> None:
        """What the page says of it is so."""
        self.told_elsewhere(tab)
        self.decided.add(before.client)
        self.stored.read()
        is_stored, alert = before.client in self.stored.changes, self.tabs[tab].look().alert
        if "nothing was saved" in alert:
            assert not is_stored, f"{alert} (but it was stored)"
        if not alert:
            assert is_stored or self._stands(before.current, key), "told as decided, and not stored"

    def _stands(self, item: int, key: str) -> bool:
        """Whether the same was decided before: then nothing is added to the history."""
        decisions = self.stored.states.get((None, "decision"), {}).get("decisions", {})
        return bool(decisions.get(str(item), {}).get("ground") == GROUNDS.get(key))
