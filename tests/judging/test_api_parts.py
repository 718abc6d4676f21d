"""The desks of lists and nuggets by programs: what they read and change, all or none, and how questions end."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass, Assignment, Change, Judgment, Nugget, NuggetMatch, Reading
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.nuggets import mark_nuggets, merge_nuggets
from assessment.people.models import Account
from assessment.people.services.tokens import make_token
from tests.client import Client
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions

pytestmark = pytest.mark.django_db

SHIPS = (("D-1", "Aster"), ("D-2", "the Aster"), ("D-3", "Grey Gull"), ("D-4", "none"))
TEXTS = (("D-1", "a lamp of whale oil"), ("D-2", "struck by lightning"), ("D-3", "nothing"))
A, B, C = (f"5f2c7d54-0b5e-4b57-9c3e-7d1f6a1f0b0{n}" for n in range(3))


class Desk:
    """An assignment as its person's program reaches it."""

    def __init__(self, assignment: Assignment, account: Account) -> None:
        self.assignment, self.account = assignment, account
        token = make_token(account=account, by=account, name=str(uuid4())).token
        self.client = Client(headers={"Authorization": f"Bearer {token}"})
        slug = assignment.question.campaign.slug
        self.address = f"/api/v1/campaigns/{slug}/assignments/{assignment.pk}/"
        self.items = {item.answer: item.pk for item in assignment.question.pool_items.all()}

    def get(self, rest: str) -> Any:
        answer = self.client.get(self.address + rest)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def send(self, rest: str, *rows: Any) -> Any:
        body = {"matches" if rest == "matches/" else "changes": list(rows)}
        return self.client.post(self.address + rest, body, content_type="application/json")

    def post(self, rest: str, **body: Any) -> Any:
        return self.client.post(self.address + rest, body, content_type="application/json")

    def put(self, *answers: tuple[str, str | None], **more: Any) -> dict[str, Any]:
        rows = [{"item": self.items[answer], "answer_class": uid} for answer, uid in answers]
        return {"do": "put", "answers": [row | more for row in rows]}

    def classes(self) -> dict[str, list[str]]:
        labels = {one["id"]: one["label"] for one in self.get("classes/")}
        found: dict[str, list[str]] = {label: [] for label in labels.values()}
        for item in self.get("items/"):
            if item["answer_class"]:
                found[labels[item["answer_class"]]].append(item["answer"])
        return found


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign("comet", "series2004")


@pytest.fixture
def listed(campaign: Campaign) -> Desk:
    """A list of four answers, three of them judged correct."""
    (question,) = make_questions(campaign, "1.2", type="LIST", series="1")
    items, ada = make_items(question, *SHIPS), make_account("ada")
    assignment = make_assignment(question, ada)
    for item in items:
        grade = "incorrect" if item.answer == "none" else "correct"
        said: Any = {"seen": 0, "client_id": uuid4(), "grade": grade}
        record_judgment(by=ada, assignment_id=assignment.pk, item_id=item.pk, **said)
    return Desk(assignment, ada)


@pytest.fixture
def other(campaign: Campaign) -> Desk:
    """A question of nuggets, whose writer has two of them."""
    (question,) = make_questions(campaign, "2.4", type="OTHER", series="2")
    make_items(question, *TEXTS)
    ada = make_account("ada")
    desk = Desk(make_assignment(question, ada), ada)
    write = [{"do": "write", "nugget": uid, "text": uid[-2:], "vote": "vital"} for uid in (A, B)]
    assert desk.send("nuggets/", *write).status_code == 200
    return desk


def beside(desk: Desk, name: str, stage: str) -> Desk:
    """The desk of somebody else at the same question."""
    account = make_account(name)
    assignment = make_assignment(desk.assignment.question, account)
    Assignment.objects.filter(pk=assignment.pk).update(stage=stage)
    Assignment.objects.filter(pk=desk.assignment.pk).update(primary=True)
    assignment.refresh_from_db()
    return Desk(assignment, account)


