"""The page for annotating over HTTP: as a plain page, and as its scripts meet it."""

import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from assessment.campaigns.models import Campaign, Guidelines
from assessment.judging.models import Assignment
from tests.client import Client
from tests.factory import give, make_account, make_assignment, make_member, make_questions
from tests.judging.annotating import FOUND, PARAGRAPH, AnnotationRoom
from tests.query_counts import QueryCount

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(tmp_path: Path, db: None) -> AnnotationRoom:
    return AnnotationRoom(tmp_path)


@pytest.fixture
def ada(room: AnnotationRoom) -> Client:
    return room.client()


def test_the_question_stands_alone_before_its_page(room: AnnotationRoom, ada: Client) -> None:
    Guidelines.objects.create(campaign=room.campaign, version=1, text="Judge kindly.", made_by=None)
    answer = ada.get(room.url)
    page = answer.text
    assert "What is -71?" in page
    assert "Judge kindly." in page
    assert "Rehn" not in page
    assert answer.context["page"].candidates == ()
    room.say("question", question="good")
    assert "found on 9 April 1926" in ada.get(room.url).text


def test_all_steps_without_scripts(room: AnnotationRoom, ada: Client) -> None:
    steps: list[tuple[str, dict[str, Any]]] = [
        ("question", {"question": "good"}),
        ("long", {"candidate": PARAGRAPH}),
        ("short", {"words": "6-8, 10–11"}),
    ]
    for step, sent in steps:
        answer = room.send(ada, step, **sent)
        assert (answer.status_code, answer.headers["Location"]) == (302, room.url)
    assert room.texts == ["9 April</b> 1926", "Edda Rehn"]
    shown = ada.get(room.url).context["page"]
    assert (shown.numbers, shown.short_texts) == ("6-8, 10-11", ["9 April 1926", "Edda Rehn"])
    assert (shown.box["kind"], shown.box["words"], shown.chosen_words) == (
        "paragraph",
        "12",
        {6, 7, 8, 10, 11},
    )
    assert [(box["kind"], box["inside"]) for box in shown.boxes] == [
        ("table", False),
        ("row", True),
        ("paragraph", False),
        ("list", False),
        ("item", True),
        ("item", True),
    ]
    assert [word.text for word in shown.words] == [*FOUND.removesuffix(".").split(), "."]
    assert room.send(ada, "undo").status_code == 302
    assert (room.record.step, room.record.short) == ("short", None)
    plain = 'sandbox="" title="Page of the question"'
    for step, is_beside in (("", True), ("long", True), ("question", False)):
        assert (plain in ada.get(f"{room.url}?step={step}").text) is is_beside


def test_all_steps_with_scripts(room: AnnotationRoom, ada: Client) -> None:
    said = room.send(ada, "question", scripts=True, question="good", seconds=7).json()
    assert (said["step"], said["version"], said["undo"], said["repeated"]) == (
        "long",
        1,
        "good question",
        False,
    )
    said = room.send(ada, "long", scripts=True, candidate=PARAGRAPH).json()
    assert (said["record"]["kind"], said["record"]["long"][:2]) == (
        "paragraph",
        list((room.record.long or [])[:2]),
    )
    words = room.tokens(PARAGRAPH)
    ranges = json.dumps([[words[9], words[10] + 1]])
    said = room.send(ada, "short", scripts=True, ranges=ranges, yes_no="NONE").json()
    assert (said["step"], said["record"]["yes_no"], room.texts) == ("", "NONE", ["Edda Rehn"])
    said = room.send(ada, "undo", scripts=True).json()
    assert (said["record"]["short"], said["step"], said["version"]) == (None, "short", 4)
    assert said["notices"] == ["Undone: short answer."]
    page = ada.get(room.url).text
    found = re.search(r'<script id="annotation" type="application/json">(.*?)</script>', page)
    assert found
    assert json.loads(found[1]) == {name: said[name] for name in ("record", "version", "step", "undo")}


def test_no_short_answer_from_scripts_is_no_ranges(room: AnnotationRoom, ada: Client) -> None:
    room.say("question", question="good")
    room.say("long", candidate=PARAGRAPH)
    said = room.send(ada, "short", scripts=True, ranges="[]", yes_no="NONE").json()
    assert (said["step"], said["record"]["short"]) == ("", [])


