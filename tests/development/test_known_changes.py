"""Known answers and nuggets in other words, taken off the list and brought back, until somebody judges with them."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from assessment.campaigns.models import Campaign
from assessment.campaigns.models.known import Known
from assessment.development.services.known import add_known
from assessment.judging.models import AnswerClass, Assignment, Judgment, Nugget, NuggetVote
from assessment.people.models import Event
from assessment.people.services.accounts import ensure_member
from tests.client import Client
from tests.factory import make_account, make_assignment, make_items

Enter = Callable[[Campaign | None, str], Client]

KNOWN = "/campaigns/comet/known/1.{}/"


@pytest.fixture
def organizer(comet: Campaign, enter: Enter) -> Client:
    return enter(comet, "organizer")


@pytest.fixture
def answer(comet: Campaign) -> AnswerClass:
    known = [Known("Ada Rehn", "WIRE-1"), Known("the warden")]
    add_known(question=comet.questions.get(qid="1.2"), known=known, by=None)
    return AnswerClass.objects.get(text="Ada Rehn")


@pytest.fixture
def nugget(comet: Campaign) -> Nugget:
    known = [Known("came back", "WIRE-1", "vital"), Known("bright", "", "okay")]
    add_known(question=comet.questions.get(qid="1.3"), known=known, by=None)
    return Nugget.objects.get(text="came back")


def change(client: Client, part: int, row: AnswerClass | Nugget, known: str, seen: str) -> tuple[int, str]:
    sent = {"uid": str(row.uid), "known": known, "seen": seen}
    response = client.post(f"{KNOWN.format(part)}change/", sent)
    row.refresh_from_db()
    return response.status_code, response.content.decode()


def remove(client: Client, part: int, row: AnswerClass | Nugget) -> str:
    response = client.post(f"{KNOWN.format(part)}remove/", {"uid": str(row.uid)}, follow=True)
    row.refresh_from_db()
    return response.content.decode()


@pytest.mark.both_databases
def test_an_answer_is_changed_and_nobody_overwrites_anybody(organizer: Client, answer: AnswerClass) -> None:
    assert "Ada Rehn | WIRE-1" in organizer.get(KNOWN.format(2)).content.decode()
    assert change(organizer, 2, answer, "Ada M. Rehn | WIRE-2", "Ada Rehn")[0] == 302
    assert (answer.text, answer.docid) == ("Ada M. Rehn", "WIRE-2")
    status, page = change(organizer, 2, answer, "Rehn", "Ada Rehn")
    assert status == 409
    assert "Somebody changed this meanwhile to “Ada M. Rehn”" in page
    assert 'value="Rehn"' in page
    status, page = change(organizer, 2, answer, "the warden", "Ada M. Rehn")
    assert status == 422
    assert "already exists" in page
    for typed in ("a | b | c", "one\ntwo", ""):
        assert change(organizer, 2, answer, typed, "Ada M. Rehn")[0] == 422
    assert answer.text == "Ada M. Rehn"
    assert Event.objects.filter(verb="known:changed").count() == 1


def test_a_nugget_is_changed_with_its_vote(organizer: Client, nugget: Nugget) -> None:
    assert change(organizer, 3, nugget, "okay | came back in 1986", "came back")[0] == 302
    assert (nugget.text, nugget.docid) == ("came back in 1986", "")
    assert NuggetVote.objects.get(nugget=nugget).vote == "okay"


@pytest.mark.both_databases
def test_what_is_removed_is_gone_until_it_is_added_again(
    comet: Campaign, organizer: Client, answer: AnswerClass, nugget: Nugget
) -> None:
    ada = ensure_member(campaign=comet, name="ada", roles=["assessor"], by=None)
    sheet = Assignment.objects.create(question=nugget.question, member=ada, stage="votes", asked=2)
    for part, row, line in ((2, answer, "Ada Rehn"), (3, nugget, "vital | came back")):
        assert "Removed" in remove(organizer, part, row)
        assert row.removed
        assert "no longer on the list" in remove(organizer, part, row)
        sheet.refresh_from_db()
        assert sheet.asked == (2 if part == 2 else 1)
        assert organizer.post(KNOWN.format(part), {"known": line}).status_code == 302
        row.refresh_from_db()
        assert not row.removed
    assert AnswerClass.objects.count() == 2
    assert Nugget.objects.count() == 2
    sheet.refresh_from_db()
    assert sheet.asked == 2


def test_what_assessors_judged_with_is_theirs(
    comet: Campaign, organizer: Client, answer: AnswerClass, nugget: Nugget
) -> None:
    item = make_items(answer.question, ("D1", "Ada"))[0]
    assignment = make_assignment(answer.question, make_account("ada"))
    Judgment.objects.create(item=item, member=assignment.member, assignment=assignment, answer_class=answer)
    NuggetVote.objects.create(nugget=nugget, member=assignment.member, vote="okay")
    for part, row, line in ((2, answer, "Rehn"), (3, nugget, "vital | back")):
        assert "Assessors judged with" in remove(organizer, part, row)
        status, page = change(organizer, part, row, line, str(row))
        assert status == 422
        assert "Assessors judged with" in page
        assert not row.removed


def test_only_what_question_development_found_is_changed_here(comet: Campaign, organizer: Client) -> None:
    question = comet.questions.get(qid="1.3")
    found = Nugget.objects.create(question=question, name="9", text="late", position=1, origin="pool")
    assert change(organizer, 3, found, "vital | later", "late")[0] == 422
    assert "no longer on the list" in remove(organizer, 3, found)
    assert organizer.post(f"{KNOWN.format(3)}remove/", {"uid": "x"}).status_code == 404
    assert (
        organizer.post(f"{KNOWN.format(3)}change/", {"uid": str(uuid4()), "known": "vital | a"}).status_code
        == 422
    )
