"""Behaviours of pages by themselves: a piece of HTML and a script of `static/`, with neither page nor server around them."""

from pathlib import Path

from playwright.sync_api import Page, Route

STATIC = Path(__file__).parents[2] / "static"
SITE = "http://alone.test"
SHELL = '<!doctype html><html lang="en" data-alone><meta charset="utf-8"><body>{html}<script type="module">{load}</script>'
TYPES = {".js": "text/javascript", ".css": "text/css"}


def show_alone(page: Page, html: str, *scripts: str) -> Page:
    """Show HTML and run scripts, named as below `static/js`, as a page with them would: modules, after the HTML is read."""
    load = "".join(f'import "/static/js/{script}";' for script in scripts)
    load += 'document.documentElement.dataset.ready = "1";'

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE).partition("?")[0]
        if path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            route.fulfill(body=file.read_text(encoding="utf-8"), content_type=TYPES[file.suffix])
        else:
            route.fulfill(body=SHELL.format(html=html, load=load), content_type="text/html")

    page.route(f"{SITE}/**", answer)
    page.goto(f"{SITE}/")
    page.wait_for_selector("html[data-ready]", state="attached")
    return page
