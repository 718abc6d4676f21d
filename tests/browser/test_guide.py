"""The illustrated guide: its pictures show the pages as they are, with each part that is named beside them.

`ASSIZE_MAKE_PICTURES=1 .venv/bin/pytest -n 0 tests/browser/test_guide.py` makes them anew.
"""

import base64
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, Nugget
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.nuggets import write_nugget
from assessment.people.models import Account
from assessment.people.selectors.guide import GUIDES, HEIGHT, WIDTH
from tests import factory
from tests.browser.annotating import Sitting
from tests.browser.axe import complaints_of_axe
from tests.browser.judging import Scene, sign_in
from tests.browser.waiting import expect_done, expect_page_of_question, expect_ready, expect_saved, take_turn
from tests.documents.helpers import import_records, record
from tests.judging.scene import assessors, give, judge
from tests.labelled import SLUG, with_labelled

pytestmark = pytest.mark.django_db(transaction=True)

FOLDER = Path(__file__).parents[2] / "static" / "guide"
WORDS = Path(__file__).parent / "guide_words.json"  # of each part when its picture was made
LARGEST = 60_000  # bytes of a picture
PICTURES: dict[str, Literal["light", "dark"]] = {
    ".webp": "light",
    "-dark.webp": "dark",
}  # by the ends of their names
AGAIN = "The pages have changed: make the pictures of the guide anew, as tests/browser/test_guide.py says."
MAKES = "ASSIZE_MAKE_PICTURES" in os.environ
QUALITY = 55
NUMBER = """([selector, number]) => {
  const badge = document.body.appendChild(document.createElement("b"));
  const part = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  const { left, top } = part.getBoundingClientRect();
  badge.textContent = number;
  Object.assign(badge.style, {
    position: "fixed", left: `${Math.max(left - 8, 2)}px`, top: `${Math.max(top - 10, 2)}px`, zIndex: 99, minWidth: "22px", height: "22px",
    borderRadius: "11px", background: "#a3341c", color: "#fff", font: "bold 13px/22px sans-serif", textAlign: "center",
  });
}"""
Way = Callable[[Path, pytest.MonkeyPatch], tuple[Account, str]]


def answers(folder: Path, _: pytest.MonkeyPatch) -> tuple[Account, str]:
    scene = Scene(folder)
    scene.judge(2, "incorrect")
    return scene.ada, scene.url


def classes(_: Path, __: pytest.MonkeyPatch) -> tuple[Account, str]:
    ada = factory.make_account("ada")
    (question,) = factory.make_questions(
        factory.make_campaign("comet", "series2004"), "1.2", type="LIST", series="1"
    )
    row = factory.make_assignment(question, ada)
    for item in factory.make_items(question, ("D1", "Aster"), ("D2", "the Aster"), ("D3", "Grey Gull")):
        record_judgment(
            by=ada, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
        )
    return ada, f"/judge/{row.pk}/classes/"


def nuggets(_: Path, __: pytest.MonkeyPatch) -> tuple[Account, str]:
    return _with_nuggets("series2004", "OTHER")


def cells(_: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Account, str]:
    with_labelled(monkeypatch)
    return _with_nuggets(SLUG, "topic")


def _with_nuggets(track: str, type: str) -> tuple[Account, str]:
    ada = factory.make_account("ada")
    (question,) = factory.make_questions(factory.make_campaign("comet", track), "1.4", type=type, series="1")
    factory.make_items(question, ("D1", "its lamp burned whale oil"), ("D2", "a lamp of brass"))
    row = factory.make_assignment(question, ada)
    Assignment.objects.filter(pk=row.pk).update(primary=True)
    for text, vote in (("its lamp burned whale oil", "vital"), ("built in 1843", "okay")):
        write_nugget(by=ada, assignment_id=row.pk, client_id=uuid4(), uid=uuid4(), text=text, vote=vote)
    return ada, f"/judge/{row.pk}/"


def votes(_: Path, __: pytest.MonkeyPatch) -> tuple[Account, str]:
    ada = factory.make_account("ada")
    (question,) = factory.make_questions(
        factory.make_campaign("comet", "series2004"), "1.4", type="OTHER", series="1"
    )
    for number, text in enumerate(("its lamp burned whale oil", "built in 1843"), 1):
        Nugget.objects.create(question=question, name=str(number), text=text, position=number)
    row = factory.make_assignment(question, ada)
    Assignment.objects.filter(pk=row.pk).update(stage="votes", asked=2)
    return ada, f"/judge/{row.pk}/"


