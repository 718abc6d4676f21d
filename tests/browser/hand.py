"""Acts of the hand on pages, as a test counts them."""

from pathlib import Path
from urllib.parse import urlsplit

from django.urls import resolve
from playwright.sync_api import Frame, Locator, Page

# Seconds of acts by hand, after Card, Moran and Newell (1980): to think, to point and to press; to type a sign.
CLICK, SIGN = 1.35 + 1.1 + 0.2, 0.28
OF_FILE = 3  # clicks by which one is chosen


class Hand:
    """Counts what a hand does: clicks, and signs typed; and the kinds of page that it comes to."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.signs = page, 0, 0
        self.kinds = set[str]()
        page.on("framenavigated", self._came)

    def _came(self, frame: Frame) -> None:
        """Pages are of one kind where their addresses are; documents beside a question are none."""
        if frame == self.page.main_frame and frame.url.startswith("http"):
            self.kinds.add(resolve(urlsplit(frame.url).path).view_name)

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def press(self, name: str, within: str = "main") -> None:
        """Click a button or a link by its name."""
        part = self.page.locator(within)
        button, link = (part.get_by_role(role, name=name, exact=True) for role in ("button", "link"))
        self.click(button.or_(link).first)

    def type(self, label: str, text: str) -> None:
        """Fill a field, which is clicked first."""
        self.page.get_by_label(label, exact=True).fill(text)
        self.clicks += 1
        self.signs += len(text)

    def choose(self, file: Path, name: str = "file") -> None:
        self.page.locator(f"input[type=file][name={name}]").first.set_input_files(file)
        self.clicks += OF_FILE

    @property
    def seconds(self) -> float:
        return self.clicks * CLICK + self.signs * SIGN
