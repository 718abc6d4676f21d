"""What the report of a failing test tells beside its error: how to repeat it, and, in a browser, all that was seen there.

Each page with its address, what it shows, what its scripts said, what it asked for in vain and what the browser keeps
for the site; then what the site was asked for during the test. Pictures go to the folder of `--output`, test-results.
"""

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, Error, Page, Request
from pytest_django.live_server_helper import LiveServer

from tests.site_log import SiteLog

TEXT, LINE, LINES = 1_500, 300, 40  # letters of a page's text; letters of a line, lines of a list
MOMENT = 3_000  # milliseconds for each thing that is asked of a page, which may not answer
SEEN = """() => JSON.stringify({
  title: document.title,
  ready: document.readyState + ("ready" in document.documentElement.dataset ? ", scripts have run" : ""),
  focus: document.activeElement?.cloneNode(false).outerHTML ?? "nowhere",
  text: document.body?.innerText ?? "",
})"""
KEPT = """() => {
  try {
    return JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith("assize.")).sort());
  } catch (error) {
    return JSON.stringify([["nothing can be kept", String(error)]]);
  }
}"""
LOG = pytest.StashKey[SiteLog]()


# How to repeat it


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """One seed for all that is random, Hypothesis too; and its examples can be repeated by the text that it prints."""
    from hypothesis import core

    hypothesis_settings.register_profile("told", print_blob=True)
    hypothesis_settings.load_profile("told")
    if core.global_force_seed is None:
        core.global_force_seed = _seed(config)  # type: ignore[assignment]  # Hypothesis sets it so itself


def _seed(config: pytest.Config) -> int | None:
    """The seed of this run; none where pytest-randomly is off."""
    seed: int | None = config.getoption("randomly_seed", default=None)
    return seed


def how_to_repeat(item: pytest.Item) -> str:
    """The command that runs the test once more as it was."""
    given = {"ASSIZE_TEST_DATABASE", "ASSIZE_PROOF", "CI"} & os.environ.keys()
    variables = "".join(f"{name}={os.environ[name]} " for name in sorted(given))
    seed = _seed(item.config)
    order = "-p no:randomly" if seed is None else f"--randomly-seed={seed}"
    node = item.nodeid.replace('"', '\\"')
    return f'{variables}.venv/bin/pytest -n 0 {order} "{node}"'


# What the report tells


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds it where a test fails while its pages are still open."""
    report = yield
    if report.failed:
        report.sections.append(("to repeat it", how_to_repeat(item)))
        report.sections += told_of_browser(item)
    return report


def told_of_browser(item: pytest.Item) -> list[tuple[str, str]]:
    """Sections about every page that is open, and about the site."""
    fixtures = getattr(item, "funcargs", {})
    browser = fixtures.get("browser")
    pages = [page for context in browser.contexts for page in context.pages] if browser else []
    name = "".join(letter if letter.isalnum() else "-" for letter in item.nodeid)[-150:]
    pictures = item.config.getoption("--output", default="")  # the option of a plugin that opens pages
    told = told_of_pages(pages, Path(pictures, name))
    if "site_at_rest" in fixtures:
        told.append(("the site was asked for", _lines(item.session.stash[LOG].lines())))
    return told


def told_of_pages(pages: Iterable[Page], pictures: Path) -> list[tuple[str, str]]:
    """Sections about some pages; pictures of them are put beside each other under this name."""
    return [section for number, page in enumerate(pages, 1) for section in _of_page(page, number, pictures)]


def _of_page(page: Page, number: int, pictures: Path) -> Iterator[tuple[str, str]]:
    yield f"page {number}: {page.url}", _tried(lambda: _seen(page))
    for name, tell in PARTS.items():
        if text := _tried(partial(tell, page)):
            yield f"page {number}: {name}", text
    yield f"page {number}: picture", _tried(lambda: _picture(page, Path(f"{pictures}-{number}.png")))


def _tried(tell: Callable[[], str]) -> str:
    """What a page answers, or why it does not."""
    try:
        return tell()
    except Error as error:
        return f"the page does not say: {error.message.splitlines()[0]}"


def _asked(page: Page, function: str) -> Any:
    """The value of a function of the page, unless it takes too long."""
    return json.loads(page.wait_for_function(function, timeout=MOMENT).json_value())


def _seen(page: Page) -> str:
    seen = _asked(page, SEEN)
    frames = "".join(f"\nframe: {frame.url[:LINE]}" for frame in page.frames[1:])
    text = "\n".join(line for line in seen["text"].splitlines() if line.strip())
    more = f"\n… and {len(text) - TEXT} letters more" if len(text) > TEXT else ""
    focus = seen["focus"][:LINE]
    return f"{seen['title']} ({seen['ready']}; focus: {focus}){frames}\n\n{text[:TEXT]}{more}"


def _console(page: Page) -> str:
    said = [f"{one.type}: {one.text}" for one in page.console_messages(filter="all")]
    return _lines(said + [f"uncaught: {error}" for error in page.page_errors(filter="all")])


def _requests(page: Page) -> str:
    return _lines([line for request in page.requests() if (line := _amiss(request))])


def _amiss(request: Request) -> str:
    """What became of a request, where it was not simply answered."""
    response = request.existing_response
    if request.failure:
        became = request.failure
    elif not response:
        became = "not answered"
    elif response.status >= 400:
        became = str(response.status)
    else:
        return ""
    return f"{request.method} {request.url}: {became}"


def _queue(page: Page) -> str:
    return _lines([f"{key}: {value}" for key, value in _asked(page, KEPT)])


PARTS: dict[str, Callable[[Page], str]] = {
    "console": _console,
    "requests in vain": _requests,
    "what the browser keeps": _queue,
}


def _picture(page: Page, path: Path) -> str:
    page.screenshot(path=path, timeout=MOMENT)
    return str(path)


def _lines(lines: list[str]) -> str:
    """The last ones, none too long."""
    left_out = [f"… {len(lines) - LINES} before"] if len(lines) > LINES else []
    return "\n".join(left_out + [line[:LINE] for line in lines[-LINES:]])


# The site


@pytest.fixture(scope="session")
def live_server(live_server: LiveServer, request: pytest.FixtureRequest) -> LiveServer:
    """The site of all the browser's tests of a process, which keeps a log."""
    request.session.stash[LOG] = SiteLog(live_server)
    return live_server


@pytest.fixture
def site_at_rest(browser: Browser, live_server: LiveServer, request: pytest.FixtureRequest) -> Iterator[None]:
    """Ends a test when the site has answered all that it was asked for: the next one begins with an empty database."""
    log = request.session.stash[LOG]
    log.begin()
    yield
    for context in browser.contexts:
        context.close()
    log.wait_for_rest()
