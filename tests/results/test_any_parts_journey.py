"""Lists and nuggets, whatever people do with them: counters stay right, and the bundle comes back byte for byte."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db.models import QuerySet

from assessment.adjudication.services import settle
from assessment.adjudication.services.adjudicate import decide
from assessment.assignments.services import handover
from assessment.assignments.services.assign import assign
from assessment.campaigns import services as campaigns
from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass, Assignment, Judgment, Nugget
from assessment.judging.services import classes, nuggets, questions
from assessment.judging.services.changes import undo_as_assessor
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Member
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import export_bundle
from assessment.shared.errors import AssizeError
from assessment.submissions.models import PoolItem
from tests.factory import make_campaign, make_items, make_member, make_questions
from tests.results.golden import contents
from tests.sizes import FULL

STEPS = 140
TYPES = {"series2004": ("LIST", "OTHER"), "tac2008": ("RigidList", "SquishyList")}
TEXTS = ("its lamp", "its oil", 'a "quoted", one', "it\u00a0is\u2003wide", "=1+1", "ö é 😀")


class Journey:
    """A series with a list and a question of nuggets, and everything that people may do with it next."""

    def __init__(self, track: str, seed: int) -> None:
        self.chance, self.done = random.Random(seed), Counter[str]()
        self.campaign: Campaign = make_campaign("journey", track, settings={"judges": 2})
        listed, noted = TYPES[track]
        make_questions(self.campaign, "1.1", type=listed, series="1")
        make_questions(self.campaign, "2.1", type=noted, series="2")
        for question in self.campaign.questions.all():
            make_items(question, *((f"D{n}", f"answer {n}") for n in range(6)))
        self.boss = make_member(self.campaign, "olga", "organizer", "adjudicator")
        for name in ("ada", "ben", "cat"):
            make_member(self.campaign, name, "assessor")
        AnswerClass.objects.create(
            question=self.question("1.1"), name="1", text="known", origin="development"
        )
        assign(campaign=self.campaign, by=self.boss)

    def go(self) -> None:
        """Do one thing; that it is refused is an answer too."""
        step = self.chance.choice(STEPS_OF)
        try:
            step(self)
        except (AssizeError, IndexError):
            return
        self.done[step.__name__] += 1

    def question(self, qid: str) -> Any:
        return self.campaign.questions.get(qid=qid)

    def pick(self, rows: "QuerySet[Any]") -> Any:
        """Any of some rows; IndexError where there is none."""
        return self.chance.choice(list(rows.order_by("pk")))

    def sheet(self, qid: str) -> dict[str, Any]:
        """What every save of somebody who has the question begins with."""
        row = self.pick(Assignment.objects.filter(question__qid=qid).select_related("member__account"))
        return {"by": row.member.account, "assignment_id": row.pk}

    def change(self, qid: str) -> dict[str, Any]:
        return {**self.sheet(qid), "client_id": uuid4()}

    # lists

    def judge(self) -> None:
        sheet = self.change("1.1")
        item = self.pick(PoolItem.objects.filter(question__qid="1.1"))
        member = Assignment.objects.get(pk=sheet["assignment_id"]).member
        own = Judgment.objects.filter(item=item, member=member).first()
        grade = self.chance.choice(["correct", "correct", "inexact", "incorrect", None])
        record_judgment(**sheet, item_id=item.pk, seen=own.changes if own else 0, grade=grade)

    def put(self) -> None:
        sheet = self.change("1.1")
        own = Judgment.objects.filter(assignment=sheet["assignment_id"], grade="correct")
        items = {self.pick(own).item_id: None for _ in range(2)}
        held = {item: uid for item, uid in own.values_list("item_id", "answer_class__uid") if item in items}
        known = self.pick(AnswerClass.objects.all()).uid
        uid = self.chance.choice([known, uuid4(), None])
        label = self.chance.choice(TEXTS) if uid not in (known, None) else ""
        seen = {item: str(held[item]) if held[item] else None for item in items}
        classes.put_into_class(**sheet, items=seen, uid=uid, label=label)

    def merge(self) -> None:
        into = self.pick(AnswerClass.objects.all()).text
        classes.merge_classes(**self.change("1.1"), uid=self.pick(AnswerClass.objects.all()).uid, into=into)

    def rename(self) -> None:
        uid = self.pick(AnswerClass.objects.all()).uid
        classes.rename_class(**self.change("1.1"), uid=uid, label=self.chance.choice(TEXTS))

    def rest(self) -> None:
        classes.group_the_rest(**self.change("1.1"))

    def settle(self) -> None:
        item, uid = (
            self.pick(PoolItem.objects.filter(question__qid="1.1")),
            self.pick(AnswerClass.objects.all()).uid,
        )
        settle.settle_classes(
            question=self.question("1.1"), by=self.boss, client_id=uuid4(), items={item.pk: uid}
        )

    def decide(self) -> None:
        item = self.pick(PoolItem.objects.filter(question__qid="1.1"))
        decide(
            item=item,
            grade=self.chance.choice(["correct", "incorrect"]),
            ground="misapplied",
            note="",
            by=self.boss,
        )

    # nuggets

    def write(self) -> None:
        text = f"{self.chance.choice(TEXTS)} {self.chance.randrange(9)}"
        item = self.chance.choice([None, self.pick(PoolItem.objects.filter(question__qid="2.1")).pk])
        vote = self.chance.choice(["vital", "okay"])
        nuggets.write_nugget(**self.change("2.1"), uid=uuid4(), text=text, vote=vote, item_id=item)

    def nugget(self) -> UUID:
        uid: UUID = self.pick(Nugget.objects.all()).uid
        return uid

    def reword(self) -> None:
        text = self.chance.choice(TEXTS)
        nuggets.reword_nugget(**self.change("2.1"), uid=self.nugget(), text=text, seen=None)

    def vote(self) -> None:
        vote = self.chance.choice(["vital", "okay"])
        nuggets.vote_on_nugget(**self.change("2.1"), uid=self.nugget(), vote=vote)

    def move(self) -> None:
        nuggets.move_nugget(**self.change("2.1"), uid=self.nugget(), place=self.chance.randrange(9))

    def remove(self) -> None:
        nuggets.remove_nugget(**self.change("2.1"), uid=self.nugget())

    def merge_nugget(self) -> None:
        number = self.chance.randrange(1, 5)
        nuggets.merge_nuggets(**self.change("2.1"), uid=self.nugget(), number=number)

    def mark(self) -> None:
        item = self.pick(PoolItem.objects.filter(question__qid="2.1"))
        uids = {self.nugget() for _ in range(self.chance.randrange(3))}
        nuggets.mark_nuggets(**self.change("2.1"), item_id=item.pk, uids=uids)

    # both

    def undo(self) -> None:
        undo_as_assessor(**self.change(self.qid()))

    def finish(self) -> None:
        questions.finish(**self.sheet(self.qid()), no_answer_found=self.chance.random() < 0.2)

    def hand_over(self) -> None:
        row = self.pick(
            Assignment.objects.all().select_related("question__campaign", "question__series", "member")
        )
        handover.hand_over(
            assignment=row, to=self.pick(Member.objects.filter(roles__role="assessor")), by=self.boss
        )

    def top_up(self) -> None:
        make_items(self.question(self.qid()), (f"L{uuid4().int % 10**6}", "a late answer"))

    def drop(self) -> None:
        campaigns.drop(campaign=self.campaign, identifier=self.qid(), reason="a test", by=self.boss)

    def restore(self) -> None:
        campaigns.restore(campaign=self.campaign, identifier=self.qid(), by=self.boss)

    def qid(self) -> str:
        return self.chance.choice(["1.1", "2.1"])


STEPS_OF: list[Callable[[Journey], None]] = [
    *[Journey.judge] * 8,
    *[Journey.put] * 3,
    Journey.merge,
    Journey.rename,
    Journey.rest,
    Journey.settle,
    Journey.decide,
    *[Journey.write] * 3,
    Journey.reword,
    *[Journey.vote] * 4,
    Journey.move,
    Journey.remove,
    Journey.merge_nugget,
    *[Journey.mark] * 6,
    *[Journey.undo] * 3,
    *[Journey.finish] * 3,
    Journey.hand_over,
    Journey.top_up,
    Journey.drop,
    Journey.restore,
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("track", "seed"),  # one journey of each track here, two in `make proof`
    [(track, seed) for place, track in enumerate(TYPES) for seed in (range(2) if FULL else [place])],
)
def test_lists_and_nuggets_come_back_as_they_were(
    track: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journey = Journey(track, seed)
    for _ in range(STEPS):
        journey.go()
    assert len(journey.done) > 12, journey.done
    call_command("recount", "journey")
    first, second = tmp_path / "first", tmp_path / "second"
    export_bundle(campaign=journey.campaign, folder=first, by=None)
    Campaign.objects.filter(pk=journey.campaign.pk).update(slug="moved-away")
    again = import_folder(folder=first, slug="", by=None).campaign
    export_bundle(campaign=again, folder=second, by=None)
    assert contents(second) == contents(first)
    call_command("recount", again.slug)
    assert capsys.readouterr().out.count("are right.") == 2
