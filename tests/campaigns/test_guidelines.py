"""Guidelines with headings and examples, in which nothing does harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.campaigns.services import write_guidelines
from assessment.shared.markdown import as_html
from tests import factory
from tests.judging.room import Room

TEXT = "# Dates\n\nA year alone is **inexact**.\nUnless asked for.\n\n> 1926: inexact\n"


def test_headings_lines_and_examples_are_shown() -> None:
    html = as_html(TEXT)
    assert "<h3>Dates</h3>" in html
    assert "<strong>inexact</strong>.<br />" in html
    assert "<blockquote>" in html
    assert "<td>1</td>" in as_html("|a|\n|-|\n|1|")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("<img src=x onerror=alert(1)>", "<img"),
        ("![i](https://example.org/a.png)", "<img"),
        ("[x](javascript:alert(1))", "href"),
        ("[x](JaVaScRiPt:alert(1))", "href"),
        ("[x](data:text/html,x)", "href"),
        ("<javascript:alert(1)>", "href"),
        ('[x](https://example.org "t" onclick="x")', "<a"),
    ],
)
def test_html_pictures_and_script_addresses_are_text(text: str, refused: str) -> None:
    assert refused not in as_html(text)


@given(st.text(alphabet="<>&\"'[]()!*_`#|-: \\\nxjavscript:/", max_size=200))
def test_no_text_makes_tags_of_its_own(text: str) -> None:
    html = as_html(text)
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html.lower()


@pytest.mark.django_db
def test_they_are_beside_the_work_and_on_their_page() -> None:
    room = Room()
    organizer = factory.make_member(room.campaign, "olga", "organizer")
    write_guidelines(campaign=room.campaign, text=TEXT, by=organizer)
    judging = room.client().get(f"/judge/{room.mine.pk}/", follow=True).content.decode()
    assert "<h3>Dates</h3>" in judging.partition("data-guide")[2]
    assert "<h3>Dates</h3>" in room.client(organizer).get("/campaigns/trial/guidelines/").content.decode()
