"""All clear majorities accepted at once: shown first, decided as one, undone as one; by page and by command."""

import json
import re
from collections.abc import Sequence

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from assessment.adjudication.services.adjudicate import decide
from assessment.adjudication.services.majorities import pack, unpack
from assessment.campaigns.models import Campaign, Question, State
from assessment.judging.models import Adjudication, BatchState, Change, ChangeBatch, ChangeKind
from assessment.people.models import Event
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem
from tests import factory
from tests.client import Client
from tests.judging.scene import assessors, give, items_of, judge, pooled

pytestmark = pytest.mark.django_db

# who says what of the five items of a question: two clear (one against two, one against three), one split, one agreed
SAID = {
    "ada": ("no", "no", "yes", "no", "no"),
    "bo": ("no", "no", "no", "no", "yes"),
    "cy": ("yes", "no", "yes", "no", "yes"),
    "dee": ("no", "yes", "no", "no", "no"),
}
PAGE = "/campaigns/trial/majorities/"


def judged(campaign: Campaign, *qids: str) -> list[Question]:
    questions = pooled(campaign, qids, items=5)
    people = assessors(campaign, *SAID)
    for question in questions:
        for person in people:
            row = give(question, person)
            for item, grade in zip(items_of(question), SAID[person.name], strict=True):
                judge(row, item, grade)
    return questions


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign()


@pytest.fixture
def questions(campaign: Campaign) -> list[Question]:
    return judged(campaign, "1", "2")


@pytest.fixture
def dora(campaign: Campaign) -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, "dora", "adjudicator"))
    return client


def decisions() -> dict[tuple[str, str], tuple[str, str, bool]]:
    rows = Adjudication.objects.exclude(grade="").select_related("item__question")
    return {(it.item.question.qid, it.item.answer): (it.grade, it.ground, it.overruled) for it in rows}


def hidden(page: str) -> dict[str, object]:
    """What the form of the page sends."""
    found = re.search(r'name="shown" value="([^"]*)"', page)
    assert found
    return {"shown": found[1]}


def again(question: Question, name: str, place: int, grade: str) -> None:
    judge(question.assignments.get(member__name=name), items_of(question)[place], grade)


BOTH = ("answer 0", "answer 1")


@pytest.mark.both_databases
def test_the_page_shows_first_what_would_be_decided(dora: Client, questions: list[Question]) -> None:
    page = dora.get(PAGE).content.decode()
    assert "4 of 8 open items with a clear majority" in page
    assert "4 have no grade with more than half" in page
    rows = re.findall(r'class="num">(\d)</span>.*?</tr>', page, re.S)
    assert rows == ["1", "2"]
    assert "answer 2" not in page
    items = dora.get(PAGE, {"show": "1"}).content.decode()
    assert "answer 0" in items
    assert "no majority" in items
    assert decisions() == {}


@pytest.mark.both_databases
def test_a_document_that_is_judged_as_a_whole_stands_by_its_id(
    dora: Client, questions: list[Question]
) -> None:
    first = items_of(questions[0])[0]
    PoolItem.objects.filter(pk=first.pk).update(answer="")
    link = re.search(rf'<a\s[^>]*item={first.pk}"[^>]*>(.*?)</a>', dora.get(PAGE, {"show": "1"}).text, re.S)
    assert link
    assert link[1].strip() == first.docid


def test_one_confirmed_act_decides_all_and_is_undone_as_one(dora: Client, questions: list[Question]) -> None:
    page = dora.post(f"{PAGE}accept/", hidden(dora.get(PAGE).content.decode()), follow=True).content.decode()
    assert "Accepted the majority on 4 items of 2 questions." in page
    opinion = ("no", "opinion", False)
    assert decisions() == {(qid, answer): opinion for qid in "12" for answer in BOTH}
    batch = ChangeBatch.objects.get()
    assert Change.objects.filter(batch=batch, kind=ChangeKind.DECISION).count() == 4
    assert {row.member and row.member.name for row in Adjudication.objects.all()} == {"dora"}
    assert "See or undo" in dora.get(PAGE).content.decode()
    undo = f"/campaigns/trial/changes/{batch.pk}/undo/"
    page = dora.post(undo, follow=True).content.decode()
    assert "Undid 4 decisions." in page
    assert decisions() == {}
    refused = dora.post(undo)
    assert refused.status_code == 422
    assert "undone already" in refused.content.decode()
    verbs = list(Event.objects.order_by("pk").values_list("verb", flat=True))[-2:]
    assert verbs == ["adjudication:accepted", "batch:undone"]