def test_classes_are_made_merged_renamed_and_left(listed: Desk) -> None:
    put = listed.put(("Aster", A), ("the Aster", B), ("Grey Gull", C)) | {"labels": {A: " The  ship "}}
    rename = {"do": "rename", "answer_class": C, "label": "the gull", "seen": "Grey Gull"}
    seen = [{"item": listed.items["the Aster"], "seen": B}]
    merge = {"do": "merge", "answer_class": B, "into": "The ship", "answers": seen}
    assert listed.send("classes/", put, rename, merge).status_code == 200
    assert listed.classes() == {"The ship": ["Aster", "the Aster"], "the gull": ["Grey Gull"]}
    assert all(one["changeable"] for one in listed.get("classes/"))
    assert listed.send("classes/", listed.put(("Grey Gull", None), seen=C)).status_code == 200
    assert listed.classes() == {"The ship": ["Aster", "the Aster"]}
    assert listed.send("classes/", {"do": "rest"}).status_code == 200
    assert listed.classes()["Grey Gull"] == ["Grey Gull"]
    for _ in range(2):
        undone = listed.post("undo/", of="classes").json()
    assert undone["notices"] == ["Undone: take “Grey Gull” out of its class."]
    assert listed.classes()["the gull"] == ["Grey Gull"]


def test_changes_are_made_all_or_none(listed: Desk) -> None:
    before = Change.objects.count()
    refused = listed.send("classes/", listed.put(("Aster", A)), listed.put(("none", A)))
    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    (problem,) = refused.json()["problems"]
    assert (problem["file"], problem["line"], problem["code"]) == ("changes", 2, "not_correct")
    assert (Change.objects.count(), AnswerClass.objects.count()) == (before, 0)
    stale = listed.send("classes/", listed.put(("Aster", A)), listed.put(("Aster", B)))
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    (now,) = stale.json()["now"]["changes"]
    assert (now["line"], now["classes"]) == (2, {str(listed.items["Aster"]): A})
    assert not AnswerClass.objects.exists()


def test_of_many_answers_each_that_cannot_be_put_is_named(listed: Desk) -> None:
    right = {"item": listed.items["Aster"], "answer_class": A}
    odd = {"do": "put", "answers": [right, right | {"answer_class": "x"}, right | {"class": A}], "lables": {}}
    said = {
        "answers_invalid": odd,
        "item_twice": {"do": "put", "answers": [right, right | {"answer_class": B}]},
        "labels_invalid": {"do": "put", "answers": [right], "labels": {B: "Aster"}},
        "not_correct": {"do": "put", "answers": [right, {"item": listed.items["none"], "answer_class": A}]},
    }
    found = {code: listed.send("classes/", change).json()["problems"] for code, change in said.items()}
    assert [one["message"] for one in found["answers_invalid"]] == [
        "Answer 2 of answers is not right.",
        "Answer 3 of answers is not right.",
        "'lables' is no field of a change.",
    ]
    for code, pk in (("item_twice", listed.items["Aster"]), ("not_correct", listed.items["none"])):
        (one,) = found[code]
        assert (one["line"], one["code"], f"Item {pk}" in one["message"]) == (1, code, True)
    assert [one["code"] for one in found["labels_invalid"]] == ["labels_invalid"]
    assert not any(listed.classes().values())


def test_a_change_sent_twice_is_stored_once(listed: Desk) -> None:
    change = listed.put(("Aster", A)) | {"id": str(uuid4())}
    assert listed.send("classes/", change).json() == {"changes": [{"notices": [], "repeated": False}]}
    assert listed.send("classes/", change).json() == {"changes": [{"notices": [], "repeated": True}]}
    assert Change.objects.filter(kind="parts").count() == 1


def test_the_end_of_a_question_says_what_is_missing(listed: Desk) -> None:
    (lack,) = listed.get("finish/")["missing"]
    assert lack["message"] == "3 correct answers have no answer class yet."
    refused = listed.post("finish/")
    assert (refused.status_code, refused.json()["detail"]) == (422, lack["message"])
    listed.send("classes/", {"do": "rest"})
    assert listed.post("finish/", nothing_found=True).json()["code"] == "answer_found"
    done = listed.post("finish/").json()
    assert (done["state"], done["missing"], listed.get("finish/")) == ("done", [], done)
    assert listed.send("classes/", {"do": "rest"}).json()["problems"][0]["code"] == "question_finished"
    again = listed.client.delete(f"{listed.address}finish/")
    assert (again.status_code, again.json()["state"]) == (200, "open")


