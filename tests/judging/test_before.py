"""Questions that come after others of their series (`after`): shown, and closed until these are finished."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.questions import finish
from assessment.judging.services.reopening import undo_finish
from assessment.people.models import Account
from assessment.shared.errors import Refused
from scoring import evaluations
from tests import factory
from tests.api.asking import client_of
from tests.client import Client
from tests.judging.scene import at_once, judge, pooled

pytestmark = pytest.mark.django_db
AFTER = {"LIST": "FACTOID", "OTHER": "LIST"}


@pytest.fixture(autouse=True)
def linked(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evaluation in which lists come after factoids, and Other after lists."""
    track = evaluations.TRACKS["series2004"]
    types = {name: replace(kind, after=AFTER.get(name, "")) for name, kind in track.question_types.items()}
    changed = replace(track, slug="linked", question_types=MappingProxyType(types), shape=None)
    monkeypatch.setattr(evaluations, "TRACKS", {**evaluations.TRACKS, "linked": changed})


class Linked(SimpleNamespace):
    """A factoid of ada's, then a list of ben's and an Other question of his, all of one series."""

    campaign: Campaign
    ada: Account
    ben: Account
    first: Question
    mine: Assignment
    theirs: Assignment
    last: Assignment


@pytest.fixture
def room(db: None) -> Linked:
    campaign = factory.make_campaign(track="linked")
    first, *others = pooled(campaign, ["1.1"], series="1")
    for qid, kind in (("1.2", "LIST"), ("1.3", "OTHER")):
        (other,) = factory.make_questions(campaign, qid, type=kind)
        Question.objects.filter(pk=other.pk).update(series=first.series)
        factory.make_items(other, ("DOC-1", "one"), ("DOC-2", "two"))
        others.append(Question.objects.get(pk=other.pk))
    ada, ben = factory.make_account("ada"), factory.make_account("ben")
    rows = [factory.make_assignment(first, ada), *(factory.make_assignment(one, ben) for one in others)]
    names: Mapping[str, Any] = dict(zip(("mine", "theirs", "last"), rows, strict=True))
    return Linked(campaign=campaign, ada=ada, ben=ben, first=first, **names)


def page_of(account: Account, address: str) -> str:
    client = Client()
    client.force_login(account)
    return " ".join(client.get(address, follow=True).content.decode().split())


def finish_first(room: Linked) -> None:
    for item in room.first.pool_items.all():
        judge(room.mine, item, "correct")
    finish(by=room.ada, assignment_id=room.mine.pk)


def judge_theirs(room: Linked, place: int = 0) -> None:
    judge(room.theirs, room.theirs.question.pool_items.order_by("pk")[place], "incorrect")


def test_until_what_comes_before_is_finished_nothing_is_saved(room: Linked) -> None:
    with pytest.raises(
        Refused, match=r"Question 1\.2 opens when everybody who has this question has finished it: 1\.1\."
    ) as refused:
        judge_theirs(room)
    assert refused.value.code == "question_not_open"
    assert "opens when everybody who has this question has finished it" in page_of(
        room.ben, f"/judge/{room.theirs.pk}/"
    )
    item = room.theirs.question.pool_items.order_by("pk")[0]
    program = client_of(room.ben)
    sent = {"judgments": [{"assignment": room.theirs.pk, "item": item.pk, "grade": "incorrect"}]}
    answered = program.post("/api/v1/campaigns/trial/judgments/", sent, content_type="application/json")
    assert (answered.status_code, answered.json()["problems"][0]["code"]) == (422, "question_not_open")
    marked = {"do": "write", "nugget": str(uuid4()), "text": "It is old", "vote": "vital"}
    address = f"/api/v1/campaigns/trial/assignments/{room.last.pk}/nuggets/"
    answered = program.post(address, {"changes": [marked]}, content_type="application/json")
    assert answered.status_code == 422
    assert "question_not_open" in answered.content.decode()
    with pytest.raises(Refused, match="opens when"):
        finish(by=room.ben, assignment_id=room.theirs.pk)
    assert not Judgment.objects.exists()
    finish_first(room)
    judge_theirs(room)
    assert Judgment.objects.filter(member=room.theirs.member).count() == 1


def test_a_chain_opens_from_its_beginning(room: Linked) -> None:
    """Other comes after the list, and so after the factoid too: where nobody has the list, it waits for the factoid."""
    message = "Question 1.3 opens when everybody who has these questions has finished them: 1.1, 1.2."
    assert message in page_of(room.ben, f"/judge/{room.last.pk}/")
    Assignment.objects.filter(pk=room.theirs.pk).delete()
    assert "Question 1.3 opens when everybody who has this question has finished it: 1.1." in page_of(
        room.ben, f"/judge/{room.last.pk}/"
    )
    finish_first(room)
    assert "opens when" not in page_of(room.ben, f"/judge/{room.last.pk}/")


