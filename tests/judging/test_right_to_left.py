"""A collection in Arabic: each answer, paragraph and title has its language, and runs the way its own text does."""

import re
from pathlib import Path

import pytest

from assessment.people.services import accounts as people
from documents.direction import direction_of, direction_of_language
from documents.links import document_url
from documents.services import import_collection
from tests.documents.helpers import make_folder, record
from tests.judging.room import Room

TITLE = "BBC: المد في بحيرة هالدن"
TEXT = "Rehn كتب أن السفينة نوفا وصلت في 9 أبريل.\n<P>\nHalden 1926\n<P>\n1,130"
ANSWERS = (("A-1", "Rehn كتب أن السفينة"), ("A-1", "Halden"), ("A-1", "1,130"), ("A-1", "نوفا"))


@pytest.fixture
def room(tmp_path: Path, db: None) -> Room:
    data = record("A-1", f"<P>\n{TEXT}", extra=f"<HEAD>{TITLE}</HEAD>")
    manifest = 'slug = "mijar"\ntitle = "Mijar"\nformat = "newswire"\nlanguage = "ar"\n'
    import_collection(make_folder(tmp_path, {"a.sgm": data}, manifest), slug="mijar")
    return Room(*ANSWERS, collection_slug="mijar")


@pytest.mark.parametrize(
    ("text", "language", "direction"),
    [
        ("Halden وصل", "ar", "rtl"),
        ("Halden وصل", "en", "ltr"),
        ("Halden", "ar", "ltr"),
        ("نوفا", "en", "rtl"),
        ("1,130", "ar", "rtl"),
        ("", "he-IL", "rtl"),
        ("1,130", "", "ltr"),
        ("Ωmega", "fa", "ltr"),
    ],
)
def test_the_language_tells_where_the_text_does_not(text: str, language: str, direction: str) -> None:
    assert direction_of(text, language) == direction


def test_some_languages_are_written_from_the_right() -> None:
    assert {direction_of_language(name) for name in ("ar", "he", "fa-IR", "ur", "uz_Arab")} == {"rtl"}
    assert {direction_of_language(name) for name in ("en", "de-CH", "az-Latn", "zh", "")} == {"ltr"}


def directions(page: str) -> dict[str, str]:
    """The direction of each answer on a page, by the answer. All of them are said to be in Arabic."""
    found = re.findall(r'lang="ar" dir="(ltr|rtl)"[^>]*>\s*([^<]+?)\s*<', page)
    return {text: way for way, text in found}


EXPECTED = {"Rehn كتب أن السفينة": "rtl", "Halden": "ltr", "1,130": "rtl", "نوفا": "rtl"}


def test_answers_run_their_own_way_on_the_pages(room: Room) -> None:
    people.ensure_member(campaign=room.campaign, name="ada", roles=["organizer"], by=None, account=room.ada)
    browser, home = room.client(), f"/campaigns/{room.campaign.slug}/"
    for address in (room.url, f"{home}pool/1.1/"):
        assert EXPECTED.items() <= directions(browser.get(address, follow=True).text).items(), address
    for number in range(4):
        room.judge(number, "correct")
        room.judge(number, "incorrect", by="ben")
    page = browser.get(f"{home}adjudicate/1.1/", follow=True).text
    assert EXPECTED.items() <= directions(page).items()


def test_a_document_runs_the_way_of_its_language_and_paragraphs_their_own(room: Room) -> None:
    page = room.client().get(document_url("mijar", "A-1", reader=str(room.ada.pk))).text
    assert '<html lang="ar" dir="rtl">' in page
    ways = {text: way for way, text in re.findall(r'<(?:h1|p)[^>]* dir="(ltr|rtl)">([^<]+)<', page)}
    assert ways[TITLE] == "rtl"
    assert ways["Halden 1926"] == "ltr"
    assert ways["1,130"] == "rtl"
