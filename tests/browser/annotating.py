"""Questions with their pages, opened in a browser by their annotator; what the browser tests of annotating share."""

from pathlib import Path

from playwright.sync_api import FrameLocator, Locator, Page, expect

from assessment.judging.models import PageAnnotation
from tests import factory
from tests.browser.waiting import expect_page_of_question, expect_step
from tests.judging.annotating import AnnotationRoom

PARAGRAPH = (
    "The observatory on the Halden ridge was built in 1911 by the town, which sold its old mill for it."
)
FOUND = (
    "The comet was found on the night of 9 April 1926 by Edda Rehn, the assistant of Anders Halden, "
    "who was testing the new refractor."
)
FILLER = "".join(
    f"<p>Observers {'north' if number % 2 else 'south'} of the ridge kept a book of clouds, number {number}, "
    "with a drawing for each evening and a remark on the wind.</p>\n"
    for number in range(1, 25)
)
HTML = f"""<!DOCTYPE html><html><head><title>Halden comet</title></head><body>
<h1>Halden comet</h1>
<table><tr><th>Discovered by</th><td>Edda Rehn</td></tr><tr><th>Discovered</th><td>9 April 1926</td></tr>
<tr><th>Period</th><td>71 years</td></tr></table>
<p>The Halden comet is a comet of the northern sky. It is seen every 71 years, for some weeks in spring.</p>
<h2>Discovery</h2>
<p>{FOUND}</p>
<p>{PARAGRAPH}</p>
<ul><li>It was seen again in 1997.</li><li>It will be back in <b>2068</b>, and caf&eacute;s will sell comet cake.</li></ul>
<h2>Observers</h2>
{FILLER}</body></html>"""
FOUND_BOX = 5  # the paragraph, among the boxes of the page
DATE = (8, 11)  # the words "9 April 1926" in it
QUESTIONS = ("when was the halden comet discovered", "who discovered the halden comet", "متى اكتشف المذنب")


class Sitting(AnnotationRoom):
    """Three questions of one page, which ada annotates."""

    def __init__(self, folder: Path, html: str = HTML) -> None:
        super().__init__(folder, html)
        for question, text in zip(self.questions, QUESTIONS, strict=True):
            question.text = text
            question.save()
        more = (factory.make_assignment(question, self.ada) for question in self.questions[1:])
        self.assignments = [self.mine, *more]

    def address(self, number: int) -> str:
        """The page of one of the questions."""
        return f"/judge/{self.assignments[number].pk}/"

    def tokens_of(self, first: int, end: int) -> list[int]:
        """The tokens of some words of the paragraph of the discovery."""
        words = self.tokens(FOUND_BOX)
        return [words[first], words[end - 1] + 1]

    def said(self, number: int = 0) -> tuple[object, ...]:
        """What is stored of a question: good or bad, the candidate, the tokens of short answers, yes or no."""
        row = PageAnnotation.objects.filter(assignment=self.assignments[number]).first() or PageAnnotation()
        places = None if row.short is None else [place[2:] for place in row.short]
        return row.question, row.candidate, places, row.yes_no


def document(page: Page) -> FrameLocator:
    """The page of the question, in its frame."""
    return page.frame_locator("iframe[data-frame]")


def step(page: Page) -> Locator:
    """The heading of the step that is open."""
    return page.locator("[data-line][aria-current] h2")


def choose_box(page: Page) -> None:
    """Go to the paragraph of the discovery by keys, and choose it."""
    go_to_box(page)
    page.keyboard.press("Enter")
    expect_step(page, "short")


def go_to_box(page: Page) -> None:
    """Go to the paragraph of the discovery by keys."""
    expect_step(page, "long")
    expect_page_of_question(page)
    for words in ("Discovered by", "The Halden comet", "The comet was found"):
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-outlined] [data-text]")).to_contain_text(words)
    expect(page.locator("[data-kind]")).to_have_text("Paragraph · 25 words")


def mark_words(page: Page, first: int, end: int) -> None:
    """Mark words of the chosen box by keys, counted from 0."""
    for _ in range(first + 1):
        page.keyboard.press("ArrowRight")
    for _ in range(end - first - 1):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press(" ")
