"""The save queue by itself, against a server that answers, loses, refuses and vanishes in any order."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.sizes import examples

pytestmark = pytest.mark.django_db(transaction=True)

# "lost": the server has stored it, and its answer never arrived. "crash": the browser ends while it is sent.
ANSWERS = ["saved", "lost", "offline", "conflict", "refused", "signed-out", "foreign", "500", "507", "crash"]
steps = st.lists(
    st.one_of(
        st.tuples(
            st.just("add"), st.sampled_from(["1", "2"]), st.lists(st.sampled_from(ANSWERS), max_size=4)
        ),
        st.tuples(st.just("flush"), st.just(""), st.lists(st.sampled_from(ANSWERS), max_size=4)),
        st.tuples(st.just("reload"), st.just(""), st.just([])),
    ),
    max_size=12,
)

# Plays the steps and tells what the server received, what the page was told, and what is kept in the end.
PLAY = """async ({ account, steps }) => {
    const { QueueStore } = await import("/static/js/judging/queue-store.js");
    const { SaveQueue } = await import("/static/js/judging/save-queue.js");
    const { badgeOf } = await import("/static/js/judging/badge.js");
    Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
    const received = [], saved = [], problems = [], added = [], checks = [];
    let answers = [], store, queue;
    const never = new Promise(() => {});
    async function send(entry) {
        const answer = answers.shift() ?? "saved";
        if (answer === "crash") { crashed(); return never; }
        if (["saved", "lost"].includes(answer) && !received.includes(entry.id)) received.push(entry.id);
        if (answer.startsWith("50")) return { kind: "server-error", data: { status: Number(answer) } };
        const kind = answer === "lost" ? "offline" : answer;
        return { kind, data: kind === "refused" ? { message: "no" } : {} };
    }
    let crashed = () => {};
    function open() {
        store = new QueueStore(account);
        queue = new SaveQueue(store, send, {
            saved: (entry) => saved.push(entry.id),
            problem: (entry) => problems.push(entry.id),
            changed: () => checks.push(badgeOf(queue, store).text === "all saved ✓" ? !store.list().length : store.list().length > 0),
        });
    }
    // Until the queue rests, or the browser is taken away from it.
    async function settle() {
        const crash = new Promise((resolve) => { crashed = () => resolve("crash"); });
        if (await Promise.race([queue.flush(), crash]) === "crash") { answers = []; open(); }
        checks.push(store.list().map(({ id }) => id).join() === added.filter((id) => !saved.includes(id)).join());
    }
    open();
    for (const [what, assignment, script] of steps) {
        answers = [...script];
        if (what === "reload") open();
        if (what === "add") {
            const id = `e${added.length}`;
            added.push(id);
            store.add({ id, assignment });
        }
        await settle();
    }
    answers = [];
    for (let tries = 0; tries < 3 && store.waiting().length; tries++) await settle();
    const kept = store.list().map(({ id }) => id);
    store.list().forEach((entry) => store.remove(entry));
    return { added, received, saved, problems, kept, checks, state: queue.state, isKept: store.isKept };
}"""


def test_every_save_arrives_once_and_in_order(page: Page) -> None:
    page.goto("/sign-in/")
    runs = 0

    @settings(max_examples=examples(150), suppress_health_check=[HealthCheck.too_slow])
    @given(steps=steps)
    def play(steps: list[tuple[str, str, list[str]]]) -> None:
        nonlocal runs
        runs += 1
        result: dict[str, Any] = page.evaluate(PLAY, {"account": runs, "steps": steps})
        assert all(result["checks"]), (
            "something was dropped before the server had it, kept after, or called saved"
        )
        assert sorted(result["saved"] + result["kept"]) == sorted(result["added"])
        assert result["kept"] == sorted(result["problems"], key=result["added"].index)
        assert set(result["saved"]) <= set(result["received"])
        assignment_of = dict(
            zip(result["added"], [step[1] for step in steps if step[0] == "add"], strict=True)
        )
        for assignment in ("1", "2"):
            own = [entry for entry in result["received"] if assignment_of[entry] == assignment]
            assert own == sorted(own, key=result["added"].index), "an assignment's saves changed places"
        assert (result["state"], result["isKept"]) == ("idle", True)

    play()


def test_two_windows_never_overwrite_each_others_entries(page: Page) -> None:
    page.goto("/sign-in/")
    kept = page.evaluate(
        """async () => {
            const { QueueStore } = await import("/static/js/judging/queue-store.js");
            const [one, other] = [new QueueStore("7"), new QueueStore("7")];
            new QueueStore("77").add({ id: "somebody else's", assignment: "1" });
            for (let number = 0; number < 100; number++) (number % 3 ? one : other).add({ id: number, assignment: "1" });
            other.remove(one.list()[0]);
            localStorage.setItem(one.list()[0].key, "{ spoilt");
            return new QueueStore("7").list().map(({ id }) => id);
        }"""
    )
    assert kept == list(range(2, 100))


BADGES = """async ([waiting, refused, trouble, isKept, fault]) => {
    const { badgeOf } = await import("/static/js/judging/badge.js");
    const store = { waiting: () => Array(waiting), problems: () => Array(refused), isKept };
    return badgeOf({ trouble }, store, fault).text;
}"""
FULL = {"kind": "server-error", "status": 507, "code": "disk_full"}
BUSY = {"kind": "server-error", "status": 503, "code": "database_busy"}
AWAY = {"kind": "server-error", "status": 503, "code": "database_unreachable"}
SAID: list[tuple[list[Any], str]] = [
    ([0, 0, None, True, ""], "all saved ✓"),
    ([3, 0, None, True, ""], "3 waiting"),
    ([3, 0, {"kind": "offline"}, True, ""], "3 waiting · no connection"),
    ([3, 0, FULL, True, ""], "3 waiting · the server’s disk is full"),
    ([3, 0, BUSY, True, ""], "3 waiting · the server’s database is busy"),
    ([3, 0, AWAY, True, ""], "3 waiting · the server’s database is not available"),
    ([1, 0, {"kind": "server-error", "status": 500}, True, ""], "1 waiting · the server has an error (500)"),
    ([0, 1, None, True, ""], "1 not saved"),
    ([0, 2, {"kind": "offline"}, True, ""], "2 not saved"),
    ([1, 2, None, False, ""], "1 waiting · 2 not saved · in this window only: keep this page open"),
    ([0, 0, None, True, "this page failed"], "not saved · this page failed"),
    ([2, 0, None, True, "this page failed"], "2 waiting · this page failed"),
]


def test_the_badge_follows_from_the_queue_alone(page: Page) -> None:
    page.goto("/sign-in/")
    assert [page.evaluate(BADGES, given) for given, _ in SAID] == [text for _, text in SAID]


def test_a_queue_goes_on_where_the_page_fails_to_show_an_answer(page: Page) -> None:
    page.goto("/sign-in/")
    result = page.evaluate(
        """async () => {
            const { QueueStore } = await import("/static/js/judging/queue-store.js");
            const { SaveQueue } = await import("/static/js/judging/save-queue.js");
            const heard = [];
            window.addEventListener("error", (event) => { heard.push(event.message); event.stopImmediatePropagation(); event.preventDefault(); }, true);
            const shows = () => { throw new Error("no such row"); };
            const store = new QueueStore("9");
            const queue = new SaveQueue(store, async () => ({ kind: "saved", data: {} }), { saved: shows, problem: shows, changed: () => {} });
            for (const id of ["a", "b", "c"]) store.add({ id, assignment: "1" });
            await queue.flush();
            return { left: store.list().length, heard: heard.length, state: queue.state };
        }"""
    )
    assert result == {"left": 0, "heard": 3, "state": "idle"}


def test_a_network_that_is_back_during_a_failing_attempt_is_tried_at_once(page: Page) -> None:
    page.goto("/sign-in/")
    result = page.evaluate(
        """async () => {
            const { QueueStore } = await import("/static/js/judging/queue-store.js");
            const { SaveQueue } = await import("/static/js/judging/save-queue.js");
            const store = new QueueStore("8");
            let attempts = 0;
            const send = async () => {
              attempts += 1;
              if (attempts > 1) return { kind: "saved", data: {} };
              queue.wake();
              return { kind: "offline" };
            };
            const queue = new SaveQueue(store, send, { saved: () => {}, problem: () => {}, changed: () => {} });
            store.add({ id: "a", assignment: "1" });
            await queue.flush();
            return { attempts, left: store.list().length, state: queue.state };
        }"""
    )
    assert result == {"attempts": 2, "left": 0, "state": "idle"}


@pytest.mark.parametrize("denied", ["get", "setItem"])
def test_a_browser_that_keeps_nothing_keeps_entries_in_memory(page: Page, denied: str) -> None:
    page.goto("/sign-in/")
    result = page.evaluate(
        """async (denied) => {
            const { QueueStore } = await import("/static/js/judging/queue-store.js");
            const deny = () => { throw new DOMException("denied", "SecurityError"); };
            if (denied === "get") Object.defineProperty(window, "localStorage", { get: deny });
            else Storage.prototype.setItem = deny;
            const store = new QueueStore("5");
            const entry = store.add({ id: "a", assignment: "1" });
            store.update({ ...entry, aside: 1 });
            const before = [store.list().length, store.aside().length, store.isKept];
            store.remove(entry);
            return [...before, store.list().length, store.isKept];
        }""",
        denied,
    )
    assert result == [1, 1, False, 0, True]
