"""Assessors as their pages are: what is not stored is sent again until the site says that it is."""

import time
from collections.abc import Mapping
from typing import Any

from tests.at_work.assessor import Assessor
from tests.at_work.browser import TROUBLE, Answer

PAUSES = (0.5, 1.0, 2.0, 4.0)  # seconds between tries; then always the last
GIVEN_UP = 240.0
AT_EASE = (0.0, 0.02)  # seconds from one judgment to the next once nothing more goes wrong


class Stubborn(Assessor):
    """Counts what was sent, refused and tried again; says which refusals were no clear ones."""

    hurries = False  # set for all, once the weather is over

    def rest(self) -> None:
        pace = AT_EASE if Stubborn.hurries else self.workplace.pace
        self.workplace.over.wait(self.dice.uniform(*pace))

    def read(self, what: str, path: str, *, fetch: bool = False) -> Answer | None:
        """A page; while the site is away none, and the refusal has to be a clear one."""
        try:
            page = self.browser.visit(path, fetch=fetch)
        except TROUBLE:
            self.figures.count("pages: no answer")
            return None
        if page.status == 200:
            return page
        if page.status < 500:
            self.figures.refuse(f"{self.name}, {what} {path}: {page.status} {page.text[:200]}")
        else:
            self._hear("pages", page)
        return None

    def send(
        self, what: str, path: str, fields: Mapping[str, Any], provoked: frozenset[str] = frozenset()
    ) -> Any:
        """Send until it is stored."""
        self.figures.count("judgments and other changes sent")
        end, tries = time.monotonic() + GIVEN_UP, 0
        while time.monotonic() < end:
            answer = self._said(path, fields)
            if answer and answer.status == 200:
                self.figures.count("acknowledged")
                return answer.json()
            if answer and answer.status < 500:
                self.figures.refuse(f"{self.name}, {what}: {answer.status} {answer.text[:300]}")
                return None
            self.figures.count("tried again")
            time.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1
        self.figures.refuse(f"{self.name}, {what}: not stored within {GIVEN_UP:.0f} s")
        return None

    def _said(self, path: str, fields: Mapping[str, Any]) -> Answer | None:
        began = time.monotonic()
        try:
            answer = self.browser.say(path, fields)
        except TROUBLE:
            self.figures.count("changes: no answer")
            return None
        self.figures.took("answer", time.monotonic() - began)
        if answer.status >= 500:
            self._hear("changes", answer)
        return answer

    def _hear(self, what: str, answer: Answer) -> None:
        """A refusal says what is the matter, and when to come again."""
        code = _code(answer)
        self.figures.count(f"{what} refused: {answer.status} {code}")
        is_clear = code and answer.headers.get("retry-after") and "Traceback" not in answer.text
        if not is_clear:
            self.figures.refuse(f"{self.name}: not a clear refusal: {answer.status} {answer.text[:500]}")


def _code(answer: Answer) -> str:
    """The code of a refusal; of a page its sentence, of the proxy its own."""
    if answer.headers.get("content-type", "").startswith("application/json"):
        return str(answer.json().get("code", ""))
    for sentence, code in SENTENCES.items():
        if sentence in answer.text:
            return code
    return ""


SENTENCES = {
    "The database does not answer": "database_away",
    "The database is busy": "database_busy",
    "The server’s disk is full": "disk_full",
    "The database cannot be written": "database_read_only",
    "The site does not answer for a moment": "site_away",
}
