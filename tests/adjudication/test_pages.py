"""The pages of assignment, adjudication and agreement: who may see them, and what can be done there."""

import csv
import io
import re
from collections.abc import Sequence

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, Assignment
from assessment.people.models import Account, Member
from assessment.submissions.models import PoolItem
from tests import factory
from tests.client import Client
from tests.judging.scene import assessors, give, items_of, judge, pooled, who_has
from tests.query_counts import QueryCount

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def people(campaign: Campaign) -> list[Member]:
    return assessors(campaign, "ada", "bo", "cy")


@pytest.fixture
def question(campaign: Campaign, people: list[Member]) -> Question:
    """Three items; ada and cy say no, bo says yes to the first two."""
    (question,) = pooled(campaign, ["1"])
    for member, grades in zip(people, (["no"] * 3, ["yes", "yes", "no"], ["no"] * 3), strict=True):
        row = give(question, member)
        for item, grade in zip(items_of(question), grades, strict=True):
            judge(row, item, grade, note=f"{member.name} on {item.answer}")
    return question


def signed_in(campaign: Campaign, *roles: str, name: str = "somebody") -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, name, *roles))
    return client


def at(name: str, *arguments: object) -> str:
    return reverse(f"judging:{name}", args=["trial", *arguments])


GET_PAGES = [
    ("assign", []),
    ("assign-unit", ["1"]),
    ("judgments", []),
    ("adjudicate", []),
    ("adjudicate-question", ["1"]),
    ("agreement", []),
    ("agreement-table", []),
    ("agreement-items", []),
]
POSTS = [
    ("assign", []),
    ("assign-add", ["1"]),
    ("assign-remove", []),
    ("assign-hand-over", []),
    ("assign-relieve", []),
    ("assign-reopen", []),
    ("judgments", []),
    ("decide", ["1"]),
    ("withdraw-decision", ["1"]),
    ("undo-decision", ["1"]),
]
ASSIGNING = {name for name, _ in GET_PAGES + POSTS if name.startswith("assign")} | {"judgments"}


@pytest.mark.parametrize("role", ["assessor", "participant", "none"])
@pytest.mark.parametrize(("name", "arguments"), GET_PAGES)
def test_assessors_and_strangers_see_none_of_the_pages(
    question: Question, role: str, name: str, arguments: Sequence[str]
) -> None:
    client = signed_in(question.campaign, *([] if role == "none" else [role]))
    assert client.get(at(name, *arguments)).status_code == 404


@pytest.mark.parametrize("role", ["assessor", "participant"])
@pytest.mark.parametrize(("name", "arguments"), POSTS)
def test_nor_can_they_change_anything(
    question: Question, role: str, name: str, arguments: Sequence[str]
) -> None:
    client = signed_in(question.campaign, role)
    row, item = Assignment.objects.first(), items_of(question)[0]
    assert row is not None
    fields = {
        "assignment": row.pk,
        "member": row.member_id,
        "item": item.pk,
        "grade": "yes",
        "ground": "misapplied",
    }
    assert client.post(at(name, *arguments), fields).status_code == 404
    assert not Adjudication.objects.exists()
    assert who_has(question) == {"ada", "bo", "cy"}


@pytest.mark.parametrize(("name", "arguments"), GET_PAGES)
def test_adjudicators_see_what_is_disputed_but_do_not_assign(
    question: Question, name: str, arguments: Sequence[str]
) -> None:
    client = signed_in(question.campaign, "adjudicator")
    expected = 404 if name in ASSIGNING else 200
    assert client.get(at(name, *arguments)).status_code == expected


@pytest.mark.parametrize("role", ["admin", "organizer"])
@pytest.mark.parametrize(("name", "arguments"), GET_PAGES)
def test_organizers_see_all(question: Question, role: str, name: str, arguments: Sequence[str]) -> None:
    assert signed_in(question.campaign, role).get(at(name, *arguments)).status_code == 200


@pytest.mark.parametrize(("name", "arguments"), GET_PAGES)
def test_visitors_are_asked_to_sign_in(question: Question, name: str, arguments: Sequence[str]) -> None:
    response = Client().get(at(name, *arguments))
    assert (response.status_code, response.headers["Location"].split("?")[0]) == (302, "/sign-in/")


