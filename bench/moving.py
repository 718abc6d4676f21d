"""Much moved at once: runs taken out of a large pool and pooled again, an assessor's 10,000 questions handed over."""

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

from django.utils import timezone

from assessment.assignments.services.giving_back import give_back_arguments
from assessment.assignments.services.moves import GIVE_BACK, MOVE, move_arguments
from assessment.assignments.services.planning import Wanted, plan_move
from assessment.campaigns.models import Campaign, Question, State
from assessment.jobs.services.runner import do_here
from assessment.judging.models import Assignment, Judgment, MoveKind, WorkMove
from assessment.judging.selectors.taking_out import preview
from assessment.judging.services.counters import recount
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.submissions.models import (
    PooledRun,
    PoolItem,
    PoolRound,
    QuestionPool,
    Response,
    Run,
)
from assessment.submissions.selectors.taking_out import Cut
from assessment.submissions.services import pool
from assessment.submissions.services.rounds import recount as count_pools
from assessment.submissions.services.teams import ensure_team
from assessment.submissions.services.unpooling import unpool
from bench.site import Figures, timed
from scoring.records import item_key
from tests.factory import make_campaign
from tests.write_locks import watch_writes

QUESTIONS, RUNS, GIVEN = 500, 10, 100  # each run gives so many items to each question: 500,000 in all
JUDGED = 40  # items of each question
MOVED, EACH = 10_000, 2  # questions of one assessor, and items in each
BATCH = 5_000


def taking_out() -> Figures:
    """Runs taken out of a pool of 500,000 items, of which 20,000 are judged, and pooled again."""
    campaign = pooled_campaign()
    figures: dict[str, float | str] = {"items": str(PoolItem.objects.count())}
    figures["preview seconds"] = timed(lambda: preview(campaign, Cut(round=1)))[0].wall

    def out(cut: Cut) -> PoolRound:
        return unpool(by=None, campaign=campaign, cut=cut, reason="measured")

    work: dict[str, Callable[[], Any]] = {
        "one run out": lambda: out(Cut(run="run0")),
        "the rest out": lambda: out(Cut(round=1)),
        "all back": lambda: pool(by=None, campaign=campaign, again=True),
    }
    for name, act in work.items():
        figures |= _watched(name, act)
    figures["counters that differ"] = str(len(recount(campaign=campaign, by=None)))
    return figures


def handing_over() -> Figures:
    """An assessor's 10,000 questions handed over to three others, half of them judged, and given back."""
    campaign, ada = assigned_campaign()
    wanted = Wanted(MoveKind.HANDED_OVER, everything=True)
    figures: dict[str, float | str] = {}
    figures["plan seconds"] = timed(lambda: plan_move(campaign, ada, wanted))[0].wall
    arguments = move_arguments(campaign=campaign, member=ada, wanted=wanted)
    figures |= _watched("hand over", lambda: do_here(kind=MOVE, campaign=campaign, arguments=arguments))
    back = give_back_arguments(act=WorkMove.objects.get())
    figures |= _watched("give back", lambda: do_here(kind=GIVE_BACK, campaign=campaign, arguments=back))
    figures["counters that differ"] = str(len(recount(campaign=campaign, by=None)))
    return figures


def _watched(name: str, act: Callable[[], Any]) -> dict[str, float | str]:
    with watch_writes() as watch:
        time, _ = timed(act)
    return {
        f"{name} seconds": time.wall,
        f"{name} cpu seconds": time.cpu,
        f"{name} longest lock ms": watch.longest * 1000,
        f"{name} most rows": str(watch.most_rows),
    }


def _questions(campaign: Campaign, number: int) -> list[Question]:
    rows = (
        Question(campaign=campaign, qid=str(n), position=n, type="factoid", text=f"What is {n}?")
        for n in range(1, number + 1)
    )
    return Question.objects.bulk_create(rows, batch_size=BATCH)


