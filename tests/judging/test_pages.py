"""The judging page and my work over HTTP: who sees what, what plain forms do, and what scripts are told."""

import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from assessment.campaigns.models import Correction, Guidelines
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.questions import finish
from assessment.people.models import Account
from tests import factory
from tests.client import Client
from tests.documents.helpers import import_records, record
from tests.judging.room import Room
from tests.query_counts import QueryCount

FETCH = {"X-Assize-Fetch": "1"}


def rows(page: str) -> list[tuple[str, str]]:
    """The answers of the list in their order, with what was said of each."""
    return re.findall(r'<span class="s" dir="auto">(.*?)</span><span class="g">(.*?)</span>', page)


def test_the_page_shows_answers_by_document(room: Room) -> None:
    room.judge(1, "correct", note="a note")
    page = room.client().get(room.url, follow=True).content.decode()
    assert rows(page) == [("Halden", "—"), ("the comet", "correct · note"), ("Rehn", "—")]
    assert page.index("A-1") < page.index("Halden") < page.index("B-1") < page.index(">Rehn<")


def test_nothing_hints_at_what_others_said(room: Room) -> None:
    client = room.client()

    def seen() -> list[str]:
        pages = [
            client.get(address, follow=True).content.decode()
            for address in (room.url, f"{room.url}?show=todo", "/")
        ]
        marks = r'(csrfmiddlewaretoken|client_id)" value="[^"]+"'
        return [re.sub(marks, "", page) for page in pages]

    room.judge(1, "correct")
    before = seen()
    room.judge(0, "inexact", by="ben", note="secret")
    room.judge(1, "incorrect", by="ben")
    assert seen() == before


def test_the_first_answer_to_judge_is_in_focus(room: Room) -> None:
    room.judge(0, "correct")
    page = room.client().get(room.url, follow=True)
    assert page.context["page"].now.answer == "the comet"
    assert page.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


@pytest.mark.parametrize("who", ["ben", "boss", "root", "stranger", "nobody"])
@pytest.mark.parametrize("address", ["", "document/", "save/", "undo/", "sheet/", "finish/"])
def test_nobody_else_reaches_an_assignment(room: Room, who: str, address: str) -> None:
    factory.make_member(room.campaign, "boss", "organizer", "admin", "adjudicator")
    factory.make_account("root", site_admin=True)
    factory.make_account("stranger")
    client = Client()
    if who != "nobody":
        client.force_login(Account.objects.get(username=who))
    fields = {
        **room.form(0, grade="correct"),
        "of": "",
        "rules_of_thumb": "x",
        "canonical_answer": "",
        "comment": "",
    }
    writes = address not in ("", "document/")
    answer = client.post(room.url + address, fields) if writes else client.get(room.url + address)
    assert answer.status_code == (404 if who != "nobody" else 401 if writes else 302)
    assert not Judgment.objects.exists()
    assert room.client().get(room.url, follow=True).status_code == 200


def test_an_assessor_who_lost_the_role_does_not_judge_on(room: Room) -> None:
    room.mine.member.roles.all().delete()
    assert room.client().get(room.url, follow=True).status_code == 404
    assert room.client().post(f"{room.url}save/", room.form(0, grade="correct")).status_code == 404
    assert not Judgment.objects.exists()


def test_a_plain_form_judges_and_goes_on(room: Room) -> None:
    client = room.client()
    page = client.get(room.url, follow=True).content.decode()
    following = re.search(r'name="next" value="(\d+)"', page)
    assert following
    fields = room.form(0, grade="inexact", note="only a surname", next=following[1], show="todo", q="")
    answer = client.post(f"{room.url}save/", fields)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{room.url}?item={room.items[1].pk}&show=todo"
    stored = Judgment.objects.get()
    assert (stored.grade, stored.note) == ("inexact", "only a surname")
    assert client.post(f"{room.url}save/", fields).status_code == 302
    assert Judgment.objects.get().changes == 1


