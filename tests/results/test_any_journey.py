"""Whatever people do with a campaign, in whatever order: counters stay right, and its bundle comes back byte for byte."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command

from assessment.adjudication.services.adjudicate import decide, undo_decision, withdraw_decision
from assessment.assignments.services import handover
from assessment.assignments.services.assign import assign
from assessment.campaigns import services as campaigns
from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Assignment, Judgment
from assessment.judging.services import questions
from assessment.judging.services.judgments import record_judgment, undo
from assessment.people.models import Account, Member
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import export_bundle
from assessment.results.services.scores import score
from assessment.shared.errors import AssizeError
from assessment.submissions import services as submissions
from assessment.submissions.models import PoolItem
from tests.factory import make_member
from tests.results.golden import contents
from tests.submissions.scene import as_bytes, campaign_with_ids, organizer, submit, whole_run

NOTES = [
    "",
    "a note",
    'said "no", then\r\nyes',
    " blanks ",
    "=1+1",
    "\u202eright to left",
    "😀 é é",
    "a\tb;c",
    "x" * 5000,
    "\r",
    "\u2028",
]
STEPS = 100


class Journey:
    """A campaign, and everything that people may do with it next."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.done = Counter[str]()
        self.campaign: Campaign = campaign_with_ids(folder, slug="journey", judges=2)
        self.boss: Account = organizer(self.campaign)
        for name in ("ada", "ben", "cat"):
            make_member(self.campaign, name, "assessor")
        for number, answer in enumerate(("Halden {}", "Rehn {}", 'the "{}", of\u00a0old')):
            submit(self.campaign, as_bytes(whole_run(f"run{number}", answer)), team=f"team{number}")
        submissions.pool(by=self.boss, campaign=self.campaign)
        assign(campaign=self.campaign, by=self.boss)

    def go(self) -> None:
        """Do one thing; that it is refused is an answer too."""
        step = self.chance.choice(STEPS_OF)
        try:
            step(self)
        except AssizeError:
            return
        self.done[step.__name__] += 1

    # what assessors do

    def judge(self) -> None:
        assignment = self.assignment()
        item = self.chance.choice(list(PoolItem.objects.filter(question=assignment.question).order_by("pk")))
        own = Judgment.objects.filter(item=item, member=assignment.member).first()
        record_judgment(
            by=assignment.member.account,
            assignment_id=assignment.pk,
            item_id=item.pk,
            seen=own.changes if own else 0,
            client_id=uuid4(),
            grade=self.chance.choice(["yes", "no", None]),
            note=self.chance.choice([*NOTES, None]),
            later=self.chance.choice([True, False, None, None]),
            seconds=self.chance.randrange(100),
        )

    def undo(self) -> None:
        assignment = self.assignment()
        undo(by=assignment.member.account, assignment_id=assignment.pk, client_id=uuid4())

    def sheet(self) -> None:
        row = self.assignment()
        sheet = questions.Notes(*(self.chance.choice(NOTES) for _ in questions.Notes._fields))
        questions.save_notes(by=row.member.account, assignment_id=row.pk, notes=sheet, seen=row.notes_version)

    def finish(self) -> None:
        row = self.assignment()
        said = self.chance.random() < 0.5
        questions.finish(by=row.member.account, assignment_id=row.pk, no_answer_found=said)

    # what organizers and adjudicators do

    def hand_over(self) -> None:
        to = self.chance.choice(list(Member.objects.filter(roles__role="assessor").order_by("pk")))
        handover.hand_over(assignment=self.assignment(), to=to, by=self.boss)

    def reopen(self) -> None:
        handover.reopen(assignment=self.assignment(), by=self.boss)

    def top_up(self) -> None:
        number = 3 + self.campaign.runs.count()
        late = whole_run(f"run{number}", f"late {self.chance.randrange(4)} {{}}")
        submit(self.campaign, as_bytes(late), team=f"team{number}")
        submissions.pool(by=self.boss, campaign=self.campaign)
        assign(campaign=self.campaign, by=self.boss)

    def withdraw_run(self) -> None:
        run = self.chance.choice(list(self.campaign.runs.order_by("pk")))
        submissions.withdraw_run(by=self.boss, run=run, organizer=True)

    def drop(self) -> None:
        reason = self.chance.choice(NOTES[1:])
        campaigns.drop(campaign=self.campaign, identifier=self.qid(), reason=reason, by=self.boss)

    def restore(self) -> None:
        campaigns.restore(campaign=self.campaign, identifier=self.qid(), by=self.boss)

    def decide(self) -> None:
        item = self.chance.choice(list(PoolItem.objects.order_by("pk")))
        grade, ground = (
            self.chance.choice(["yes", "no"]),
            self.chance.choice(["opinion", "misapplied", "inconsistent"]),
        )
        decide(item=item, grade=grade, ground=ground, note=self.chance.choice(NOTES), by=self.boss)

    def take_decision_back(self) -> None:
        row = self.chance.choice(list(Adjudication.objects.order_by("pk")) or [None])
        if row:
            self.chance.choice([withdraw_decision, undo_decision])(item=row.item, by=self.boss)

    def freeze(self) -> None:
        rule = self.chance.choice(["union", "adjudicated", "majority", "random:3"])
        score(campaign=self.campaign, rule=rule, by=self.boss)

    def assignment(self) -> Assignment:
        rows = Assignment.objects.select_related("member__account", "question").order_by("pk")
        return self.chance.choice(list(rows))

    def qid(self) -> str:
        return self.chance.choice(["1", "2", "3", "10"])


STEPS_OF: list[Callable[[Journey], None]] = [
    *[Journey.judge] * 12,
    *[Journey.undo] * 3,
    Journey.sheet,
    *[Journey.finish] * 2,
    Journey.hand_over,
    Journey.reopen,
    Journey.top_up,
    Journey.withdraw_run,
    Journey.drop,
    Journey.restore,
    *[Journey.decide] * 3,
    Journey.take_decision_back,
    Journey.freeze,
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_lost_on_the_way(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journey = Journey(tmp_path, seed)
    for _ in range(STEPS):
        journey.go()
    assert sum(journey.done.values()) > STEPS / 3
    call_command("recount", "journey")
    assert "are right." in capsys.readouterr().out
    first, second = tmp_path / "first", tmp_path / "second"
    export_bundle(campaign=journey.campaign, folder=first, by=None)
    Campaign.objects.filter(pk=journey.campaign.pk).update(slug="moved-away")
    again = import_folder(folder=first, slug="", by=None).campaign
    export_bundle(campaign=again, folder=second, by=None)
    assert contents(second) == contents(first)
    call_command("recount", again.slug)
    assert "are right." in capsys.readouterr().out
    journey.campaign.refresh_from_db()
    for rule in ("union", "random:3"):
        runs = [score(campaign=made, rule=rule, by=None).report.runs for made in (journey.campaign, again)]
        assert runs[0] == runs[1]