def test_judgments_are_undone_and_named(listed: Desk) -> None:
    (last, before) = Change.objects.filter(kind="grade").order_by("-pk")[:2]
    other = listed.post("undo/", of="judgments", change=str(before.client_id))
    assert (other.status_code, other.json()["code"]) == (409, "undo_moved")
    undone = listed.post("undo/", of="judgments", change=str(last.client_id))
    assert undone.json() == {"item": listed.items["none"], "notices": []}
    assert Judgment.objects.get(item=listed.items["none"]).grade == ""
    assert listed.post("undo/", of="nuggets").json()["code"] == "nothing_to_undo"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (1, "change_form"),
        ({}, "do_invalid"),
        ({"do": "vote"}, "do_invalid"),
        ({"do": ["put"]}, "do_invalid"),
        ({"do": "put"}, "answers_invalid"),
        ({"do": "put", "answers": []}, "answers_invalid"),
        ({"do": "put", "answers": [{"item": 1, "run": "x"}]}, "answers_invalid"),
        ({"do": "put", "answers": [{"item": 1}], "labels": {"x": "y"}}, "labels_invalid"),
        ({"do": "rename", "answer_class": A, "label": "x"}, "seen_invalid"),
        ({"do": "merge", "answer_class": A, "into": 1}, "into_invalid"),
        ({"do": "rest", "label": "x"}, "field_unknown"),
        ({"do": "rest", "id": "x"}, "id_invalid"),
    ],
)
def test_what_is_no_change_is_named(listed: Desk, change: Any, code: str) -> None:
    refused = listed.send("classes/", {"do": "rest"}, change)
    (problem,) = refused.json()["problems"]
    assert (refused.status_code, problem["line"], problem["code"]) == (422, 2, code)
    assert not AnswerClass.objects.exists()


def test_nuggets_are_written_reworded_moved_merged_and_brought_back(other: Desk) -> None:
    item = other.items["struck by lightning"]
    changes = [
        {"do": "write", "nugget": C, "text": "lightning", "vote": "okay", "item": item},
        {"do": "reword", "nugget": A, "text": "whale oil", "seen": A[-2:]},
        {"do": "move", "nugget": C, "place": 1},
        {"do": "vote", "nugget": B, "vote": "okay", "seen": B[-2:]},
        {"do": "remove", "nugget": B},
    ]
    assert other.send("nuggets/", *changes).status_code == 200
    found = [(one["place"], one["text"], one["vote"], one["marks"]) for one in other.get("nuggets/")]
    assert found == [(1, "lightning", "okay", 1), (2, "whale oil", "vital", 0), (None, B[-2:], "okay", 0)]
    back = [{"do": "restore", "nugget": B}, {"do": "merge", "nugget": C, "into": A}]
    assert other.send("nuggets/", *back).status_code == 200
    assert [one["text"] for one in other.get("nuggets/") if not one["removed"]] == ["whale oil", B[-2:]]
    marked = {one["answer"]: one["nuggets"] for one in other.get("items/")}
    assert marked["struck by lightning"] == [A]
    stale = other.send("nuggets/", {"do": "reword", "nugget": A, "text": "oil", "seen": A[-2:]})
    assert (stale.status_code, stale.json()["now"]["changes"][0]["texts"]) == (409, {A: "whale oil"})
    vote = other.send("nuggets/", {"do": "vote", "nugget": A, "vote": "okay", "seen": A[-2:]})
    assert (vote.status_code, vote.json()["now"]["changes"][0]["texts"]) == (409, {A: "whale oil"})


def test_matches_are_stored_each_as_a_change_of_its_own(other: Desk) -> None:
    oil, lightning, nothing = (other.items[text] for _, text in TEXTS)
    names = [str(uuid4()) for _ in TEXTS]
    rows = [
        {"item": oil, "nuggets": [A], "id": names[0], "seconds": 2},
        {"item": lightning, "nuggets": [B, A], "id": names[1]},
        {"item": nothing, "nuggets": [], "id": names[2]},
    ]
    before = Change.objects.count()
    stored = other.send("matches/", *rows).json()["matches"]
    assert [(one["nuggets"], one["repeated"]) for one in stored] == [
        ([A], False),
        ([A, B], False),
        ([], False),
    ]
    assert Change.objects.count() == before + 3
    other.assignment.refresh_from_db()
    assert (other.assignment.judged, other.assignment.seconds) == (3, 2)
    assert all(one["read"] for one in other.get("items/"))
    assert all(one["repeated"] for one in other.send("matches/", *rows).json()["matches"])
    used = other.send("matches/", {"item": lightning, "nuggets": [B], "seen": [A, B], "id": names[1]})
    assert used.json()["problems"][0]["code"] == "client_id_used"
    stale = other.send("matches/", {"item": nothing, "nuggets": [A]}, {"item": oil, "nuggets": []})
    assert (stale.status_code, stale.json()["now"]["matches"]) == (
        409,
        [{"line": 2, "item": oil, "nuggets": [A]}],
    )
    assert other.post("undo/", of="nuggets").json()["notices"] == ["Undone: mark “nothing”."]
    assert set(Reading.objects.values_list("item_id", flat=True)) == {oil, lightning}
    assert other.post("undo/", of="nuggets").status_code == 200
    assert NuggetMatch.objects.count() == 1
    by_page: Any = {"client_id": uuid4(), "item_id": lightning, "uids": [], "seen": []}
    mark_nuggets(by=other.account, assignment_id=other.assignment.pk, **by_page)
    newest = Change.objects.order_by("-pk").values("label", "before", "after", "item_id")
    mine = Change.objects.get(client_id=names[2])
    assert (newest[0]["label"], newest[0]["after"].keys()) == (
        "mark “struck by lightning”",
        mine.after.keys(),
    )