def test_the_back_button_shows_the_truth_and_an_old_page_overwrites_nothing(room: Room) -> None:
    client = room.client()
    old = room.form(0, grade="correct")
    client.post(f"{room.url}save/", room.form(0, grade="inexact"))
    again = client.get(f"{room.url}?item={room.items[0].pk}").content.decode()
    assert rows(again)[0] == ("Halden", "inexact")
    answer = client.post(f"{room.url}save/", old)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Keep what is stored: inexact" in page
    assert "Use mine: correct" in page
    seen = re.search(
        r'name="seen" value="(\d+)"><input type="hidden" name="client_id"[^>]*>\s*<input type="hidden" name="show"',
        page,
    )
    assert seen
    client.post(f"{room.url}save/", {**old, "client_id": str(uuid4()), "seen": seen[1]})
    assert Judgment.objects.get().grade == "correct"


def test_what_is_refused_keeps_what_was_typed(room: Room) -> None:
    client = room.client()
    answer = client.post(f"{room.url}save/", room.form(0, grade="yes", note="a long thought"))
    assert answer.status_code == 422
    assert "is not a grade of this answer" in answer.content.decode()
    assert "a long thought</textarea>" in answer.content.decode()
    answer = client.post(f"{room.url}save/", room.form(0, grade="correct", note="x" * 10_001))
    assert answer.status_code == 422
    assert "x" * 10_001 in answer.content.decode()
    assert not Judgment.objects.exists()


def test_nul_bytes_are_refused(room: Room) -> None:
    answer = room.client().post(f"{room.url}save/", room.form(0, grade="correct", note="a\0b"), headers=FETCH)
    assert answer.status_code == 422
    assert answer.json()["code"] == "form_invalid"


def test_undo_by_form_shows_the_answer_again(room: Room) -> None:
    room.judge(1, "correct")
    client = room.client()
    page = client.get(room.url, follow=True).content.decode()
    assert "Undo “correct” on answer 2" in page
    of = re.search(r'name="of" value="([0-9a-f-]{36})"', page)
    assert of
    answer = client.post(f"{room.url}undo/", {"client_id": str(uuid4()), "of": of[1]})
    assert answer.headers["Location"].endswith(f"?item={room.items[1].pk}")
    assert Judgment.objects.get().grade == ""
    assert client.post(f"{room.url}undo/", {"client_id": str(uuid4())}).status_code == 422


def test_scripts_get_json(room: Room) -> None:
    client = room.client()
    result = client.post(f"{room.url}save/", room.form(0, grade="correct", seconds="4"), headers=FETCH)
    assert result.json() == {
        "item": room.items[0].pk,
        "grade": "correct",
        "note": "",
        "later": False,
        "changes": 1,
        "judged": 1,
        "later_items": 0,
        "repeated": False,
    }
    clash = client.post(f"{room.url}save/", room.form(0, grade="inexact", seen=0), headers=FETCH)
    assert clash.status_code == 409
    assert clash.json()["stored"] == {"grade": "correct", "note": "", "later": False, "changes": 1}
    wrong = client.post(f"{room.url}save/", room.form(0, grade="R"), headers=FETCH)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "grade_not_on_scale")


def test_a_session_that_ended_loses_nothing(room: Room) -> None:
    client = Client()
    fields = room.form(0, grade="correct", note="kept")
    result = client.post(f"{room.url}save/", fields, headers=FETCH)
    assert (result.status_code, result.json()["code"]) == (401, "signed_out")
    page = client.post(f"{room.url}save/", fields)
    assert page.status_code == 401
    carried = re.search(r'name="carried" value="([^"]+)"', page.content.decode())
    assert carried
    signed_in = client.post(
        "/sign-in/", {"username": "ada", "password": "correct horse", "carried": carried[1], "next": ""}
    )
    assert "kept" in signed_in.content.decode()
    assert client.post(f"{room.url}save/", fields).status_code == 302
    assert Judgment.objects.get().note == "kept"
    assert client.get(f"{room.url}save/").headers["Location"] == room.url


