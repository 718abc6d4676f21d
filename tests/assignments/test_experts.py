"""Experts judge what annotators answered: pooled, judged independently, settled in consensus, and in the scores."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from assessment.adjudication.services.adjudicate import decide
from assessment.assignments.selectors.experts import drawn_answers
from assessment.assignments.services.experts import ask_experts
from assessment.home.selectors.work import my_work
from assessment.judging.models import Assignment
from assessment.judging.services.judgments import record_judgment
from assessment.results.services.scores import score
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem
from scoring.annotations import AnnotatedExample, Annotation, Label, PageSpan
from scoring.spans.experts import items_of
from tests import factory
from tests.client import Client
from tests.judging.annotating import FOUND, LIST, AnnotationRoom

pytestmark = pytest.mark.django_db
EXPERTS = ("gil", "hana")


@pytest.fixture
def room(tmp_path: Path) -> AnnotationRoom:
    """Ada answers with a paragraph and a date in it; two experts and an organizer are there."""
    made = AnnotationRoom(tmp_path)
    made.say_all()
    for name in EXPERTS:
        factory.make_member(made.campaign, name, "assessor")
    factory.make_member(made.campaign, "olga", "organizer")
    return made


def ask(room: AnnotationRoom, **fields: Any) -> Any:
    return ask_experts(campaign=room.campaign, by=None, **{"experts": EXPERTS, **fields})


def passages(room: AnnotationRoom) -> list[str]:
    items = PoolItem.objects.filter(question__campaign=room.campaign).order_by("passage")
    return [item.passage.partition(":")[0] for item in items]


def judge(room: AnnotationRoom, name: str, **grades: str) -> None:
    work = Assignment.objects.get(member__name=name, stage="experts")
    for item in PoolItem.objects.filter(question=room.questions[0]):
        grade = grades[item.passage.partition(":")[0]]
        record_judgment(
            by=work.member.account,
            assignment_id=work.pk,
            item_id=item.pk,
            grade=grade,
            seen=0,
            client_id=uuid4(),
        )


def test_the_distinct_answers_go_to_every_expert_once(room: AnnotationRoom) -> None:
    asked = ask(room)
    assert str(asked) == "Pooled 2 answers of annotators; made 2 assignments for gil, hana."
    assert passages(room) == ["long", "short"]
    work = Assignment.objects.filter(stage="experts")
    assert {row.member.name for row in work} == set(EXPERTS)
    assert {row.pool_size for row in work} == {2}
    assert (ask(room).answers, ask(room).added) == (0, 0)


def test_answers_that_come_later_are_added(room: AnnotationRoom) -> None:
    ask(room)
    room.say("long", candidate=LIST)
    room.say("short", yes_no="NONE")
    assert ask(room).answers == 1  # the list; what is pooled stays
    assert passages(room) == ["long", "long", "short"]


def test_annotators_do_what_they_did_whatever_experts_have(room: AnnotationRoom) -> None:
    ask(room)
    assert room.mine.pool_size == 1
    call_command("assign", "comets", assessors="ada,ben", judges=2)
    rows = Assignment.objects.filter(question=room.questions[0]).select_related("member")
    assert sorted((row.member.name, row.role) for row in rows) == [
        ("ada", "judge"),
        ("ben", "judge"),
        ("gil", "expert"),
        ("hana", "expert"),
    ]
    assert Assignment.objects.filter(question=room.questions[1]).count() == 2


def test_nobody_judges_what_they_answered(room: AnnotationRoom) -> None:
    with pytest.raises(Refused, match=r"annotate the same question: ada \(question -71\)"):
        ask(room, experts=("gil", "ada"))
    assert not PoolItem.objects.exists()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"experts": ()}, "no_experts"),
        ({"experts": ("zoe",)}, "assessor_unknown"),
        ({"sample": 0}, "sample_invalid"),
    ],
)
def test_what_cannot_be_asked_is_refused(room: AnnotationRoom, fields: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        ask(room, **fields)
    assert refused.value.code == code
    assert not PoolItem.objects.exists()


def test_a_sample_is_drawn_by_its_seed(room: AnnotationRoom) -> None:
    asked = ask(room, sample=1, seed=7)
    assert (
        asked.answers == 2
    )  # one annotation with a long answer, one with a short one: they are the same here
    assert ask(room, sample=1, seed=7).answers == 0


def test_there_is_nothing_to_ask_before_anybody_answered(tmp_path: Path) -> None:
    room = AnnotationRoom(tmp_path)
    factory.make_member(room.campaign, "gil", "assessor")
    with pytest.raises(Refused, match="no annotation with an answer is complete"):
        ask(room, experts=("gil",))


def test_other_tracks_have_no_experts(client: Client) -> None:
    campaign = factory.make_campaign("facts")
    factory.make_member(campaign, "olga", "organizer")
    with pytest.raises(CommandError, match="nothing for experts"):
        call_command("assign", "facts", experts="olga")
    client.force_login(factory.make_member(campaign, "otto", "organizer"))
    assert client.get("/campaigns/facts/assign/experts/").status_code == 404


def test_an_expert_reads_the_answer_and_judges_it(room: AnnotationRoom, client: Client) -> None:
    ask(room)
    work = Assignment.objects.get(member__name="gil", stage="experts")
    assert work.member.account
    client.force_login(work.member.account)
    assert [one.what_is_done for one in my_work(work.member.account)] == ["answers judged"]
    page = client.get(f"/judge/{work.pk}/", follow=True).content.decode()
    assert FOUND in page
    assert "9 April" in page
    for grade in ("C", "Cd", "W"):
        assert f'value="{grade}"' in page
    assert "Neither the answer nor any of its words" not in page
    assert "long answer</span>" in page
    assert "long:" not in page


def test_an_expert_finishes_though_nothing_is_right(room: AnnotationRoom, client: Client) -> None:
    ask(room)
    judge(room, "gil", long="W", short="W")
    work = Assignment.objects.get(member__name="gil", stage="experts")
    assert work.member.account
    client.force_login(work.member.account)
    assert "No answer found" not in client.get(f"/judge/{work.pk}/", follow=True).content.decode()
    client.post(f"/judge/{work.pk}/finish/")
    work.refresh_from_db()
    assert work.is_done


def test_consensus_and_precision(room: AnnotationRoom, client: Client) -> None:
    """Two experts differ on the short answer; the scores say so until it is settled, and are made all the same."""
    ask(room)
    judge(room, "gil", long="C", short="C")
    judge(room, "hana", long="C", short="W")
    item = PoolItem.objects.get(question=room.questions[0], passage__startswith="short")
    assert item.disputed
    first = score(campaign=room.campaign, rule="adjudicated", by=None).report.as_json()
    assert "short" not in first["experts"]
    assert first["experts"]["long"]["precision"] == 1.0
    factory.make_member(room.campaign, "otto", "adjudicator")
    otto = room.campaign.members.get(name="otto").account
    decide(item=item, grade="Cd", ground="opinion", by=otto)
    settled = score(campaign=room.campaign, rule="adjudicated", by=None).report.as_json()
    assert settled["experts"]["short"]["Cd"] == 1
    assert settled["experts"]["short"]["by_mu"][4]["Cd"] == 1  # one of one annotator answered


def test_the_page_asks_and_tells_how_far_they_are(room: AnnotationRoom, client: Client) -> None:
    client.force_login(factory.make_member(room.campaign, "otto", "organizer"))
    address = "/campaigns/comets/assign/experts/"
    page = client.get(address).content.decode()
    assert "Annotators gave 2 distinct answers" in page
    refused = client.post(address, {"experts": ["ada"], "seed": "1"})
    assert refused.status_code == 422
    assert "annotate the same question" in refused.content.decode()
    answer = client.post(address, {"experts": list(EXPERTS), "seed": "1", "sample": ""}, follow=True)
    assert "Pooled 2 answers of annotators" in answer.content.decode()
    assert "2 of 2 distinct answers are given to experts" in answer.content.decode()
    assert "assign/experts/" in client.get("/campaigns/comets/assign/").content.decode()


def test_the_command_asks_too(room: AnnotationRoom, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("assign", "comets", experts="gil, hana", sample=5, seed=3)
    assert "made 2 assignments for gil, hana" in capsys.readouterr().out


def test_a_bundle_brings_experts_and_their_judgments_back(room: AnnotationRoom, tmp_path: Path) -> None:
    ask(room)
    judge(room, "gil", long="C", short="W")
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    call_command("score", "comets", rule="union", json=str(ours))
    call_command("export", "comets", str(tmp_path / "bundle"))
    call_command("import_bundle", str(tmp_path / "bundle"), slug="again")
    call_command("score", "again", rule="union", json=str(theirs))
    assert json.loads(ours.read_text())["experts"] == json.loads(theirs.read_text())["experts"]
    roles = Assignment.objects.filter(question__campaign__slug="again", stage="experts")
    assert roles.count() == 2


def test_who_settles_reads_the_answers_and_is_led_to_them(room: AnnotationRoom, client: Client) -> None:
    ask(room)
    judge(room, "gil", long="C", short="C")
    judge(room, "hana", long="W", short="C")
    client.force_login(factory.make_member(room.campaign, "otto", "adjudicator"))
    page = client.get("/campaigns/comets/adjudicate/-71/").content.decode()
    assert FOUND in page
    assert "long answer</p>" in page
    assert "∅" not in page
    assert "same string" not in page
    assert "#doc-nq-box-1" in page


@given(st.data())
def test_whole_questions_are_drawn(data: st.DataObject) -> None:
    """So that each annotation of a drawn question counts, and popular answers no more than they should."""
    place = st.integers(0, 5).map(lambda start: PageSpan(start, start + 9, start, start + 1))
    label = st.one_of(st.just(Label()), place.map(Label))
    examples = [
        AnnotatedExample(str(qid), tuple(Annotation(str(n), one) for n, one in enumerate(said)))
        for qid, said in enumerate(data.draw(st.lists(st.lists(label, min_size=1, max_size=5), max_size=6)))
    ]
    sample, seed = data.draw(st.integers(1, 7)), data.draw(st.integers(0, 99))
    drawn = drawn_answers(examples, sample, seed)
    answered = [one.example_id for one in examples if items_of([one])]
    chosen = {item.qid for item in drawn}
    assert len(chosen) == min(sample, len(answered))
    assert drawn == items_of([one for one in examples if one.example_id in chosen])
    assert drawn == drawn_answers(examples, sample, seed)
