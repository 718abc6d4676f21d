"""Answer classes that assessors see differently, and their settling."""

import re
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command

from assessment.adjudication.selectors.settle import class_dispute, knots_of, unsettled_classes
from assessment.adjudication.services.settle import settle_classes
from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import AnswerClass, Assignment, Change
from assessment.judging.services.classes import put_into_class
from assessment.judging.services.judgments import record_judgment
from assessment.results.selectors.evaluation import load_evaluation
from assessment.shared.errors import Refused
from scoring.evaluate import Scorer
from scoring.forms.keys import AnswerSet
from tests.client import Client
from tests.factory import (
    make_account,
    make_assignment,
    make_campaign,
    make_items,
    make_member,
    make_questions,
)

pytestmark = pytest.mark.django_db

SHIPS = ("Aster", "Gull", "the Aster", "Tolm")


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("comet", "series2004", settings={"judges": 2})


@pytest.fixture
def question(campaign: Campaign) -> Question:
    (question,) = make_questions(campaign, "1.2", type="LIST", series="1")
    make_items(question, *((f"D{number}", ship) for number, ship in enumerate(SHIPS)))
    ada, ben = make_assignment(question, make_account("ada")), make_assignment(question, make_account("ben"))
    Assignment.objects.filter(pk=ada.pk).update(primary=True)
    group(ada, {"Aster": "aster", "the Aster": "aster", "Gull": "gull", "Tolm": "tolm"})
    group(ben, {"Aster": "aster", "the Aster": "another", "Gull": "gull", "Tolm": "tolm"})
    return question


def group(row: Assignment, wanted: dict[str, str]) -> None:
    pks = dict(row.question.pool_items.values_list("answer", "pk"))
    uids: dict[str, UUID] = {}
    said: dict[str, Any] = {"by": row.member.account, "assignment_id": row.pk}
    for answer, label in wanted.items():
        record_judgment(**said, item_id=pks[answer], seen=0, client_id=uuid4(), grade="correct")
        uid = uids.setdefault(label, uuid4())
        put_into_class(**said, client_id=uuid4(), items={pks[answer]: None}, uid=uid, label=label)


def known(campaign: Campaign) -> int:
    key = Scorer(load_evaluation(campaign)).under().of_questions()["1.2"]
    assert isinstance(key, AnswerSet)
    return len(key.answers)


def test_where_classes_differ_is_shown_and_settled(
    client: Client, campaign: Campaign, question: Question
) -> None:
    client.force_login(make_member(campaign, "jude", "adjudicator"))
    assert [(row.question, row.knots) for row in unsettled_classes(campaign)] == [(question, 1)]
    address = f"/campaigns/comet/adjudicate/{question.qid}/"
    assert f"{address}classes/" in client.get("/campaigns/comet/adjudicate/").content.decode()
    page = client.get(f"{address}classes/").content.decode()
    assert "1 of 1 open" in page
    assert "Tolm" not in page.split("<tbody>")[1].split("</tbody>")[0].replace("tolm", "")
    assert known(campaign) == 3
    ben = Assignment.objects.get(member__name="ben")
    pks = dict(question.pool_items.values_list("answer", "pk"))
    uids = dict(AnswerClass.objects.filter(member=ben.member).values_list("text", "uid"))
    fields = {
        "client_id": str(uuid4()),
        "item": [pks["Aster"], pks["the Aster"]],
        "like": ben.pk,
        f"like-{ben.pk}-{pks['Aster']}": str(uids["aster"]),
        f"like-{ben.pk}-{pks['the Aster']}": str(uids["another"]),
    }
    for _ in range(2):  # sent twice, done once
        page = client.post(f"{address}settle/", fields, follow=True).content.decode()
        assert "Settled ✓" in page
    assert Change.objects.filter(assignment=None).count() == 1
    assert unsettled_classes(campaign) == []
    assert known(campaign) == 4
    fields = {"client_id": str(uuid4()), "undo": "1"}
    for _ in range(2):
        page = client.post(f"{address}settle/", fields, follow=True).content.decode()
        assert "1 of 1 open" in page
    assert known(campaign) == 3