def test_the_sheet_is_saved_and_two_windows_do_not_overwrite_each_other(room: Room) -> None:
    client = room.client()
    notes = {"rules_of_thumb": "surname: yes", "canonical_answer": "Halden", "comment": "", "seen": 0}
    assert client.post(f"{room.url}sheet/", notes, headers=FETCH).json() == {"version": 1}
    assert client.post(f"{room.url}sheet/", notes, headers=FETCH).json() == {"version": 1}
    clash = client.post(f"{room.url}sheet/", {**notes, "rules_of_thumb": "surname: no"}, headers=FETCH)
    assert clash.status_code == 409
    assert clash.json()["stored"]["rules_of_thumb"] == "surname: yes"
    plain = client.post(f"{room.url}sheet/", {**notes, "rules_of_thumb": "surname: no"})
    assert "Keep what is stored: “surname: yes”" in plain.content.decode()
    assert "surname: no</textarea>" in plain.content.decode()
    room.mine.refresh_from_db()
    assert (room.mine.rules_of_thumb, room.mine.notes_version) == ("surname: yes", 1)
    event = room.campaign.events.get(verb="notes:saved")
    assert event.data["former"] == {"rules_of_thumb": "", "canonical_answer": ""}


def test_rules_of_thumb_are_shown_where_there_are_some_or_can_be(room: Room) -> None:
    def shown() -> bool:
        return "My rules of thumb" in room.client().get(room.url, follow=True).content.decode()

    assert shown()
    for number in range(3):
        room.judge(number, "correct")
    finish(by=room.ada, assignment_id=room.mine.pk)
    assert not shown()
    Assignment.objects.filter(pk=room.mine.pk).update(rules_of_thumb="surname: yes")
    assert shown()


def test_finishing_by_form(room: Room) -> None:
    client = room.client()
    for number in range(3):
        room.judge(number, "incorrect")
    unsaid = client.post(f"{room.url}finish/", {})
    assert "Tick “no answer found”" in unsaid.content.decode()
    done = client.post(f"{room.url}finish/", {"no_answer_found": "1"}, follow=True)
    assert "Question 1.1 is finished." in done.content.decode()
    assert "no answer found" in done.content.decode()
    page = client.get(room.url, follow=True).content.decode()
    assert "Ask the organizer to reopen it" in page
    assert 'name="grade"' not in page


def test_an_answer_nobody_can_judge_any_more_is_still_read(room: Room) -> None:
    room.judge(0, "correct")
    Assignment.objects.filter(pk=room.mine.pk).update(handed_over_at=timezone.now())
    page = room.client().get(room.url, follow=True).content.decode()
    assert "handed over to" in page
    assert rows(page)[0] == ("Halden", "correct")


def test_question_surroundings_are_shown(room: Room) -> None:
    later, own = factory.make_questions(room.campaign, "1.2", "1.3")
    own.series = later.series = room.question.series
    own.save()
    later.save()
    factory.make_items(own, ("C-1", "x"))
    Guidelines.objects.create(campaign=room.campaign, version=1, text="Judge in context.")
    Correction.objects.create(question=own, before="Wat?", after="What is 1.3?", reason="a slip")
    assignment = factory.make_assignment(own, room.ada)
    page = room.client().get(f"/judge/{assignment.pk}/", follow=True).content.decode()
    for shown in ("Target 1", "What is 1.1?", "What is 1.2?", "Judge in context.", "Wat?", "a slip"):
        assert shown in page
    room.judge(0, "correct")
    assert Judgment.objects.get().guidelines is not None


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("show=todo", ["Halden", "Rehn"]),
        ("show=correct", ["the comet"]),
        ("show=later", ["Rehn"]),
        ("show=notes", ["the comet"]),
        ("q=HAL", ["Halden"]),
        ("show=nonsense", []),
        ("item=x&hit=0&how=odd&find=y", ["Halden", "the comet", "Rehn"]),
    ],
)
def test_filters_work_as_links(room: Room, query: str, shown: list[str]) -> None:
    room.judge(1, "correct", note="sure")
    room.judge(2, None, later=True)
    page = room.client().get(f"{room.url}?{query}", follow=True)
    found = [line for group in page.context["page"].groups for line in group.lines if not line["hidden"]]
    assert [line["answer"] for line in found if not line["current"] or line["answer"] in shown] == shown


def test_judging_goes_through_all_answers_whatever_the_filter(room: Room) -> None:
    client, url = room.client(), room.url
    for show in ("todo", "all", "todo"):
        page = client.get(f"{url}?show={show}", follow=True).context["page"]
        grade = "correct" if show == "all" else "incorrect"
        number = [item.pk for item in room.items].index(page.now.pk)
        client.post(
            f"{url}save/", room.form(number, grade=grade, next=page.following.pk if page.following else "")
        )
    assert room.counters() == (3, 0)


