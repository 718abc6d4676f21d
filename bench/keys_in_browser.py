"""The assessor's desk in a real browser: from a key to the next answer painted, what is loaded, and what jumps."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, Request, sync_playwright

from assessment.judging.models import Assignment
from bench.at_once import served
from bench.site import Figures
from documents import snapshots
from tests.documents.helpers import import_records, record
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions
from tests.services import chromium_options

KEYS, WARM, OPENED = 60, 5, 5
FEW, MANY = 200, 3000
ANSWERS_OF_A_DOCUMENT = 3
PAUSE = 60  # milliseconds between two keys, once the next answer's document stands
WORDS = ("harbour", "lamp", "keeper", "ferry", "island", "winter", "signal", "anchor", "weather", "crew")

# From the moment of the key to the first task after the frame in which the next answer is painted, and what moved.
_WATCH = """() => {
  window.took = []; window.moved = 0; window.events = [];
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.moved += entry.value; })
    .observe({ type: "layout-shift" });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.name === "keydown") window.events.push(entry.duration); })
    .observe({ type: "event", durationThreshold: 16 });
  const channel = new MessageChannel();
  let pressed = 0;
  channel.port1.onmessage = () => window.took.push(performance.now() - pressed);
  addEventListener("keydown", ({ timeStamp }) => {
    pressed = timeStamp;
    requestAnimationFrame(() => channel.port2.postMessage(null));
  }, { capture: true });
}"""
_STANDS = """(before) => {
  const now = document.querySelector(".item[aria-current]").dataset.item;
  const [shown, spare] = [true, false].map((is) => document.querySelector(`[data-frames] iframe${is ? ".shown" : ":not(.shown)"}`));
  return now !== before && shown.dataset.item === now && window.took.length;
}"""


def keys_in_browser() -> Figures:
    """Judging in Chromium in pools of 200 and 3,000 answers (targets: key to next answer painted 16 ms, p95 33 ms; ready under 500 ms; first load 12 requests and 150 kB; one request a judgment, two at the next question; nothing jumps)."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the loop that drives the browser runs in this thread
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        few, following, many = _assignments(Path(folder))
        with served() as (port, _), _browser(f"http://127.0.0.1:{port}", few) as context:
            for name, assignment in (("few", few), ("many", many)):
                figures |= {f"{name} {key}": value for key, value in _judged(context, assignment).items()}
            figures |= _next_question(context, few, following)
    return figures | {"load": os.getloadavg()[0]}


def _assignments(folder: Path) -> list[Assignment]:
    """Two questions of 200 answers, one of 3,000, with documents."""
    documents = MANY // ANSWERS_OF_A_DOCUMENT
    import_records(folder, *(record(f"D-{n:04}", _document(n)) for n in range(documents)))
    for batch in snapshots.batches(f"D-{n:04}" for n in range(documents)):
        snapshots.copy_some("wire", batch)
    campaign = make_campaign("bench", "series2004", collection_slug="wire")
    questions = make_questions(campaign, "1.1", "1.2", "1.3", series="1")
    ada = make_account("ada")
    for question, items in zip(questions, (FEW, FEW, MANY), strict=True):
        answers = ((f"D-{n // ANSWERS_OF_A_DOCUMENT:04}", _answer(n)) for n in range(items))
        make_items(question, *answers)
    return [make_assignment(question, ada) for question in questions]


def _answer(number: int) -> str:
    words = (WORDS[(number * 7 + place * place) % len(WORDS)] for place in range(2 + number % 4))
    return f"{number} {' '.join(words)}"


def _document(number: int) -> str:
    first = number * ANSWERS_OF_A_DOCUMENT
    answers = " and ".join(_answer(n) for n in range(first, first + ANSWERS_OF_A_DOCUMENT))
    filler = "\n<P>\nNothing else was said of it on that day, or so the papers of the harbour have it.\n" * 15
    return f"{filler}<P>\nThey spoke of {answers}, and of no more.\n{filler}"


@contextmanager
def _browser(origin: str, assignment: Assignment) -> Iterator[BrowserContext]:
    client = Client()
    assert assignment.member.account
    client.force_login(assignment.member.account)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        context = browser.new_context(base_url=origin, viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": origin}])
        yield context
        browser.close()


class _Traffic:
    """The requests of a page that reached the network, and their bytes."""

    def __init__(self, page: Page) -> None:
        self._finished: list[Request] = []
        page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        self._finished.append(request)

    def taken(self) -> tuple[int, int]:
        """How many since it was asked last, and how many bytes came."""
        finished, self._finished[:] = list(self._finished), []
        sizes = [request.sizes() for request in finished]
        bytes_ = [size["responseBodySize"] + size["responseHeadersSize"] for size in sizes]
        return sum(1 for count in bytes_ if count), sum(bytes_)


def _judged(context: BrowserContext, assignment: Assignment) -> dict[str, float]:
    """The figures of one assignment, judged by keys."""
    address, ready = f"/judge/{assignment.pk}/", list[float]()
    page = context.new_page()
    traffic = _Traffic(page)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    requests, size = traffic.taken()
    for _ in range(OPENED):
        page.goto(address)
        ready.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
    page.wait_for_load_state("networkidle")
    page.evaluate(_WATCH)
    for number in range(WARM + KEYS):
        if number == WARM:
            traffic.taken()
            page.evaluate("() => { took = []; events = []; moved = 0; }")
        _press(page, "4" if number % 7 else "1")
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        "() => document.querySelector('[data-saving]').textContent.startsWith('all saved')"
    )
    sent, _ = traffic.taken()
    took, events, moved = page.evaluate("[took, events, moved]")
    page.close()
    return {
        "requests_at_first_load": requests,
        "kilobytes_at_first_load": size / 1000,
        "ready_ms": median(ready),
        "key_ms": median(took),
        "key_ms_p95": sorted(took)[int(0.95 * len(took))],
        "key_ms_longest": max(took),
        "event_ms_longest": max(events, default=16),
        "events_over_16": len(events),
        "requests_a_judgment": sent / KEYS,
        "shift_a_key": moved / KEYS,
    }


def _press(page: Page, key: str) -> None:
    before = page.evaluate("took = took ?? [], document.querySelector('.item[aria-current]').dataset.item")
    page.keyboard.press(key)
    page.wait_for_function(_STANDS, arg=before)
    page.wait_for_timeout(PAUSE)


def _next_question(context: BrowserContext, first: Assignment, second: Assignment) -> dict[str, float]:
    page = context.new_page()
    page.goto(f"/judge/{first.pk}/")
    page.wait_for_load_state("networkidle")
    traffic = _Traffic(page)
    page.goto(f"/judge/{second.pk}/")
    page.wait_for_load_state("networkidle")
    requests, size = traffic.taken()
    return {"requests_at_next_question": requests, "kilobytes_at_next_question": size / 1000}
