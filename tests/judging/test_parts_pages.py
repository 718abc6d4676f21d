"""The pages for answer classes and nuggets as their assessors use them, without scripts."""

from uuid import uuid4

import pytest

from assessment.assignments.services.assign import assign
from assessment.assignments.services.handover import remove_assessor
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Nugget, NuggetMatch, NuggetVote
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account
from assessment.people.services import accounts as people
from assessment.results.selectors.evaluation import load_evaluation
from tests.client import Client
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions
from tests.judging.test_parts import pks

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("comet", "tac2008")


@pytest.fixture
def ada(client: Client) -> Account:
    account = make_account("ada")
    client.force_login(account)
    return account


@pytest.fixture
def listed(campaign: Campaign, ada: Account) -> Assignment:
    (question,) = make_questions(campaign, "1.1", type="RigidList", series="1")
    items = make_items(question, ("BLOG06-1", "the Aster"), ("BLOG06-2", "Aster"), ("BLOG06-3", "gull"))
    row = make_assignment(question, ada)
    for item in items:
        record_judgment(
            by=ada, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
        )
    return row


@pytest.fixture
def squishy(campaign: Campaign, ada: Account) -> Assignment:
    (question,) = make_questions(campaign, "1.2", type="SquishyList", series="2")
    make_items(question, ("BLOG06-1", "good lamp, dear oil"), ("BLOG06-2", "nothing of note"))
    return make_assignment(question, ada)


def post(client: Client, row: Assignment, what: str, action: str, **fields: object) -> str:
    address = f"/judge/{row.pk}/{what}/{action}/".replace("//", "/")
    response = client.post(address, {"client_id": str(uuid4()), **fields}, follow=True)
    return response.content.decode()


def test_answers_are_grouped_on_a_plain_page(client: Client, listed: Assignment) -> None:
    page = client.get(f"/judge/{listed.pk}/", follow=True).content.decode()
    assert f"/judge/{listed.pk}/classes/" in page
    assert "3 correct answers have no answer class yet." in post(client, listed, "", "finish")
    chosen = pks(listed)
    ship = str(uuid4())
    page = post(client, listed, "classes", "put", item=[chosen["the Aster"]], uid=ship)
    assert f'data-class="{ship}"' in page
    assert f'value="{chosen["the Aster"]} {ship}"' in page
    post(client, listed, "classes", "put", item=[chosen["Aster"]], uid=ship)
    post(client, listed, "classes", "rest")
    assert (
        "Undo: give 1 answer a class of its own"
        in client.get(f"/judge/{listed.pk}/classes/").content.decode()
    )
    assert "Every correct answer has a class" in post(
        client, listed, "classes", "merge", uid=ship, into="gull"
    )
    assert len(load_evaluation(listed.question.campaign).known_answers) == 1
    page = post(client, listed, "classes", "undo")
    assert page.count('class="card class"') == 3  # two, and the one that scripts copy
    assert "Question 1.1 is finished" in post(client, listed, "", "finish")
    assert "is finished" in post(client, listed, "classes", "undo")


@pytest.mark.parametrize(
    ("action", "fields", "said"),
    [
        ("put", {"uid": str(uuid4())}, "Choose at least one answer"),
        ("put", {"item": "x", "uid": str(uuid4())}, "Choose at least one answer"),
        ("put", {"item": "999999", "uid": str(uuid4())}, "that you judged correct"),
        ("rename", {"uid": str(uuid4()), "label": "x"}, "no longer exists"),
        ("rename", {"uid": "x", "label": "x"}, "uid:"),
        ("merge", {"uid": str(uuid4()), "into": "gull"}, "no longer exists"),
        ("undo", {}, "nothing to undo"),
    ],
)
def test_what_cannot_be_done_to_classes_is_said(
    client: Client, listed: Assignment, action: str, fields: dict[str, str], said: str
) -> None:
    response = client.post(f"/judge/{listed.pk}/classes/{action}/", {"client_id": str(uuid4()), **fields})
    assert response.status_code == 422
    assert said in response.content.decode()