@pytest.mark.both_databases
@pytest.mark.parametrize("way", ["handed over", "dropped", "nobody", "not pooled", "in another series"])
def test_what_nobody_has_to_do_holds_up_nobody(room: Linked, way: str) -> None:
    if way == "handed over":
        Assignment.objects.filter(pk=room.mine.pk).update(handed_over_at=room.mine.assigned_at)
    elif way == "dropped":
        Question.objects.filter(pk=room.first.pk).update(drop_reason="no answer")
    elif way == "nobody":
        room.mine.delete()
    elif way == "not pooled":
        room.first.pool_items.all().delete()
        room.first.pool.delete()
    else:
        Question.objects.filter(pk=room.first.pk).update(series=None)
    judge_theirs(room)


def test_everybody_who_has_it_finishes_it(room: Linked) -> None:
    zoe = factory.make_account("zoe")
    factory.make_assignment(room.first, zoe)
    finish_first(room)
    with pytest.raises(Refused, match="opens when"):
        judge_theirs(room)


def test_my_work_says_what_a_question_waits_for_and_goes_on_elsewhere(room: Linked) -> None:
    shown = page_of(room.ben, "/")
    assert "Not open yet (2)" in shown
    assert (
        "opens when everybody has finished 1.1, 1.2" in shown,
        "Begin with" in shown,
        "All done" in shown,
    ) == (
        True,
        False,
        False,
    )
    finish_first(room)
    assert "Begin with" in (shown := page_of(room.ben, "/"))
    assert ("Not open yet (1)" in shown, "opens when everybody has finished 1.2" in shown) == (True, True)


def test_programs_are_told_what_a_question_waits_for(room: Linked) -> None:
    program, address = client_of(room.ben), "/api/v1/campaigns/trial/assignments/"

    def told() -> list[tuple[str, list[str]]]:
        rows = program.get(address).json()
        assert [program.get(f"{address}{row['id']}/").json() for row in rows] == rows
        return [(row["qid"], row["waits_for"]) for row in rows]

    assert told() == [("1.2", ["1.1"]), ("1.3", ["1.1", "1.2"])]
    finish_first(room)
    assert told() == [("1.2", []), ("1.3", ["1.2"])]


def test_finishing_leads_to_the_question_that_it_opens(room: Linked) -> None:
    mine = factory.make_assignment(room.theirs.question, room.ada)
    client = Client()
    client.force_login(room.ada)
    assert client.get(f"/judge/{room.mine.pk}/ending/").json()["next"]["href"] == f"/judge/{mine.pk}/"
    for item in room.first.pool_items.all():
        judge(room.mine, item, "correct")
    assert client.post(f"/judge/{room.mine.pk}/finish/")["Location"] == f"/judge/{mine.pk}/"


def test_progress_says_who_waits_for_whom_and_never_for_oneself(room: Linked) -> None:
    olga = factory.make_member(room.campaign, "olga", "organizer")
    shown = page_of(olga, "/campaigns/trial/progress/")
    assert "ben waits until ada has finished question 1.1." in shown
    assert "ben waits until ben" not in shown
    out = StringIO()
    call_command("progress", "trial", stdout=out)
    assert "ben waits for ada: the end of 1.1" in out.getvalue()
    finish_first(room)
    assert "Nobody has to wait for anybody else." in page_of(olga, "/campaigns/trial/progress/")


def test_what_was_begun_is_gone_on_with_and_finished_when_all_before_it_is(room: Linked) -> None:
    """Opened again by the organizer, the one before may change what is to be said: finishing waits, work does not."""
    finish_first(room)
    judge_theirs(room)
    factory.make_items(room.first, ("DOC-9", "late"))
    judge_theirs(room, 1)
    with pytest.raises(Refused, match=r"before this one is open again: 1\.1\.") as refused:
        finish(by=room.ben, assignment_id=room.theirs.pk, no_answer_found=True)
    assert refused.value.code == "question_before_open"
    client = Client()
    client.force_login(room.ben)
    missing = client.get(f"/judge/{room.theirs.pk}/ending/").json()["missing"]
    assert missing[0]["text"] == "Waits for question 1.1"
    judge(room.mine, room.first.pool_items.get(answer="late"), "incorrect")
    finish(by=room.ada, assignment_id=room.mine.pk)
    finish(by=room.ben, assignment_id=room.theirs.pk, no_answer_found=True)


