"""Questions to the organizers while judging, and their rulings: for all assessors, without who asked."""

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import State
from assessment.judging.models import Ruling
from assessment.judging.services.rulings import ask_organizer, write_ruling
from assessment.people.models import Event
from assessment.shared.errors import Conflict, Refused
from tests import factory
from tests.client import Client
from tests.judging.room import Room

pytestmark = pytest.mark.django_db
FETCH = {"X-Assize-Fetch": "1"}
PAGE = "/campaigns/trial/rulings/"


@pytest.fixture
def asked(room: Room) -> Ruling:
    """ada asked about her first answer."""
    address = f"/judge/{room.mine.pk}/ask/"
    fields = {"text": " Does my year count? ", "item": room.items[0].pk, "client_id": str(uuid4())}
    for _ in range(2):  # sent again, it arrives once
        answer = room.client().post(address, fields, headers=FETCH)
        assert "Sent to the organizer" in answer.json()["sentence"]
    return Ruling.objects.get()


def organizer(room: Room) -> Client:
    return room.client(factory.make_member(room.campaign, "olga", "organizer"))


@pytest.mark.both_databases
def test_a_ruling_is_for_all_and_who_asked_is_not(room: Room, asked: Ruling) -> None:
    assert (asked.asked, asked.item) == ("Does my year count?", room.items[0])
    olga = organizer(room)
    page = olga.get(PAGE).content.decode()
    assert "Does my year count?" in page
    fields = {"ruling": asked.pk, "seen": 0, "text": "A year counts if the question asks for it."}
    assert olga.post(PAGE, fields).status_code == 302
    mine, others = pages(room)
    assert "A year counts" in mine
    assert "Does my year count?" in mine
    assert "A year counts" in others
    assert "Does my year count?" not in others
    assert "ada" not in others.partition("<summary>Rulings")[2].partition("</details>")[0]
    assert set(Event.objects.filter(verb__startswith="ruling:").values_list("verb", flat=True)) == {
        "ruling:asked",
        "ruling:made",
    }


def test_what_nobody_answered_is_seen_by_who_asked_alone(room: Room, asked: Ruling) -> None:
    mine, others = pages(room)
    assert "Not answered yet" in mine
    assert "Does my year count?" not in others
    assert "Not answered yet" not in others


@pytest.mark.both_databases
def test_two_organizers_are_told(room: Room, asked: Ruling) -> None:
    write_ruling(campaign=room.campaign, text="No.", by=None, ruling=asked.pk, seen=0)
    response = organizer(room).post(PAGE, {"ruling": asked.pk, "seen": 0, "text": "Yes."})
    assert response.status_code == 409
    assert "Somebody else wrote this ruling meanwhile: “No.”" in response.content.decode()
    with pytest.raises(Conflict):
        write_ruling(campaign=room.campaign, text="Yes.", by=None, ruling=asked.pk, seen=0)
    asked.refresh_from_db()
    assert asked.text == "No."


@pytest.mark.parametrize("text", ["", " \n ", "x" * 5001])
def test_nothing_and_too_much_is_refused(room: Room, text: str) -> None:
    response = room.client().post(f"/judge/{room.mine.pk}/ask/", {"text": text}, headers=FETCH)
    assert response.status_code == 422
    assert not Ruling.objects.exists()
    assert organizer(room).post(PAGE, {"text": text, "seen": 0}).status_code == 422
    with pytest.raises(Refused):
        ask_organizer(by=None, assignment_id=room.mine.pk, text=text)


def test_a_plain_form_comes_back_to_the_answer(room: Room) -> None:
    item = room.items[0].pk
    response = room.client().post(f"/judge/{room.mine.pk}/ask/", {"text": "And this?", "item": item})
    assert response.headers["Location"].endswith(f"?item={item}")


def test_the_command_lists_answers_and_rules(
    room: Room, asked: Ruling, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("rulings", "trial")
    assert "Does my year count?" in capsys.readouterr().out
    call_command("rulings", "trial", number=asked.pk, text="It does.")
    call_command("rulings", "trial", question=room.mine.question.qid, text="Surnames are enough.")
    assert set(Ruling.objects.values_list("text", flat=True)) == {"It does.", "Surnames are enough."}
    with pytest.raises(CommandError, match="There is no ruling 999"):
        call_command("rulings", "trial", number=999, text="x")


# Nobody waits without knowing


def test_organizers_see_that_questions_wait(room: Room, asked: Ruling) -> None:
    olga = organizer(room)
    assert "1 question of an assessor waits for a ruling." in olga.get("/campaigns/trial/").text
    assert "question of assessors waits for a ruling" in " ".join(olga.get("/").text.split())
    writer = Client()
    writer.force_login(factory.make_member(room.campaign, "voorhees", "adjudicator"))
    assert "for a ruling" not in writer.get("/campaigns/trial/").text
    write_ruling(campaign=room.campaign, text="No.", by=None, ruling=asked.pk)
    assert "for a ruling" not in olga.get("/campaigns/trial/").text + olga.get("/").text


@pytest.mark.both_databases
def test_whoever_asked_sees_the_answer_until_it_is_read(room: Room, asked: Ruling) -> None:
    ada, ben = room.client(), room.client(room.ben)
    assert "answered a question" not in ada.get("/").text
    write_ruling(campaign=room.campaign, text="No.", by=None, ruling=asked.pk)
    assert "The organizers answered a question of" in ada.get("/").text
    assert "The organizers answered" not in ben.get("/").text
    mine, others = pages(room)
    assert "new, answers you" in mine
    assert "new, answers you" not in others
    assert "new, answers you" in ada.get("/campaigns/trial/guidelines/").text

    ben.post(f"{PAGE}read/", {"ruling": asked.pk})  # somebody else's is left alone
    assert Ruling.objects.unread().exists()
    back = ada.post(f"{PAGE}read/", {"ruling": [asked.pk, "x", "9" * 40], "assignment": room.mine.pk})
    assert back.headers["Location"] == f"/judge/{room.mine.pk}/"
    assert "The organizers answered" not in ada.get("/").text
    write_ruling(campaign=room.campaign, text="Yes.", by=None, ruling=asked.pk)
    assert "The organizers answered" in ada.get("/").text  # worded anew, it is new again


def test_the_guidelines_show_rulings_with_their_dates(room: Room, asked: Ruling) -> None:
    write_ruling(campaign=room.campaign, text="A year counts.", by=None, ruling=asked.pk)
    team = room.client(factory.make_member(room.campaign, "lake", "participant"))
    page = "/campaigns/trial/guidelines/"
    asked.refresh_from_db()
    for reader in (room.client(), room.client(room.ben), organizer(room)):
        text = reader.get(page).text
        assert "A year counts." in text
        assert f'datetime="{asked.ruled_at:%Y-%m-%d}' in text or f"{asked.ruled_at:%Y-%m-%d}" in text
    assert "Does my year count?" not in room.client(room.ben).get(page).text
    assert "A year counts." not in team.get(page).text  # it may tell what is right
    room.campaign.state = State.RELEASED
    room.campaign.save()
    assert "A year counts." in team.get(page).text


def pages(room: Room) -> tuple[str, str]:
    """The judging page of who asked, and of another assessor."""
    mine = room.client().get(f"/judge/{room.mine.pk}/", follow=True)
    others = room.client(room.ben).get(f"/judge/{room.theirs.pk}/", follow=True)
    return mine.content.decode(), others.content.decode()
