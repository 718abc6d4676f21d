"""What an annotator says of a page: step by step, changed, taken back, refused."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Change, PageAnnotation
from assessment.judging.services.annotation_answers import NO_ANSWER, StepAnswer
from assessment.judging.services.annotations import annotate, undo_annotation
from assessment.judging.services.counters import recount
from assessment.judging.services.parts.part import ChangeConflict
from assessment.judging.services.questions import finish
from assessment.shared.errors import Refused
from documents.corpus import example_of
from documents.layouts import layout_of
from documents.services import import_collection
from tests.documents.helpers import make_folder
from tests.judging.annotating import HTML, LIST, PARAGRAPH, ROW, TABLE, AnnotationRoom, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(tmp_path: Path, db: None) -> AnnotationRoom:
    return AnnotationRoom(tmp_path)


def undo(room: AnnotationRoom) -> Any:
    return undo_annotation(by=room.ada, assignment_id=room.mine.pk, client_id=uuid4())


@pytest.mark.both_databases
def test_three_steps_make_an_annotation(room: AnnotationRoom) -> None:
    assert room.say("question", question="good", seconds=4).undo == "good question"
    assert (room.record.step, room.judged) == ("long", 0)
    assert room.say("long", candidate=PARAGRAPH, seconds=30).undo == "long answer (paragraph)"
    assert (room.record.step, room.record.kind, room.judged) == ("short", "paragraph", 0)
    assert room.say("short", words=((6, 8), (10, 11)), seconds=9).undo == "short answer"
    row = room.record
    assert (row.step, row.is_complete, room.judged, row.version) == ("", True, 1, 3)
    assert text_of(row.long or []).startswith("<p>The comet")
    assert room.texts == ["9 April</b> 1926", "Edda Rehn"]
    assert (row.seconds_question, row.seconds_long, row.seconds_short) == (4, 30, 9)
    assert Assignment.objects.get(pk=room.mine.pk).seconds == 43


def test_ranges_of_tokens_are_places_in_their_order(room: AnnotationRoom) -> None:
    room.say("question", question="good")
    room.say("long", candidate=PARAGRAPH)
    words = room.tokens(PARAGRAPH)
    ranges = ((words[9], words[10] + 1), (words[5], words[7] + 1))
    room.say("short", ranges=ranges)
    assert room.texts == ["9 April</b> 1926", "Edda Rehn"]
    assert [tuple(place[2:]) for place in room.record.short or ()] == sorted(ranges)


@pytest.mark.parametrize(
    ("steps", "label"),
    [
        ([("question", {"question": "bad", "reason": "opinion"})], "bad question"),
        ([("question", {"question": "good"}), ("long", {"candidate": NO_ANSWER})], "no long answer"),
        (
            [("question", {"question": "good"}), ("long", {"candidate": ROW}), ("short", {"yes_no": "YES"})],
            "short answer: yes",
        ),
        (
            [("question", {"question": "good"}), ("long", {"candidate": ROW}), ("short", {"yes_no": "NONE"})],
            "no short answer",
        ),
    ],
)
def test_other_ways_to_the_end(room: AnnotationRoom, steps: Any, label: str) -> None:
    for step, answer in steps:
        assert not room.judged
        outcome = room.say(step, **answer)
    assert outcome.undo == label
    assert (room.record.is_complete, room.judged) == (True, 1)
    assert list(PageAnnotation.objects.complete()) == [room.record]
    assert not recount(campaign=room.campaign, by=None)


def test_an_earlier_step_takes_away_what_no_longer_fits_and_undo_brings_it_back(
    room: AnnotationRoom,
) -> None:
    room.say_all()
    whole = room.record
    room.say("question", question="bad", reason="ambiguous")
    row = room.record
    assert (row.question, row.reason, row.candidate, row.long, row.short) == (
        "bad",
        "ambiguous",
        None,
        None,
        None,
    )
    assert (row.is_complete, room.judged) == (True, 1)
    room.say("question", question="good")
    assert (room.record.reason, room.record.step, room.judged) == ("", "long", 0)
    undo(room)
    undo(room)
    for name in ("question", "reason", "candidate", "long", "kind", "short", "yes_no"):
        assert getattr(room.record, name) == getattr(whole, name), name
    assert (room.record.version, room.judged) == (whole.version + 4, 1)


def test_another_box_takes_the_short_answer_away_and_the_same_box_does_not(room: AnnotationRoom) -> None:
    room.say_all()
    version = room.record.version
    room.say("long", candidate=PARAGRAPH)
    assert (room.record.version, room.judged) == (version, 1)
    room.say("long", candidate=TABLE)
    assert (room.record.kind, room.record.short, room.record.step, room.judged) == (
        "table",
        None,
        "short",
        0,
    )
    room.say("long", candidate=NO_ANSWER)
    assert (room.record.long, room.record.kind, room.judged) == ([], "", 1)
    undo(room)
    undo(room)
    assert (room.record.kind, len(room.texts), room.judged) == ("paragraph", 1, 1)


def test_undo_goes_back_over_all_steps_and_time_stays(room: AnnotationRoom) -> None:
    room.say("question", question="good", seconds=5)
    room.say("long", candidate=PARAGRAPH)
    room.say("short", yes_no="NO")
    labels = [undo(room).undo for _ in range(3)]
    assert labels == ["long answer (paragraph)", "good question", ""]
    row = room.record
    assert (row.question, row.long, row.short, row.yes_no, row.step) == ("", None, None, "NONE", "question")
    assert (row.seconds_question, room.judged) == (5, 0)
    with pytest.raises(Refused, match="nothing to undo"):
        undo(room)


def test_two_windows(room: AnnotationRoom) -> None:
    room.say("question", question="good")
    with pytest.raises(ChangeConflict) as conflict:
        room.say("question", seen=0, question="bad")
    assert conflict.value.code == "annotation_changed"
    assert conflict.value.for_scripts["stored"]["version"] == 1
    room.say("question", question="bad")
    with pytest.raises(ChangeConflict):  # and not that a bad question has no answers
        room.say("long", seen=1, candidate=PARAGRAPH)
    assert room.record.question == "bad"


def test_a_repeat_changes_nothing(room: AnnotationRoom) -> None:
    name = uuid4()
    room.say("question", seen=0, question="good", client_id=name)
    room.say("long", candidate=PARAGRAPH)
    again = room.say("question", seen=0, question="good", client_id=name)
    assert (again.repeated, again.undo) == (True, "long answer (paragraph)")
    assert (room.record.version, Change.objects.count()) == (2, 2)
    with pytest.raises(
        ChangeConflict
    ):  # the same name, and something else: a page that was left and come back to
        room.say("question", seen=0, question="bad", client_id=name)


def test_a_repeat_after_the_question_is_finished(room: AnnotationRoom) -> None:
    name = uuid4()
    room.say("question", question="bad", client_id=name)
    finish(by=room.ada, assignment_id=room.mine.pk)
    assert room.say("question", seen=0, question="bad", client_id=name).repeated
    with pytest.raises(Refused, match="is finished"):
        room.say("question", question="good")


REFUSED = {
    "question unsaid": ("question", {"question": "maybe"}, "question_unsaid"),
    "unknown reason": ("question", {"question": "bad", "reason": "dull"}, "reason_unknown"),
    "good for a reason": ("question", {"question": "good", "reason": "opinion"}, "reason_unknown"),
    "candidate out of range": ("long", {"candidate": 99}, "candidate_unknown"),
    "candidate below none": ("long", {"candidate": -2}, "candidate_unknown"),
    "no candidate": ("long", {}, "candidate_unknown"),
    "nothing": ("short", {}, "short_unsaid"),
    "neither yes nor no": ("short", {"yes_no": "PERHAPS"}, "short_unsaid"),
    "words and yes": ("short", {"words": ((1, 1),), "yes_no": "YES"}, "short_twice"),
    "words and none": ("short", {"words": ((1, 1),), "yes_no": "NONE"}, "short_twice"),
    "word 0": ("short", {"words": ((0, 1),)}, "words_unknown"),
    "past the last word": ("short", {"words": ((12, 13),)}, "words_unknown"),
    "backwards": ("short", {"words": ((5, 3),)}, "words_unknown"),
    "overlapping words": ("short", {"words": ((1, 3), (3, 4))}, "places_overlap"),
    "too many": ("short", {"words": ((1, 1),) * 201}, "places_too_many"),
}


@pytest.mark.parametrize(("step", "answer", "code"), REFUSED.values(), ids=REFUSED)
def test_refused(room: AnnotationRoom, step: Any, answer: dict[str, Any], code: str) -> None:
    room.say("question", question="good")
    room.say("long", candidate=PARAGRAPH)
    with pytest.raises(Refused) as refusal:
        room.say(step, **answer)
    assert refusal.value.code == code
    assert (room.record.version, room.record.short) == (2, None)


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        ("first", "first", "place_outside"),  # empty
        ("last", "first", "place_outside"),
        ("before", "last", "place_outside"),
        ("first", "after", "place_outside"),
        ("opening", "last", "place_in_tag"),
        ("first", "closing", "place_in_tag"),
    ],
)
def test_ranges_that_are_no_place(room: AnnotationRoom, start: str, end: str, code: str) -> None:
    room.say("question", question="good")
    room.say("long", candidate=PARAGRAPH)
    _, _, opening, closing = room.record.long or [0] * 4
    words = room.tokens(PARAGRAPH)
    places = {
        "first": words[0],
        "last": words[-1] + 1,
        "opening": opening,
        "closing": closing,
        "before": opening - 1,
        "after": closing + 1,
    }
    with pytest.raises(Refused) as refusal:
        room.say("short", ranges=((places[start], places[end]),))
    assert refusal.value.code == code


def test_steps_come_in_their_order(room: AnnotationRoom) -> None:
    for step, answer in (("long", {"candidate": LIST}), ("short", {"yes_no": "NO"})):
        with pytest.raises(Refused, match="The question comes first"):
            room.say(step, **answer)  # type: ignore[arg-type]  # of each case
    room.say("question", question="good")
    with pytest.raises(Refused, match="The long answer comes first"):
        room.say("short", yes_no="NO")
    room.say("long", candidate=NO_ANSWER)
    with pytest.raises(Refused, match="Without a long answer"):
        room.say("short", yes_no="NO")
    room.say("question", question="bad")
    with pytest.raises(Refused, match="A bad question has no answers"):
        room.say("long", candidate=LIST)


@pytest.mark.parametrize(
    ("collection", "said"), [("", "no document collection"), ("elsewhere", "cannot be shown")]
)
def test_without_its_page_a_question_can_be_called_good_or_bad(
    room: AnnotationRoom, collection: str, said: str
) -> None:
    Campaign.objects.update(collection_slug=collection)
    room.say("question", question="good")
    for candidate in (PARAGRAPH, NO_ANSWER):
        with pytest.raises(Refused, match=said):
            room.say("long", candidate=candidate)
    room.say("question", question="bad")
    assert room.judged == 1


def test_finishing_asks_for_what_is_missing(room: AnnotationRoom) -> None:
    def refusal() -> str:
        with pytest.raises(Refused) as refused:
            finish(by=room.ada, assignment_id=room.mine.pk)
        return refused.value.hint

    assert refusal() == "Say whether the question is good before you finish."
    room.say("question", question="good")
    assert refusal() == "Say whether there is a long answer before you finish."
    room.say("long", candidate=TABLE)
    assert refusal() == "Say whether there is a short answer before you finish."
    room.say("short", yes_no="NONE")
    done = finish(by=room.ada, assignment_id=room.mine.pk)
    assert (done.is_done, done.no_answer_found, done.state) == (True, False, "done")


def test_somebody_elses_annotation_cannot_be_reached(room: AnnotationRoom) -> None:
    said = StepAnswer(question="bad")
    whose: dict[str, Any] = {"by": room.ben, "assignment_id": room.mine.pk, "client_id": uuid4()}
    with pytest.raises(Http404):
        annotate(**whose, seen=0, step="question", answer=said)
    with pytest.raises(Http404):
        undo_annotation(**whose)


def test_a_box_that_a_file_named_by_its_place_alone_is_known(room: AnnotationRoom) -> None:
    room.say("question", question="good")
    room.say("long", candidate=PARAGRAPH)
    PageAnnotation.objects.update(candidate=-1)  # as an import without candidate_index has it
    assert '"candidate": 2' in room.client().get(room.url).content.decode()
    room.say("short", words=((6, 7),))
    assert room.record.candidate == PARAGRAPH


def test_a_page_that_was_copied_anew_is_not_annotated_by_the_old_one(room: AnnotationRoom) -> None:
    room.say("question", question="good")
    answer = room.send(room.client(), "long", scripts=True, candidate=PARAGRAPH, document=7)
    assert (answer.status_code, answer.json()["code"]) == (422, "page_changed")
    assert room.record.long is None
    assert 'name="document" value="1"' in room.client().get(room.url).content.decode()
    room.send(room.client(), "long", scripts=True, candidate=PARAGRAPH, document=1)
    assert room.record.kind == "paragraph"
    assert Change.objects.latest("pk").document_revision == 1


def test_what_somebody_changes_is_no_longer_the_file_s(room: AnnotationRoom) -> None:
    room.say_all()
    PageAnnotation.objects.update(annotation_id="77")
    room.say("short", yes_no="NONE")
    assert room.record.annotation_id == ""


def test_a_box_outside_of_all_bytes_cannot_be_chosen(tmp_path: Path) -> None:
    line = example_of(HTML.encode(), 72, "what", "Halden", "http://wiki.test/H")
    line["long_answer_candidates"][0] |= {"start_byte": 10**12, "end_byte": 10**12 + 9}
    files = {"a.jsonl": json.dumps(line).encode() + b"\n"}
    import_collection(make_folder(tmp_path / "odd", files), slug="odd", format="nq")
    assert not layout_of("odd", "72").candidates[0].is_selectable
    assert layout_of("odd", "72").candidates[1].is_selectable