def test_nuggets_are_written_and_marked_on_a_plain_page(client: Client, squishy: Assignment) -> None:
    answers = pks(squishy)
    first = answers["good lamp, dear oil"]
    page = client.get(f"/judge/{squishy.pk}/").content.decode()
    assert "good lamp, dear oil" in page
    assert "No nugget yet" in page
    lamp, oil = str(uuid4()), str(uuid4())
    post(client, squishy, "nuggets", "write", uid=lamp, text="the lamp is good", vote="vital", item=first)
    post(client, squishy, "nuggets", "write", uid=oil, text="oil is dear", vote="okay", item=first)
    page = post(
        client, squishy, "nuggets", "mark", item=first, nugget=[lamp], next=answers["nothing of note"]
    )
    assert f'data-item="{first}" data-marked="{lamp}" data-read="1"' in page
    assert "1 answer is not read yet." in post(client, squishy, "", "finish")
    post(client, squishy, "nuggets", "mark", item=answers["nothing of note"])
    post(client, squishy, "nuggets", "move", uid=oil, place=1)
    assert [row.text for row in Nugget.objects.in_order()] == ["oil is dear", "the lamp is good"]
    page = post(client, squishy, "nuggets", "merge", uid=oil, number="7")
    assert "There is no nugget 7" in page
    assert "Question 1.2 is finished" in post(client, squishy, "", "finish")
    assert NuggetMatch.objects.get().nugget.text == "the lamp is good"


@pytest.mark.parametrize(
    ("text", "headline"), [("Other", "Target 3"), ("", "Target 3"), ("Others?", "Others?")]
)
def test_what_asks_for_all_else_is_headed_by_its_target(
    client: Client, ada: Account, text: str, headline: str
) -> None:
    (question,) = make_questions(make_campaign("trec", "series2004"), "3.1", type="OTHER", series="3")
    Question.objects.filter(pk=question.pk).update(text=text)
    make_items(question, ("D1", "a lamp"))
    row = make_assignment(question, ada)
    page = client.get(f"/judge/{row.pk}/", follow=True).content.decode()
    assert f">{headline}</h1>" in page
    assert f"<title>3.1 {headline} ·" in page
    assert page.count("Target <b>") == (headline != "Target 3")
    assert f"<bdi>{headline}</bdi>" in client.get("/").content.decode()


def test_what_was_typed_is_not_lost(client: Client, squishy: Assignment) -> None:
    text = "x" * 2001
    response = client.post(
        f"/judge/{squishy.pk}/nuggets/write/",
        {"client_id": str(uuid4()), "uid": str(uuid4()), "text": text, "vote": "vital"},
    )
    assert response.status_code == 422
    assert text in response.content.decode()


def test_scripts_are_told_what_stands_and_what_they_wanted(client: Client, squishy: Assignment) -> None:
    uid = str(uuid4())
    post(client, squishy, "nuggets", "write", uid=uid, text="lamp", vote="vital")
    response = client.post(
        f"/judge/{squishy.pk}/nuggets/reword/",
        {"client_id": str(uuid4()), "uid": uid, "text": "a lamp", "seen": "oil"},
        headers={"X-Assize-Fetch": "1"},
    )
    assert response.status_code == 409
    result = response.json()
    assert (result["now"], result["wanted"]) == ({"texts": {uid: "lamp"}}, {"texts": {uid: "a lamp"}})


def test_a_nugget_without_a_vote_and_a_question_without_a_nugget(client: Client, squishy: Assignment) -> None:
    for pk in pks(squishy).values():
        post(client, squishy, "nuggets", "mark", item=pk)
    assert "There are no nuggets on the list." in post(client, squishy, "", "finish")
    Nugget.objects.create(question=squishy.question, name="1", text="known", position=1, origin="development")
    assert "1 nugget is without a vote." in post(client, squishy, "", "finish")
    NuggetVote.objects.create(nugget=Nugget.objects.get(), vote="okay")  # of question development
    assert "1 nugget stands on the list." in post(client, squishy, "", "finish", no_answer_found=1)