@pytest.mark.both_databases
def test_a_question_can_be_left_out_and_all_but_one_be_asked_for(
    dora: Client, campaign: Campaign, questions: list[Question]
) -> None:
    (three,) = judged(campaign, "3")
    again(three, "cy", 3, "yes")
    for name in ("eve", "fay", "gus"):  # four against two of seven: more than half, but two dissent
        (person,) = assessors(campaign, name)
        judge(give(three, person), items_of(three)[4], "no")
    page = dora.get(PAGE, {"agree": "but-one"}).content.decode()
    assert "7 of 13 open" in page
    sent = {**hidden(page), "agree": "but-one", "without": ["1", "2"]}
    dora.post(f"{PAGE}accept/", sent)
    assert set(decisions()) == {("3", "answer 0"), ("3", "answer 1"), ("3", "answer 3")}


@pytest.mark.both_databases
def test_what_changed_between_preview_and_act_is_left_and_said(
    dora: Client, campaign: Campaign, questions: list[Question]
) -> None:
    shown = hidden(dora.get(PAGE).content.decode())
    one, two = questions
    again(one, "ada", 0, "yes")  # two against two: no majority any more
    again(one, "dee", 1, "no")  # all agree
    again(two, "ada", 0, "yes")
    again(two, "bo", 0, "yes")  # the majority is now yes
    decide(item=items_of(two)[1], grade="yes", ground="misapplied", by=None)
    again(two, "cy", 2, "no")  # a clear majority now, which nobody was shown
    page = dora.post(f"{PAGE}accept/", shown, follow=True).content.decode()
    assert "Accepted the majority on 0 items of 0 questions. 4 items were left as they are" in page
    for why in (
        "no grade has more than half any more",
        "no longer disputed",
        "the majority is now “yes”, no longer “no”",
        "decided meanwhile: “yes”",
    ):
        assert why in page
    assert decisions() == {("2", "answer 1"): ("yes", "misapplied", True)}


@pytest.mark.both_databases
def test_undo_keeps_and_names_decisions_that_were_changed_since(
    dora: Client, questions: list[Question]
) -> None:
    dora.post(f"{PAGE}accept/", hidden(dora.get(PAGE).content.decode()))
    one, two = questions
    decide(item=items_of(one)[0], grade="yes", ground="inconsistent", by=None)
    dora.post("/campaigns/trial/adjudicate/2/undo/", {"item": items_of(two)[1].pk})
    page = dora.post(f"/campaigns/trial/changes/{ChangeBatch.objects.get().pk}/undo/", follow=True)
    text = page.content.decode()
    assert "Undid 2 decisions. 1 was changed since and stays." in text
    assert "1 DOC-0 “answer 0”: now “yes”" in text
    assert decisions() == {("1", "answer 0"): ("yes", "inconsistent", True)}


def test_a_decision_that_no_longer_fits_is_not_decided_with_the_others(
    dora: Client, questions: list[Question]
) -> None:
    one, _ = questions
    decide(item=items_of(one)[0], grade="no", ground="opinion", by=None)
    for name in ("ada", "bo"):
        again(one, name, 0, "yes")
    page = dora.get(PAGE).content.decode()
    assert "1 was decided before the judgments changed" in page
    dora.post(f"{PAGE}accept/", hidden(page))
    assert decisions()["1", "answer 0"] == ("no", "opinion", False)


def test_nothing_is_accepted_after_release_nor_from_a_broken_list(
    dora: Client, campaign: Campaign, questions: list[Question]
) -> None:
    shown = hidden(dora.get(PAGE).content.decode())
    for sent, said in (
        ({"shown": "eJy"}, "did not come as the page sent it"),
        ({"shown": pack({})}, "No open item has a clear majority"),
        ({}, "The list of items is missing"),
        ({**shown, "without": ["1", "2"]}, "No open item has a clear majority"),
    ):
        response = dora.post(f"{PAGE}accept/", sent)
        assert response.status_code == 422
        assert said in response.content.decode()
    Campaign.objects.update(state=State.RELEASED)
    response = dora.post(f"{PAGE}accept/", shown)
    assert "no longer change" in response.content.decode()
    assert decisions() == {}
    assert not ChangeBatch.objects.exists()


def test_items_of_another_campaign_are_never_touched(dora: Client, questions: list[Question]) -> None:
    other = factory.make_campaign("other")
    (foreign,) = pooled(other, ["1"], items=1)
    for name, grade in (("x", "no"), ("y", "no"), ("z", "yes")):
        (person,) = assessors(other, name)
        judge(give(foreign, person), items_of(foreign)[0], grade)
    page = dora.post(f"{PAGE}accept/", {"shown": pack({items_of(foreign)[0].pk: "no"})}, follow=True)
    assert "answer 0" not in page.content.decode()
    assert not Adjudication.objects.exclude(grade="").exists()


