"""The save queue by itself, against a server that answers, loses, refuses and vanishes in any order."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

# "lost": the server has stored it, and its answer never arrived. "crash": the browser ends while it is sent.
ANSWERS = ["saved", "lost", "offline", "conflict", "refused", "signed-out", "foreign", "crash"]
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
    Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
    const received = [], saved = [], problems = [], added = [], checks = [];
    let answers = [], store, queue;
    const never = new Promise(() => {});
    async function send(entry) {
        const answer = answers.shift() ?? "saved";
        if (answer === "crash") { crashed(); return never; }
        if (["saved", "lost"].includes(answer) && !received.includes(entry.id)) received.push(entry.id);
        const kind = answer === "lost" ? "offline" : answer;
        return { kind, data: kind === "refused" ? { message: "no" } : {} };
    }
    let crashed = () => {};
    function open() {
        store = new QueueStore(account);
        queue = new SaveQueue(store, send, {
            saved: (entry) => saved.push(entry.id),
            problem: (entry) => problems.push(entry.id),
            changed: () => {},
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

    @settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
    @given(steps=steps)
    def play(steps: list[tuple[str, str, list[str]]]) -> None:
        nonlocal runs
        runs += 1
        told: dict[str, Any] = page.evaluate(PLAY, {"account": runs, "steps": steps})
        assert all(told["checks"]), "something was dropped before the server had it, or kept after"
        assert sorted(told["saved"] + told["kept"]) == sorted(told["added"])
        assert told["kept"] == sorted(told["problems"], key=told["added"].index)
        assert set(told["saved"]) <= set(told["received"])
        assignment_of = dict(zip(told["added"], [step[1] for step in steps if step[0] == "add"], strict=True))
        for assignment in ("1", "2"):
            own = [entry for entry in told["received"] if assignment_of[entry] == assignment]
            assert own == sorted(own, key=told["added"].index), "an assignment's saves changed places"
        assert (told["state"], told["isKept"]) == ("idle", True)

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