def pooled_campaign(questions: int = QUESTIONS, given: int = GIVEN, judged: int = JUDGED) -> Campaign:
    """A campaign whose ten runs were pooled; each gave so many items of its own to each question."""
    campaign = make_campaign("large", "trec8", state=State.CLOSED, settings={"judges": 1})
    asked = _questions(campaign, questions)
    team = ensure_team(by=None, campaign=campaign, name="lkg")
    made = PoolRound.objects.create(campaign=campaign, number=1, runs=RUNS, added=0)
    for number in range(RUNS):
        run = Run.objects.create(
            campaign=campaign,
            team=team,
            run_id=f"run{number}",
            run_key=f"run{number}",
            sha256=f"{number}",
            responses_count=questions * given,
            pooled=True,
        )
        PooledRun.objects.create(round=made, run=run)
        _give(run, made, asked, given)
    count_pools(campaign)
    ada = ensure_member(campaign=campaign, name="ada", roles=["assessor"], by=None)
    for question in asked:
        _judge(
            Assignment.objects.create(question=question, member=ada, stage=question.kind.form.first.name),
            judged,
        )
    recount(campaign=campaign, by=None, fix=True)
    return campaign


def _give(run: Run, made: PoolRound, questions: list[Question], given: int) -> None:
    """The items of one run, and the responses that gave them."""
    chance, line = random.Random(run.run_id), 0
    for question in questions:
        items, responses = [], []
        for rank in range(1, given + 1):
            docid, answer, line = f"D{chance.randrange(10**6)}", f"{run.run_id} answer {rank}", line + 1
            content = {"docid": docid, "answer": answer, "key": item_key(question.qid, docid, "", answer)}
            items.append(PoolItem(question=question, round=made, **content))
            responses.append(Response(run=run, question=question, line=line, rank=rank, **content))
        PoolItem.objects.bulk_create(items, batch_size=BATCH)
        Response.objects.bulk_create(responses, batch_size=BATCH)


def _judge(assignment: Assignment, number: int) -> None:
    now = timezone.now()
    Judgment.objects.bulk_create(
        Judgment(item=item, member=assignment.member, assignment=assignment, grade="no", judged_at=now)
        for item in islice(assignment.question.pool_items.order_by("key"), number)
    )


def assigned_campaign(number: int = MOVED) -> tuple[Campaign, Member]:
    """A campaign with all questions in one assessor's hands, and three others."""
    campaign = make_campaign("wide", "trec8", state=State.CLOSED, settings={"judges": 1})
    questions = _questions(campaign, number)
    made = PoolRound.objects.create(campaign=campaign, number=1, runs=0, added=number * EACH)
    items = PoolItem.objects.bulk_create(
        (
            PoolItem(
                question=question,
                round=made,
                docid="D",
                answer=str(n),
                key=item_key(question.qid, "D", "", str(n)),
            )
            for question in questions
            for n in range(EACH)
        ),
        batch_size=BATCH,
    )
    QuestionPool.objects.bulk_create(
        (QuestionPool(question=question, items=EACH, documents=1) for question in questions), batch_size=BATCH
    )
    ada, *_ = [
        ensure_member(campaign=campaign, name=name, roles=["assessor"], by=None)
        for name in ("ada", "ben", "cy", "dee")
    ]
    rows = (
        Assignment(question=question, member=ada, stage=question.kind.form.first.name)
        for question in questions
    )
    assignments = Assignment.objects.bulk_create(rows, batch_size=BATCH)
    of_question = {row.question_id: row for row in assignments}
    now = timezone.now()
    Judgment.objects.bulk_create(
        (
            Judgment(
                item=item, member=ada, assignment=of_question[item.question_id], grade="yes", judged_at=now
            )
            for item in items[::EACH]
        ),
        batch_size=BATCH,
    )
    recount(campaign=campaign, by=None, fix=True)
    return campaign, ada
