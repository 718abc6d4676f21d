"""What the pages with a ledger have around them, as small as it can be, and what such a page sends."""

import json
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Page

STORED = {"undo": "", "notices": [], "state": {}}  # what the server answers where nothing needs to be said

ROUND = """
<script type="application/json" id="grade-names">{"vital": "Vital", "okay": "Okay"}</script>
<script type="application/json" id="grade-tones">{}</script>
<span data-saving></span><div data-problems></div><p data-said hidden></p><p data-announce></p>
<form data-undo action="/undo/"><button data-key="u" data-why="nothing" disabled><span data-undo-label></span></button></form>
"""
WORKSPACE = 'id="workspace" data-account="7" data-assignment="5" data-question-id="3" data-question="comet, question 1"'


def answered(**more: Any) -> str:
    return json.dumps({**STORED, **more})


def sent_by(page: Page) -> list[tuple[str, list[tuple[str, str]]]]:
    """What the page sends from now on: for each request its path, and its fields but for the id and the seconds."""
    sent: list[tuple[str, list[tuple[str, str]]]] = []

    def hear(request: Any) -> None:
        if request.method != "POST":
            return
        fields = parse_qsl(request.post_data or "", keep_blank_values=True)
        own = [pair for pair in fields if pair[0] not in ("client_id", "seconds")]
        sent.append((request.url.removeprefix("http://alone.test"), own))

    page.on("request", hear)
    return sent
