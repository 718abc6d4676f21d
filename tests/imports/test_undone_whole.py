"""An import that is undone leaves every column of every row as it was, and nothing in the rows that it made."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.services.campaigns import write_guidelines
from assessment.judging.models import (
    Judgment,
)
from assessment.judging.services.questions import finish
from tests import factory
from tests.imports.stored import assert_undone, stored
from tests.judging.room import Room
from tests.judging.scene import assessors, give, items_of, judge, pooled

pytestmark = pytest.mark.django_db
HEAD = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at\n"
Import = Callable[[], None]


def brought(folder: Path, *lines: str, options: tuple[str, ...] = ()) -> Import:
    def act() -> None:
        (folder / "said.csv").write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
        call_command("import_judgments", "trial", str(folder / "said.csv"), "--new", "--replace", *options)

    return act


def grades_of_a_newer_machine(folder: Path) -> Import:
    pooled(factory.make_campaign(), ["1"])
    brought(folder, "1,DOC-0,,answer 0,umbra,no,,sure,", options=("--machine", "1"))()
    return brought(folder, "1,DOC-0,,answer 0,umbra,yes,,,", options=("--machine", "2"))


def grades_over_those_of_a_person(folder: Path) -> Import:
    campaign = factory.make_campaign()
    (ada,) = assessors(campaign, "ada")
    (question,) = pooled(campaign, ["1"])
    write_guidelines(campaign=campaign, text="Be strict.", by=None)
    mine = give(question, ada)
    judge(mine, items_of(question)[0], "no", "a note")
    return brought(folder, "1,DOC-0,,answer 0,ada,yes,,,2026-02-01T00:00:00Z", "1,DOC-1,,answer 1,ada,yes,,,")


def a_class_of_an_answer_that_nobody_judged(folder: Path) -> Import:
    campaign = factory.make_campaign(track="series2004")
    (ada,) = assessors(campaign, "ada")
    (question,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    factory.make_items(question, ("DOC-0", "answer 0"), ("DOC-1", "answer 1"))
    mine = give(question, ada)
    judge(mine, items_of(question)[1], "incorrect")
    return brought(
        folder,
        "1.2,DOC-0,,answer 0,ada,correct,Halden,,2026-02-01T00:00:00Z",
        "1.2,DOC-1,,answer 1,ada,correct,Rehn,,2026-02-01T00:00:00Z",
    )


def an_answer_where_somebody_found_none(folder: Path) -> Import:
    campaign = factory.make_campaign()
    (ada,) = assessors(campaign, "ada")
    (question,) = pooled(campaign, ["1"], items=2)
    mine = give(question, ada)
    for item in items_of(question):
        judge(mine, item, "no")
    finish(by=None, assignment_id=mine.pk, no_answer_found=True)
    return brought(folder, "1,DOC-0,,answer 0,ada,yes,,,")


@pytest.mark.parametrize(
    "scene",
    [
        grades_of_a_newer_machine,
        grades_over_those_of_a_person,
        a_class_of_an_answer_that_nobody_judged,
        an_answer_where_somebody_found_none,
    ],
)
def test_an_undone_import_restores_every_column(scene: Callable[[Path], Import], tmp_path: Path) -> None:
    act = scene(tmp_path)
    before = stored()
    act()
    assert stored() != before
    (campaign,) = Campaign.objects.all()
    number = str(campaign.imports.latest("number").number)
    call_command("undo_import", campaign.slug, number, "--reason", "Wrong.")
    assert_undone(before, campaign)


def test_the_undo_of_a_grade_restores_the_guidelines_by_which_it_was_given() -> None:
    room = Room()
    first = write_guidelines(campaign=room.campaign, text="Be strict.", by=None)
    room.judge(0, "correct")
    before = Judgment.objects.values().get()
    assert before["guidelines_id"] == first.pk
    write_guidelines(campaign=room.campaign, text="Be lenient.", by=None)
    room.judge(0, "incorrect", seen=1)
    assert Judgment.objects.get().guidelines_id != first.pk
    room.undo()
    assert Judgment.objects.values().get() == before | {"changes": 3}


def test_an_answer_of_an_undone_class_that_is_judged_correct_is_in_none(tmp_path: Path) -> None:
    a_class_of_an_answer_that_nobody_judged(tmp_path)()
    source = FileImport.objects.of_judgments().get()
    call_command("take_back_judgments", "trial", "--import", str(source.number), "--reason", "Wrong.")
    row = Judgment.objects.select_related("assignment", "item").get(item__docid="DOC-0")
    judge(row.assignment, row.item, "correct")
    row.refresh_from_db()
    assert (row.grade, row.answer_class) == ("correct", None)
