"""What axe says of a page: of all in the scheme that it is shown in, and of its colours in the other one.

Contrast is half of axe's work, and most text of a page looks as other text does: text that looks like one whose contrast
was found to be enough, on this page of the browser or on one before it, is not measured again (looks.js says what is
alike). `make proof` measures all.
"""

import json
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.sizes import FULL

LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
# Axe describes what keeps its rules too, unless it is told not to: half of its time.
VIOLATIONS: dict[str, Any] = {
    "resultTypes": ["violations"],
    "iframes": False,  # documents are other people's pages
}
CLOSELY = VIOLATIONS | {"rules": {"target-size": {"enabled": True}}}
# Nothing else of a page is another one in the dark.
COLOURS = VIOLATIONS | {"runOnly": ["color-contrast"]}
# A page that has axe as a function compiles it when it is called, and of the next page Chromium knows what it compiled.
LATER = f"window.bringAxe = () => {{ {AXE_SCRIPT} }};"
IS_THERE = "() => { window.axe ?? window.bringAxe?.(); return Boolean(window.axe); }"
# Key caps are hidden from screen readers, so axe would pass over them; those who see them must be able to read them.
SHOW_KEYS = "document.querySelectorAll('kbd[aria-hidden]').forEach(one => one.removeAttribute('aria-hidden'))"

_passed: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def bring_axe(page: Page) -> None:
    """Let the pages to come have axe at hand: worth it where most of them are looked at."""
    page.add_init_script(LATER)


def violations(page: Page, options: dict[str, Any] = VIOLATIONS) -> list[str]:
    """What axe finds on the page as it stands."""
    return _run(page, options)[0]


def violations_in_both(page: Page, options: dict[str, Any] = VIOLATIONS) -> list[str]:
    """The same in the scheme that the page has, and of its colours in the other one, which it has from then on."""
    found, is_dark = _run(page, options)
    names: tuple[Any, Any] = ("dark", "light") if is_dark else ("light", "dark")
    page.emulate_media(color_scheme=names[1])
    others, _ = _run(page, COLOURS)
    return [f"{names[0]}: {one}" for one in found] + [f"{names[1]}: {one}" for one in others]


def complaints_of_axe(page: Page) -> list[str]:
    """What axe finds on the page in both schemes, with sizes of targets, and with key caps as those see them who do."""
    page.evaluate(SHOW_KEYS)
    return violations_in_both(page, CLOSELY)


def _run(page: Page, options: dict[str, Any]) -> tuple[list[str], bool]:
    if not page.evaluate(IS_THERE):
        page.evaluate(AXE_SCRIPT)
    passed = _passed.setdefault(page, [])
    said = page.evaluate(LOOKS, {"options": options, "passed": passed, "all": FULL})
    passed += said["passed"]
    return [f"{rule}: {json.dumps(nodes)}" for rule, nodes in said["found"]], said["dark"]
