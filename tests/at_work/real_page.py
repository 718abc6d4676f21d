"""An assessor in a real Chromium, who judges by keys."""

import time
from urllib.parse import parse_qs

from playwright.sync_api import Error, Page, sync_playwright

from tests.at_work.assessor import Assessor
from tests.at_work.book import Book, State
from tests.at_work.person import PASSWORD
from tests.services import chromium_options

PATIENCE = 150_000  # milliseconds
BATCH = 25


class RealAssessor(Assessor):
    """Judges in a browser of their own; what the server acknowledged is read from its answers."""

    def spend_the_day(self) -> None:
        """The whole day: Playwright keeps a browser to the thread that began it."""
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium_options())
            page = browser.new_page(base_url=f"http://127.0.0.1:{self.workplace.port}", locale="en-GB")
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: self.figures.refuse(f"{self.name}'s page: {error}"))
            try:
                self._sign_in(page)
                while not self.workplace.over.is_set() and self._has_work(page):
                    self._judge_by_keys(page)
            except Error as error:
                self.figures.refuse(f"{self.name}'s browser: {error}")
            browser.close()

    def _sign_in(self, page: Page) -> None:
        begun = time.monotonic()
        page.goto("/sign-in/")
        page.fill("[name=username]", self.name)
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"http://127.0.0.1:{self.workplace.port}/")
        self.figures.took("sign-in (Chromium)", time.monotonic() - begun)

    def _has_work(self, page: Page) -> bool:
        """Whether "My work" leads to a further question."""
        page.goto("/")
        return page.locator("a.btn.primary").count() > 0

    def _judge_by_keys(self, page: Page) -> None:
        """A batch of answers; in the end everything has to be saved."""
        page.click("a.btn.primary")
        page.locator(".item[aria-current]").wait_for()
        page.locator("html[data-ready]").wait_for(state="attached")  # the scripts that hear the keys have run
        for number in range(BATCH):
            if self.workplace.over.is_set() or not page.locator('.item[data-grade=""]').count():
                break
            self._press(page, "1" if number % 9 == 0 else "2")
            self.rest()
        page.locator("[data-saving]", has_text="all saved").wait_for()
        if page.locator("[data-finish]").is_visible():
            with page.expect_navigation():
                page.click("[data-finish] button")

    def _press(self, page: Page, key: str) -> None:
        """One judgment, and the answer to it."""
        begun = time.monotonic()
        with page.expect_response(lambda response: response.url.endswith("/save/")) as heard:
            page.keyboard.press(key)
        response, request = heard.value, heard.value.request
        self.figures.took("save (Chromium)", time.monotonic() - begun)
        fields = parse_qs(request.post_data or "", keep_blank_values=True)
        pk, item, client_id = int(request.url.split("/")[-3]), int(fields["item"][0]), fields["client_id"][0]
        book = self.books.setdefault(pk, Book(pk, self.name))
        book.sent.add(client_id)
        if response.status != 200:
            self.figures.refuse(f"{self.name}'s browser: {response.status} of a save")
            return
        book.acknowledge(client_id, item, State(fields["grade"][0], "", False, int(fields["seen"][0]) + 1))