def test_a_pool_without_answers_says_so(room: Room) -> None:
    (empty,) = factory.make_questions(room.campaign, "1.9")
    assignment = factory.make_assignment(empty, room.ada)
    page = room.client().get(f"/judge/{assignment.pk}/", follow=True).content.decode()
    assert "Nothing is in the pool" in page
    assert "No answer found" in page


def test_an_answer_is_shown_whole_and_escaped(room: Room) -> None:
    long = "word <script>alert(1)</script> & " * 200
    factory.make_items(room.question, ("A-0", long))
    page = room.client().get(room.url, follow=True).content.decode()
    assert long.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in page
    assert f"{len(long)}</span> characters" in page


def test_my_work_lists_what_is_next(room: Room) -> None:
    page = room.client().get("/")
    assert "Begin with 1.1" in page.content.decode()
    for number in range(3):
        room.judge(number, "correct")
    assert "ready to finish" in room.client().get("/").content.decode()
    finish(by=room.ada, assignment_id=room.mine.pk)
    assert "You have judged everything assigned to you here" in room.client().get("/").content.decode()
    room.items += factory.make_items(room.question, ("C-1", "x"), ("C-2", "y"))
    page = room.client().get("/")
    assert "<b>2 new answers</b>" in page.content.decode()
    assert "Continue with 1.1" in page.content.decode()
    room.question.drop_reason = "ambiguous"
    room.question.save()
    assert "no longer in the evaluation" in room.client().get("/").content.decode()


def test_my_work_leads_others_to_their_campaigns(room: Room) -> None:
    boss = factory.make_member(room.campaign, "boss", "organizer")
    assert f"/campaigns/{room.campaign.slug}/" in room.client(boss).get("/").content.decode()
    judge = factory.make_member(room.campaign, "jude", "adjudicator")
    assert f"/campaigns/{room.campaign.slug}/adjudicate/" in room.client(judge).get("/").content.decode()
    team = factory.make_member(room.campaign, "team", "participant")
    assert f"/campaigns/{room.campaign.slug}/team/" in room.client(team).get("/").content.decode()
    nobody = room.client(factory.make_account("nobody")).get("/").content.decode()
    assert "You do not belong to a campaign" in nobody
    idle = factory.make_member(room.campaign, "idle", "assessor")
    assert "Nothing to judge yet" in room.client(idle).get("/").content.decode()


@pytest.mark.parametrize("answers", [20, 200])
def test_the_page_asks_as_little_of_a_large_pool(
    db: None, tmp_path: Path, answers: int, query_count: QueryCount
) -> None:
    import_records(tmp_path, *(record(f"D-{number}", "It was answer 7.") for number in range(answers // 4)))
    room = Room(
        *((f"D-{number // 4}", f"answer {number}") for number in range(answers)), collection_slug="wire"
    )
    Guidelines.objects.create(campaign=room.campaign, version=1, text="Judge in context.")
    for number in range(0, answers, answers // 4):
        room.judge(number, "correct")
    client = room.client()
    client.get(f"{room.url}?item={room.items[5].pk}")  # copies the document
    with query_count("judging page"):
        assert client.get(f"{room.url}?item={room.items[5].pk}").status_code == 200


def test_saving_asks_little(room: Room, query_count: QueryCount) -> None:
    client = room.client()
    room.judge(0, "inexact", by="ben")
    fields = room.form(0, grade="correct")
    with query_count("saving a judgment that makes a dispute"):
        assert client.post(f"{room.url}save/", fields, headers=FETCH).status_code == 200


def test_saving_after_the_role_of_the_other_was_lost_still_counts(room: Room) -> None:
    room.judge(0, "inexact", by="ben")
    room.theirs.member.roles.all().delete()
    record_judgment(
        by=None,
        assignment_id=room.mine.pk,
        item_id=room.items[0].pk,
        grade="correct",
        seen=0,
        client_id=uuid4(),
    )
    room.items[0].refresh_from_db()
    assert room.items[0].disputed
