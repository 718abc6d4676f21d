"""Much of somebody's work handed over, relieved or set aside at once: one act, a job in short steps, whole or not at all.

Judgments are set aside at most, as when one question is handed over. What each step did is kept with the act, so that
all of it can be given back: by the organizer, or by the job that ends an act which failed.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from assessment.assignments.services.assign import lock_assignments
from assessment.assignments.services.conditions import draw_conditions
from assessment.assignments.services.planning import MovePlan, Wanted, plan_move
from assessment.assignments.services.roles import fill_primary, refresh_disputes
from assessment.campaigns.models import Campaign, Question
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import (
    UNDER_WAY,
    Assignment,
    MovedAssignment,
    MoveKind,
    MoveState,
    WorkMove,
)
from assessment.judging.services.assigned_items import pass_items_on
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.shared.seen import mark_of, refuse_changed
from scoring.evaluations import OF_SOME

MOVE, GIVE_BACK = "assignments.move", "assignments.give_back"
AT_ONCE = 300  # assignments with what was judged in them, in one step
VERBS = {
    MoveKind.HANDED_OVER: "assignment:moved",
    MoveKind.RELIEVED: "assignment:set_aside",
    MoveKind.SET_ASIDE: "assignment:set_aside",
}


def request_move(
    *,
    campaign: Campaign,
    member: Member,
    wanted: Wanted,
    by: Account | None,
    seen: str = "",
    reason: str = "",
) -> Job:
    """Have an act carried out that is possible now. `seen` is the mark of the plan that the page showed."""
    arguments = move_arguments(campaign=campaign, member=member, wanted=wanted, seen=seen, reason=reason)
    return enqueue(kind=MOVE, by=by, campaign=campaign, arguments=arguments)


def move_arguments(
    *, campaign: Campaign, member: Member, wanted: Wanted, seen: str = "", reason: str = ""
) -> dict[str, Any]:
    """What the job needs; refused where the act is not possible, or is another one than was shown."""
    checked_plan(campaign, member, wanted, seen)
    asked = {
        name: list(part) if isinstance(part, tuple | list) else part
        for name, part in wanted._asdict().items()
    }
    return {"member": member.pk, "wanted": asked, "seen": seen, "reason": reason}


def checked_plan(campaign: Campaign, member: Member, wanted: Wanted, seen: str = "") -> MovePlan:
    """The plan, if it is the one that was seen and nothing else changes the campaign's work."""
    refuse_released(campaign, "judgments")
    refuse_busy(campaign)
    plan = plan_move(campaign, member, wanted)
    refuse_changed(
        seen=seen,
        state=plan.figures,
        what=say("the work of {member}", member=member),
        now=plan.sentence.rstrip("."),
        wanted=say("the plan that you saw"),
    )
    return plan


def seen_of(plan: MovePlan) -> str:
    """The mark of a plan, for the page that shows it."""
    return mark_of(plan.figures)


def refuse_busy(campaign: Campaign) -> None:
    """Refuse while an import of judgments or another act is under way."""
    busy = campaign.imports.of_judgments().unfinished().exists()
    if busy or WorkMove.objects.filter(campaign=campaign, state__in=UNDER_WAY).exists():
        raise Refused(
            say(
                "Judgments or assignments of {campaign} are being changed by a job. Nothing was changed.",
                campaign=campaign.slug,
            ),
            "work_busy",
            say("Wait for it: the page Jobs shows how far it is."),
        )


def move(handle: JobHandle, *, member: int, wanted: Mapping[str, Any], seen: str, reason: str) -> str:
    """Do the job: plan, then carry the plan out, some assignments in each step."""
    if "sentence" in handle.checkpoint:
        return str(handle.checkpoint["sentence"])
    if not handle.checkpoint:
        _begin(handle, Member.objects.get(pk=member), Wanted(**wanted), seen, reason)
    act = WorkMove.objects.select_related("member", "campaign").get(pk=handle.checkpoint["move"])
    weights = dict(Assignment.objects.filter(pk__in=[pk for pk, _ in act.plan]).values_list("pk", "judged"))
    total = len(act.plan)
    while (done := int(handle.checkpoint["done"])) < total:
        handle.progress(done, total, say("Moving assignments"))
        some = _portion(act.plan[done:], weights)
        with handle.step({**handle.checkpoint, "done": done + len(some)}):
            _move_some(act, some)
    return _finish(handle, act)


