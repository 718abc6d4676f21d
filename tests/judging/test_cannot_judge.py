"""That an answer cannot be judged: said with a reason, it ends the answer and is nobody's grade anywhere."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from assessment.assignments.selectors.cannot_judge import cannot_judge_in
from assessment.campaigns.models import State
from assessment.judging.models import Judgment
from assessment.judging.services.counters import recount
from assessment.results.services.bundle_import import import_folder
from assessment.shared.errors import Refused
from scoring.evaluate import Scorer
from scoring.index import Index
from scoring.scales import CANNOT_JUDGE
from scoring.tracks.base import Track
from tests import factory
from tests.judging.graded import graded_room, graded_site
from tests.judging.room import Room
from tests.judging.scene import judge
from tests.scoring.graded import GRADED, graded, graded_evaluation

__all__ = ["graded", "graded_site"]
pytestmark = pytest.mark.django_db
FETCH = {"X-Assize-Fetch": "1"}
WHY = "The document is cut off."


@pytest.fixture
def room(graded_site: None) -> Room:
    return graded_room(state=State.CLOSED)


def test_it_stands_last_outside_the_scale_with_a_key_and_a_field_for_the_reason(room: Room) -> None:
    page = room.client().get(room.url, follow=True).content.decode()
    grades = re.findall(r'name="grade"\s+value="([^"]*)"', page)
    assert grades == ["3", "2", "1", "0", CANNOT_JUDGE]
    assert CANNOT_JUDGE not in page.split('<div class="grades"', 1)[1].split("</div>", 1)[0]
    assert 'aria-keyshortcuts="c"' in page
    assert '<label for="reason">' in page
    assert "it cannot be judged: say why" in page  # in the list of keys


def test_an_own_scale_has_its_own_words_and_keys(room: Room) -> None:
    room.judge(1, "3")
    page = room.client().get(f"{room.url}?item={room.items[0].pk}").content.decode()
    buttons = re.findall(r'<kbd aria-hidden="true">(\d)</kbd>(Step \d)', page)
    assert buttons == [("1", "Step 3"), ("2", "Step 2"), ("3", "Step 1"), ("0", "Step 0")]
    assert '<span class="g">Step 3</span>' in page
    names = re.search(r'id="grade-names" type="application/json">(.*?)</script>', page)
    assert names is not None
    assert '"0": "Step 0"' in names[1]
    keys = page.split("it cannot be judged: say why", 1)[0][-1500:]
    assert "Step 0" in keys


def test_other_scales_have_nothing_of_it() -> None:
    room = Room()
    page = room.client().get(room.url, follow=True).content.decode()
    assert 'details class="cannot' not in page
    assert "cannot be judged: say why" not in page
    with pytest.raises(Refused, match="is not a grade of this answer"):
        room.judge(0, CANNOT_JUDGE, note=WHY)


def test_without_scripts_the_form_takes_the_reason_and_goes_on(room: Room) -> None:
    fields = room.form(0, grade=CANNOT_JUDGE, reason=WHY, note="", next=room.items[1].pk)
    response = room.client().post(f"{room.url}save/", fields)
    assert response.headers["Location"].startswith(f"{room.url}?item={room.items[1].pk}")
    stored = Judgment.objects.get(item=room.items[0])
    assert (stored.grade, stored.note) == (CANNOT_JUDGE, WHY)
    assert room.counters() == (1, 0)
    page = room.client().get(f"{room.url}?item={room.items[0].pk}").content.decode()
    assert "cannot be judged · note" in page
    assert re.search(r'<textarea\s+id="reason".*?>' + WHY, page, re.DOTALL)


@pytest.mark.parametrize("reason", ["", "  "])
def test_without_a_reason_nothing_is_stored_and_the_field_is_open(room: Room, reason: str) -> None:
    response = room.client().post(f"{room.url}save/", room.form(0, grade=CANNOT_JUDGE, reason=reason))
    page = response.content.decode()
    assert response.status_code == 422
    assert "needs a reason" in page
    assert re.search(r'<details class="cannot drop"\s+open', page)
    assert not Judgment.objects.exists()
    sent = room.client().post(f"{room.url}save/", room.form(0, grade=CANNOT_JUDGE), headers=FETCH)
    assert (sent.status_code, sent.json()["code"]) == (422, "reason_missing")


def test_a_note_said_before_is_reason_enough_and_cannot_be_taken_away_alone(room: Room) -> None:
    room.judge(0, None, note=WHY)
    room.judge(0, CANNOT_JUDGE, seen=1)
    with pytest.raises(Refused, match="needs a reason"):
        room.judge(0, None, seen=2, note="")
    room.judge(0, "2", seen=2, note="")
    assert Judgment.objects.get().grade == "2"


def test_the_reason_is_the_present_note_which_is_edited_and_not_replaced(room: Room) -> None:
    room.judge(0, None, note=WHY)
    page = room.client().get(f"{room.url}?item={room.items[0].pk}").content.decode()
    assert re.search(r'<textarea\s+id="reason"[^>]*>' + WHY + "</textarea>", page)
    shown = re.search(r'name="reason_shown" value="([^"]*)"', page)
    assert shown is not None
    fields = {"grade": CANNOT_JUDGE, "reason_shown": shown[1]}
    longer = f"{WHY} So is its copy."
    room.client().post(f"{room.url}save/", room.form(0, **fields, reason=longer, note=WHY))
    assert Judgment.objects.get().note == longer
    fields["reason_shown"] = longer
    room.client().post(f"{room.url}save/", room.form(0, **fields, reason=longer, note="Another."))
    assert Judgment.objects.get().note == "Another."


def test_it_is_undone_like_a_grade(room: Room) -> None:
    room.judge(0, "1")
    room.judge(0, CANNOT_JUDGE, seen=1, note=WHY)
    assert room.undo().grade == "1"
    assert room.counters() == (1, 0)
    room.undo()
    assert room.counters() == (0, 0)


def test_the_list_is_filtered_by_it(room: Room) -> None:
    room.judge(1, CANNOT_JUDGE, note=WHY)
    page = room.client().get(f"{room.url}?show={CANNOT_JUDGE}&item={room.items[1].pk}")
    [chip] = [chip for chip in page.context["page"].chips if chip.show == CANNOT_JUDGE]
    assert (chip.label, chip.number, chip.on) == ("cannot be judged", 1, True)


def test_it_ends_the_question(room: Room) -> None:
    for number in range(3):
        room.judge(number, CANNOT_JUDGE, note=WHY)
    response = room.client().post(f"{room.url}finish/", {"no_answer_found": "on"})
    assert response.status_code == 302
    room.mine.refresh_from_db()
    assert room.mine.finished_at


def test_it_is_a_dispute_only_where_two_graded_and_differ(room: Room) -> None:
    room.judge(0, CANNOT_JUDGE, note=WHY)
    room.judge(0, "3", by="ben")
    room.judge(1, "2")
    room.judge(1, "1", by="ben")
    disputed = {item.pk: item.disputed for item in room.question.pool_items.all()}
    assert disputed == {room.items[0].pk: False, room.items[1].pk: True, room.items[2].pk: False}
    room.judge(1, CANNOT_JUDGE, seen=1, note=WHY)
    assert not room.question.pool_items.filter(disputed=True).exists()
    assert recount(campaign=room.campaign, by=None) == []


def test_progress_counts_it_apart_and_the_board_alerts_where_it_is_much(room: Room) -> None:
    client = room.client(factory.make_member(room.campaign, "olga", "organizer"))
    board, progress = f"/campaigns/{room.campaign.slug}/", f"/campaigns/{room.campaign.slug}/progress/"
    assert "annot be judged" not in client.get(board).content.decode()
    assert 'id="cannot-judge"' not in client.get(progress).content.decode()
    room.judge(0, CANNOT_JUDGE, note=WHY)
    room.judge(1, "2")
    page = client.get(progress).content.decode()
    section = re.search(r'<section class="card" id="cannot-judge">.*?</section>', page, re.DOTALL)
    assert section is not None
    cells = re.findall(r"<t[dh][^>]*>\s*([^<]*?)\s*</t[dh]>", section[0])
    assert cells[4:] == ["ada", "1", "2", "50 %", "Question 1.1", "1", "2", "50 %"]
    alerts = client.get(board).content.decode()
    assert "ada says of 1 of 2 answers that it cannot be judged." in alerts
    assert "1 of 2 judgments says that the answer cannot be judged." in alerts


@pytest.mark.both_databases
def test_ten_in_a_hundred_is_no_alert(room: Room) -> None:
    client = room.client(factory.make_member(room.campaign, "olga", "organizer"))
    more = factory.make_items(room.question, *((f"M-{n}", f"more {n}") for n in range(7)))
    room.items += more
    for number in range(9):
        room.judge(number, "2")
    room.judge(9, CANNOT_JUDGE, note=WHY)
    assert "annot be judged." not in client.get(f"/campaigns/{room.campaign.slug}/").content.decode()
    assert 'id="cannot-judge"' in client.get(f"/campaigns/{room.campaign.slug}/progress/").content.decode()


def test_progress_names_the_twelve_questions_with_most_and_reads_only_what_cannot_be_judged(
    room: Room, django_assert_num_queries: Any
) -> None:
    for question in factory.make_questions(
        room.campaign, *(f"2.{n}" for n in range(14)), type="factoid", series="2"
    ):
        [item] = factory.make_items(question, ("A-1", question.qid))
        row = factory.make_assignment(question, room.ada)
        judge(row, item, CANNOT_JUDGE, WHY)
    client = room.client(factory.make_member(room.campaign, "olga", "organizer"))
    with django_assert_num_queries(2) as asked:
        assert len(cannot_judge_in(room.campaign).questions) == 14
    [first] = [one["sql"] for one in asked.captured_queries if "judging_judgment" in one["sql"]]
    assert CANNOT_JUDGE in first.partition("WHERE")[2]
    page = client.get(f"/campaigns/{room.campaign.slug}/progress/").text
    section = page.partition('id="cannot-judge"')[2].partition("</section>")[0]
    assert len(re.findall(r"Question 2\.", section)) == 12
    assert "and 2 more" in section


# files


def test_it_goes_out_and_comes_in_with_its_reason(room: Room, tmp_path: Path) -> None:
    room.judge(0, CANNOT_JUDGE, note=WHY)
    room.judge(1, "3")
    call_command("export", room.campaign.slug, str(tmp_path / "out"))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "judgments.csv").read_text("utf-8"))))
    assert [(row["answer"], row["grade"], row["note"]) for row in rows] == [
        ("Halden", CANNOT_JUDGE, WHY),
        ("the comet", "3", ""),
    ]
    again = import_folder(folder=tmp_path / "out", slug="again", by=None).campaign
    stored = Judgment.objects.get(item__question__campaign=again, grade=CANNOT_JUDGE)
    assert (stored.item.answer, stored.note) == ("Halden", WHY)


COLUMNS = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"


def written(folder: Path, *rows: str) -> str:
    path = folder / "judgments.csv"
    path.write_text("\n".join([COLUMNS, *rows]) + "\n", "utf-8")
    return str(path)


def test_a_file_of_judgments_takes_it_with_a_reason(room: Room, tmp_path: Path) -> None:
    path = written(tmp_path, f"1.1,A-1,,Halden,ada,{CANNOT_JUDGE},,{WHY},")
    call_command("import_judgments", room.campaign.slug, path)
    stored = Judgment.objects.get()
    assert (stored.grade, stored.note) == (CANNOT_JUDGE, WHY)
    assert room.counters() == (1, 0)


def test_a_file_without_the_reason_is_refused_line_by_line(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, f"1.1,A-1,,Halden,ada,{CANNOT_JUDGE},,,", "1.1,B-1,,Rehn,ada,4,,,")
    with pytest.raises(CommandError) as caught:
        call_command("import_judgments", room.campaign.slug, path)
    said = capsys.readouterr().err + str(caught.value)
    assert "judgments.csv:2: reason_missing: That an answer cannot be judged needs a reason" in said
    assert "It has 3, 2, 1, 0, cannot_judge." in said
    assert not Judgment.objects.exists()


# scores


RUNS = {"r": {"1": "ab", "2": "ab"}}


def said(ann: str, bo: str) -> dict[str, dict[str, dict[str, str]]]:
    rest = {"1": {"a": "3"}, "2": {"a": "0", "b": "0"}}
    return {
        "ann": {**rest, "1": {**rest["1"], "b": ann}},
        "bo": {**rest, "1": {**rest["1"], "b": bo}},
    }


@pytest.mark.parametrize("rule", ["majority", "union", "intersection", "adjudicated"])
def test_it_is_no_voice_under_any_rule(graded: Track, rule: str) -> None:
    with_it = graded_evaluation(RUNS, said(CANNOT_JUDGE, "2"))
    alone = {**said("2", "2"), "ann": {"1": {"a": "3"}, "2": {"a": "0", "b": "0"}}}
    expected = Scorer(graded_evaluation(RUNS, alone)).score(rule)
    found = Scorer(with_it).score(rule)
    assert found.runs == expected.runs
    assert not [text for text in found.warnings if "judge" in text]
    assert Index(with_it).disputed == {}


def test_what_nobody_could_judge_is_unjudged_and_said(graded: Track) -> None:
    evaluation = graded_evaluation(RUNS, said(CANNOT_JUDGE, CANNOT_JUDGE))
    found = Scorer(evaluation).score("union", partial=True)
    assert (found.runs["r"].judged, found.runs["r"].unjudged) == (3, 1)
    assert found.runs["r"].measures["Judged@5"] == 0.75
    assert (
        "1 answer that nobody could judge counts as unjudged; why is in the notes on the judgments."
        in found.warnings
    )
    nothing = graded_evaluation(RUNS, {"ann": {"1": {"a": "3"}, "2": {"a": "0", "b": "0"}}})
    assert Scorer(nothing).inputs_sha256 != found.inputs_sha256  # else the warning would never be made


def test_who_cannot_judge_an_answer_has_judged_the_question_in_full(graded: Track) -> None:
    evaluation = graded_evaluation(RUNS, said(CANNOT_JUDGE, "2"))
    found = Scorer(evaluation).score("assessor:ann")
    assert (found.runs["r"].judged, found.runs["r"].unjudged) == (3, 1)
    assert not [text for text in found.warnings if "in full" in text]


def test_the_scale_tells_what_may_be_said_from_its_grades() -> None:
    assert GRADED.answers == (*GRADED.grades, CANNOT_JUDGE)
    assert not GRADED.is_correct(CANNOT_JUDGE)
    assert CANNOT_JUDGE not in GRADED.codes