def test_a_repeat_and_a_conflict(room: AnnotationRoom, ada: Client) -> None:
    sent: dict[str, Any] = {"client_id": str(uuid4()), "seen": 0, "question": "good"}
    first, again = (room.send(ada, "question", scripts=True, **sent).json() for _ in range(2))
    assert (first["repeated"], again["repeated"], again["version"]) == (False, True, 1)
    refused = room.send(ada, "question", scripts=True, seen=0, question="bad")
    assert (refused.status_code, refused.json()["code"]) == (409, "annotation_changed")
    assert refused.json()["stored"]["question"] == "good"
    plain = room.send(ada, "question", seen=0, question="bad")
    assert plain.status_code == 409
    assert "in another window" in plain.text
    assert room.record.question == "good"


@pytest.mark.parametrize(
    ("step", "sent", "said"),
    [
        ("question", {}, "Say whether the question is good or bad."),
        ("question", {"question": "good", "seen": "x"}, "seen"),
        ("question", {"question": "good", "client_id": "x"}, "client_id"),
        ("long", {"candidate": "the first"}, "candidate"),
        ("long", {}, "Choose a box, or say that there is no long answer."),
        ("long", {"candidate": "6"}, "There is no such box on the page."),
        ("short", {"words": "the first two"}, "Write the numbers of the words as in 12-15, 18."),
        ("short", {"words": "1-2-3"}, "Write the numbers of the words as in 12-15, 18."),
        ("short", {"words": "7 to 8"}, "Write the numbers of the words as in 12-15, 18."),
        ("short", {"words": "٣"}, "Write the numbers of the words as in 12-15, 18."),
        ("short", {"words": "99999999"}, "Write the numbers of the words as in 12-15, 18."),
        ("short", {"words": "13"}, "numbered from 1 to 12"),
        ("short", {"words": ""}, "Say what the short answer is."),
        ("short", {"yes_no": "PERHAPS"}, "yes_no"),
        ("short", {"ranges": "[[1]]"}, "This is no list of places."),
        ("short", {"ranges": "[[true, 2]]"}, "This is no list of places."),
        ("short", {"ranges": "[[1.5, 2]]"}, "This is no list of places."),
        ("short", {"ranges": "{}"}, "This is no list of places."),
        ("short", {"ranges": "[" * 9000}, "This is no list of places."),
        ("short", {"ranges": "[[0, 2]]"}, "outside of the long answer"),
        ("short", {"ranges": "[[5, 5]]"}, "outside of the long answer"),
    ],
)
@pytest.mark.parametrize("scripts", [True, False])
def test_garbage_is_refused_in_words(
    room: AnnotationRoom, ada: Client, step: str, sent: dict[str, Any], said: str, scripts: bool
) -> None:
    room.say("question", question="good")
    room.say("long", candidate=PARAGRAPH)
    answer = room.send(ada, step, scripts=scripts, **sent)
    assert answer.status_code == 422
    assert said in (answer.json()["message"] if scripts else answer.text)
    assert room.record.version == 2


def test_what_was_typed_stays_where_it_is_refused(room: AnnotationRoom, ada: Client) -> None:
    room.say("question", question="good")
    room.say("long", candidate=PARAGRAPH)
    assert room.send(ada, "short", words="7 to 8").context["typed"] == "7 to 8"


def test_nobody_else_gets_in(room: AnnotationRoom) -> None:
    outside = make_account("eve")
    organizer = make_member(room.campaign, "olga", "organizer", "admin")
    for account in (room.ben, outside, organizer):
        client = room.client(account)
        assert client.get(room.url).status_code == 404
        for step in ("question", "undo"):
            assert room.send(client, step, question="bad").status_code == 404
            assert room.send(client, step, scripts=True, question="bad").status_code == 404
    assert room.send(room.client(), "tables").status_code == 404
    assert room.client().get(f"{room.url}annotation/question/").status_code == 302