def test_matches_are_stored_all_or_none(other: Desk) -> None:
    oil = other.items["a lamp of whale oil"]
    refused = other.send(
        "matches/",
        {"item": oil, "nuggets": [A]},
        {"item": 987654, "nuggets": []},
        {"item": oil + 1, "nuggets": [C]},
    )
    assert refused.status_code == 422
    problems = [(one["line"], one["code"]) for one in refused.json()["problems"]]
    assert problems == [(2, "item_not_in_pool"), (3, "nugget_unknown")]
    twice = other.send("matches/", {"item": oil, "nuggets": [A]}, {"item": oil, "nuggets": [B]})
    assert twice.json()["problems"][0]["code"] == "item_twice"
    odd = other.send("matches/", {"item": oil}, {"item": "x", "nuggets": [1]})
    assert [one["code"] for one in odd.json()["problems"]] == [
        *("nuggets_invalid", "item_invalid", "nuggets_invalid"),
    ]
    assert not NuggetMatch.objects.exists()


def test_a_mark_of_a_nugget_that_was_removed_waits_with_it(other: Desk) -> None:
    oil = other.items["a lamp of whale oil"]
    other.send("matches/", {"item": oil, "nuggets": [A, B]})
    other.send("nuggets/", {"do": "remove", "nugget": B})
    assert other.send("matches/", {"item": oil, "nuggets": [], "seen": [A, B]}).status_code == 200
    assert not NuggetMatch.objects.exists()
    other.post("undo/", of="nuggets")
    (stored,) = other.send("matches/", {"item": oil, "nuggets": [], "seen": [A]}).json()["matches"]
    assert (stored["nuggets"], stored["kept"]) == ([], [B])
    other.send("nuggets/", {"do": "restore", "nugget": B})
    assert {one["answer"]: one["nuggets"] for one in other.get("items/")}["a lamp of whale oil"] == [B]


def test_voters_vote_and_see_neither_answers_nor_votes(other: Desk) -> None:
    voter = beside(other, "ben", "votes")
    assert voter.client.get(f"{voter.address}items/").status_code == 404
    rows = voter.get("nuggets/")
    assert [(one["text"], one["vote"], one["waits"]) for one in rows] == [
        *((A[-2:], "", True), (B[-2:], "", True)),
    ]
    oil = other.items["a lamp of whale oil"]
    assert voter.send("matches/", {"item": oil, "nuggets": []}).json()["code"] == "only_votes"
    write = {"do": "write", "nugget": C, "text": "mine", "vote": "okay"}
    assert voter.send("nuggets/", write).json()["problems"][0]["code"] == "not_the_primary"
    votes = [{"do": "vote", "nugget": one["id"], "vote": "okay", "seen": one["text"]} for one in rows]
    assert voter.send("nuggets/", *votes).status_code == 200
    assert [one["vote"] for one in other.get("nuggets/")] == ["vital", "vital"]
    assert voter.post("finish/").json()["state"] == "done"


def test_what_others_marked_is_told_to_nobody(other: Desk) -> None:
    oil = other.items["a lamp of whale oil"]
    judge = beside(other, "ben", "nuggets")
    assert judge.send("matches/", {"item": oil, "nuggets": [A]}).status_code == 200
    assert [one["nuggets"] for one in other.get("items/")] == [[], [], []]
    assert [one["marks"] for one in other.get("nuggets/")] == [0, 0]
    outcome = merge_nuggets(
        by=other.account,
        assignment_id=other.assignment.pk,
        client_id=uuid4(),
        uid=UUID(A),
        number=0,
        into=UUID(B),
    )
    assert outcome.state["matches"] == {}
    assert NuggetMatch.objects.get().nugget == Nugget.objects.get(uid=B)
    assert judge.client.get(f"{other.address}nuggets/").status_code == 404
    assert judge.client.get(f"{judge.address}classes/").status_code == 404


def test_statements_do_not_grow_with_the_matches(other: Desk, django_assert_max_num_queries: Any) -> None:
    rows = [{"item": item, "nuggets": [A, B]} for item in other.items.values()]
    with django_assert_max_num_queries(50):
        assert other.send("matches/", *rows).status_code == 200
