"""The page of agreement: what two assessors say of items, nuggets, classes and pages, and the items behind the numbers."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone

from assessment.adjudication.selectors import agreement
from assessment.adjudication.views import agreement as views
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import (
    AnswerClass,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    PageAnnotation,
)
from assessment.people.models import Member
from tests import factory
from tests.client import Client
from tests.judging.scene import assessors, give, items_of, judge, pooled
from tests.query_counts import QueryCount

pytestmark = pytest.mark.django_db
GRADES = {"ada": "yyynn", "bo": "ynynn", "cy": "ynnny"}
WORDS = {"y": "yes", "n": "no"}


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def people(campaign: Campaign) -> list[Member]:
    return assessors(campaign, "ada", "bo", "cy & co")


@pytest.fixture
def questions(campaign: Campaign, people: list[Member]) -> list[Question]:
    """Two questions of five items each; three people judged both alike, and an item of the second is left to ada."""
    found = pooled(campaign, ["1", "2"], items=5)
    for question in found:
        for member, grades in zip(people, GRADES.values(), strict=True):
            row = give(question, member)
            for place, (item, grade) in enumerate(zip(items_of(question), grades, strict=True)):
                if question.qid == "1" or place or member.name == "ada":
                    judge(row, item, WORDS[grade])
    return found


def signed_in(campaign: Campaign, role: str = "adjudicator") -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, "somebody", role))
    return client


def page(client: Client, slug: str = "trial", query: str = "") -> str:
    answer = client.get(reverse("judging:agreement", args=[slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def plain(text: str) -> str:
    """What is read of it."""
    apart = re.sub(r"</?(td|th|tr|p|br|h\d|dt|dd)\b[^>]*>", " ", text)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", apart)))


def cells(text: str) -> list[tuple[int, str]]:
    """The numbers of the table of grades, each with the address of its items."""
    found = re.findall(r'<a\s+href="([^"]*/agreement/items/[^"]*)">(\d+)</a>', text)
    return [(int(number), html.unescape(address)) for address, number in found]


def items_behind(client: Client, address: str) -> list[str]:
    text = client.get(address).content.decode()
    return re.findall(r'<th scope="row" class="num">', text)


# grades


def test_coefficients_have_names_and_intervals(questions: list[Question]) -> None:
    text = plain(page(signed_in(questions[0].campaign)))
    for name in ("Fleiss’ kappa", "Krippendorff’s alpha", "Gwet’s AC1", "Two assessors agree"):
        assert name in text
    assert (
        "Not everything was judged by the same number of people" in text
    )  # Fleiss, since ada judged one alone
    assert re.search(r"Gwet’s AC1 -?\.\d{3} ", text)
    assert "An interval needs ten questions that count here." in text
    assert " to ." not in text
    assert "ordinal" not in text.partition("How to read")[0]  # two grades have no steps between them
    assert "1000 resamples of the questions, seed 1" in text


def test_ten_questions_have_intervals(campaign: Campaign, people: list[Member]) -> None:
    for number, question in enumerate(pooled(campaign, [f"{qid:02}" for qid in range(10)], items=5)):
        for member, grades in zip(people, GRADES.values(), strict=True):
            row = give(question, member)
            for item, grade in zip(items_of(question), "y" * (number % 4) + grades, strict=False):
                judge(row, item, WORDS[grade])
    text = plain(page(signed_in(campaign)))
    assert re.search(r"Gwet’s AC1 -?\.\d{3} -?\.\d{3} to (-?\.\d{3}|1\.000)", text)
    assert "An interval needs" not in text


def test_with_too_many_questions_there_are_no_intervals(
    questions: list[Question], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement, "QUESTIONS_WITH_INTERVALS", 1)
    text = plain(page(signed_in(questions[0].campaign)))
    assert "too many questions" in text
    assert "resamples" not in text
    assert re.search(r"Gwet’s AC1 -?\.\d{3} ", text)
    assert " to ." not in text


def test_all_assessors_are_compared_until_two_are_chosen(questions: list[Question]) -> None:
    client = signed_in(questions[0].campaign)
    whole = page(client)
    assert "Grades compared: all assessors" in plain(whole)
    assert "?a=ada&amp;b=cy%20%26%20co#table" in whole
    two = page(client, query="?a=ada&b=cy+%26+co")
    assert "Grades compared: ada and cy & co" in plain(two)
    assert "9 items judged by both" in plain(two)
    # yes-yes 1 (of one question), yes-no 2 of each, no-yes 1 of each, no-no 1 of each
    assert [number for number, _ in cells(two)] == [1, 4, 2, 2]
    turned = page(client, query="?a=cy+%26+co&b=ada")
    assert [number for number, _ in cells(turned)] == [1, 2, 4, 2]
    for nobody in ("?a=ada&b=zoe", "?a=ada", "?a=ada&b=ada"):
        assert "Grades compared: all assessors" in plain(page(client, query=nobody))


def test_many_pairs_have_pages(questions: list[Question], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PAIRS_A_PAGE", 2)
    client = signed_in(questions[0].campaign)
    first, second = page(client, query="?sort=J"), page(client, query="?pairs=2&sort=J")
    pairs = [re.findall(r'href="(\?a=[^"]*)#table"', text) for text in (first, second)]
    assert [len(some) for some in pairs] == [2, 1]
    assert 'href="?sort=J&amp;pairs=2#pairs"' in first
    (last,) = map(html.unescape, pairs[1])
    assert last.endswith("&pairs=2"), "whoever chooses two people finds them chosen"
    assert 'aria-current="true"' in page(client, query=last)[page(client).index("By pair") :]


@pytest.mark.parametrize("query", ["", "?a=ada&b=bo", "?a=cy+%26+co&b=bo"])
def test_every_number_leads_to_so_many_items(questions: list[Question], query: str) -> None:
    client = signed_in(questions[0].campaign)
    found = cells(page(client, query=query))
    assert found
    for number, address in found:
        assert len(items_behind(client, address)) == number, address


def test_items_are_shown_with_their_grades_and_lead_to_the_adjudicator(questions: list[Question]) -> None:
    client = signed_in(questions[0].campaign)
    text = client.get(
        reverse("judging:agreement-items", args=["trial"]),
        {"a": "ada", "b": "bo", "first": "yes", "second": "no"},
    ).content.decode()
    assert "2 items: ada yes, bo no" in plain(text)
    disputed = items_of(questions[0])[1]
    assert f"/adjudicate/1/?item={disputed.pk}" in text
    assert "answer 1" in text
    assert "cy" not in plain(text)
    alike = client.get(
        reverse("judging:agreement-items", args=["trial"]), {"a": "", "b": "", "first": "no", "second": "no"}
    ).content.decode()
    assert "two assessors or more no" in plain(alike)
    assert f"?item={items_of(questions[0])[3].pk}" not in alike  # nobody differs: there is nothing to decide
    assert "cy & co" in plain(alike)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"first": "yes"},
        {"first": "yes", "second": "maybe"},
        {"a": "ada", "first": "yes", "second": "no"},
        {"a": "ada", "b": "zoe", "first": "yes", "second": "no"},
    ],
)
def test_grades_and_people_that_there_are_not_have_no_items(
    questions: list[Question], asked: dict[str, str]
) -> None:
    answer = signed_in(questions[0].campaign).get(reverse("judging:agreement-items", args=["trial"]), asked)
    assert answer.status_code == 200
    assert "No such items" in answer.content.decode()


def test_items_of_dropped_questions_are_not_listed(questions: list[Question]) -> None:
    client = signed_in(questions[0].campaign)
    Question.objects.filter(qid="2").update(drop_reason="unclear")
    for number, address in cells(page(client)):
        assert len(items_behind(client, address)) == number


def test_long_lists_have_pages(campaign: Campaign, people: list[Member]) -> None:
    (question,) = pooled(campaign, ["1"], items=101)
    for member in people[:2]:
        row = give(question, member)
        Judgment.objects.bulk_create(
            Judgment(item=item, member=member, assignment=row, grade="no", judged_at=timezone.now())
            for item in items_of(question)
        )
    client = signed_in(campaign)
    ((number, address),) = cells(page(client))
    assert number == 101
    assert len(items_behind(client, address)) == 100
    second = re.search(r'href="(\?[^"]*page=2)"', client.get(address).content.decode())
    assert second
    following = html.unescape(second.group(1))
    assert parse_qs(urlsplit(following).query)["first"] == ["no"]
    assert len(items_behind(client, reverse("judging:agreement-items", args=["trial"]) + following)) == 1


# everything else that people do twice


@pytest.fixture
def series() -> Campaign:
    """A list question whose answers two grouped, and nuggets on which two voted and that two marked."""
    return make_series()


def make_series() -> Campaign:
    """The same for tests in a browser."""
    campaign = factory.make_campaign("sets", "series2004")
    ada, bo = assessors(campaign, "ada", "bo")
    listed, other = (
        *factory.make_questions(campaign, "1.1", type="LIST", series="1"),
        *factory.make_questions(campaign, "2.1", type="OTHER", series="2"),
    )
    factory.make_items(listed, ("D1", "a"), ("D2", "b"), ("D3", "c"))
    factory.make_items(other, ("D1", "x"), ("D2", "y"))
    for member, groups in ((ada, "112"), (bo, "112")):
        row = give(listed, member)
        for item, group in zip(items_of(listed), groups, strict=True):
            judge(row, item, "correct")
            made, _ = AnswerClass.objects.get_or_create(
                question=listed, member=member, name=f"{member.name}{group}", defaults={"text": group}
            )
            Judgment.objects.filter(item=item, member=member).update(answer_class=made)
    nuggets = [
        Nugget.objects.create(question=other, name=name, text=name, position=place)
        for place, name in enumerate("AB")
    ]
    for member in (ada, bo):
        give(other, member, judged=2, finished_at=timezone.now())
        for nugget in nuggets:
            vote = "vital" if member == ada or nugget.name == "A" else "okay"
            NuggetVote.objects.create(nugget=nugget, member=member, vote=vote)
        NuggetMatch.objects.create(item=items_of(other)[0], nugget=nuggets[0], member=member)
    NuggetMatch.objects.create(item=items_of(other)[1], nugget=nuggets[1], member=bo)
    return campaign


def test_classes_and_nuggets_are_compared(series: Campaign) -> None:
    text = plain(page(signed_in(series), "sets"))
    assert "Adjusted Rand index 1.000" in text
    assert "Nuggets: vital or okay" in text
    assert (
        "Nuggets judged by two people or more: 2, in 1 question. An interval needs ten questions that count here"
        in text
    )
    assert "Places to mark (a nugget in an item) judged by two people or more: 4, in 1 question." in text
    marks = text.partition("Nuggets: marked in items")[2]
    assert "Two assessors agree .750" in marks
    assert "ada and bo 4 .750 .500" in marks


def test_annotations_are_compared() -> None:
    campaign = factory.make_campaign("comets", "nq")
    client = signed_in(campaign)
    assert "Nothing is judged yet" in page(client, "comets")
    for question in factory.make_questions(campaign, "71", "72", type="question"):
        for place, member in enumerate(assessors(campaign, "ada", "bo")):
            long = [] if place and question.qid == "72" else [0, 9, 0, 3]
            PageAnnotation.objects.create(
                assignment=give(question, member), question="good", long=long, short=[] if long else None
            )
    text = plain(page(client, "comets"))
    assert "Nothing is judged yet" not in text
    assert "Annotations: Is there a long answer?" in text
    assert "Pages judged by two people or more: 2, in 2 questions." in text
    assert "There is no fixed list of answers to choose from" in text
    assert "By question" not in text


def test_what_the_page_of_everything_costs(series: Campaign, query_count: QueryCount) -> None:
    client = signed_in(series)
    with query_count("agreement page of series"):
        page(client, "sets")


@pytest.mark.parametrize("size", [1, 4])
def test_the_cost_of_listing_items_does_not_grow(
    campaign: Campaign, people: list[Member], query_count: QueryCount, size: int
) -> None:
    for question in pooled(campaign, [str(n) for n in range(size)], items=2 * size):
        for member, grade in zip(people, ("yes", "no", "no"), strict=True):
            row = give(question, member)
            for item in items_of(question):
                judge(row, item, grade)
    client = signed_in(campaign)
    address = reverse("judging:agreement-items", args=["trial"])
    with query_count("items compared"):
        text = client.get(address, {"a": "ada", "b": "bo", "first": "yes", "second": "no"}).content.decode()
    assert f"{2 * size * size} items" in text
