"""How far answers hold nuggets: labels of cells, with their history, counted, undone, and due again after other words."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Change, Nugget, NuggetMatch, WorkDay
from assessment.judging.selectors.own_parts import own_nuggets
from assessment.judging.services import nuggets
from assessment.judging.services.cells import Shown, label_cells
from assessment.judging.services.changes import ChangeResult, undo_as_assessor
from assessment.judging.services.counters import recount
from assessment.judging.services.parts.part import ChangeConflict
from assessment.judging.services.questions import finish
from assessment.people.models import Account
from assessment.shared.errors import Refused
from tests.client import Client
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions
from tests.labelled import SLUG, with_labelled

pytestmark = pytest.mark.django_db


class Desk:
    """A topic with two answers and two nuggets; ada writes the list, ben judges beside her."""

    def __init__(self) -> None:
        self.campaign: Campaign = make_campaign("comet", SLUG)
        (self.question,) = make_questions(self.campaign, "7", type="topic")
        self.items = make_items(self.question, ("D1", "built in 1843"), ("D2", "it burned whale oil"))
        self.ada, self.ben = make_account("ada"), make_account("ben")
        self.mine = make_assignment(self.question, self.ada)
        Assignment.objects.filter(pk=self.mine.pk).update(primary=True)
        self.theirs = make_assignment(self.question, self.ben)
        self.first, self.second = self.write("built in 1843"), self.write("burned whale oil")

    def write(self, text: str) -> UUID:
        uid = uuid4()
        nuggets.write_nugget(**self.by("ada"), uid=uid, text=text, vote="vital")
        return uid

    def by(self, name: str) -> dict[str, Any]:
        who: Mapping[str, tuple[Account, Assignment]] = {
            "ada": (self.ada, self.mine),
            "ben": (self.ben, self.theirs),
        }
        account, assignment = who[name]
        return {"by": account, "assignment_id": assignment.pk, "client_id": uuid4()}

    def label(
        self, number: int, label: str, *cells: UUID | Shown, by: str = "ada", **more: Any
    ) -> ChangeResult:
        shown = [cell if isinstance(cell, Shown) else Shown(cell) for cell in cells]
        return label_cells(**{**self.by(by), **more}, item_id=self.items[number].pk, label=label, cells=shown)

    def done(self, by: str = "ada") -> int:
        row = {"ada": self.mine, "ben": self.theirs}[by]
        row.refresh_from_db()
        assert recount(campaign=self.campaign, by=None) == []
        return row.judged

    def labels(self, by: str = "ada") -> dict[tuple[str, str], tuple[str, str]]:
        member = {"ada": self.mine, "ben": self.theirs}[by].member
        rows = NuggetMatch.objects.filter(member=member)
        columns = ("item__docid", "nugget__text", "label", "of_text")
        return {(docid, text): (label, of) for docid, text, label, of in rows.values_list(*columns)}

    def undo(self, by: str = "ada") -> ChangeResult:
        return undo_as_assessor(**self.by(by))


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    with_labelled(monkeypatch)
    return Desk()


def test_an_answer_is_done_when_each_of_its_cells_has_a_label(desk: Desk) -> None:
    desk.label(0, "support", desk.first)
    assert desk.done() == 0
    desk.label(0, "not_support", desk.second)
    assert desk.done() == 1
    assert desk.labels() == {
        ("D1", "built in 1843"): ("support", ""),
        ("D1", "burned whale oil"): ("not_support", ""),
    }
    assert desk.done("ben") == 0


@pytest.mark.both_databases
def test_the_rest_of_an_answer_gets_a_label_at_once(desk: Desk) -> None:
    desk.label(1, "not_support", desk.first, desk.second)
    assert desk.done() == 1
    assert Change.objects.filter(label="label “it burned whale oil”").count() == 1


def test_undo_takes_labels_back_one_change_after_the_other(desk: Desk) -> None:
    desk.label(0, "support", desk.first, desk.second)
    desk.label(0, "partial_support", desk.first)
    assert desk.done() == 1
    desk.undo()
    assert desk.labels()["D1", "built in 1843"] == ("support", "")
    assert desk.done() == 1
    desk.undo()
    assert desk.labels() == {}
    assert desk.done() == 0


@pytest.mark.both_databases
def test_a_save_that_comes_twice_is_stored_once(desk: Desk) -> None:
    named = uuid4()
    first = desk.label(0, "support", Shown(desk.first, ""), client_id=named)
    again = desk.label(0, "support", Shown(desk.first, ""), client_id=named)
    assert (first.repeated, again.repeated) == (False, True)
    assert Change.objects.filter(client_id=named).count() == 1


def test_a_nugget_added_later_makes_its_cells_due_and_no_others(desk: Desk) -> None:
    desk.label(0, "support", desk.first, desk.second)
    third = desk.write("stands on a cliff")
    assert desk.done() == 0
    desk.label(0, "not_support", third)
    assert desk.done() == 1
    nuggets.remove_nugget(**desk.by("ada"), uid=third)
    assert desk.done() == 1


def test_a_day_counts_answers_that_a_new_nugget_makes_whole_or_takes_back(desk: Desk) -> None:
    """Its counters are counted anew then; the day is told what is different."""

    def day() -> tuple[int, int]:
        return WorkDay.objects.get(member=desk.mine.member).judged, desk.done()

    for uid in (desk.first, desk.second):
        nuggets.remove_nugget(**desk.by("ada"), uid=uid)
    third = uuid4()
    nuggets.write_nugget(
        **desk.by("ada"), uid=third, text="stands on a cliff", vote="vital", item_id=desk.items[0].pk
    )
    assert day() == (1, 1)
    desk.label(1, "not_support", third)
    assert day() == (2, 2)
    fourth = desk.write("built in 1843")
    assert day() == (0, 0)
    desk.label(1, "support", fourth)
    assert day() == (1, 1)
    nuggets.remove_nugget(**desk.by("ada"), uid=fourth)
    assert day() == (2, 2)
    desk.undo()
    assert day() == (1, 1)


def test_a_mark_is_an_answer_that_was_said_to_hold_the_nugget(desk: Desk) -> None:
    desk.label(0, "partial_support", desk.first)
    desk.label(1, "not_support", desk.first, desk.second)
    assert {one.row.text: one.row.marks for one in own_nuggets(desk.mine)} == {
        "built in 1843": 1,
        "burned whale oil": 0,
    }
    assert nuggets.remove_nugget(**desk.by("ada"), uid=desk.second).notices == ()
    (said,) = nuggets.remove_nugget(**desk.by("ada"), uid=desk.first).notices
    assert said.startswith("Removed. It was marked in 1 answer;")


@pytest.mark.both_databases
def test_a_nugget_in_other_words_makes_its_labels_due_again_for_everybody(desk: Desk) -> None:
    for name in ("ada", "ben"):
        desk.label(0, "support", desk.first, desk.second, by=name)
    said = nuggets.reword_nugget(**desk.by("ada"), uid=desk.first, text="built in 1844", seen="built in 1843")
    assert said.notices == ("1 label was given to the former words. It is kept, and to be given again.",)
    assert set(said.state["cells"]) == {f"{desk.mine.member_id}/{desk.items[0].pk}/{desk.first}"}
    assert (desk.done(), desk.done("ben")) == (0, 0)
    assert desk.labels("ben")["D1", "built in 1844"] == ("support", "built in 1843")
    desk.label(0, "partial_support", desk.first, by="ben")
    assert desk.done("ben") == 1
    desk.undo()
    assert (desk.done(), desk.done("ben")) == (1, 1)
    assert desk.labels()["D1", "built in 1843"] == ("support", "")
    assert desk.labels("ben")["D1", "built in 1843"] == ("partial_support", "")


def test_labels_come_back_with_the_words_they_were_given_to(desk: Desk) -> None:
    desk.label(0, "support", desk.first, desk.second)
    for text in ("built in 1844", "built in 1843"):
        nuggets.reword_nugget(**desk.by("ada"), uid=desk.first, text=text, seen=None)
    assert desk.done() == 1


def test_nobody_labels_words_that_they_did_not_read(desk: Desk) -> None:
    nuggets.reword_nugget(**desk.by("ada"), uid=desk.first, text="built in 1844", seen=None)
    with pytest.raises(ChangeConflict):
        desk.label(0, "support", Shown(desk.first, "", "built in 1843"), by="ben")
    assert desk.labels("ben") == {}


def test_a_label_that_another_window_gave_is_not_written_over(desk: Desk) -> None:
    desk.label(0, "support", desk.first)
    with pytest.raises(ChangeConflict) as caught:
        desk.label(0, "not_support", Shown(desk.first, ""))
    assert [one["label"] for one in caught.value.stored["cells"].values()] == ["support"]
    assert desk.labels()["D1", "built in 1843"] == ("support", "")


def test_merging_nuggets_keeps_the_better_label_of_each_person(desk: Desk) -> None:
    desk.label(0, "partial_support", desk.first)
    desk.label(0, "not_support", desk.second)
    desk.label(1, "support", desk.first, by="ben")
    said = nuggets.merge_nuggets(**desk.by("ada"), uid=desk.first, number=0, into=desk.second)
    assert desk.labels()["D1", "burned whale oil"] == ("partial_support", "")
    assert desk.labels("ben")["D2", "burned whale oil"] == ("support", "")
    assert all(key.startswith(f"{desk.mine.member_id}/") for key in said.state["cells"])
    assert (desk.done(), desk.done("ben")) == (1, 1)
    desk.undo()
    assert desk.labels()["D1", "burned whale oil"] == ("not_support", "")
    assert (desk.done(), desk.done("ben")) == (1, 0)


def test_a_nugget_keeps_its_group_in_other_words_and_where_another_is_merged_into_it(desk: Desk) -> None:
    for uid, group in ((desk.first, "how it was lit"), (desk.second, "its fuel")):
        Nugget.objects.filter(uid=uid).update(group=group)

    def groups() -> dict[str, str]:
        return dict(Nugget.objects.current().values_list("text", "group"))

    nuggets.reword_nugget(**desk.by("ada"), uid=desk.first, text="lit by oil", seen="built in 1843")
    assert groups() == {"lit by oil": "how it was lit", "burned whale oil": "its fuel"}
    nuggets.merge_nuggets(**desk.by("ada"), uid=desk.second, number=0, into=desk.first)
    assert groups() == {"lit by oil": "how it was lit"}
    desk.undo()
    desk.undo()
    assert groups() == {"built in 1843": "how it was lit", "burned whale oil": "its fuel"}


@pytest.mark.both_databases
def test_the_list_beside_the_answers_shows_groups(desk: Desk, client: Client) -> None:
    Nugget.objects.filter(uid=desk.first).update(group="how <it> was lit")
    client.force_login(desk.ada)
    shown = client.get(f"/judge/{desk.mine.pk}/", follow=True).text
    assert shown.count(">how &lt;it&gt; was lit<") == 1


def test_merging_nuggets_makes_no_label_of_one_that_is_missing_and_one_that_is_none(desk: Desk) -> None:
    desk.label(0, "not_support", desk.first)
    desk.label(1, "partial_support", desk.first)
    nuggets.merge_nuggets(**desk.by("ada"), uid=desk.first, number=0, into=desk.second)
    found = {docid: label for (docid, text), label in desk.labels().items() if text == "burned whale oil"}
    assert found == {"D2": ("partial_support", "")}
    assert desk.done() == 1


def test_a_nugget_written_from_an_answer_is_supported_there(desk: Desk) -> None:
    nuggets.write_nugget(**desk.by("ada"), uid=uuid4(), text="in 1843", vote="okay", item_id=desk.items[0].pk)
    assert desk.labels() == {("D1", "in 1843"): ("support", "")}


def test_a_question_without_a_nugget_is_not_finished(desk: Desk) -> None:
    for uid in (desk.first, desk.second):
        nuggets.remove_nugget(**desk.by("ada"), uid=uid)
    with pytest.raises(Refused, match="no nugget that answers could hold"):
        finish(by=desk.ada, assignment_id=desk.mine.pk, no_answer_found=True)


def test_a_finished_question_is_open_again_where_a_nugget_comes(desk: Desk) -> None:
    for number in (0, 1):
        desk.label(number, "support", desk.first, desk.second, by="ben")
    for uid in (desk.first, desk.second):
        nuggets.vote_on_nugget(**desk.by("ben"), uid=uid, vote="vital")
    finish(by=desk.ben, assignment_id=desk.theirs.pk)
    assert Assignment.objects.get(pk=desk.theirs.pk).is_done
    desk.write("stands on a cliff")
    assert not Assignment.objects.get(pk=desk.theirs.pk).is_done


def test_what_cannot_be_a_label_is_refused(desk: Desk) -> None:
    with pytest.raises(Refused, match="no label here"):
        desk.label(0, "yes", desk.first)
    with pytest.raises(Refused, match="does not belong"):
        desk.label(0, "support", uuid4())
    with pytest.raises(Refused, match="has a label"):
        nuggets.mark_nuggets(**desk.by("ada"), item_id=desk.items[0].pk, uids=[desk.first])
    assert desk.labels() == {}


def test_where_nuggets_are_marked_there_are_no_labels(desk: Desk) -> None:
    (question,) = make_questions(make_campaign("halley", "series2004"), "1.2", type="OTHER", series="1")
    (item,) = make_items(question, ("D1", "built in 1843"))
    given = make_assignment(question, desk.ada)
    who: dict[str, Any] = {"by": desk.ada, "assignment_id": given.pk}
    uid = uuid4()
    nuggets.write_nugget(**who, client_id=uuid4(), uid=uid, text="built", vote="vital")
    with pytest.raises(Refused, match="have no labels"):
        label_cells(**who, client_id=uuid4(), item_id=item.pk, label="support", cells=[Shown(uid)])
    assert not Nugget.objects.get(uid=uid).matches.exists()
