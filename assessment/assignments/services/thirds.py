"""Asking a third assessor only for the answers on which those who judged a question differ.

They judge these few as anybody judges, and are not told why they were given them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from assessment.assignments.selectors.sentences import listed
from assessment.assignments.selectors.thirds import (
    VOICES,
    differing,
    finished_by_all,
    has_thirds,
    people_of_files,
    ready_of,
    third_stage,
)
from assessment.assignments.selectors.units import assessors_of, assignable_questions, unit_name
from assessment.assignments.services.assign import (
    AT_ONCE,
    Row,
    able_to_read,
    chosen_among,
    lock_assignments,
    rows_there,
    state_of,
)
from assessment.assignments.services.balance import QuestionLoad, Unit, make_plan
from assessment.assignments.services.roles import fill_primary
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import Assignment
from assessment.judging.services.assigned_items import give_items, give_judged
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Event, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from documents.steps import Pace

ASK = "assignments.third"
SHOWN = 5  # questions in a sentence


class Asked(NamedTuple):
    """What was asked of third assessors."""

    items: int
    questions: int
    people: tuple[str, ...]
    seed: int

    def __str__(self) -> str:
        if not self.items:
            return say(
                "Nothing to assign: nobody differs on an answer for which no third assessor was asked yet."
            )
        questions = say_n("{n} question", "{n} questions", self.questions)
        values = {"questions": questions, "names": ", ".join(self.people), "seed": str(self.seed)}
        return say_n(
            "Gave {n} answer of {questions} to {names} (seed {seed}).",
            "Gave {n} answers of {questions} to {names} (seed {seed}).",
            self.items,
            **values,
        )


def ask_thirds(
    *,
    campaign: Campaign,
    by: Account | None,
    questions: Collection[str] | None = None,
    assessors: Sequence[str] | None = None,
    seed: int = 1,
) -> Asked:
    """Give the answers on which judges differ to people who did not judge their questions, balanced by items.

    Of questions that at least two people judged and all of them finished: all such, or `questions` (ids). Each answer is
    given once; what came to differ since is given by a second call, to who is the third there already. Refused, with
    nothing assigned, for questions that are not ready, and where nobody is left who did not judge one.
    """
    _refuse_impossible(campaign, questions)
    total, pace = Asked(0, 0, (), seed), Pace()
    while True:
        rows = rows_there(
            campaign
        )  # the plan is made before anybody is kept from writing, and anew where these changed
        some = _first(_plan(campaign, rows, questions, assessors, seed))
        with pace.step():
            locked = lock_assignments(campaign)
            refuse_released(locked, "judgments")
            if rows_there(campaign) != rows or not _still_ready(locked, some):
                continue
            if some:
                _give(some)
                record_event(by=by, campaign=locked, verb="assignment:third", seed=seed, **_facts(some))
        total = _added(total, some)
        if sum(map(len, some.values())) < AT_ONCE:
            return total


Given = Mapping[tuple[Question, Member], Sequence[int]]  # the items that somebody gets of a question


def _plan(
    campaign: Campaign,
    rows: frozenset[Row],
    qids: Collection[str] | None,
    names: Sequence[str] | None,
    seed: int,
) -> Given:
    """Who gets what: the third of a question what comes to it, else whoever never had it and has least to do."""
    members = {member.name: member for member in assessors_of(campaign)}
    chosen = chosen_among(members, names)
    items = ready_of(campaign, differing(campaign, qids))
    if not items:
        return {}
    thirds = _thirds(items, chosen)
    had: defaultdict[int, set[str]] = defaultdict(set)
    for pk, name, *_ in rows:
        had[pk].add(name)
    units = [
        Unit(
            unit_name(question),
            (QuestionLoad(question.qid, len(found), had=frozenset(had[question.pk])),),
            able_to_read(members, question.target_lang),
        )
        for question, found in items.items()
        if question.pk not in thirds
    ]
    _, loads = state_of(rows, list(assignable_questions(campaign)), members)
    plan = make_plan(units, chosen, loads, 1, seed)
    if plan.shortages:
        raise _nobody_left([one.qid for one in plan.shortages])
    takers = dict(plan.additions)
    return {
        (question, members[thirds.get(question.pk) or takers[question.qid]]): found
        for question, found in items.items()
    }


def _thirds(questions: Collection[Question], chosen: Collection[str]) -> dict[int, str]:
    """Who is the third of each question already, among those who may be."""
    rows = Assignment.objects.counting().of_some().filter(question__in=questions, member__name__in=chosen)
    return dict(rows.order_by("-pk").values_list("question_id", "member__name"))


def _first(plan: Given) -> Given:
    """The first of what is planned, as much as one step takes: whole questions."""
    some: dict[tuple[Question, Member], Sequence[int]] = {}
    number = 0
    for pair, items in plan.items():
        some[pair] = items
        number += len(items)
        if number >= AT_ONCE:
            break
    return some


def _still_ready(campaign: Campaign, some: Given) -> bool:
    """Whether what is planned differs and is finished even now: judges and adjudicators went on meanwhile."""
    now = ready_of(campaign, differing(campaign, [question.qid for question, _ in some]))
    return all(set(items) <= set(now.get(question, ())) for (question, _), items in some.items())


def _give(some: Given) -> None:
    there = _assignments(some)
    give_items((there[one.pk, member.pk], item) for (one, member), items in some.items() for item in items)


def _assignments(pairs: Collection[tuple[Question, Member]]) -> dict[tuple[int, int], int]:
    """The assignments of some thirds, made, or locked and open again, so that they are told of what comes to them."""
    questions, members = {question for question, _ in pairs}, {member for _, member in pairs}
    rows = Assignment.objects.of_some().filter(question__in=questions, member__in=members)
    locked = rows.select_for_update(no_key=True).order_by("pk")
    given = {(question.pk, member.pk) for question, member in pairs}
    there = {pair: row.pk for row in locked if (pair := (row.question_id, row.member_id)) in given}
    Assignment.objects.filter(pk__in=there.values()).update(assigned_at=timezone.now(), finished_at=None)
    made = Assignment.objects.bulk_create(
        Assignment(question=question, member=member, stage=stage.name)
        for question, member in pairs
        if (question.pk, member.pk) not in there and (stage := third_stage(question))
    )
    return there | {(row.question_id, row.member_id): row.pk for row in made}


def _added(total: Asked, given: Given) -> Asked:
    names = {*total.people, *(member.name for _, member in given)}
    items = total.items + sum(map(len, given.values()))
    return Asked(items, total.questions + len(given), tuple(sorted(names)), total.seed)


def _facts(given: Given) -> dict[str, Any]:
    """What the event keeps."""
    return {
        "items": sum(map(len, given.values())),
        "questions": [question.qid for question, _ in given],
        "to": sorted({member.name for _, member in given}),
    }


def _refuse_impossible(campaign: Campaign, qids: Collection[str] | None) -> None:
    """Refuse questions that nobody can be the third of, or not yet."""
    refuse_unfinished(campaign, say("Nothing was assigned."))
    if not has_thirds(campaign):
        message = say(
            "No answers are graded in {campaign}, so nobody differs on one.", campaign=campaign.slug
        )
        raise Refused(message, "no_grades", say("Assign its questions to assessors."))
    if qids is None:
        return
    known = {question.qid: question for question in assignable_questions(campaign).filter(qid__in=qids)}
    if unknown := sorted(set(qids) - known.keys()):
        message = say("There is nothing to judge in question {qid}. Nothing was assigned.", qid=unknown[0])
        raise Refused(message, "question_unknown", say("Check the id, and whether its pool is made."))
    if ungraded := [qid for qid, question in known.items() if not third_stage(question)]:
        message = say("The answers of question {qid} are not graded. Nothing was assigned.", qid=ungraded[0])
        raise Refused(message, "question_not_graded", say("Choose questions whose answers are graded."))
    finished = finished_by_all(campaign, known.values())
    if early := [qid for qid, question in known.items() if question.pk not in finished]:
        raise _too_early(early)


def _too_early(qids: Sequence[str]) -> Refused:
    return Refused(
        say_n(
            "{n} question is not finished by at least {judges} assessors: {qids}. Nothing was assigned.",
            "{n} questions are not finished by at least {judges} assessors: {qids}. Nothing was assigned.",
            len(qids),
            judges=VOICES,
            qids=listed(qids, SHOWN),
        ),
        "judges_not_finished",
        say("Wait until all who judge them have finished, or leave them out."),
    )


def _nobody_left(qids: Sequence[str]) -> Refused:
    return Refused(
        say_n(
            "Nobody is left for {n} question who did not judge it: {qids}. Nothing was assigned.",
            "Nobody is left for {n} questions who did not judge them: {qids}. Nothing was assigned.",
            len(qids),
            qids=listed(qids, SHOWN),
        ),
        "too_few_assessors",
        say("Add assessors on the page People, or name others. Nobody gets documents that they do not read."),
    )


def ask_on_finish(event: Event) -> None:
    """Where a campaign's settings say so, have a third asked for a question that the last of its judges finishes.

    Whether it is the last is seen once their word is stored: of two who finish at one moment one comes later.
    """
    _ask_after(event, [event.subject])


def ask_on_leaving(event: Event) -> None:
    """The same for questions that are finished by all who judge them, now that somebody judges them no more."""
    _ask_after(event, None)


def _ask_after(event: Event, qids: Collection[str] | None) -> None:
    campaign = event.campaign
    if campaign and campaign.third_assessors:
        transaction.on_commit(lambda: _ask_later(campaign, qids), robust=True)


def _ask_later(campaign: Campaign, qids: Collection[str] | None) -> None:
    for question in ready_of(campaign, differing(campaign, qids)):
        enqueue(kind=ASK, by=None, campaign=campaign, arguments={"question": question.pk})


def ask_for_one(*, campaign: Campaign, question: int) -> Asked:
    """Ask for one question that was ready a moment ago, and still is unless somebody has opened it again."""
    found = assignable_questions(campaign).filter(pk=question)
    if not finished_by_all(campaign, found):
        return Asked(0, 0, (), 1)
    return ask_thirds(campaign=campaign, by=None, questions=[one.qid for one in found])


class Kept(NamedTuple):
    """Who counts as a third assessor from now on, and in how many questions."""

    names: tuple[str, ...]
    questions: int

    def __str__(self) -> str:
        if not self.questions:
            return say(
                "Nothing changed: in no question do two others judge beside judgments of theirs from a file."
            )
        return say_n(
            "In {n} question {names} count as third assessors: they judged only the answers that their files hold.",
            "In {n} questions {names} count as third assessors: they judged only the answers that their files hold.",
            self.questions,
            n=f"{self.questions:,}",
            names=listed(self.names, SHOWN),
        )


def keep_as_thirds(*, campaign: Campaign, names: Collection[str], by: Account | None) -> Kept:
    """Let people whose judgments came from a file count as third assessors wherever two others judge the question.

    What they judged there is what they were given, and is finished; nothing of whoever judged on the pages changes. Raises Refused where
    nobody of a name has judgments from a file.
    """
    _refuse_others(names, people_of_files(campaign))
    kept, pace = 0, Pace()
    for some in pace.portions(list(_of_files(campaign, names).order_by("pk").values_list("pk", flat=True))):
        with pace.step():
            locked = lock_assignments(campaign)
            refuse_released(locked, "judgments")
            if rows := _to_keep(locked, names, some):
                _keep(rows)
                qids = [row.question.qid for row in rows]
                record_event(
                    by=by, campaign=locked, verb="assignment:third", questions=qids, to=sorted(names)
                )
        kept += len(rows)
    return Kept(tuple(sorted(names)), kept)


def _refuse_others(names: Collection[str], known: Sequence[str]) -> None:
    if unknown := sorted(set(names) - set(known)):
        raise Refused(
            say(
                "No judgments of {names} came from a file. Nothing was changed.", names=listed(unknown, SHOWN)
            ),
            "no_file_judgments",
            say("Those of {known} did.", known=listed(known, SHOWN)) if known else "",
        )


def _of_files(campaign: Campaign, names: Collection[str]) -> QuerySet[Assignment]:
    """The whole assignments of some people whose judgments came from files."""
    rows = Assignment.objects.counting().judging().filter(question__campaign=campaign)
    return rows.filter(member__name__in=names, source__isnull=False)


def _to_keep(campaign: Campaign, names: Collection[str], pks: Collection[int]) -> list[Assignment]:
    """Those of some assignments of files that can be those of thirds, locked: two others judge the question."""
    own = _of_files(campaign, names)
    mine = own.filter(pk__in=pks).select_related("question__campaign").order_by("pk")
    locked = list(mine.select_for_update(of=("self",), no_key=True))
    judging = Assignment.objects.counting().judging().filter(question__in={row.question_id for row in locked})
    others = Counter(judging.exclude(pk__in=own.values("pk")).values_list("question_id", flat=True))
    return [row for row in locked if others[row.question_id] >= VOICES and third_stage(row.question)]


def _keep(rows: Sequence[Assignment]) -> None:
    for row in rows:
        stage = third_stage(row.question)
        assert stage is not None
        row.stage, row.primary = stage.name, False
        row.finished_at = row.finished_at or timezone.now()
    Assignment.objects.bulk_update(rows, ["stage", "primary", "finished_at"])
    give_judged([row.pk for row in rows])
    refresh_work(Assignment.objects.filter(pk__in=[row.pk for row in rows]))
    refresh_work(Assignment.objects.filter(pk__in=fill_primary({row.question for row in rows})))