def test_rows_of_another_campaign_do_not_exist_here(question: Question) -> None:
    other = factory.make_campaign("other")
    (foreign,) = pooled(other, ["7"])
    row = give(foreign, assessors(other, "zoe")[0])
    client = signed_in(question.campaign, "organizer")
    assert client.post(at("assign-remove"), {"assignment": row.pk}).status_code == 404
    assert client.post(at("decide", "1"), {"item": items_of(foreign)[0].pk, "grade": "no"}).status_code == 404
    assert client.get(at("assign-unit", "7")).status_code == 404
    assert client.get(at("adjudicate-question", "7")).status_code == 404


# assignment


def test_the_form_assigns_what_is_missing_and_tells_the_seed(
    campaign: Campaign, people: list[Member]
) -> None:
    questions = pooled(campaign, ["1", "2"])
    client = signed_in(campaign, "organizer")
    fields = {"judges": 2, "seed": 5, "assessors": ["ada", "bo", "cy"]}
    page = client.post(at("assign"), fields, follow=True)
    assert (
        "Made 4 assignments on 2 questions, up to 2 assessors per question (seed 5)." in page.content.decode()
    )
    assert [len(who_has(question)) for question in questions] == [2, 2]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"judges": 4, "seed": 1, "assessors": ["ada", "bo", "cy"]}, "1 too few for 1"),
        ({"judges": 0, "seed": 1, "assessors": ["ada"]}, "greater than or equal to 1"),
        ({"judges": 2, "seed": 1}, "Choose at least one assessor."),
        ({"judges": 2, "seed": "x", "assessors": ["ada"]}, "Enter a whole number."),
        ({"judges": 1, "seed": 1, "assessors": ["eve"]}, "eve is not one of the available choices"),
    ],
)
def test_a_wrong_form_comes_back_with_its_faults(
    campaign: Campaign, people: list[Member], fields: dict[str, object], sentence: str
) -> None:
    pooled(campaign, ["1"])
    response = signed_in(campaign, "organizer").post(at("assign"), fields)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Assignment.objects.exists()


def test_the_page_names_what_is_missing(campaign: Campaign) -> None:
    client = signed_in(campaign, "organizer")
    assert "Nothing to assign yet" in client.get(at("assign")).content.decode()
    assessors(campaign, "ada")
    pooled(campaign, ["1"])
    factory.make_questions(campaign, "2", type="factoid")
    text = client.get(at("assign")).content.decode()
    assert "Not enough assessors: 3 are needed per question." in text
    assert "Fewer than 3 assessors" in text
    assert "Nothing in the pool, so nobody can be assigned: 2" in text


def test_by_hand_add_hand_over_remove(question: Question) -> None:
    dee, eve = assessors(question.campaign, "dee", "eve")
    client = signed_in(question.campaign, "organizer")
    client.post(at("assign-add", "1"), {"member": dee.pk})
    row = Assignment.objects.get(member=dee)
    client.post(at("assign-hand-over"), {"assignment": row.pk, "member": eve.pk})
    assert who_has(question) == {"ada", "bo", "cy", "eve"}
    page = client.post(at("assign-remove"), {"assignment": Assignment.objects.get(member__name="ada").pk})
    assert page.status_code == 422
    assert "ada has begun question 1" in page.content.decode()
    page = client.post(at("assign-hand-over"), {"assignment": row.pk, "member": ""})
    assert (page.status_code, "Nobody was chosen." in page.content.decode()) == (422, True)


# adjudication


def decision(item: PoolItem, **fields: object) -> dict[str, object]:
    return {"item": item.pk, "seen": 0, "note": "", **fields}


def test_the_queue_counts_by_question_and_by_who_differ(question: Question) -> None:
    client = signed_in(question.campaign, "adjudicator")
    text = client.get(at("adjudicate")).content.decode()
    assert "2 of 2 disputed items open" in text
    text = client.get(at("adjudicate"), {"sort": "pair"}).content.decode()
    assert re.findall(r"<td>(\w+ and \w+)</td>", text) == ["ada and bo", "bo and cy"]


def test_an_empty_queue_says_what_will_come(campaign: Campaign) -> None:
    text = signed_in(campaign, "adjudicator").get(at("adjudicate")).content.decode()
    assert "Nothing is disputed" in text


def test_a_case_shows_everybodys_grade_and_note_and_alike_strings(question: Question) -> None:
    factory.make_items(question, ("DOC-9", "Answer 0!"), ("DOC-9", "the answer 0 it is"), ("DOC-9", "else"))
    text = signed_in(question.campaign, "adjudicator").get(at("adjudicate-question", "1")).content.decode()
    assert "ada on answer 0" in text
    assert "bo on answer 0" in text
    alike = text.partition("Similar strings")[2]
    assert "Answer 0!" in alike
    assert "the answer 0 it is" in alike
    assert "else</" not in alike