def write_nugget(room: Linked, text: str) -> int:
    """Written without the seconds that a page counts, as programs do; the answer's status."""
    marked = {"do": "write", "nugget": str(uuid4()), "text": text, "vote": "vital"}
    address = f"/api/v1/campaigns/trial/assignments/{room.last.pk}/nuggets/"
    return (
        client_of(room.ben).post(address, {"changes": [marked]}, content_type="application/json").status_code
    )


@pytest.mark.both_databases
def test_a_list_of_nuggets_that_was_begun_is_gone_on_with_though_nothing_is_counted(room: Linked) -> None:
    finish_first(room)
    judge_theirs(room)
    judge_theirs(room, 1)
    finish(by=room.ben, assignment_id=room.theirs.pk, no_answer_found=True)
    assert write_nugget(room, "It is old") == 200
    factory.make_items(room.first, ("DOC-9", "late"))
    assert "opens when" not in page_of(room.ben, f"/judge/{room.last.pk}/")
    assert "Not open yet" not in page_of(room.ben, "/")
    olga = factory.make_member(room.campaign, "olga", "organizer")
    assert "ben waits until ada" not in page_of(olga, "/campaigns/trial/progress/")
    assert "not begun" not in page_of(olga, "/campaigns/trial/assign/question/1.3/")
    assert write_nugget(room, "It is tall") == 200
    assert room.last.question.entries.count() == 2


def test_its_assessor_takes_back_the_end_only_while_nothing_follows(room: Linked) -> None:
    finish_first(room)
    undo_finish(by=room.ada, assignment_id=room.mine.pk)
    with pytest.raises(Refused, match="opens when"):
        judge_theirs(room)
    finish(by=room.ada, assignment_id=room.mine.pk)
    pages = ("/", f"/judge/{room.mine.pk}/")
    assert ["Undo finishing" in page_of(room.ada, page) for page in pages] == [True, True]
    judge_theirs(room)
    assert ["Undo finishing" in page_of(room.ada, page) for page in pages] == [False, False]
    with pytest.raises(Refused, match=r"Question 1\.2 was begun since") as refused:
        undo_finish(by=room.ada, assignment_id=room.mine.pk)
    assert refused.value.code == "finish_followed"


def test_files_of_organizers_come_in_at_any_time(room: Linked, tmp_path: Path) -> None:
    """They hold what was judged elsewhere, in whatever order."""
    file = tmp_path / "judged.csv"
    file.write_text("qid,docid,answer,assessor,grade\n1.2,DOC-1,one,ben,incorrect\n", encoding="utf-8")
    call_command("import_judgments", "trial", str(file), stdout=StringIO())
    assert Judgment.objects.get().member == room.theirs.member


def test_earlier_tasks_with_the_same_series_are_no_earlier_questions(room: Linked) -> None:
    finish_first(room)
    assert "Earlier in this series" not in page_of(room.ben, f"/judge/{room.last.pk}/")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_finishing_and_the_first_save_after_it_at_once(room: Linked) -> None:
    """Whichever comes first: what is saved was open, what was refused is not stored, and nobody waits for ever."""
    for item in room.first.pool_items.all():
        judge(room.mine, item, "correct")
    items = list(room.theirs.question.pool_items.all())

    def act(number: int) -> object:
        if number == 0:
            return finish(by=room.ada, assignment_id=room.mine.pk)
        judge(room.theirs, items[number - 1], "incorrect")
        return None

    outcomes = at_once(act, 3)
    refused = [one for one in outcomes if isinstance(one, Exception)]
    assert {getattr(one, "code", str(one)) for one in refused} <= {"question_not_open"}
    assert not isinstance(outcomes[0], Exception)
    assert Judgment.objects.filter(member=room.theirs.member).count() == 2 - len(refused)
    room.theirs.refresh_from_db()
    assert room.theirs.judged == 2 - len(refused)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_taking_back_the_end_and_the_first_save_of_what_follows_at_once(room: Linked) -> None:
    """Never both: either somebody has built on the end, or what follows is closed again."""
    finish_first(room)
    item = room.theirs.question.pool_items.order_by("pk")[0]
    for number in range(12):
        row = factory.make_assignment(room.theirs.question, factory.make_account(f"reader{number}"))
        Assignment.objects.filter(pk=room.mine.pk).update(finished_at=timezone.now())
        acts: list[Callable[[], object]] = [
            partial(undo_finish, by=room.ada, assignment_id=room.mine.pk),
            partial(judge, row, item, "incorrect"),
        ]
        outcomes = at_once(lambda number: acts[number](), 2)  # noqa: B023 - over before the next begins
        refused = [one.code for one in outcomes if isinstance(one, Refused)]
        assert refused in (["finish_followed"], ["question_not_open"]), outcomes
