"""What everybody does who is at work: come in, send forms until they are answered, and take their time."""

import random
import threading
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.at_work.browser import TROUBLE, Answer, Browser
from tests.at_work.figures import Figures

PASSWORD = "a quiet harbour at dawn"
PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # between tries, as the page's queue makes them
LOST = 0.03  # the share of sends whose answer never arrives
REPEATED = 0.02  # the share that is sent once more after its answer


class Workplace(NamedTuple):
    """What people at work share."""

    port: int
    figures: Figures
    over: threading.Event
    pace: tuple[float, float]  # seconds from one save to the next, at least and at most
    look: float  # seconds between two looks at a job
    sign_in_patience: float = 150.0


class Person:
    """Somebody with a browser."""

    def __init__(self, name: str, workplace: Workplace) -> None:
        self.name, self.workplace, self.figures = name, workplace, workplace.figures
        self.dice = random.Random(name)
        self.browser = Browser(workplace.port)

    def spend_the_day(self) -> None:
        """Sign in, and work until the day is over."""
        self.come()
        self.work()

    def work(self) -> None:
        """What this person does."""
        raise NotImplementedError

    def come(self) -> None:
        """Open the browser and sign in."""
        begun = time.monotonic()
        browser = Browser(self.workplace.port, self.workplace.sign_in_patience)
        try:
            browser.open()
            browser.visit("/sign-in/")
            page = browser.post("/sign-in/", {"username": self.name, "password": PASSWORD})
            browser.visit("/")
        except TROUBLE:
            browser.close()
            raise
        if page.status != 200 or "sessionid" not in browser.cookies:
            self.figures.refuse(f"{self.name} could not sign in: {page.status}")
        self.figures.took("sign-in", time.monotonic() - begun)
        browser.set_patience(self.browser.patience)
        self.browser = browser

    def rest(self) -> None:
        """Think for a moment."""
        self.workplace.over.wait(self.dice.uniform(*self.workplace.pace))

    def read(self, what: str, path: str, *, fetch: bool = False) -> Answer | None:
        """Open a page; none where it did not come."""
        begun = time.monotonic()
        try:
            page = self.browser.visit(path, fetch=fetch)
        except TROUBLE as error:
            self.figures.refuse(f"{what} {path}: {error!r}")
            return None
        self.figures.took(what, time.monotonic() - begun)
        if page.status != 200:
            self.figures.refuse(f"{what} {path}: {page.status}")
            return None
        return page

    def send(
        self, what: str, path: str, fields: Mapping[str, Any], provoked: frozenset[str] = frozenset()
    ) -> Any:
        """Send until there is an answer, as the page does. None where it was refused, as codes of `provoked` may be."""
        begun = time.monotonic()
        if self.dice.random() < LOST:
            self.figures.count("sent, and the answer lost")
            self.browser.say_and_leave(path, fields)
        for pause in PAUSES:
            try:
                answer = self.browser.say(path, fields)
            except TROUBLE:
                self.figures.count(f"no answer within {self.browser.patience:.0f} s")
            else:
                if answer.status == 200:
                    self.figures.took(what, time.monotonic() - begun)
                    return self._again(what, path, fields, answer.json())
                if _code(answer) in provoked:
                    self.figures.count(f"{what} put off: {_code(answer)}")
                    return None
                self.figures.refuse(f"{self.name}, {what}: {answer.status} {answer.text[:300]}")
                if answer.status < 500:
                    return None
            time.sleep(pause)
        self.figures.refuse(f"{self.name}, {what}: given up")
        return None

    def _again(self, what: str, path: str, fields: Mapping[str, Any], result: Any) -> Any:
        """Send some things once more though they were answered; the server has to know them."""
        if self.dice.random() < REPEATED:
            self.figures.count("sent again after the answer")
            try:
                answer = self.browser.say(path, fields)
            except TROUBLE:
                return result
            if answer.status != 200:
                self.figures.refuse(f"{self.name}, {what} again: {answer.status} {answer.text[:300]}")
        return result


def _code(answer: Answer) -> str:
    """The code of a refusal."""
    try:
        return str(answer.json().get("code", ""))
    except ValueError:
        return ""
