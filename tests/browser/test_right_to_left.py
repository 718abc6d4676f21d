"""Pages from right to left: names, numbers, commands and texts of other languages keep their own order in them."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.services.campaigns import write_guidelines
from assessment.people.models import Account
from tests.browser.judging import Scene, sign_in
from tests.languages import all_languages

__all__ = ["all_languages"]
pytestmark = pytest.mark.django_db(transaction=True)

# How far to the right the first and the last letter of an element's text are seen.
ENDS = """element => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), seen = [];
  const range = document.createRange();
  for (let text; (text = walker.nextNode());) {
    for (let at = 0; at < text.data.length; at++) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const box = range.getBoundingClientRect();
      if (text.data[at].trim() && box.width) seen.push(box.left);
    }
  }
  return [seen[0], seen.at(-1)];
}"""


def assert_left_to_right(page: Page, selector: str) -> None:
    """The last letter of a short text is seen to the right of its first one."""
    first, last = page.locator(selector).first.evaluate(ENDS)
    assert first < last, selector


def test_names_and_texts_from_left_to_right_keep_their_order_in_arabic(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path, all_languages: None
) -> None:
    scene = Scene(tmp_path)
    Account.objects.filter(pk=scene.ada.pk).update(page_language="ar")
    write_guidelines(campaign=scene.campaign, text="Is it right?", by=None)
    scene.question.qid, scene.question.text = "0002:EN:EN", "When was it?"
    scene.question.save()
    sign_in(context, scene.ada, live_server)
    page.goto("/")
    assert page.locator("html").get_attribute("dir") == "rtl"
    assert_left_to_right(page, ".go-on .what bdi")
    number = page.locator(".go-on .btn.primary")
    assert "0002:EN:EN" in (number.text_content() or "")
    left = number.evaluate(
        """button => {
          const text = [...button.childNodes].find(one => one.data?.includes("0002")), range = document.createRange();
          const at = text.data.indexOf("0002"), end = text.data.lastIndexOf("EN");
          return [at, end].map(place => {
            range.setStart(text, place);
            range.setEnd(text, place + 1);
            return range.getBoundingClientRect().left;
          });
        }"""
    )
    assert left[0] < left[1]
    page.goto(f"/campaigns/{scene.campaign.slug}/guidelines/")
    assert_left_to_right(page, ".prose p")
    page.goto(scene.url)
    assert_left_to_right(page, ".tools [data-docid]")
    assert page.locator(".tools [data-docid]").evaluate("one => getComputedStyle(one).direction") == "ltr"
    for selector, beside in ((".asked h1", ".asked"), (".item .s", ".item")):
        assert_at_the_start(page, selector, beside)


def assert_at_the_start(page: Page, selector: str, beside: str) -> None:
    """A text of the other direction begins where the lines around it begin: at the right."""
    ends = page.locator(selector).first.evaluate(
        """(element, beside) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return [element.closest(beside).getBoundingClientRect().right, range.getBoundingClientRect().right];
        }""",
        beside,
    )
    assert ends[0] - ends[1] < 40, (selector, ends)
