"""Giving somebody's work back after an act moved it: all of it, while nothing stands on it; or because the act failed."""

from typing import Any

from assessment.assignments.selectors.begun import begun
from assessment.assignments.selectors.sentences import listed
from assessment.assignments.services.assign import lock_assignments
from assessment.assignments.services.moves import AT_ONCE, GIVE_BACK, refuse_busy
from assessment.assignments.services.roles import refresh_disputes
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import (
    UNDER_WAY,
    Assignment,
    MovedAssignment,
    MoveState,
    WorkMove,
)
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n

SHOWN = 8  # names in a sentence


def request_give_back(*, act: WorkMove, by: Account | None) -> Job:
    """Have all of an act undone."""
    return enqueue(kind=GIVE_BACK, by=by, campaign=act.campaign, arguments=give_back_arguments(act=act))


def give_back_arguments(*, act: WorkMove) -> dict[str, Any]:
    """What the job needs; refused where somebody has worked on it since."""
    refuse_released(act.campaign, "judgments")
    _refuse_given_back(act)
    refuse_busy(act.campaign)
    _refuse_begun(act)
    return {"move": act.pk}


def _refuse_given_back(act: WorkMove) -> None:
    if act.state == MoveState.GIVEN_BACK:
        raise Refused(say("This was given back already."), "given_back", say("There is nothing to do."))


def _refuse_begun(act: WorkMove) -> None:
    """Say what stands on it."""
    rows = begun(Assignment.objects.filter(pk__in=act.moved.exclude(taken=None).values("taken")))
    stands = list(rows.order_by("question__position", "pk").values_list("question__qid", "member__name"))
    if not stands:
        return
    raise Refused(
        say_n(
            "Work has begun on {n} question since: {names}. Nothing was changed.",
            "Work has begun on {n} questions since: {names}. Nothing was changed.",
            len(stands),
            names=listed([f"{qid} ({name})" for qid, name in stands], SHOWN),
        ),
        "work_begun",
        say("Hand single questions back on their own pages: what was done in them is then set aside."),
    )


def give_back(handle: JobHandle, *, of_job: int = 0, move: int = 0) -> str:
    """Do the job: all that an act moved, named by itself or by its own job."""
    if "sentence" in handle.checkpoint:
        return str(handle.checkpoint["sentence"])
    wanted = {"pk": handle.checkpoint.get("move") or move} if not of_job else {"job": of_job}
    if "move" in handle.checkpoint:
        wanted = {"pk": handle.checkpoint["move"]}
    act = WorkMove.objects.select_related("member", "campaign").filter(**wanted).first()
    if act is None:
        return say("Nothing was moved, so there is nothing to give back.")
    if not handle.checkpoint:
        with handle.step({"move": act.pk, "done": 0, "after": 0}):
            refuse_released(lock_assignments(act.campaign), "judgments")
            act.refresh_from_db(fields=["state", "job"])
            _refuse_given_back(act)
            if act.state in UNDER_WAY and act.job and act.job.is_active:
                refuse_busy(act.campaign)
            if move:
                _refuse_begun(act)
            WorkMove.objects.filter(pk=act.pk).update(state=MoveState.GIVING_BACK, job=handle.job)
    total = act.moved.count()
    while some := list(_next(act, int(handle.checkpoint["after"]))):
        done = int(handle.checkpoint["done"])
        handle.progress(done, total, say("Giving assignments back"))
        with handle.step({**handle.checkpoint, "done": done + len(some), "after": some[-1].pk}):
            _give_some_back(act, some)
    return _finish(handle, act)


def _next(act: WorkMove, after: int) -> list[MovedAssignment]:
    """The next moved assignments, with about so much judged in them as a short step can count anew."""
    rows = act.moved.filter(pk__gt=after).select_related("assignment").order_by("pk")[:AT_ONCE]
    found, weight = list[MovedAssignment](), 0
    for row in rows:
        weight += 1 + row.assignment.judged
        if found and weight > AT_ONCE:
            break
        found.append(row)
    return found


def _give_some_back(act: WorkMove, some: list[MovedAssignment]) -> None:
    lock_assignments(act.campaign)
    takers = {row.taken_id: row.assignment_id for row in some if row.taken_id}
    pks = [*(row.assignment_id for row in some), *takers]
    locked = Assignment.objects.filter(pk__in=pks).select_for_update(no_key=True).order_by("pk")
    found = {row.pk: row for row in locked}
    old = [found[row.assignment_id] for row in some]
    taken_at = {row.pk: row.handed_over_at for row in old}
    for row in old:
        row.handed_over_at = row.handed_to = None
    Assignment.objects.bulk_update(old, ["handed_over_at", "handed_to"])
    worked = set(begun(Assignment.objects.filter(pk__in=list(takers))).values_list("pk", flat=True))
    for pk in worked:  # only where an act failed: what was done meanwhile is set aside
        Assignment.objects.filter(pk=pk, handed_over_at=None).update(
            handed_over_at=taken_at[takers[pk]], handed_to=takers[pk]
        )
    Assignment.objects.filter(pk__in=takers.keys() - worked).delete()
    _demote(some)
    refresh_work(Assignment.objects.filter(pk__in=[row.pk for row in old]))
    refresh_disputes([*old, *(found[pk] for pk in worked)])


def _demote(some: list[MovedAssignment]) -> None:
    """Let who became primary in the meantime be again what they were."""
    for row in some:
        if row.promoted_id:
            Assignment.objects.filter(pk=row.promoted_id).update(stage=row.promoted_from, primary=False)
    refresh_work(Assignment.objects.filter(pk__in=[row.promoted_id for row in some if row.promoted_id]))


def _finish(handle: JobHandle, act: WorkMove) -> str:
    count = act.moved.count()
    sentence = say_n(
        "Gave {member} {n} question back, with the judgments done there.",
        "Gave {member} {n} questions back, with the judgments done there.",
        count,
        member=act.member,
    )
    with handle.step({**handle.checkpoint, "sentence": sentence}):
        WorkMove.objects.filter(pk=act.pk).update(state=MoveState.GIVEN_BACK)
        record_event(
            by=handle.by,
            campaign=act.campaign,
            verb="assignment:given_back",
            subject=act.member.name,
            questions=count,
        )
    return sentence
