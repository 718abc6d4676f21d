"""Requests to the desks for classes and nuggets that no page of ours sends, and what was changed meanwhile."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from assessment.assignments.services.handover import hand_over
from assessment.campaigns.models import Campaign, State
from assessment.judging.models import (
    AnswerClass,
    Assignment,
    Change,
    DraftedNugget,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account, Member
from assessment.people.services.accounts import ensure_member
from assessment.results.selectors.evaluation import load_evaluation
from tests.client import Client
from tests.factory import (
    make_account,
    make_assignment,
    make_campaign,
    make_items,
    make_member,
    make_questions,
)
from tests.sizes import FULL

pytestmark = pytest.mark.django_db
ODD = [
    "", "\0", "1\0", "9" * 30, "9" * 5000, "-1", "0", "²", "٣", "x" * 10_000, "\u202e1", "\ud800", "😀", "1 1", "null",
    str(uuid4()), f"1 {uuid4()}", f"1 {'x' * 5000}",
]  # fmt: skip  # a table of cases, read by the row
CLASS_ACTIONS = {
    "put": ("item", "uid", "label"),
    "rename": ("uid", "label", "seen"),
    "merge": ("uid", "into"),
    "rest": (),
    "undo": (),
}
NUGGET_ACTIONS = {
    "write": ("uid", "text", "vote", "item"),
    "reword": ("uid", "text", "seen"),
    "vote": ("uid", "vote", "seen"),
    "move": ("uid", "place"),
    "remove": ("uid",),
    "restore": ("uid",),
    "merge": ("uid", "number"),
    "mark": ("item", "nugget", "seen"),
    "undo": (),
}
READ_FOR_ALL = ("client_id", "seconds", "next", "list")  # at one place, whatever the action is
ACTIONS = [("classes", action) for action in CLASS_ACTIONS] + [
    ("nuggets", action) for action in NUGGET_ACTIONS
]


class Scene:
    """A list question and an Other question of ada's, with a class and two nuggets; another campaign beside."""

    def __init__(self) -> None:
        self.campaign: Campaign = make_campaign("comet", "series2004")
        listed, other = make_questions(self.campaign, "1.2", "1.3", type="LIST", series="1")
        type(other).objects.filter(pk=other.pk).update(type="OTHER")
        other.refresh_from_db()
        self.ada: Account = make_account("ada")
        self.listed, self.other = make_assignment(listed, self.ada), make_assignment(other, self.ada)
        self.ship, self.gull = make_items(listed, ("D1", "Aster"), ("D2", "Gull"))
        for item in (self.ship, self.gull):
            record_judgment(
                by=self.ada, assignment_id=self.listed.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
            )  # fmt: skip  # a table of cases, read by the row
        self.answer = make_items(other, ("D1", "its lamp burned whale oil"))[0]
        self.lamp, self.oil = (
            Nugget.objects.create(question=other, name=str(n), text=text, position=n)
            for n, text in ((1, "its lamp"), (2, "whale oil"))
        )
        self.client = Client()
        self.client.force_login(self.ada)

    def sound(self, what: str, action: str) -> dict[str, Any]:
        """Fields that the page would send."""
        fields: dict[str, Any] = {"client_id": str(uuid4())}
        if what == "classes":
            return fields | {"item": self.ship.pk, "uid": str(uuid4()), "label": "x", "into": "x"}
        uid = str(uuid4()) if action == "write" else str(self.lamp.uid)
        return fields | {
            "item": self.answer.pk, "uid": uid, "text": "a lamp", "vote": "vital", "place": 1, "number": 2, "nugget": uid
        }  # fmt: skip  # a table of cases, read by the row

    def post(self, what: str, action: str, fetch: bool = True, **fields: object) -> tuple[int, str]:
        """Send a deed as scripts do; the status and what was said."""
        row = self.listed if what == "classes" else self.other
        headers = {"X-Assize-Fetch": "1"} if fetch else {}
        sent = {**self.sound(what, action), **fields}
        response = self.client.post(f"/judge/{row.pk}/{what}/{action}/", sent, headers=headers)
        return response.status_code, response.content.decode()


@pytest.fixture
def scene() -> Scene:
    return Scene()


def stored() -> Iterator[object]:
    for model in (AnswerClass, Change, Judgment, Nugget, NuggetMatch, NuggetVote, Reading):
        yield list(model._base_manager.order_by("pk").values())


@pytest.mark.parametrize(("what", "action"), ACTIONS)
def test_an_odd_value_is_no_failure(scene: Scene, what: str, action: str) -> None:
    names = CLASS_ACTIONS[action] if what == "classes" else NUGGET_ACTIONS[action]
    if FULL or action in ("put", "write"):
        names += READ_FOR_ALL
    share = 1 if FULL else 2  # each field is sent each second value, and the next field the others
    cases = [(field, odd) for place, field in enumerate(names) for odd in ODD[place % share :: share]]
    for number, (field, odd) in enumerate(cases):
        value = odd.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        is_fetch = bool(number % 7)  # plain pages are long
        status, said = scene.post(what, action, is_fetch, **{field: value})
        assert status in (200, 302, 409, 422), (field, odd[:40], status)
        if is_fetch and status != 200:
            assert json.loads(said)["message"]