def annotation(folder: Path, _: pytest.MonkeyPatch) -> tuple[Account, str]:
    sitting = Sitting(folder)
    return sitting.ada, sitting.address(0)


def adjudication(folder: Path, _: pytest.MonkeyPatch) -> tuple[Account, str]:
    import_records(folder, record("A-1", "<P>\nFound on 9 April 1926.\n"))
    campaign = factory.make_campaign(collection_slug="wire")
    (question,) = factory.make_questions(campaign, "1", type="factoid")
    items = factory.make_items(question, ("A-1", "9 April"), ("A-1", "9 April 1926"))
    for number, member in enumerate(assessors(campaign, "ada", "bo", "cy")):
        row = give(question, member)
        for item in items:
            judge(row, item, "yes" if number else "no")
    return factory.make_member(
        campaign, "voorhees", "organizer", "adjudicator"
    ), "/campaigns/trial/adjudicate/1/"


WAYS: dict[str, Way] = {
    way.__name__: way for way in (answers, classes, nuggets, cells, votes, annotation, adjudication)
}


def plain(words: str) -> str:
    """What a part says, but for white space."""
    return re.sub(r"\s+", " ", words).strip()[:200]


@pytest.mark.parametrize("name", GUIDES)
def test_each_part_stands_where_its_picture_shows_it(
    name: str,
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    account, address = WAYS[name](tmp_path, monkeypatch)
    sign_in(context, account, live_server)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(address)
    expect_ready(page)
    expect_done(page)
    if name == "classes":
        page.keyboard.press("c")
        page.keyboard.press("j")  # to an answer that a class is likely for
        expect(page.locator("[data-proposals] .btn").first).to_be_visible()
        expect_saved(page)
    if name == "annotation":
        page.keyboard.press("g")
        expect_page_of_question(page)
        page.keyboard.press("ArrowRight")
        expect_done(page)
    words = []
    for part in GUIDES[name].parts:
        shown = page.locator(part.selector).filter(visible=True).first
        expect(shown).to_be_in_viewport()
        words.append(plain(shown.inner_text()))
    if MAKES:
        make_pictures(page, name, words)
    kept = json.loads(WORDS.read_text(encoding="utf-8"))[name]
    assert kept == [[part.selector, said] for part, said in zip(GUIDES[name].parts, words, strict=True)], (
        AGAIN
    )
    for end in PICTURES:
        assert 5_000 < (FOLDER / f"{name}{end}").stat().st_size < LARGEST


def make_pictures(page: Page, name: str, words: list[str]) -> None:
    """Write the pictures of a page with its parts numbered, in light and in dark, and what they say."""
    for number, part in enumerate(GUIDES[name].parts, 1):
        page.evaluate(NUMBER, [part.selector, str(number)])
    FOLDER.mkdir(exist_ok=True)
    for end, scheme in PICTURES.items():
        page.emulate_media(color_scheme=scheme)
        take_turn(page)
        asked = {"format": "webp", "quality": QUALITY}
        picture = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)["data"]
        (FOLDER / f"{name}{end}").write_bytes(base64.b64decode(picture))
    kept = json.loads(WORDS.read_text(encoding="utf-8")) if WORDS.exists() else {}
    kept[name] = [[part.selector, said] for part, said in zip(GUIDES[name].parts, words, strict=True)]
    WORDS.write_text(json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def test_the_list_of_keys_leads_to_the_guide_of_its_page(
    page: Page, context: BrowserContext, live_server: LiveServer, tmp_path: Path
) -> None:
    scene = Scene(tmp_path)
    sign_in(context, scene.ada, live_server)
    page.goto(scene.url)
    page.keyboard.press("?")
    assert complaints_of_axe(page) == []
    page.get_by_role("link", name="Guide to this page").click()
    page.wait_for_url("**/account/keys/?of=answers#answers")
    expect(page.get_by_role("img", name="Judging answers")).to_be_visible()
    expect(page.get_by_text("A grade: one key judges, saves and opens the next answer.")).to_be_visible()
    expect(page.get_by_role("img", name="Votes on nuggets")).to_be_hidden()
    assert complaints_of_axe(page) == []
