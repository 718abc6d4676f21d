"""What the assessor said and what her pages told her, held against the database after every step."""

from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from traceback import format_exception
from typing import Any, ClassVar, NamedTuple, ParamSpec

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.waiting import until
from tests.failures import told_of_pages
from tests.told_saved.desks import PASSWORD, Desks
from tests.told_saved.meaning import Entry, agrees, plain, undone_by
from tests.told_saved.serving import Serving
from tests.told_saved.stored import Stored
from tests.told_saved.tab import WATCH, Kept, Look, Tab

PATIENCE = 30_000  # milliseconds; the machine may be busy
TABS = st.integers(0, 1)
SMALL = st.integers(0, 11)
TOO_LATE = ("annotation_changed", "nothing_to_undo")  # an undo of an annotation is then dropped
P = ParamSpec("P")
RULES: list[str] = []  # the names of all


class Ground(NamedTuple):
    """What all runs share."""

    browser: Browser
    serving: Serving


def step(rule: Callable[P, bool | None]) -> Callable[P, None]:
    """Counts the rules that did something, and checks everything after each; one that answers False did nothing."""

    @wraps(rule)
    def counted(*args: P.args, **kwargs: P.kwargs) -> None:
        model: Any = args[0]
        model.is_sound = False
        model.done.append(f"{rule.__name__} {kwargs}")
        try:
            if isinstance(tab := kwargs.get("tab"), int):
                model.tabs[tab].come_forward()
            if rule(*args, **kwargs) is not False:
                model.ran[rule.__name__] += 1
                model.check()
        except Exception as error:
            # What fails by its timing may not fail when it is repeated: it is told as it was.
            error.add_note("\n".join(["It was done:", *model.done]))
            error.add_note(model.told())
            print(*format_exception(error))
            raise
        model.is_sound = True

    RULES.append(rule.__name__)
    return counted


