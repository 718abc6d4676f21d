"""The document beside an answer: under which setting it is shown, and who is led on where it is in doubt."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.services import accounts as people
from tests.client import folded
from tests.documents.helpers import import_records, record
from tests.factory import make_items, make_questions
from tests.judging.room import Room


@pytest.fixture
def room(tmp_path: Path, db: None) -> Room:
    """A question with documents: the first answer stands in its own, the second does not."""
    import_records(tmp_path, record("A-1", "Halden saw it."), record("B-1", "Nobody did. Not Halden."))
    return Room(collection_slug="wire")


def result(room: Room, number: int) -> dict[str, str]:
    answer = room.client().get(f"{room.url}document/", {"item": room.items[number].pk})
    return dict(answer.json())


def test_the_campaigns_setting_is_part_of_the_address(room: Room) -> None:
    assert result(room, 0)["remote"] == "off"
    assert "remote=" not in result(room, 0)["src"]
    Campaign.objects.update(remote_resources="live")
    assert result(room, 0)["remote"] == "live"
    assert "&remote=live&" in result(room, 0)["src"]
    page = room.client().get(room.url, follow=True).content.decode()
    assert 'data-remote="live"' in page
    assert '<input type="hidden" name="remote" value="live">' in page


def test_an_answer_in_other_forms_of_its_letters_is_marked_and_said_to_be_in_another_spelling(
    room: Room,
) -> None:
    (other,) = make_items(room.question, ("A-1", "Hálden"))
    room.items.append(other)
    said = result(room, len(room.items) - 1)
    assert said["notice"].startswith("Found in another spelling: ")
    assert "inexact" not in said["notice"].lower()  # which is a grade beside it
    assert f"{said['places']} {said['place']}" == "1 1"
    page = room.client().get(said["src"]).text
    assert '<mark class="word" id="hit-1">Halden</mark>' in page


def test_a_search_in_another_spelling_says_so_in_its_count(room: Room) -> None:
    for find, respelled in (("Haldén", "1"), ("Halden", ""), ("x-y", "")):
        address = f"{room.url}?item={room.items[1].pk}&find={find}"
        page = room.client().get(address).text
        assert f'data-respelled="{respelled}"' in page
        assert ("<span data-respelled hidden>in another spelling<" in page) == (not respelled)


def known_beside(room: Room, number: int) -> list[str]:
    """The strings that the document of an answer marks as accepted before."""
    return parse_qs(urlsplit(result(room, number)["src"]).query).get("known", [])


def test_accepted_answers_are_marked_in_other_documents_and_the_judged_one_is_not_among_them(
    room: Room,
) -> None:
    for number, grade in enumerate(("correct", "incorrect", "correct")):
        room.judge(number, grade)
    assert [known_beside(room, number) for number in range(3)] == [["Rehn"], ["Rehn", "Halden"], ["Halden"]]
    (again,) = make_items(room.question, ("B-1", "Halden"))
    room.items.append(again)
    assert known_beside(room, 3) == ["Rehn"]  # the string judged, also where it was accepted elsewhere
    page = room.client().get(result(room, 0)["src"]).text
    assert '<mark class="answer" id="hit-1">Halden</mark>' in page
    assert 'class="known"' not in page


def test_an_organizer_is_led_to_the_readings_of_a_document_in_doubt(room: Room) -> None:
    address = f"/campaigns/{room.campaign.slug}/documents/A-1/"
    assert result(room, 1)["compare"] == ""
    people.ensure_member(campaign=room.campaign, name="ada", roles=["organizer"], by=None, account=room.ada)
    assert result(room, 0)["compare"] == ""
    assert result(room, 1)["compare"] == address
    page = room.client().get(f"{room.url}?item={room.items[1].pk}").content.decode()
    assert f'data-compare href="{address}" title=' in page
    assert room.client().get(address).status_code == 200


def test_the_answer_to_a_save_brings_what_stands_beside_a_later_answer(room: Room) -> None:
    client = room.client()
    ahead = [room.items[number].pk for number in (1, 2)]
    fields = room.form(0, grade="correct", beside=",".join(map(str, ahead)))
    scripts = {"X-Assize-Fetch": "1"}
    answer = client.post(f"{room.url}save/", fields, headers=scripts).json()
    assert answer["grade"] == "correct"
    assert [panel.pop("item") for panel in answer["beside"]] == ahead
    alone = [client.get(f"{room.url}document/", {"item": item}).json() for item in ahead]
    assert answer["beside"] == alone
    together = client.get(f"{room.url}document/", {"beside": fields["beside"]}).json()["beside"]
    assert [{**panel, "item": item} for panel, item in zip(alone, ahead, strict=True)] == together
    assert '<mark class="known">Halden</mark>' in alone[0]["page"]["body"]
    assert folded(alone[0]["page"]["body"]).strip() in client.get(alone[0]["src"]).text


def test_nothing_of_another_question_comes_along_and_the_judgment_is_kept(room: Room) -> None:
    (other,) = make_items(make_questions(room.campaign, "1.2")[0], ("A-1", "elsewhere"))
    for number, item in enumerate([other.pk, 2**70, -1, 0, "", "1;2", ",,"]):
        fields = room.form(0, grade=("correct", "incorrect")[number % 2], beside=item)
        answer = room.client().post(f"{room.url}save/", fields, headers={"X-Assize-Fetch": "1"})
        assert answer.status_code == 200
        assert not answer.json().get("beside")
        assert room.counters() == (1, 0)
