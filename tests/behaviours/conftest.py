"""A behaviour of pages by itself: a piece of HTML and scripts of `static/`, with neither page nor server around them."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from tests.browser.waiting import expect_ready

# Playwright keeps an event loop in the thread of the tests, in which Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

STATIC = Path(__file__).parents[2] / "static"
SITE = "http://alone.test"
TYPES = {".js": "text/javascript", ".css": "text/css"}
SHELL = """<!doctype html><html lang="en"><meta charset="utf-8"><body>{html}
<script type="module">{imports} document.documentElement.dataset.ready = "1";</script>"""

Alone = Callable[..., Page]


@pytest.fixture
def alone(page: Page) -> Iterator[Alone]:
    """Shows HTML and runs scripts, named as below `static/js`, as a page with them would; answers the page, ready.

    `said` is what scripts find of a server, by path: `alone(html, "go.js", said={"/go/": "<li>…</li>"})`. An error in a
    script fails the test.
    """
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def show(html: str, *scripts: str, said: dict[str, str] | None = None) -> Page:
        imports = "".join(f'import "/static/js/{script}";' for script in scripts)
        answers = {"/": SHELL.format(html=html, imports=imports), **(said or {})}

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(SITE).partition("?")[0]
            if path.startswith("/static/"):
                file = STATIC / path.removeprefix("/static/")
                route.fulfill(body=file.read_text(encoding="utf-8"), content_type=TYPES[file.suffix])
            elif path in answers:
                route.fulfill(body=answers[path], content_type="text/html; charset=utf-8")
            else:
                route.fulfill(status=404)

        page.route(f"{SITE}/**", answer)
        page.goto(f"{SITE}/")
        expect_ready(page)
        return page

    yield show
    assert errors == []
