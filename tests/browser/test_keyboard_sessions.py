"""Whole questions of each track by the keyboard alone, from the first page to finished: each costs its keys and one Enter."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, Assignment, Judgment, Nugget, NuggetMatch, NuggetVote
from assessment.people.models import Account
from assessment.submissions.models import PoolItem
from tests import factory
from tests.browser.annotating import DATE, FOUND_BOX, Sitting, choose_box
from tests.browser.judging import current, sign_in
from tests.browser.keyboard import Keyboard
from tests.browser.waiting import expect_ready, expect_saved, expect_step
from tests.documents.helpers import import_records, record
from tests.judging.scene import assessors, give, judge

pytestmark = pytest.mark.django_db(transaction=True)

TEXTS = (("A-1", "Found on 9 April 1926."), ("B-1", "Seen in April by Halden."))
ANSWERS = (("A-1", "9 April"), ("A-1", "9 April 1926"), ("B-1", "in April"))


@pytest.fixture
def keyboard(page: Page, tmp_path: Path) -> Keyboard:
    import_records(tmp_path, *(record(docid, f"<P>\n{text}\n") for docid, text in TEXTS))
    return Keyboard(page)


def finished(row: Assignment) -> bool:
    return Assignment.objects.filter(pk=row.pk, finished_at__isnull=False).exists()


def expect_told(page: Page, qid: str) -> None:
    """The page that comes next says what was finished, and hears keys."""
    expect(page.get_by_text(f"Question {qid} is finished.")).to_be_visible()
    expect_ready(page)


def begin(
    page: Page, keyboard: Keyboard, context: BrowserContext, server: LiveServer, who: Account, qid: str
) -> None:
    sign_in(context, who, server)
    page.goto("/")
    keyboard.goes_on(f"Begin with {qid}")


def test_two_questions_of_trec_8(
    keyboard: Keyboard, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign, ada = factory.make_campaign(collection_slug="wire"), factory.make_account("ada")
    questions = factory.make_questions(campaign, "1", "2", type="factoid")
    for question in questions:
        factory.make_items(question, *ANSWERS)
    rows = [factory.make_assignment(question, ada) for question in questions]
    begin(page, keyboard, context, live_server, ada, "1")
    keyboard.press("1", "2", "2")
    expect(page.get_by_role("button", name="Finish the question")).to_be_visible()
    keyboard.press("Enter")
    expect_told(page, "1")
    assert keyboard.cost() == 3 + 1
    expect(page.get_by_role("heading", level=1)).to_have_text("What is 2?")
    keyboard.press("l", "2", "2")
    expect(current(page)).to_have_text("9 April")  # to be decided later comes last
    keyboard.press("2")
    expect(page.get_by_role("button", name="Finish: no answer found")).to_be_visible()
    keyboard.press("Enter")
    expect_told(page, "2")
    assert keyboard.cost() == 3 + 1 + 1  # one of them was looked at twice
    assert all(finished(row) for row in rows)
    given = Judgment.objects.filter(item__question=questions[0]).order_by("item__answer", "pk")
    assert sorted(given.values_list("item__answer", "grade")) == [
        ("9 April", "yes"),
        ("9 April 1926", "no"),
        ("in April", "no"),
    ]


def test_a_series_with_classes_and_nuggets(
    keyboard: Keyboard, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign = factory.make_campaign("comet", "series2004", collection_slug="wire")
    ada = factory.make_account("ada")
    (fact,) = factory.make_questions(campaign, "1.1", type="FACTOID", series="1")
    listed, other = (
        factory.make_questions(campaign, qid, type=kind)[0]
        for qid, kind in (("1.2", "LIST"), ("1.3", "OTHER"))
    )
    Question.objects.filter(pk__in=(listed.pk, other.pk)).update(series=fact.series)
    for question in (fact, listed, other):
        factory.make_items(question, *ANSWERS)
    rows = [factory.make_assignment(question, ada) for question in (fact, listed, other)]
    begin(page, keyboard, context, live_server, ada, "1.1")
    keyboard.press("1", "2", "4")
    expect(page.get_by_role("button", name="Finish the question")).to_be_visible()
    keyboard.press("Enter")
    expect_told(page, "1.1")
    assert keyboard.cost() == 3 + 1

    keyboard.press("1", "1", "4")
    expect(page.get_by_role("button", name="2 correct answers without a class")).to_be_visible()
    keyboard.press("Enter")  # leads to the classes
    expect(page.get_by_label("Without a class")).to_be_visible()
    expect_ready(page)
    assert keyboard.cost() == 3 + 1
    keyboard.press("c")
    keyboard.press("1")  # the class that is proposed
    expect(page.get_by_role("button", name="Finish the question")).to_be_visible()
    expect_saved(page)
    keyboard.press("Enter")
    expect_told(page, "1.2")
    assert keyboard.cost() == 2 + 1

    keyboard.press("n")
    keyboard.type("a lamp")
    keyboard.press("Enter")  # vital, and marked in this answer
    keyboard.press("n")
    keyboard.type("of brass")
    keyboard.press("Shift+Enter")  # okay
    keyboard.press("Enter")
    expect(page.locator("[data-text]")).to_have_text("9 April 1926")
    keyboard.press("1", "Enter", "2", "Enter")
    expect(page.get_by_role("button", name="Finish the question")).to_be_visible()
    keyboard.press("Enter")
    expect_told(page, "1.3")
    assert keyboard.cost() == 2 + 2 + 2 + 3 + 1  # two nuggets, two marks, three answers read, one Enter
    assert all(finished(row) for row in rows)
    assert dict(NuggetVote.objects.values_list("nugget__text", "vote")) == {
        "a lamp": "vital",
        "of brass": "okay",
    }
    assert set(NuggetMatch.objects.values_list("item__answer", "nugget__text")) == {
        ("9 April", "a lamp"),
        ("9 April", "of brass"),
        ("9 April 1926", "a lamp"),
        ("in April", "of brass"),
    }


def test_opinions_of_tac_2008(
    keyboard: Keyboard, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign = factory.make_campaign("tide", "tac2008", collection_slug="wire")
    ada, ben = factory.make_account("ada"), factory.make_account("ben")
    rigid, squishy = (
        factory.make_questions(campaign, qid, type=kind)[0]
        for qid, kind in (("1001.1", "RigidList"), ("1001.2", "SquishyList"))
    )
    for question in (rigid, squishy):
        factory.make_items(question, *ANSWERS)
    for question in (rigid, squishy):
        factory.make_assignment(question, ada)
    begin(page, keyboard, context, live_server, ada, "1001.1")
    keyboard.press("1", "4", "4")
    expect(page.get_by_role("button", name="1 correct answer without a class")).to_be_visible()
    keyboard.press("Enter")  # leads to the classes
    expect(page.get_by_label("Without a class")).to_be_visible()
    expect_ready(page)
    keyboard.press("c")
    expect(page.get_by_role("button", name="Finish the question")).to_be_visible()
    expect_saved(page)
    keyboard.press("Enter")
    expect_told(page, "1001.1")
    assert keyboard.cost() == 3 + 1 + 1 + 1
    keyboard.press("n")
    keyboard.type("the light is loved")
    keyboard.press("Enter", "Enter", "Enter", "Enter")
    expect(page.get_by_role("button", name="Finish the question")).to_be_visible()
    keyboard.press("Enter")
    expect_told(page, "1001.2")
    assert keyboard.cost() == 2 + 3 + 1
    Nugget.objects.create(question=squishy, name="2", text="the fog is hated", position=2)
    row = factory.make_assignment(squishy, ben)
    Assignment.objects.filter(pk=row.pk).update(stage="votes", asked=2)
    begin(page, keyboard, context, live_server, ben, "1001.2")
    expect(page.locator(".nugget").first).to_be_focused()
    keyboard.press("v", "o")
    expect_saved(page)
    keyboard.press("Enter")
    expect_told(page, "1001.2")
    assert keyboard.cost() == 2 + 1
    assert sorted(NuggetVote.objects.filter(member__name="ben").values_list("nugget__text", "vote")) == [
        ("the fog is hated", "okay"),
        ("the light is loved", "vital"),
    ]
    assert Assignment.objects.filter(finished_at__isnull=True).count() == 0


def test_paragraphs_of_respubliqa(
    keyboard: Keyboard, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign, ada = factory.make_campaign("acts", "respubliqa2010"), factory.make_account("ada")
    (question,) = factory.make_questions(campaign, "0001", type="Factoid")
    Question.objects.update(source_lang="EN", target_lang="EN")
    items = factory.make_items(question, ("act-en.xml", "first"), ("act-en.xml", "24 months"))
    PoolItem.objects.filter(pk=items[0].pk).update(passage="7", answer="")
    PoolItem.objects.filter(pk=items[1].pk).update(passage="9")
    row = factory.make_assignment(question, ada)
    begin(page, keyboard, context, live_server, ada, "0001")
    keyboard.press("1", "3")
    expect(page.get_by_role("button", name="Finish the question")).to_be_visible()
    keyboard.press("Enter")
    expect_told(page, "0001")
    assert keyboard.cost() == 2 + 1
    assert finished(row)
    assert set(Judgment.objects.values_list("item__passage", "grade")) == {("7", "R"), ("9", "M")}


def test_a_page_of_natural_questions(
    tmp_path: Path, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    keyboard, sitting = Keyboard(page), Sitting(tmp_path)
    begin(page, keyboard, context, live_server, sitting.ada, sitting.questions[0].qid)
    keyboard.press("g")
    choose_box(page)
    keyboard.sees()
    words = ["ArrowRight"] * (DATE[0] + 1) + ["Shift+ArrowRight"] * (DATE[1] - DATE[0] - 1) + [" "]
    keyboard.press(*words)
    expect(page.locator("[data-chips] li span")).to_have_text(["9 April 1926"])
    keyboard.press("Enter")
    expect_step(page, "done")
    expect_saved(page)
    keyboard.press("Enter")
    page.wait_for_url(f"**{sitting.address(1)}")
    expect_ready(page)
    assert keyboard.cost() == 1 + len(words) + 1 + 1
    assert sitting.said() == ("good", FOUND_BOX, [sitting.tokens_of(*DATE)], "NONE")
    assert finished(sitting.mine)
    expect_step(page, "question")
    keyboard.press("g")
    expect_step(page, "long")
    keyboard.press("n")
    expect_step(page, "done")
    expect_saved(page)
    keyboard.press("Enter")
    page.wait_for_url(f"**{sitting.address(2)}")
    assert keyboard.cost() == 2 + 1


def test_disputes_of_two_questions(
    keyboard: Keyboard, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign: Campaign = factory.make_campaign(collection_slug="wire")
    questions = factory.make_questions(campaign, "1", "2", type="factoid")
    members = assessors(campaign, "ada", "bo", "cy")
    for question in questions:
        items = factory.make_items(question, *ANSWERS[:2])
        for member, grades in zip(members, (("no", "yes"), ("yes", "no"), ("no", "yes")), strict=True):
            row = give(question, member)
            for item, grade in zip(items, grades, strict=True):
                judge(row, item, grade)
    dora = factory.make_member(campaign, "dora", "adjudicator")
    sign_in(context, dora, live_server)
    page.goto("/")
    expect(page.get_by_role("link", name="Continue adjudicating, 1")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/adjudicate/1/**")
    expect_ready(page)
    string, status = page.locator(".case .string"), page.locator("[data-open-items]")
    expect(string).to_have_text("9 April")
    keyboard.press("m")
    expect(string).to_have_text("9 April 1926")
    keyboard.press("2", "g")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "What is 2?"
    )  # of itself: a dispute has no end to say
    expect(status).to_have_text("2 of 2 open")
    assert keyboard.cost() == 1 + 2
    keyboard.press("m")
    expect(string).to_have_text("9 April 1926")
    keyboard.press("m")
    expect(page.locator("[data-part=told]")).to_contain_text(
        "All disputed items of the campaign are decided."
    )
    assert Adjudication.objects.exclude(grade="").count() == 4
    assert {row.ground for row in Adjudication.objects.all()} == {"opinion", "misapplied"}