def test_nothing_hints_at_what_others_said(room: AnnotationRoom, ada: Client) -> None:
    room.say("question", question="good")

    def seen() -> list[str]:
        marks = r'(csrfmiddlewaretoken|client_id)" value="[^"]+"'
        return [re.sub(marks, "", ada.get(address).text) for address in (room.url, "/")]

    before = seen()
    ben = room.client(room.ben)
    steps: list[tuple[str, dict[str, Any]]] = [
        ("question", {"question": "good"}),
        ("long", {"candidate": 0}),
        ("short", {"yes_no": "NO"}),
    ]
    for version, (step, answer) in enumerate(steps):
        sent = {"client_id": str(uuid4()), "seen": version, **answer}
        assert ben.post(f"/judge/{room.theirs.pk}/annotation/{step}/", sent).status_code == 302
    assert seen() == before


def test_without_collection_the_page_says_what_is_missing(room: AnnotationRoom, ada: Client) -> None:
    Campaign.objects.update(collection_slug="")
    room.send(ada, "question", question="good")
    answer = ada.get(room.url)
    assert "no document collection yet" in answer.text
    assert (answer.context["page"].frame_url, answer.context["page"].document_url) == ("", "")
    refused = room.send(ada, "long", scripts=True, candidate=0)
    assert (refused.status_code, refused.json()["code"]) == (422, "no_collection")


def test_a_page_that_is_not_held(room: AnnotationRoom, ada: Client) -> None:
    (question,) = make_questions(room.campaign, "99", type="question")
    row = make_assignment(question, room.ada)
    answer = ada.get(f"/judge/{row.pk}/")
    assert answer.status_code == 200
    assert "cannot be shown" in answer.text


def test_finishing_leads_to_the_next_question(room: AnnotationRoom, ada: Client) -> None:
    others = [give_more(room, number) for number in (1, 2)]
    progress = ada.get(room.url).context["page"].progress
    assert (progress.questions, progress.done, progress.left, progress.following) == (3, 0, 3, others[0])
    refused = ada.post(f"{room.url}finish/")
    assert refused.status_code == 422
    assert "Say whether the question is good before you finish." in refused.text
    room.say("question", question="bad")
    done = ada.post(f"{room.url}finish/", {"next": others[0].pk})
    assert done.headers["Location"] == f"/judge/{others[0].pk}/"
    page = ada.get(f"/judge/{others[1].pk}/").context["page"]
    assert (page.progress.done, page.progress.following) == (1, others[0])
    closed = ada.get(room.url)
    assert "is finished" in closed.text
    assert closed.context["closed"].code == "question_finished"


def test_a_finished_question_still_shows_its_page(room: AnnotationRoom, ada: Client) -> None:
    for step, sent in (
        ("question", {"question": "good"}),
        ("long", {"candidate": PARAGRAPH}),
        ("short", {"words": "6-8"}),
    ):
        room.send(ada, step, **sent)
    assert "<noscript><section" in " ".join(ada.get(room.url).text.split())
    ada.post(f"{room.url}finish/")
    page = " ".join(ada.get(room.url).text.split())
    assert "is finished" in page
    assert '<iframe sandbox="" title="Page of the question"' in page
    assert "<noscript><section" not in page


def give_more(room: AnnotationRoom, number: int) -> Assignment:
    """Another question in ada's hands."""
    return give(room.questions[number], room.mine.member)


def test_an_expert_gets_the_answers_page(room: AnnotationRoom, ada: Client) -> None:
    Assignment.objects.filter(pk=room.mine.pk).update(stage="experts")
    answer = ada.get(room.url)
    assert "judging/judge.html" in [template.name for template in answer.templates]
    refused = room.send(ada, "question", scripts=True, question="good")
    assert refused.json()["code"] == "not_annotated"
    assert room.send(ada, "undo", scripts=True).json()["code"] == "not_annotated"


def test_queries(room: AnnotationRoom, ada: Client, query_count: QueryCount) -> None:
    Guidelines.objects.create(campaign=room.campaign, version=1, text="Judge kindly.", made_by=None)
    give_more(room, 1)
    room.say_all()
    with query_count("annotation page"):
        assert ada.get(room.url).status_code == 200
    with query_count("save of a question step"):
        assert room.send(ada, "question", scripts=True, seen=3, question="good").status_code == 200
    with query_count("save of a long answer"):
        assert room.send(ada, "long", scripts=True, seen=3, candidate=0).status_code == 200
    with query_count("save of a short answer"):
        assert room.send(ada, "short", scripts=True, seen=4, words="1-2").status_code == 200
