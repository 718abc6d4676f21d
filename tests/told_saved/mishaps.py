"""What goes wrong around the work, and what people do about it."""

from uuid import uuid4

from django.contrib.sessions.models import Session
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from assessment.assignments.services.handover import reopen
from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.parts.part import ChangeConflict
from assessment.shared.errors import Refused
from tests.browser.waiting import click_while_offered, expect_ready, expect_so
from tests.told_saved.answering import Answering
from tests.told_saved.meaning import plain
from tests.told_saved.model import PATIENCE, SMALL, TABS, step
from tests.told_saved.wire import WAYS

UNDO = "[data-undo] button, [data-act=undo] button"
UNFINISH = "[formaction*='unfinish']"
CHOICES = "[data-problems] .versions button:not(:text('Copy'))"
VALUES = "all => all.map(({ value }) => value)"
LEFT = "() => !window.isOld"


class Mishaps(Answering):
    """The network, the server, the session, the tabs, the organizer; undo, finishing, decisions about conflicts."""

    # What the assessor does on every page

    @rule(tab=TABS, times=st.integers(1, 3))
    @step
    def undo(self, tab: int, times: int) -> bool | None:
        """Where the page knows of nothing to undo, its form asks the server, which needs the network."""
        done = False
        for _ in range(times):
            look = self.tabs[tab].look()
            if (
                not look.can_undo
                or (look.kind == "answers" and not look.undoes)
                or look.kind in ("other", "disputes")
            ):
                break
            if not click_while_offered(self.tabs[tab].page.locator(UNDO).first):
                break
            news = self.hear(tab)
            if not news and not self.tabs[tab].look().can_undo:
                break  # an answer disabled it while it was being clicked: there is nothing more to undo
            assert news, "undo said nothing"
            if look.kind == "answers":
                assert [entry["kind"] for entry in news] == ["undo"] * len(news), news
                assert news[0]["fields"]["of"] == look.undoes, news
            else:
                assert [entry["url"].rstrip("/").rpartition("/")[2] for entry in news] == ["undo"], news
            done = True
        return None if done else False

    @rule(tab=TABS, desk=SMALL)
    @step
    def finish(self, tab: int, desk: int) -> bool | None:
        """What is seen; where it cannot be finished, a question of answers that was graded to its end."""
        here, look = self.tabs[tab], self.tabs[tab].look()
        if not look.can_finish and self.can_load and self.wire.way == "open":
            self.grade_all(tab, desk)
            self.check()
            look = here.look()
        if not (look.can_finish and look.says_saved and self.can_load and self.wire.way == "open"):
            return False
        with here.page.expect_navigation():
            here.click("[data-finish] button:visible")
        here.was_elsewhere = False
        self.told_elsewhere(tab)
        return None

    @rule(tab=TABS, desk=SMALL)
    @step
    def undo_finish(self, tab: int, desk: int) -> bool | None:
        here, done = self.tabs[tab], [row for row in self._assignments() if row.finished_at]
        if not (done and self.can_load and self.wire.way == "open"):
            return False
        here.go(f"/judge/{done[desk % len(done)].pk}/")
        if not here.page.locator(UNFINISH).count():
            return False
        with here.page.expect_navigation():
            here.click(UNFINISH)
        here.was_elsewhere = False
        return None

    @rule(tab=TABS, choice=SMALL)
    @step
    def decide_conflict(self, tab: int, choice: int) -> bool | None:
        here, look = self.tabs[tab], self.tabs[tab].look()
        buttons = here.page.locator(CHOICES)
        if look.kind == "other" or not buttons.count() or not self.can_load:
            return False
        before = {entry["id"]: entry for entry in here.kept.queue() if entry.get("problem")}
        here.page.evaluate("window.isOld = true")
        button = buttons.nth(choice % buttons.count())
        is_put_aside = button.inner_text().startswith("Set")
        button.click()
        self.hear(tab)
        queue = {entry["id"]: entry for entry in here.kept.queue()}
        self.given_up |= {name for name in before if name not in queue or queue[name].get("aside")}
        mine = [one for one in queue.values() if one.get("problem") and not one.get("aside")]
        if is_put_aside and not any(int(one["assignment"]) == look.assignment for one in mine):
            expect_so(here.page, LEFT)
            expect_ready(here.page)
        self.told_elsewhere(tab)
        here.was_elsewhere = True
        return None

    @rule(tab=TABS, desk=SMALL, grade=SMALL)
    @step
    def judge_in_another_browser(self, tab: int, desk: int, grade: int) -> bool | None:
        """She says something of the answer in front of her on another machine; this browser does not know of it."""
        look = self.at(tab, "answers", desk)
        if not look:
            return False
        rows = Judgment.objects.filter(item=look.current, assignment=look.assignment)
        name, grades = uuid4(), self.tabs[tab].page.locator("[name=grade]").evaluate_all(VALUES)
        try:
            record_judgment(
                by=self.desks.ada,
                assignment_id=look.assignment,
                item_id=look.current,
                seen=rows.values_list("changes", flat=True).first() or 0,
                client_id=name,
                grade=grades[grade % len(grades)],
            )
        except (Refused, ChangeConflict):  # it is closed, or what this browser sent came first
            return False
        self.decided.add(str(name))
        for here in self.tabs:
            here.was_elsewhere |= here.look().assignment == look.assignment
        return None

    # Tabs

    @rule(
        tab=TABS,
        kind=st.sampled_from(["answers", "classes", "nuggets", "votes", "pages", "disputes"]),
        desk=SMALL,
    )
    @precondition(lambda self: self.can_load)
    @step
    def open_desk(self, tab: int, kind: str, desk: int) -> None:
        desks = self.desks.of(kind)
        self.tabs[tab].go(desks[desk % len(desks)].path)

    @rule(tab=TABS)
    @precondition(lambda self: self.can_load)
    @step
    def show_the_same_in_both(self, tab: int) -> bool | None:
        url = self.tabs[tab].page.url
        if "/judge/" not in url:
            return False
        self.tabs[1 - tab].go(url)
        return None

    @rule(tab=TABS)
    @precondition(lambda self: self.can_load)
    @step
    def reload(self, tab: int) -> None:
        self.tabs[tab].reload()

    @rule(tab=TABS)
    @step
    def close_tab(self, tab: int) -> None:
        self.tabs[tab].exchange()

    # Network, server, session

    @rule(way=st.sampled_from(WAYS[1:]))
    @precondition(lambda self: self.wire.way == "open")
    @step
    def lose_network(self, way: str) -> None:
        self.wire.choose(way)

    @rule()
    @precondition(lambda self: self.wire.way != "open")
    @step
    def find_network(self) -> None:
        self.wire.choose("open")
        for tab in self.tabs:
            tab.come_back()

    @rule(is_back=st.booleans())
    @precondition(lambda self: self.serving.is_up)
    @step
    def kill_server(self, is_back: bool) -> None:
        """It may be back at once, and no page knows."""
        self.serving.kill()
        if is_back:
            self.serving.start()

    @rule()
    @precondition(lambda self: not self.serving.is_up)
    @step
    def start_server(self) -> None:
        self.serving.start()
        for tab in self.tabs:
            tab.come_back()

    @rule(is_back=st.booleans())
    @precondition(lambda self: self.is_signed_in)
    @step
    def sign_out_elsewhere(self, is_back: bool) -> None:
        """She may sign in again at once: then the pages have the tokens of a session that is gone."""
        Session.objects.all().delete()
        self.is_signed_in = False
        if is_back and self.serving.is_up:
            self.sign_in()

    @rule()
    @precondition(lambda self: self.serving.is_up and not self.is_signed_in)
    @step
    def sign_in_again(self) -> None:
        self.sign_in()
        for tab in self.tabs:
            tab.come_back()

    # The organizer

    @rule(campaign=SMALL)
    @step
    def release_or_withdraw(self, campaign: int) -> None:
        """The results are released, or taken back."""
        (row,) = Campaign.objects.filter(pk=self.desks.campaigns[campaign % len(self.desks.campaigns)].pk)
        row.state = State.CLOSED if row.state == State.RELEASED else State.RELEASED
        row.save(update_fields=["state"])

    @rule(desk=SMALL)
    @step
    def reopen_question(self, desk: int) -> bool | None:
        done = [row for row in self._assignments() if row.finished_at]
        done = [row for row in done if row.question.campaign.state != State.RELEASED]
        if not done:
            return False
        reopen(assignment=done[desk % len(done)], by=None)
        return None

    def _assignments(self) -> list[Assignment]:
        rows = Assignment.objects.select_related("question__campaign").order_by("pk")
        return list(rows.filter(pk__in=[row.pk for row in self.desks.assignments]))

    # Everything works again

    @rule()
    @precondition(lambda self: self.done and not self.done[-1].startswith("settle "))
    @step
    def settle(self) -> None:
        self.settle_all()

    def settle_all(self) -> None:
        """Everything works again, and the person is back: what was said arrives, and pages show what is stored."""
        self.wire.choose("open")
        if not self.serving.is_up:
            self.serving.start()
        if not self.is_signed_in:
            self.sign_in()
        Campaign.objects.filter(pk__in=[row.pk for row in self.desks.campaigns]).update(state=State.CLOSED)
        if self.kept.waiting() and all("/judge/" not in tab.page.url for tab in self.tabs):
            self.tabs[0].go("/")
        for tab in self.tabs:
            tab.come_back()
        self.eventually(self._what_waits, patience=3 * PATIENCE)
        self.check()
        self._pages_show_what_is_stored()
        assert self.stored.complaints() == []

    def _what_waits(self) -> list[str]:
        seen = [self.kept, *(tab.kept for tab in self.tabs)]
        return [f"still waiting: {plain(entry)}" for kept in seen for entry in kept.waiting()]

    def _pages_show_what_is_stored(self) -> None:
        for tab in self.tabs:
            if tab.look().kind in ("other", "disputes") or tab.was_elsewhere or tab.look().problems:
                continue
            before = tab.look()
            tab.reload()
            after = tab.look()
            if before.kind == after.kind:  # else it was finished in the other tab
                assert (before.shown, before.judged) == (after.shown, after.judged), (
                    f"{tab.page.url} showed {before}, and loaded anew {after}"
                )