@pytest.mark.parametrize("role", ["assessor", "participant"])
def test_assessors_and_teams_get_nothing(campaign: Campaign, questions: list[Question], role: str) -> None:
    call_command("accept_majorities", "trial")
    batch = ChangeBatch.objects.get()
    client = Client()
    client.force_login(factory.make_member(campaign, "sam", role))
    assert client.get(PAGE).status_code == 404
    assert client.post(f"{PAGE}accept/", {"shown": pack({1: "no"})}).status_code == 404
    assert client.get(f"/campaigns/trial/changes/{batch.pk}/").status_code == 404
    assert client.post(f"/campaigns/trial/changes/{batch.pk}/undo/").status_code == 404
    assert ChangeBatch.objects.get().state == BatchState.STORED


def test_the_command_checks_accepts_and_undoes(
    campaign: Campaign, questions: list[Question], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("accept_majorities", "trial", "--check")
    assert capsys.readouterr().out.splitlines() == [
        "question 1: 2 to accept, 2 stay open",
        "question 2: 2 to accept, 2 stay open",
        "4 majorities would be accepted; 4 items would stay open. Nothing was changed.",
    ]
    assert decisions() == {}
    call_command("accept_majorities", "trial", "--question", "1", "--but-one")
    assert capsys.readouterr().out == "Accepted the majority on 2 items of 1 question.\n"
    call_command("accept_majorities", "trial", "--without", "1")
    call_command("undo_batch", "trial")
    first, second = (batch.pk for batch in ChangeBatch.objects.order_by("pk"))
    assert f"{second} (accepted majorities, stored), {first} (accepted" in capsys.readouterr().out
    call_command("undo_batch", "trial", "--number", str(second))
    assert capsys.readouterr().out == "Undid 2 decisions.\n"
    assert {qid for qid, _ in decisions()} == {"1"}
    call_command("accept_majorities", "trial", "--json")
    done = json.loads(capsys.readouterr().out)
    assert (done["ok"], done["accepted"], done["number"]) == (True, 2, second + 1)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["accept_majorities", "trial", "--question", "9"], "question_unknown"),
        (["accept_majorities", "nowhere"], "campaign_unknown"),
        (["undo_batch", "trial", "--number", "77"], "batch_unknown"),
    ],
)
def test_the_commands_say_what_is_wrong(
    campaign: Campaign, questions: list[Question], arguments: Sequence[str], code: str
) -> None:
    with pytest.raises(CommandError, match=code):
        call_command(*arguments)


def test_a_list_of_items_survives_the_form() -> None:
    items = {7: "no", 9: "yes", 1_000_000: "no"}
    assert unpack(pack(items)) == items
    for text in ("x", "!", "eJxTMFIwVAAACZ8B3Q=="):
        with pytest.raises(Refused):
            unpack(text)


@pytest.mark.both_databases
def test_an_act_that_was_cut_off_is_taken_back(campaign: Campaign, questions: list[Question]) -> None:
    """What a job kept before it was cancelled goes back, and nothing is scored while it is half done."""
    call_command("accept_majorities", "trial")
    ChangeBatch.objects.update(state=BatchState.STORING, job=None)
    with pytest.raises(CommandError, match="batch_half_done"):
        call_command("freeze_qrels", "trial", "--rule", "union")
    with pytest.raises(CommandError, match="batch_half_done"):
        call_command("accept_majorities", "trial")
    call_command("undo_batch", "trial", "--number", str(ChangeBatch.objects.get().pk))
    assert decisions() == {}
    call_command("freeze_qrels", "trial", "--rule", "union")


# the next question


def test_after_a_question_the_next_of_its_series_opens_then_one_of_the_campaign(campaign: Campaign) -> None:
    series = factory.make_campaign("walk", "series2004", settings={"judges": 2})
    client = Client()
    client.force_login(factory.make_member(series, "voor", "adjudicator"))
    people = assessors(series, "ada", "bo")
    asked = [*pooled(series, ["1.1"], 1, "1"), *pooled(series, ["2.1", "2.2", "2.3"], 1, "2")]
    for question in asked:
        for person, grade in zip(people, ("correct", "incorrect"), strict=True):
            judge(give(question, person), items_of(question)[0], grade)

    def done(question: Question) -> str:
        sent = {"item": items_of(question)[0].pk, "seen": 0, "grade": "correct", "ground": "opinion"}
        address = reverse("judging:decide", args=["walk", question.qid])
        response = client.post(address, sent, follow=True)
        return f"{response.redirect_chain[-1][0]} {response.content.decode()}"

    one, two, three, four = asked
    assert done(three).startswith("/campaigns/walk/adjudicate/2.3/?after=2.2")
    assert "Question 2.3 is decided." in (page := done(four))
    assert page.startswith("/campaigns/walk/adjudicate/2.1/")
    assert done(two).startswith("/campaigns/walk/adjudicate/1.1/")
    page = done(one)
    assert "All disputed items of the campaign are decided." in page
    assert "/campaigns/walk/results/" in page