def test_accepting_goes_on_to_the_next_open_item(question: Question) -> None:
    first, second, _ = items_of(question)
    client = signed_in(question.campaign, "adjudicator", name="voorhees")
    response = client.post(at("decide", "1"), decision(first, accept="no", grade="yes", note="taste"))
    assert response.headers["Location"] == f"{at('adjudicate-question', '1')}?item={second.pk}"
    row = Adjudication.objects.get()
    assert (row.grade, row.ground, row.overruled, row.note) == ("no", "opinion", False, "taste")
    response = client.post(at("decide", "1"), decision(second, grade="yes", ground="misapplied"))
    assert response.headers["Location"].endswith(f"?item={second.pk}&decided=1")
    page = client.get(response.headers["Location"]).content.decode()
    assert "0 of 2 open" in page
    assert "To change a decision, choose its item in the list." in page
    page = client.get(f"{at('adjudicate-question', '1')}?item={second.pk}").content.decode()
    assert "To change a decision" not in page
    assert "the majority overruled" in page


def test_runs_are_hidden_until_the_item_is_decided(question: Question) -> None:
    first, *_ = items_of(question)
    client = signed_in(question.campaign, "adjudicator")
    hidden = "The runs are shown once you have decided."
    address = {"item": first.pk}
    assert hidden in client.get(at("adjudicate-question", "1"), address).content.decode()
    client.post(at("decide", "1"), decision(first, accept="no"))
    page = client.get(at("adjudicate-question", "1"), address).content.decode()
    assert hidden not in page
    assert "No current run gives it." in page


def test_the_buttons_say_what_they_do(question: Question) -> None:
    client = signed_in(question.campaign, "adjudicator")
    page = client.get(at("adjudicate-question", "1")).content.decode()
    assert "Keep “no”" in page
    assert "Overrule to “yes”: guideline misapplied" in page
    assert "Overrule to “yes”: inconsistent" in page


def test_without_a_majority_no_grade_is_chosen_beforehand(campaign: Campaign, people: list[Member]) -> None:
    (question,) = pooled(campaign, ["1"])
    item, *_ = items_of(question)
    for member, grade in zip(people, ("yes", "no"), strict=False):
        judge(give(question, member), item, grade)
    client = signed_in(campaign, "adjudicator")
    assert " checked" not in client.get(at("adjudicate-question", "1")).content.decode()
    refused = client.post(at("decide", "1"), decision(item, ground="misapplied", note="in a hurry"))
    assert "No grade was chosen." in refused.content.decode()
    assert not Adjudication.objects.exclude(grade="").exists()


def test_undo_and_withdraw(question: Question) -> None:
    first, *_ = items_of(question)
    client = signed_in(question.campaign, "adjudicator")
    client.post(at("decide", "1"), decision(first, grade="yes", ground="inconsistent"))
    client.post(at("withdraw-decision", "1"), {"item": first.pk, "seen": 1})
    assert Adjudication.objects.get().grade == ""
    client.post(at("undo-decision", "1"), {"item": first.pk, "seen": 2})
    assert Adjudication.objects.get().grade == "yes"


def test_a_refused_decision_keeps_what_was_typed(question: Question) -> None:
    first, *_ = items_of(question)
    client = signed_in(question.campaign, "adjudicator")
    response = client.post(at("decide", "1"), decision(first, accept="yes", note="long thought <b>"))
    text = response.content.decode()
    assert response.status_code == 422
    assert "For a matter of opinion the majority grade is kept" in text
    assert "long thought &lt;b&gt;" in text


def test_a_stale_page_is_told_who_decided_meanwhile(question: Question) -> None:
    first, *_ = items_of(question)
    one, two = (signed_in(question.campaign, "adjudicator", name=name) for name in ("voorhees", "tice"))
    one.post(at("decide", "1"), decision(first, accept="no"))
    response = two.post(at("decide", "1"), decision(first, grade="yes", ground="misapplied", note="mine"))
    assert response.status_code == 409
    assert "voorhees changed this decision meanwhile" in response.content.decode()
    assert "mine" in response.content.decode()
    again = one.post(at("decide", "1"), decision(first, accept="no"))
    assert again.status_code == 302