def test_a_lone_surrogate_and_broken_bytes_are_no_failure(scene: Scene) -> None:
    body = f"client_id={uuid4()}&uid={uuid4()}&vote=vital&text=%ED%A0%80+lamp+%FF"
    response = scene.client.post(
        f"/judge/{scene.other.pk}/nuggets/write/",
        body.encode(),
        content_type="application/x-www-form-urlencoded",
    )
    assert response.status_code == 302
    assert "lamp" in Nugget.objects.latest("pk").text


def test_a_nugget_of_ten_megabytes_is_refused(scene: Scene) -> None:
    before = list(stored())
    status, _ = scene.post("nuggets", "write", text="x" * 10_000_000)
    assert status in (400, 413, 422)
    assert list(stored()) == before


def test_control_characters_and_directions_do_not_leave_their_line(scene: Scene) -> None:
    status, _ = scene.post("nuggets", "write", text="a\u202elamp\x85of\u2028brass\tand\x1doil\x07")
    assert status == 200
    text = Nugget.objects.order_by("-pk")[0].text
    assert text == "a\u202elamp of brass and oil"
    page = scene.client.get(f"/judge/{scene.other.pk}/").content.decode()
    assert f' dir="auto">{text}</span>' in page


def test_what_is_of_another_question_is_refused(scene: Scene) -> None:
    elsewhere, far = make_questions(scene.campaign, "2.2", "2.3", type="OTHER", series="2")
    make_assignment(far, scene.ada)
    stranger = Nugget.objects.create(question=elsewhere, name="1", text="x", position=1)
    (item,) = make_items(elsewhere, ("D9", "y"))
    foreign = AnswerClass.objects.create(question=elsewhere, name="1", text="z")
    before = list(stored())
    actions: list[tuple[str, str, dict[str, Any]]] = [
        ("nuggets", "mark", {"nugget": str(stranger.uid)}),
        ("nuggets", "mark", {"nugget": str(scene.lamp.uid), "item": item.pk}),
        ("nuggets", "write", {"item": item.pk}),
        *(
            ("nuggets", action, {"uid": str(stranger.uid)})
            for action in ("vote", "reword", "move", "remove", "restore", "merge")
        ),
        ("classes", "put", {"uid": str(foreign.uid)}),
        ("classes", "put", {"item": item.pk}),
        ("classes", "rename", {"uid": str(foreign.uid)}),
        ("classes", "merge", {"uid": str(foreign.uid)}),
    ]
    for what, action, fields in actions:
        status, said = scene.post(what, action, **fields)
        assert status == 422, (what, action, said)
        assert list(stored()) == before


def test_the_uid_of_an_entry_of_another_kind_makes_none(scene: Scene) -> None:
    name = AnswerClass.objects.create(question=scene.listed.question, name="1", text="z").uid
    reader = ensure_member(campaign=scene.campaign, name="reader", roles=(), by=None)
    draft = DraftedNugget.at(reader.pk, scene.other.question.pk, 1, text="drafted")
    draft.save()
    before = list(stored())
    tried = [("nuggets", "write", name), ("nuggets", "write", draft.uid)]
    tried += [("classes", "put", uid) for uid in (scene.lamp.uid, draft.uid)]
    for what, action, uid in tried:
        status, said = scene.post(what, action, uid=str(uid))
        assert status == 422, (what, action, said)
    assert list(stored()) == before


def test_nobody_votes_or_marks_without_an_assignment(scene: Scene) -> None:
    scene.client.force_login(make_member(scene.campaign, "eve", "assessor"))
    before = list(stored())
    for what, actions in (("classes", CLASS_ACTIONS), ("nuggets", NUGGET_ACTIONS)):
        for action in actions:
            assert scene.post(what, action)[0] == 404
    assert list(stored()) == before


def test_a_class_without_an_answer_counts_nowhere(scene: Scene) -> None:
    uid = str(uuid4())
    scene.post("classes", "put", uid=uid)
    assert [it.label for it in load_evaluation(scene.campaign).known_answers] == ["x"]
    assert scene.post("classes", "put", item=f"{scene.ship.pk} {uid}", uid="")[0] == 200
    assert AnswerClass.objects.filter(uid=uid).exists()
    assert load_evaluation(scene.campaign).known_answers == ()
    assert (
        f'data-class="{uid}"' not in scene.client.get(f"/judge/{scene.listed.pk}/classes/").content.decode()
    )
    AnswerClass.objects.create(question=scene.listed.question, name="k", text="known", origin="development")
    assert [it.label for it in load_evaluation(scene.campaign).known_answers] == ["known"]