@pytest.mark.both_databases
def test_what_cannot_be_settled_is_refused(client: Client, campaign: Campaign, question: Question) -> None:
    client.force_login(make_member(campaign, "jude", "adjudicator"))
    address = f"/campaigns/comet/adjudicate/{question.qid}/settle/"
    item = question.pool_items.get(answer="Aster").pk
    stranger = AnswerClass.objects.create(
        question=make_questions(campaign, "9.2", type="LIST")[0], name="1", text="x"
    )
    for fields, said in (
        ({"item": item, f"class-{item}": str(stranger.uid)}, "not of this question"),
        ({"item": item, f"class-{item}": "", f"seen-{item}": str(stranger.uid)}, "meanwhile"),
        ({"item": 999999}, "somebody judged correct"),
        ({"item": item, f"class-{item}": ""}, "Nothing was changed"),
        ({"item": "x"}, "Choose a class"),
        ({}, "Choose a class"),
        ({"undo": 1}, "nothing to undo"),
    ):
        response = client.post(address, {"client_id": str(uuid4()), **fields})
        assert response.status_code in (409, 422)
        assert said in response.content.decode()
    settled = {"item": item, f"class-{item}": str(AnswerClass.objects.filter(question=question)[0].uid)}
    assert client.post(address, {"client_id": str(uuid4()), **settled}).status_code == 302
    Campaign.objects.update(state=State.RELEASED)
    for fields in ({"item": item, f"class-{item}": ""}, {"undo": 1}):
        response = client.post(address, {"client_id": str(uuid4()), **fields})
        assert "no longer change" in response.content.decode()
    assert Change.objects.filter(assignment=None).count() == 1


def test_assessors_do_not_see_it(client: Client, campaign: Campaign, question: Question) -> None:
    client.force_login(make_member(campaign, "ann", "assessor"))
    assert client.get(f"/campaigns/comet/adjudicate/{question.qid}/classes/").status_code == 404


def test_knots_of_three_assessors_are_joined() -> None:
    columns = ({1: "a", 2: "a", 3: "b"}, {1: "a", 2: "b", 3: "c"}, {1: "x", 2: "y", 3: "y"})
    assert knots_of(columns) == [[1, 2, 3]]
    assert knots_of(({1: "a", 2: "b"}, {1: "x", 2: "y"})) == []


def test_a_class_is_one_choice_whoever_made_it(
    client: Client, campaign: Campaign, question: Question
) -> None:
    """Of one label, or of the same answers; but never two of one assessor."""
    ann = make_assignment(question, make_account("ann"))
    group(ann, {"Aster": "ASTER ", "the Aster": "wreck", "Gull": "bird", "Tolm": "tolm"})
    page = class_dispute(question)
    shown = {choice.label: (choice.made_by, choice.others) for choice in page.classes}
    assert shown == {
        "aster": ("ada, ann, ben", []),
        "wreck": ("ann, ben", ["another"]),
        "gull": ("ada, ann, ben", ["bird"]),
        "tolm": ("ada, ann, ben", []),
    }
    client.force_login(make_member(campaign, "jude", "adjudicator"))
    text = client.get(f"/campaigns/comet/adjudicate/{question.qid}/classes/").content.decode()
    assert "wreck / another" in " ".join(text.split())
    assert len(re.findall(r'<option\s+value="[0-9a-f]', text)) == 4 * len(page.knots[0].rows)


@pytest.mark.both_databases
def test_how_a_program_groups_answers_is_no_difference_and_is_shown_to_nobody(
    client: Client, campaign: Campaign, question: Question, tmp_path: Path
) -> None:
    """Nor may an answer that a program alone calls correct be settled: people would see that it does."""
    make_items(question, ("D9", "a boat"))
    rows = [f"1.2,D{number},,{ship},mill,correct,mill-{number},," for number, ship in enumerate(SHIPS)]
    file = tmp_path / "judgments.csv"
    header = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"
    file.write_text("\n".join([header, *rows, "1.2,D9,,a boat,mill,correct,mill-9,,"]) + "\n", "utf-8")
    call_command("import_judgments", "comet", str(file), "--machine", "1", "--new")
    assert AnswerClass.objects.filter(name__startswith="mill-").count() == 5
    client.force_login(make_member(campaign, "jude", "adjudicator"))
    address = f"/campaigns/comet/adjudicate/{question.qid}/"
    for page in (address, f"{address}classes/", "/campaigns/comet/adjudicate/"):
        assert "mill" not in client.get(page).content.decode(), page
    assert len(class_dispute(question).classes) == 4
    assert [row.knots for row in unsettled_classes(campaign)] == [1]
    boat = question.pool_items.get(answer="a boat").pk
    with pytest.raises(Refused, match="somebody judged correct"):
        settle_classes(question=question, by=None, client_id=uuid4(), items={boat: None})