def test_a_lost_session_keeps_the_decision(question: Question) -> None:
    first, *_ = items_of(question)
    response = Client().post(at("decide", "1"), decision(first, accept="no", note="kept"))
    assert response.status_code == 401
    assert "What you entered is kept" in response.content.decode()
    assert isinstance(response.wsgi_request.user, AnonymousUser)


def test_a_decision_that_no_longer_fits_is_shown_as_such(question: Question, people: list[Member]) -> None:
    first, *_ = items_of(question)
    client = signed_in(question.campaign, "adjudicator")
    client.post(at("decide", "1"), decision(first, accept="no"))
    judge(Assignment.objects.get(member=people[0]), first, "yes")
    assert "1 to check again" in client.get(at("adjudicate")).content.decode()
    text = client.get(at("adjudicate-question", "1"), {"item": first.pk}).content.decode()
    assert "which no longer fits them" in text
    judge(Assignment.objects.get(member=people[2]), first, "yes")
    assert "no longer disputed" in client.get(at("adjudicate")).content.decode()


def test_an_adjudicator_who_judged_the_question_is_warned(question: Question) -> None:
    account: Account = factory.make_member(question.campaign, "both", "adjudicator", "assessor")
    give(question, Member.objects.get(account=account))
    client = Client()
    client.force_login(account)
    assert "You judged this question yourself" in client.get(at("adjudicate-question", "1")).content.decode()


# agreement


def test_the_table_has_j_d_o_ol_with_means(question: Question) -> None:
    client = signed_in(question.campaign, "organizer")
    first, *_ = items_of(question)
    client.post(at("decide", "1"), decision(first, grade="yes", ground="misapplied"))
    rows = list(csv.reader(io.StringIO(client.get(at("agreement-table")).content.decode())))
    assert rows == [["qid", "J", "D", "O", "OL"], ["1", "3", "2", "1", "0.0"]]
    text = client.get(at("agreement")).content.decode()
    assert "2 of 3 · 66.7 %" in text
    assert "1 of 1 · 100.0 %" in text


def test_undefined_values_are_a_dash_with_the_reason(campaign: Campaign) -> None:
    client = signed_in(campaign, "organizer")
    assert "Nothing is judged yet" in client.get(at("agreement")).content.decode()
    (question,) = pooled(campaign, ["1"])
    row = give(question, assessors(campaign, "ada")[0])
    judge(row, items_of(question)[0], "no")
    text = client.get(at("agreement")).content.decode()
    assert "No item was judged by two people" in text
    assert not re.search(r"\bnan\b", text.casefold())  # tokens have such letters, too


def test_the_table_can_be_sorted(campaign: Campaign, people: list[Member]) -> None:
    for n, question in enumerate(pooled(campaign, ["1", "2", "3"])):
        rows = [give(question, person) for person in people[:2]]
        for place, item in enumerate(items_of(question)):
            judge(rows[0], item, "yes")
            judge(rows[1], item, "yes" if place >= n else "no")
    client = signed_in(campaign, "organizer")

    def order(query: str) -> list[str]:
        text = client.get(at("agreement") + query).content.decode()
        return re.findall(r'<th scope="row">(?:<a[^>]*>)?(\d)<', text)

    assert order("") == ["1", "2", "3"]
    assert order("?sort=D&order=falling") == ["3", "2", "1"]
    assert order("?sort=OL&order=rising") == ["3", "2", "1"]
    assert order("?sort=nonsense") == ["1", "2", "3"]


# cost


@pytest.mark.parametrize("size", [1, 4])
def test_the_cost_of_the_pages_does_not_grow(campaign: Campaign, query_count: QueryCount, size: int) -> None:
    people = assessors(campaign, *(f"person {n}" for n in range(2 + size)))
    for question in pooled(campaign, [str(n) for n in range(size)], items=3 * size):
        rows = [give(question, person) for person in people]
        for item in items_of(question)[: 2 * size]:
            for n, row in enumerate(rows):
                judge(row, item, "yes" if n else "no")
    client = signed_in(campaign, "organizer")
    with query_count("assign page"):
        client.get(at("assign"))
    with query_count("assign unit page"):
        client.get(at("assign-unit", "0"))
    with query_count("adjudication queue"):
        client.get(at("adjudicate"))
    with query_count("adjudication page"):
        client.get(at("adjudicate-question", "0"))
    with query_count("agreement page"):
        client.get(at("agreement"))
    item = items_of(Question.objects.get(qid="0"))[0]
    with query_count("decide an item"):
        client.post(at("decide", "0"), decision(item, grade="no", ground="misapplied"))