def test_further_assessors_judge_lists_and_vote_on_nuggets(
    client: Client, listed: Assignment, squishy: Assignment
) -> None:
    campaign, question = listed.question.campaign, squishy.question
    Nugget.objects.create(question=question, name="1", text="the lamp is good", position=1)
    for name in ("ben", "cleo"):
        people.ensure_member(campaign=campaign, name=name, roles=["assessor"], by=None)
    assign(campaign=campaign, by=None, judges=3)
    roles = {
        (row.question.qid, row.member.name): row.role
        for row in Assignment.objects.select_related("question", "member")
    }
    assert roles == {
        ("1.1", "ada"): "primary",
        ("1.1", "ben"): "judge",
        ("1.1", "cleo"): "judge",
        ("1.2", "ada"): "primary",
        ("1.2", "ben"): "voter",
        ("1.2", "cleo"): "voter",
    }
    ben = make_account("ben2")
    voter = Assignment.objects.get(question=question, member__name="ben")
    voter.member.account = ben
    voter.member.save()
    client.force_login(ben)
    page = client.get(f"/judge/{voter.pk}/").content.decode()
    assert "the lamp is good" in page
    assert "good lamp, dear oil" not in page
    nugget = Nugget.objects.get()
    page = post(client, voter, "nuggets", "vote", uid=str(nugget.uid), vote="okay")
    assert "1</span> of 1 nuggets" in page
    assert NuggetVote.objects.get().member == voter.member
    assert "Question 1.2 is finished" in post(client, voter, "", "finish")


def test_nobody_else_sees_or_changes_the_desk(
    client: Client, listed: Assignment, squishy: Assignment
) -> None:
    client.force_login(make_account("eve"))
    for address in (f"/judge/{listed.pk}/classes/", f"/judge/{squishy.pk}/nuggets/"):
        assert client.get(address).status_code == 404
    for address in (f"/judge/{listed.pk}/classes/put/", f"/judge/{squishy.pk}/nuggets/mark/"):
        fields = {"client_id": str(uuid4()), "item": "1", "uid": str(uuid4())}
        assert client.post(address, fields).status_code == 404


def test_pages_of_the_other_form_are_not_there(
    client: Client, listed: Assignment, squishy: Assignment
) -> None:
    assert client.get(f"/judge/{squishy.pk}/classes/").status_code == 404
    assert client.get(f"/judge/{listed.pk}/nuggets/").status_code == 404
    assert client.post(f"/judge/{listed.pk}/classes/nonsense/", {}).status_code == 404
    response = client.post(
        f"/judge/{squishy.pk}/save/",
        {"client_id": str(uuid4()), "item": str(min(pks(squishy).values())), "seen": "0", "grade": "correct"},
    )
    assert response.status_code == 422
    assert Assignment.objects.get(pk=squishy.pk).judged == 0


def test_somebody_is_primary_where_the_primary_assessor_is_removed(
    listed: Assignment, squishy: Assignment
) -> None:
    campaign = listed.question.campaign
    for name in ("ben", "cleo"):
        people.ensure_member(campaign=campaign, name=name, roles=["assessor"], by=None)
    Nugget.objects.create(question=squishy.question, name="1", text="the lamp is good", position=1)
    assign(campaign=campaign, by=None, judges=3)
    remove_assessor(assignment=squishy, by=None)
    rows = Assignment.objects.filter(question=squishy.question).order_by("pk")
    assert [row.role for row in rows] == ["primary", "voter"]
    assert [row.pool_size for row in rows] == [2, 1]  # answers to read, nuggets to vote on
