"""Judging with a finger: what was pressed a moment ago does not look pressed for the answer that follows."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.judging import Scene, current, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = "button => { const { backgroundColor, color, filter } = getComputedStyle(button); return [backgroundColor, color, filter]; }"
HOVERED = re.compile(r"(@media \(hover: hover\) \{\s*)?(?:[^{}]*):hover[^{}]*\{")


def test_the_next_answer_does_not_look_judged(
    tmp_path: Path, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    scene = Scene(tmp_path)
    phone = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sign_in(phone, scene.ada, live_server)
    page = phone.new_page()
    page.goto(scene.url)
    button = page.locator("[name=grade]").first
    before = button.evaluate(LOOK)
    button.tap()
    expect(current(page)).to_have_text("on the night of 9 April 1926")
    button.hover()  # as many browsers take it until the next tap
    assert button.evaluate(LOOK) == before


def test_only_what_can_hover_is_shown_hovering() -> None:
    for sheet in sorted((Path(settings.BASE_DIR) / "static").rglob("*.css")):
        rules = HOVERED.finditer(sheet.read_text(encoding="utf-8"))
        assert [rule[0] for rule in rules if not rule[1]] == [], sheet.name
