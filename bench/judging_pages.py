"""How quick the pages for nuggets and answer classes are, on the server and in a real browser."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connection
from django.test import Client
from django.test.testcases import LiveServerThread
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page, sync_playwright

from assessment.campaigns.models import Question
from assessment.judging.models import AnswerClass, Assignment, Judgment, Nugget
from assessment.submissions.models import PoolItem
from bench.site import Figures, got, settled_address, timed
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions
from tests.services import chromium_options

REPEATS = 9
WORDS = ("harbour", "lamp", "keeper", "ferry", "island", "winter", "signal", "anchor", "weather", "crew")


def nugget_page() -> Figures:
    """A pool of 3,000 strings of 200 characters with 40 nuggets (targets: page ready under 1 s, a mark within 50 ms, typing too; 15 queries)."""
    question = _question("SquishyList", 3000, 200)
    Nugget.objects.bulk_create(
        Nugget(question=question, name=str(n), text=_text(n, 60), position=n) for n in range(1, 41)
    )
    assignment = make_assignment(question, make_account("ada"))
    address = f"/judge/{assignment.pk}/"
    with in_browser(assignment) as page:
        ready = [ready_ms(page, address) for _ in range(REPEATS)]
        marks = [_key(page, "1", ".item[aria-current]", "data-marked") for _ in range(REPEATS)]
        page.keyboard.press("n")
        typing = [_key(page, "x", "[data-write] [name=text]") for _ in range(REPEATS)]
        page.keyboard.press("Escape")
    return {
        **on_server(assignment, address),
        "ready_ms": median(ready),
        "mark_ms": max(marks),
        "typing_ms": max(typing),
    }


def class_board() -> Figures:
    """1,500 answers in 120 classes (target: a merge answers within 100 ms; 15 queries)."""
    question = _question("RigidList", 1500, 24)
    assignment = make_assignment(question, make_account("ada"))
    classes = AnswerClass.objects.bulk_create(
        AnswerClass(question=question, name=str(n), text=f"class {n:03}", member=assignment.member)
        for n in range(1, 121)
    )
    items = list(PoolItem.objects.filter(question=question).order_by("pk"))
    Judgment.objects.bulk_create(
        Judgment(
            item=item,
            member=assignment.member,
            assignment=assignment,
            grade="correct",
            judged_at=item.round.made_at,
            answer_class=classes[number % len(classes)],
        )
        for number, item in enumerate(items)
    )
    address = f"/judge/{assignment.pk}/classes/"
    with in_browser(assignment) as page:
        ready = [ready_ms(page, address) for _ in range(REPEATS)]
        merges = [_merge(page, f"class {n:03}", f"class {n + 60:03}") for n in range(1, REPEATS + 1)]
        page.locator("[data-saving]", has_text="all saved").wait_for()
    client = _client(assignment)
    stored = [_stored_merge(client, assignment, classes[n], classes[n + 60]) for n in range(20, 20 + REPEATS)]
    return {
        **on_server(assignment, address),
        "ready_ms": median(ready),
        "merge_ms": max(merges),
        "merge_stored_ms": max(stored),
    }


def _question(type: str, items: int, length: int) -> Question:
    settings.ALLOWED_HOSTS.extend(["testserver", "127.0.0.1"])
    campaign = make_campaign("bench", "tac2008")
    (question,) = make_questions(campaign, "1.1", type=type, series="1")
    make_items(question, *((f"BLOG06-{n // 3}", _text(n, length)) for n in range(items)))
    return question


def _text(seed: int, length: int) -> str:
    words = (WORDS[(seed * 7 + place * place) % len(WORDS)] for place in range(length))
    return f"{seed} {' '.join(words)}"[:length]


def _client(assignment: Assignment) -> Client:
    client = Client()
    assert assignment.member.account
    client.force_login(assignment.member.account)
    return client


def on_server(assignment: Assignment, address: str) -> Figures:
    """The page without a browser: milliseconds and queries."""
    client = _client(assignment)
    address = settled_address(client, address)
    times = [timed(lambda: got(client.get(address)))[0] for _ in range(REPEATS)]
    with CaptureQueriesContext(connection) as queries:
        response = got(client.get(address))
    return {
        "server_ms": median(time.wall * 1000 for time in times),
        "server_cpu_ms": median(time.cpu * 1000 for time in times),
        "queries": len(queries),
        "kilobytes": len(response.content) // 1000,
    }


def _stored_merge(client: Client, assignment: Assignment, row: AnswerClass, into: AnswerClass) -> float:
    fields = {"client_id": str(uuid4()), "uid": str(row.uid), "into": str(into.uid)}
    address = f"/judge/{assignment.pk}/classes/merge/"
    time, response = timed(lambda: client.post(address, fields, headers={"X-Assize-Fetch": "1"}))
    got(response)
    return time.wall * 1000


@contextmanager
def in_browser(assignment: Assignment) -> Iterator[Page]:
    """A page of a browser in which the assessor is signed in, at a server in a thread of this process."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the loop that drives the browser runs in this thread
    server = LiveServerThread("127.0.0.1", StaticFilesHandler, connections_override={})
    server.daemon = True
    server.start()
    server.is_ready.wait()
    origin = f"http://127.0.0.1:{server.port}"
    session = _client(assignment).cookies["sessionid"].value
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        context = browser.new_context(base_url=origin, viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": "sessionid", "value": session, "url": origin}])
        yield context.new_page()
        browser.close()
    threading.Thread(target=server.terminate, daemon=True).start()


def ready_ms(page: Page, address: str) -> float:
    """Milliseconds from the request until the page is loaded and its scripts have run."""
    answer = page.goto(address)
    if answer is None or answer.status != 200:
        raise SystemExit(f"the page {address} answered {answer and answer.status}")
    found: Any = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    return float(found)


def _key(page: Page, key: str, where: str, attribute: str = "") -> float:
    """Milliseconds from a key until what it changes is drawn."""
    page.evaluate(
        """([where, attribute]) => {
          const field = document.querySelector(where);
          const state = () => attribute ? field.getAttribute(attribute) : field.value;
          const before = state();
          window.answered = new Promise((resolve) => {
            addEventListener("keydown", () => {
              const start = performance.now();
              const look = () => state() === before ? requestAnimationFrame(look) : resolve(performance.now() - start);
              requestAnimationFrame(look);
            }, { once: true, capture: true });
          });
        }""",
        [where, attribute],
    )
    page.keyboard.press(key)
    return float(page.evaluate("window.answered"))


def _merge(page: Page, label: str, into: str) -> float:
    """Milliseconds from sending a merge until the page shows it."""
    return float(
        page.evaluate(
            """([label, into]) => new Promise((resolve) => {
              const group = [...document.querySelectorAll(".class")].find((one) => one.getAttribute("aria-label") === label);
              group.querySelector("[data-change-this]").click();
              const form = document.querySelector("[data-merge]");
              form.elements.into.value = into;
              const start = performance.now();
              form.requestSubmit();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
            })""",
            [label, into],
        )
    )