def _begin(handle: JobHandle, member: Member, wanted: Wanted, seen: str, reason: str) -> None:
    """Keep the plan as it is now; nothing where it is no longer the one that was seen."""
    plan = checked_plan(handle.campaign, member, wanted, seen)
    act = WorkMove(
        campaign=handle.campaign,
        member=member,
        kind=wanted.kind,
        plan=plan.pairs,
        reason=reason,
        job=handle.job,
        made_by=handle.by,
    )
    try:
        with transaction.atomic():
            act.save()
            with handle.step({"move": act.pk, "done": 0}):
                refuse_released(lock_assignments(handle.campaign), "judgments")
    except IntegrityError as error:
        raise Refused(
            say(
                "Other work of {campaign} is being moved. Nothing was changed.", campaign=handle.campaign.slug
            ),
            "work_busy",
            say("Wait for it: the page Jobs shows how far it is."),
        ) from error


def _portion(
    pairs: Sequence[tuple[int, int | None]], weights: Mapping[int, int]
) -> Sequence[tuple[int, int | None]]:
    """The first assignments, with about so much judged in them as a short step can count anew."""
    weight = 0
    for place, (pk, _) in enumerate(pairs):
        weight += 1 + weights.get(pk, 0)
        if place and weight > AT_ONCE:
            return pairs[:place]
    return pairs


def _move_some(act: WorkMove, pairs: Sequence[tuple[int, int | None]]) -> None:
    """Move some assignments that still count; whoever saves in them waits, or is refused afterwards."""
    lock_assignments(act.campaign)
    takers = dict(pairs)
    rows = Assignment.objects.counting().filter(pk__in=list(takers))
    old = list(rows.select_for_update(no_key=True).order_by("pk"))
    made = [
        Assignment(question_id=row.question_id, member_id=taker, stage=row.stage, primary=row.primary)
        for row in old
        if (taker := takers[row.pk]) is not None
    ]
    draw_conditions(act.campaign, made)
    Assignment.objects.bulk_create(made)
    taken = {row.question_id: row for row in made}
    pass_items_on({row.pk: taken[row.question_id].pk for row in old if made and row.stage in OF_SOME})
    now = timezone.now()
    for row in old:
        row.handed_over_at, row.handed_to = now, taken.get(row.question_id)
    Assignment.objects.bulk_update(old, ["handed_over_at", "handed_to"])
    promoted = {} if made else _promote({row.question_id for row in old})
    MovedAssignment.objects.bulk_create(
        MovedAssignment(move=act, assignment=row, taken=row.handed_to, **promoted.get(row.question_id, {}))
        for row in old
    )
    refresh_work(Assignment.objects.filter(pk__in=[row.pk for row in made]))
    refresh_disputes(old)


def _promote(questions: Collection[int]) -> dict[int, dict[str, Any]]:
    """Make up for primary assessors who are gone; by question, who became one and what they did."""
    counting = Assignment.objects.counting().filter(question__in=questions)
    stages = dict(counting.values_list("pk", "stage"))
    pks = fill_primary(Question.objects.filter(pk__in=questions).select_related("campaign"))
    refresh_work(Assignment.objects.filter(pk__in=pks))
    return {
        question: {"promoted_id": pk, "promoted_from": stages[pk]}
        for pk, question in Assignment.objects.filter(pk__in=pks).values_list("pk", "question_id")
    }


def _finish(handle: JobHandle, act: WorkMove) -> str:
    moved = act.moved.count()
    takers = sorted(set(act.moved.exclude(taken=None).values_list("taken__member__name", flat=True)))
    sentence = _sentence(act, moved, takers)
    with handle.step({**handle.checkpoint, "sentence": sentence}):
        WorkMove.objects.filter(pk=act.pk).update(state=MoveState.MOVED)
        record_event(
            by=handle.by,
            campaign=act.campaign,
            verb=VERBS[MoveKind(act.kind)],
            subject=act.member.name,
            questions=moved,
            to=takers,
            reason=act.reason,
        )
    return sentence


def _sentence(act: WorkMove, moved: int, takers: Sequence[str]) -> str:
    if act.kind == MoveKind.HANDED_OVER:
        return say_n(
            "Handed {n} question of {member} over to {takers}. Judgments done so far are kept, set aside.",
            "Handed {n} questions of {member} over to {takers}. Judgments done so far are kept, set aside.",
            moved,
            member=act.member,
            takers=", ".join(takers),
        )
    if act.kind == MoveKind.RELIEVED:
        return say_n(
            "Relieved {member} of {n} question. Judgments done there are kept, set aside.",
            "Relieved {member} of {n} questions. Judgments done there are kept, set aside.",
            moved,
            member=act.member,
        )
    return say_n(
        "Set aside {n} question of {member}, with the judgments in it: they are kept and count nowhere.",
        "Set aside {n} questions of {member}, with the judgments in them: they are kept and count nowhere.",
        moved,
        member=act.member,
    )
