"""Marks in a real browser: they show exactly where an answer begins and ends, and paint over no other letter."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page

from documents.links import document_url
from documents.services import import_collection
from tests.documents.helpers import import_records, make_folder, record
from tests.documents.test_segments import segment, whole
from tests.factory import make_reader

pytestmark = pytest.mark.django_db(transaction=True)

# Of each mark: where it paints, how, and whether the letter before or after its span lies in that.
LOOK = """() => [...document.querySelectorAll("mark")].map(mark => {
  const style = getComputedStyle(mark), rects = [...mark.getClientRects()];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const own = texts.filter(text => mark.contains(text)), first = texts.indexOf(own[0]);
  const letter = (text, at) => {
    if (!text || !text.data[at]?.trim()) return null;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  };
  const before = texts[first - 1], after = texts[first + own.length];
  const beside = [letter(before, before?.data.length - 1), letter(after, 0)].filter(Boolean);
  const covers = (a, b) => a.left < b.right - .01 && b.left < a.right - .01 && a.top < b.bottom && b.top < a.bottom;
  return {
    text: mark.textContent, name: mark.id || mark.dataset.of || "", outline: style.outlineStyle, shadow: style.boxShadow,
    padding: style.paddingLeft, covers: rects.some(one => beside.some(other => covers(one, other))),
    nested: Boolean(mark.parentElement.closest("mark")), paint: style.backgroundColor + style.backgroundImage,
  };
})"""


@pytest.fixture
def look(new_context: Callable[..., BrowserContext]) -> Callable[[str], Page]:
    """A document by itself, without the policy that keeps scripts of a test from looking at it."""
    context = new_context(bypass_csp=True)

    def opened(address: str) -> Page:
        page = context.new_page()
        page.goto(address)
        return page

    return opened


def assert_exact(page: Page, name: str, parts: list[str]) -> None:
    """The mark at the address is of these parts, which look alike and keep to their letters; the others have no bar."""
    marks: list[dict[str, Any]] = page.evaluate(LOOK)
    assert all(mark["outline"] == "none" and mark["padding"] == "0px" for mark in marks)
    assert not [mark for mark in marks if mark["covers"]]
    assert all("inset" in mark["shadow"] for mark in marks)
    here = [mark for mark in marks if mark["name"] == name]
    assert [mark["text"] for mark in here] == parts
    assert len({(mark["shadow"], mark["paint"]) for mark in here}) == 1
    assert "rgba(0, 0, 0, 0)" not in here[0]["shadow"]
    others = [mark for mark in marks if mark["name"] != name and not mark["nested"]]
    assert all("rgba(0, 0, 0, 0)" in mark["shadow"] for mark in others)


def pixels(page: Page, text: str) -> bytes:
    """The picture of the letter that follows a text."""
    clip = page.evaluate(
        """text => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          let all = "", at = -1, letter;
          while ((letter = walker.nextNode())) {
            const before = all.length;
            all += letter.data;
            at = all.indexOf(text) + text.length;
            if (at >= text.length && at < all.length) {
              const range = document.createRange();
              range.setStart(letter, at - before);
              range.setEnd(letter, at - before + 1);
              const { x, y, width, height } = range.getBoundingClientRect();
              return { x: Math.ceil(x), y, width: Math.ceil(width), height };
            }
          }
        }""",
        text,
    )
    return page.screenshot(clip=clip)


def test_a_mark_hides_nothing_beside_the_answer(
    tmp_path: Path, page: Page, look: Callable[[str], Page]
) -> None:
    text = "<P>\nThe lake is deep: (1,130 metres.)\n<P>\nThe Great Reed Islands were seen\n<P>\nand nine ships of 9\n<P>\nApril."
    import_records(tmp_path, record("A-19260412-1", text))
    reader = make_reader("wire", "web", "halden-acts").as_reader

    def address(answer: str, **more: Any) -> str:
        return document_url("wire", "A-19260412-1", reader=reader, answer=answer, **more)

    marked = look(address("1,130 metres") + "#hit-1")
    assert_exact(marked, "hit-1", ["1,130 metres"])
    assert pixels(marked, "1,130 metres") == pixels(look(address("")), "1,130 metres")
    overlapping = look(address("Reed Islands", known=["Great Reed", "Islands were"]) + "#hit-1")
    assert_exact(overlapping, "hit-1", ["Reed Islands"])
    across = look(address("9 April", find="ships of 9 April") + "#hit-1")
    assert_exact(across, "hit-1", ["9", "April"])
    assert_exact(
        look(address("9 April", find="ships of 9 April") + "#find-1"), "find-1", ["ships of ", "9", "April"]
    )


def test_a_mark_in_a_page_of_the_web_runs_across_its_elements(
    tmp_path: Path, page: Page, look: Callable[[str], Page]
) -> None:
    html = "<style>p{line-height:1}</style><p>gypq before<br>It is (<b>1,130</b> <i>metres</i>.) deep, 1,130 metres<p>x"
    (tmp_path / "page.html").write_text(html)
    import_collection(tmp_path, slug="web", format="html")
    reader = make_reader("wire", "web", "halden-acts").as_reader
    found = look(
        document_url("web", "page", reader=reader, answer="1,130 metres", known=["metres"]) + "#hit-1"
    )
    assert_exact(found, "hit-1", ["1,130", "metres"])
    plain = look(document_url("web", "page", reader=reader))
    assert pixels(found, "metres") == pixels(plain, "metres")


# Marks whose letters can hardly be told from what lies behind them: the paint of the nearest mark, or the page.
HARD_TO_READ = r"""() => {
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const painted = (at) => {
    const { backgroundImage, backgroundColor } = getComputedStyle(at);
    const colour = numbers(backgroundImage.includes("rgb") ? backgroundImage.match(/rgba?\([^)]*\)/)[0] : backgroundColor);
    if (colour.length && (colour[3] ?? 1) > 0) return colour;
    return at.parentElement ? painted(at.parentElement) : [255, 255, 255];
  };
  const light = (colour) => [.2126, .7152, .0722].reduce((sum, part, at) => sum + part * ((colour[at] / 255) ** 2.2), .05);
  const marks = [...document.querySelectorAll("mark")];
  if (!marks.length) return ["no mark at all"];
  return marks.filter((mark) => {
    const both = [light(numbers(getComputedStyle(mark).color)), light(painted(mark))].sort((a, b) => b - a);
    return both[0] / both[1] < 4.5;
  }).map((mark) => mark.outerHTML);
}"""


def test_a_segment_is_framed_within_its_document_in_forced_colours(
    tmp_path: Path, look: Callable[[str], Page]
) -> None:
    file = make_folder(tmp_path, {"a.jsonl": whole() + segment()})
    import_collection(file, slug="segs", format="segments")
    opened = look(document_url("segs", "doc_1#2_7", reader=make_reader("segs").as_reader, answer="oil"))
    opened.emulate_media(forced_colors="active")
    frame = opened.evaluate("getComputedStyle(document.querySelector('mark.passage')).outlineStyle")
    assert frame == "solid"


def test_marks_are_read_in_forced_colours(tmp_path: Path, page: Page, look: Callable[[str], Page]) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "page.html").write_text("<p>It is 1,130 metres deep.")
    import_collection(tmp_path / "web", slug="web", format="html")
    import_records(tmp_path, record("A-19260412-1", "<P>\nIt is 1,130 metres deep.\n"))
    import_collection(Path(settings.BASE_DIR) / "collections" / "halden-acts")
    reader = make_reader("wire", "web", "halden-acts").as_reader
    known = ["metres"]
    for address in (
        document_url("web", "page", reader=reader, answer="1,130 metres", known=known),
        document_url("wire", "A-19260412-1", reader=reader, answer="1,130 metres", known=known),
        document_url("halden-acts", "jrc31931R0007-en", reader=reader, passage="11"),
        document_url(
            "halden-acts", "jrc31931R0007-en", reader=reader, passage="11", known=("the", "of"), find="a"
        ),
    ):
        opened = look(f"{address}#hit-1")
        opened.emulate_media(forced_colors="active")
        assert opened.evaluate(HARD_TO_READ) == [], address