def test_a_form_sent_twice_is_done_once(scene: Scene) -> None:
    for what, action in (("classes", "put"), ("nuggets", "write"), ("nuggets", "mark"), ("nuggets", "vote")):
        fields = scene.sound(what, action)
        for fetch in (True, False, True):
            status, _ = scene.post(what, action, fetch, **fields)
            assert status in (200, 302)
    assert Change.objects.filter(kind="parts").count() == 4
    undo = str(uuid4())
    for _ in range(3):
        assert scene.post("nuggets", "undo", client_id=undo)[0] == 200
    assert Change.objects.filter(undone=True).count() == 1


@pytest.mark.parametrize("meanwhile", ["released", "handed over", "finished"])
def test_what_was_closed_meanwhile_changes_no_more(scene: Scene, meanwhile: str) -> None:
    if meanwhile == "released":
        Campaign.objects.update(state=State.RELEASED)
    elif meanwhile == "handed over":
        hand_over(assignment=scene.other, to=_assessor(scene, "ben"), by=None)
    else:
        Assignment.objects.update(finished_at=scene.answer.round.made_at, judged=2)
    before = list(stored())
    said = {"released": "results of", "handed over": "handed over to", "finished": "is finished"}
    for what, actions in (("classes", CLASS_ACTIONS), ("nuggets", NUGGET_ACTIONS)):
        for action in actions:
            status, result = scene.post(what, action)
            assert (status, said[meanwhile] in result) == (422, True), (what, action, result)
    assert list(stored()) == before
    page = scene.client.get(f"/judge/{scene.other.pk}/").content.decode()
    assert said[meanwhile] in page
    assert "New nugget" not in page


def _assessor(scene: Scene, name: str) -> Member:
    make_member(scene.campaign, name, "assessor")
    return Member.objects.get(campaign=scene.campaign, name=name)


def test_a_session_that_ended_says_so_to_scripts(scene: Scene) -> None:
    scene.client.logout()
    assert scene.post("nuggets", "mark")[0] == 401
    assert scene.post("nuggets", "mark", fetch=False)[0] in (302, 401)
    assert not NuggetMatch.objects.exists()


def test_undo_leaves_what_somebody_else_changed_and_goes_on(scene: Scene) -> None:
    scene.post("nuggets", "vote", vote="okay")
    scene.post("nuggets", "reword", text="one lamp", seen="its lamp")
    Nugget.objects.filter(pk=scene.lamp.pk).update(text="the lamp of the tower")  # by question development
    status, result = scene.post("nuggets", "undo")
    assert status == 200
    assert "somebody changed it since" in json.loads(result)["notices"][0]
    assert Nugget.objects.get(pk=scene.lamp.pk).text == "the lamp of the tower"
    assert scene.post("nuggets", "undo")[0] == 200
    assert not NuggetVote.objects.exists()
    assert scene.post("nuggets", "undo")[0] == 422


def test_nobody_votes_on_words_that_they_did_not_read(scene: Scene) -> None:
    Nugget.objects.filter(pk=scene.lamp.pk).update(text="the lamp of the tower")
    status, result = scene.post("nuggets", "vote", seen="its lamp")
    assert status == 409
    assert "meanwhile" in result
    assert not NuggetVote.objects.exists()
    assert scene.post("nuggets", "vote", seen="the lamp of the tower")[0] == 200


def test_a_removed_nugget_waits_with_its_marks_and_comes_back(scene: Scene) -> None:
    uid = str(scene.lamp.uid)
    scene.post("nuggets", "mark", nugget=uid)
    assert "marked in 1 answer" in scene.post("nuggets", "remove")[1]
    assert "removed meanwhile" in scene.post("nuggets", "vote")[1]
    page = scene.client.get(f"/judge/{scene.other.pk}/").content.decode()
    assert "Removed" in page
    assert f'data-marked="{uid}"' in page
    scene.post("nuggets", "mark", nugget=str(scene.oil.uid), seen="")  # the page showed no mark
    assert scene.post("nuggets", "restore")[0] == 200
    assert {it.nugget.text for it in NuggetMatch.objects.all()} == {"its lamp", "whale oil"}
    assert len(load_evaluation(scene.campaign).matches) == 2


def test_two_classes_of_one_label_are_not_mixed_up(scene: Scene) -> None:
    first, second = str(uuid4()), str(uuid4())
    scene.post("classes", "put", uid=first, label="ship")
    scene.post("classes", "put", uid=second, label="ship", item=scene.gull.pk)
    third = str(uuid4())
    make_items(scene.listed.question, ("D3", "Tolm"))
    status, result = scene.post("classes", "merge", uid=first, into="ship", item=f"{scene.ship.pk} {first}")
    assert status == 200, result  # the other one: nothing merges into itself
    assert {row.answer_class.uid for row in Judgment.objects.all() if row.answer_class} == {
        AnswerClass.objects.get(uid=second).uid
    }
    scene.post("classes", "undo")
    scene.post("classes", "put", uid=third, label="third", item=f"{scene.gull.pk} {second}")
    AnswerClass.objects.create(question=scene.listed.question, name="k", text="ship", origin="development")
    status, result = scene.post("classes", "merge", uid=third, into="ship")
    assert (status, "Several classes" in result) == (422, True)