class Model(RuleBasedStateMachine):
    """Two tabs of one assessor. `said` is all that she said by the page's name for it, `given_up` what she gave up."""

    ground: ClassVar[Ground]
    ran: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.is_sound = False
        self.desks = Desks()
        self.done: list[str] = []
        self.said: dict[str, Entry] = {}
        self.given_up: set[str] = set()
        self.decided: set[str] = set()  # names of decisions of the adjudicator
        self.is_signed_in = True
        self.words = 0
        self.serving, self.wire = self.ground.serving, self.ground.serving.wire
        self.context: BrowserContext = self.ground.browser.new_context(base_url=self.wire.url, locale="en-GB")
        self.context.add_init_script(path=WATCH)
        spy = self.context.new_page()  # runs none of the site's scripts
        spy.goto("/healthz")
        self.kept = Kept(spy.evaluate)
        self.sign_in()
        self.tabs = [Tab(self.context), Tab(self.context)]
        self.stored = Stored(self.desks)
        self.is_sound = True

    def sign_in(self) -> None:
        """In a tab of its own, as the page that waits offers it."""
        page = self.context.new_page()
        page.goto("/sign-in/")
        page.fill("[name=username]", self.desks.name)
        page.fill("[name=password]", PASSWORD)
        page.press("[name=password]", "Enter")
        expect(page.get_by_role("heading", name="My work")).to_be_visible()
        page.close()
        self.is_signed_in = True

    def told(self) -> str:
        """What the pages show and the site has written, as long as they are there."""
        told = told_of_pages(self.context.pages, Path("test-results", f"told-saved-{self.desks.number}"))
        told.append(("the site's log", self.serving.log()))
        return "\n\n".join(f"--- {name}\n{text}" for name, text in told)

    def teardown(self) -> None:
        """Where nothing failed: everything that was said arrives, and all of it agrees."""
        try:
            if self.is_sound:
                self.settle_all()
        finally:
            self.wire.choose("open")
            self.context.close()
            if not self.serving.is_up:
                self.serving.start()

    # Going to pages

    @property
    def can_load(self) -> bool:
        """Whether a page can be opened now."""
        return self.serving.is_up and self.is_signed_in

    def at(self, tab: int, kind: str, number: int) -> Look | None:
        """What a tab shows of a kind of page, opened where it shows another one; None where it cannot be opened."""
        look = self.tabs[tab].look()
        if look.kind != kind and self.can_load:
            desks = self.desks.of(kind)
            self.tabs[tab].go(desks[number % len(desks)].path)
            look = self.tabs[tab].look()
        return look if look.kind == kind else None

    def a_word(self, what: str) -> str:
        """Words that were not said before."""
        self.words += 1
        return f"{what} {self.words}"

    # What was said

    def hear(self, tab: int) -> list[Entry]:
        """What was put into the queue by the last act, which happened in this tab."""
        news = self._note(self.tabs[tab].kept)
        if news:
            self.told_elsewhere(tab)
        return news

    def _note(self, kept: Kept) -> list[Entry]:
        news = [entry for entry in kept.said() if entry["id"] not in self.said]
        self.said |= {entry["id"]: entry for entry in news}
        return news

    def told_elsewhere(self, tab: int) -> None:
        """What the other tab shows of the same question may not be what is said last."""
        here, other = self.tabs[tab].look(), self.tabs[1 - tab]
        if other.look().assignment == here.assignment:
            other.was_elsewhere = True

    def expect(self, tab: int, *wanted: Entry) -> None:
        """The page put into the queue what its keys mean, and nothing else."""
        news = [plain(entry) for entry in self.hear(tab)]
        assert len(news) == len(wanted), f"said {wanted}, queued {news}"
        for entry, fields in zip(news, wanted, strict=True):
            assert fields.items() <= entry.items(), f"said {fields}, queued {entry}"

    # What is stored

    def check(self) -> None:
        """Nothing is called saved that is not stored; nothing is lost, doubled or made up."""
        self.eventually(self._what_is_wrong)

    def eventually(self, wrong: Callable[[], list[str]], patience: int = PATIENCE) -> None:
        """Wait until nothing is wrong: tabs hear of each other a moment later."""
        until(self.tabs[0].page, lambda: not wrong(), lambda: "\n".join(wrong()), patience)

    def _what_is_wrong(self) -> list[str]:
        looks = [tab.look() for tab in self.tabs]
        self._note(self.kept)  # what a page said by itself, as when it was left
        queue = {entry["id"]: entry for entry in self.kept.queue()}
        self.stored.read()
        unsaved = [
            name for name in self.said if name not in self.stored.changes and name not in self.given_up
        ]
        refused = self.kept.refused()
        found = [
            f"lost ({refused.get(name)}): {plain(self.said[name])}"
            for name in unsaved
            if not self._is_kept(name, queue)
        ]
        unsaved = [name for name in unsaved if name not in self.given_up]
        if any(look.says_saved for look in looks):
            found += [f"called saved, but is not stored: {plain(self.said[name])}" for name in unsaved]
        found += [f"made up: {name}" for name in self.stored.made_up({*self.said, *self.decided})]
        found += [wrong for name in self.said for wrong in self._stored_otherwise(name)]
        return found + [wrong for look in looks if look.says_saved for wrong in self._shown_otherwise(look)]

    def _is_kept(self, name: str, queue: dict[str, Entry]) -> bool:
        """Whether something that is not stored is in the queue, or was given up by the person."""
        if name in queue:
            if queue[name].get("aside"):
                self.given_up.add(name)
            return True
        if not (self._is_taken_back(name) or self._is_joined(name, queue) or self._is_undo_too_late(name)):
            return False
        self.given_up.add(name)
        return True

    def _is_taken_back(self, name: str) -> bool:
        """Whether it was undone before it was stored, or is the undo of such a thing."""
        entry = self.said[name]
        undone = undone_by(entry)
        if undone:
            return undone not in self.stored.changes
        return any(undone_by(other) == name for other in self.said.values())

    def _is_undo_too_late(self, name: str) -> bool:
        """Whether it was to undo what another tab had changed or undone since: then the page shows what is stored."""
        return self.said[name].get("step") == "undo" and self.kept.refused().get(name) in TOO_LATE

    def _is_joined(self, name: str, queue: dict[str, Entry]) -> bool:
        """Whether a later wish for the same thing, which was not taken either, says all that it said."""
        mine = self.said[name]
        same = ("assignment", "kind", "item")
        later = [one for one in queue.values() if one.get("problem") and one["id"] != name]
        return any(
            all(one.get(field) == mine.get(field) for field in same)
            and (mine.get("change") or {}).keys()
            <= (one.get("change") or {"grade": 0, "later": 0}).keys() | {"later"}
            for one in later
        )

    def _stored_otherwise(self, name: str) -> list[str]:
        """Whether what is in the history under its name says something else; asked once."""
        entry = self.said[name]
        if name not in self.stored.changes or entry.get("is_checked"):
            return []
        entry["is_checked"] = True
        if agrees(plain(entry), self.stored.was[name]):
            return []
        return [f"said {plain(entry)}, stored {self.stored.changes[name].after}"]

    def _shown_otherwise(self, look: Look) -> list[str]:
        """Answers that a page shows with other words than they had after so many changes, while it calls them saved."""
        if look.kind != "answers":
            return []
        found = []
        for item, grade, note, later, changes in look.shown:
            said = (
                self.stored.versions.get((int(item), changes))
                if changes
                else {"grade": "", "note": "", "later": False}
            )
            if said is None or (said["grade"], said["note"], said["later"]) != (grade, note, later):
                found.append(
                    f"item {item} after {changes} changes is shown as {(grade, note, later)}, stored is {said}"
                )
        return found

    def settle_all(self) -> None:
        """Everything works again, and the person is back: what was said arrives, and pages show what is stored."""
        raise NotImplementedError
