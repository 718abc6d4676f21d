"""Storing the rows of a checked judgments.csv, some hundred at a time: each part is whole, with its counters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import connection

from assessment.assignments.services.roles import add_assignments
from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.imports.services.checks import StoredJudgment, contradiction, gone, repeats
from assessment.imports.services.reading import JudgmentEntry, parse_time
from assessment.imports.services.rewriting import (
    ClassNames,
    Rewritten,
    become,
    class_names,
    store_rewritten,
    whole_record_of,
)
from assessment.judging.models import (
    Assignment,
    Change,
    ChangeKind,
    Judgment,
)
from assessment.judging.selectors.primary import other_primaries
from assessment.judging.services.assigned_items import finish_given, give_judged
from assessment.judging.services.counters import counted_along
from assessment.judging.services.disputes import lock_items
from assessment.judging.services.file_steps import leave_out
from assessment.judging.services.judgment_classes import (
    Spellings,
    WantedClass,
    class_scene_of,
    find_or_make,
)
from assessment.judging.services.judgment_rows import COLUMNS, JudgmentRow, insert_judgments, said_in
from assessment.judging.services.judgments import label_of
from assessment.judging.services.parts.judgments import NAME
from assessment.people.models import Account, Member
from assessment.submissions.models import PoolItem, in_pool
from scoring import records
from scoring.evaluations import OF_SOME
from scoring.formats.folding import fold_label
from scoring.stages import PROGRAMS

NONE_FOUND = "none_found"  # in the report of an import: assignments of which it took that back
Pair = tuple[int, int]  # question, or pool item, and member


class ImportPlan(NamedTuple):
    """What all parts of an import need, worked out again by each attempt."""

    source: FileImport
    campaign: Campaign
    questions: Mapping[str, Question]
    items: Mapping[str, int]  # key -> pool item
    members: Mapping[str, int]  # name -> primary key
    people: Mapping[int, Member]
    judging: Mapping[
        str, Sequence[tuple[str, bool]]
    ]  # question -> who judges it in the file, first to last; is a machine
    spellings: Spellings
    by: Account | None

    def pair(self, entry: JudgmentEntry) -> Pair:
        """Pool item and member of a row."""
        return self.items[entry.key], self.members[entry.judgment.assessor]


class ImportPart(NamedTuple):
    """Some rows with what they refer to, locked until the transaction ends."""

    plan: ImportPlan
    assignments: Mapping[Pair, Assignment]  # by question and member
    classes: Mapping[tuple[int, str, str], int]
    rows: Mapping[Pair, Judgment]  # what is stored so far

    def assignment_of(self, entry: JudgmentEntry) -> Assignment:
        """The assignment of a row."""
        judgment = entry.judgment
        return self.assignments[
            self.plan.questions[judgment.item.qid].pk, self.plan.members[judgment.assessor]
        ]

    def class_of(self, judgment: records.Judgment) -> int | None:
        """The class that a row names."""
        return self.classes.get(
            (self.plan.questions[judgment.item.qid].pk, judgment.answer_class, judgment.assessor)
        )


def judging_in(entries: Iterable[JudgmentEntry]) -> dict[str, list[tuple[str, bool]]]:
    """Who judges each question in a file, in its order: the first of a list question is its primary assessor."""
    named = ((entry.judgment.item.qid, entry.judgment.assessor, entry.by_machine) for entry in entries)
    judging: dict[str, list[tuple[str, bool]]] = {}
    for qid, name, by_machine in dict.fromkeys(named):
        judging.setdefault(qid, []).append((name, by_machine))
    return judging


def store_part(plan: ImportPlan, entries: Sequence[JudgmentEntry], tally: dict[str, Any]) -> None:
    """Store some rows and count them in the tally, within the caller's transaction.

    What somebody judged since the file was checked is left as it is, and noted.
    """
    part = _locked_part(plan, entries)
    mine = [assignment.pk for assignment in part.assignments.values()]
    items = {plan.items[entry.key] for entry in entries}
    with counted_along(mine, items, untouched=not part.rows):
        _store_rows(part, entries, tally)
    if thirds := [row.pk for row in part.assignments.values() if row.stage in OF_SOME]:
        give_judged(thirds)
        finish_given(thirds, plan.source, plan.by)
    _take_back_none_found(part)


def _store_rows(part: ImportPart, entries: Sequence[JudgmentEntry], tally: dict[str, Any]) -> None:
    plan, new, anew = part.plan, list[JudgmentRow](), list[tuple[Judgment, JudgmentEntry]]()
    for entry in entries:
        stored = part.rows.get(plan.pair(entry))
        judgment, answer_class = entry.judgment, part.class_of(entry.judgment)
        if error := _error(part, entry, stored, answer_class):
            leave_out(tally, entry.line, error)
        elif stored is None:
            new.append(_row(part, entry, answer_class))
        elif repeats(_as_stored(stored), judgment, answer_class):
            tally["unchanged"] += 1
        else:
            tally["changed" if stored.grade else "added"] += 1
            anew.append((stored, entry))
    insert_judgments((*COLUMNS, "source_id"), new)
    names = class_names(
        one for row, entry in anew for one in (row.answer_class_id, part.class_of(entry.judgment))
    )
    store_rewritten([_rewritten(part, row, entry, names) for row, entry in anew])
    tally["added"] += len(new)


def _locked_part(plan: ImportPlan, entries: Sequence[JudgmentEntry]) -> ImportPart:
    """Make what the rows need and lock it, in the order of all who do: questions, assignments, pool items."""
    qids = dict.fromkeys(entry.judgment.item.qid for entry in entries)
    classed = {entry.judgment.item.qid for entry in entries if entry.judgment.answer_class}
    classes = _classes(plan, entries, sorted(plan.questions[qid].pk for qid in classed))
    assignments = _assignments(plan, qids)
    used = {
        (plan.questions[entry.judgment.item.qid].pk, plan.members[entry.judgment.assessor])
        for entry in entries
    }
    mine = [assignments[pair].pk for pair in used]
    items = {plan.items[entry.key] for entry in entries}
    if connection.features.has_select_for_update:  # else one lock keeps everybody from writing
        locked = Assignment.objects.filter(pk__in=mine).select_for_update(no_key=True).order_by("pk")
        assignments = {(row.question_id, row.member_id): row for row in locked}
        lock_items(PoolItem.objects.filter(pk__in=items))
    rows = Judgment.ever.filter(assignment__in=mine, item__in=items).select_related("member")
    assignments = {pair: assignments[pair] for pair in used}
    return ImportPart(plan, assignments, classes, {(row.item_id, row.member_id): row for row in rows})


def _classes(
    plan: ImportPlan, entries: Sequence[JudgmentEntry], questions: Sequence[int]
) -> dict[tuple[int, str, str], int]:
    """The classes that rows name, those that are missing made; nobody else changes them meanwhile."""
    if not questions:
        return {}
    locked = Question.objects.select_for_update(no_key=True).filter(pk__in=questions).order_by("pk")
    list(locked.values_list("pk"))
    wanted = {
        (judgment.item.qid, judgment.answer_class, judgment.assessor)
        for judgment in (entry.judgment for entry in entries)
        if judgment.answer_class
    }
    named = (
        WantedClass(plan.questions[qid].pk, name, assessor, plan.spellings[qid, fold_label(name)])
        for qid, name, assessor in sorted(wanted)
    )
    return find_or_make(named, class_scene_of(plan.campaign, questions), plan.members)


def _assignments(plan: ImportPlan, qids: Iterable[str]) -> dict[Pair, Assignment]:
    """Everybody's assignments on some questions, made where they were not assigned and given back where taken back."""
    questions = [plan.questions[qid] for qid in qids]
    held = Assignment.objects.filter(question__in=questions, member__in=plan.members.values())
    found = {(row.question_id, row.member_id): row for row in held}
    if _give_back(plan, [row for row in found.values() if row.handed_over_at]):
        found = {(row.question_id, row.member_id): row for row in held.all()}
    missing = [
        (question, plan.people[plan.members[name]], by_machine)
        for question in questions
        for name, by_machine in plan.judging[question.qid]
        if (question.pk, plan.members[name]) not in found
    ]
    if not missing:
        return found
    people = ((question, member) for question, member, by_machine in missing if not by_machine)
    machines = (
        Assignment(question=question, member=member, stage=PROGRAMS.name)
        for question, member, by_machine in missing
        if by_machine
    )
    made = [*add_assignments(people), *Assignment.objects.bulk_create(machines)]
    Assignment.objects.filter(pk__in=[row.pk for row in made]).update(source=plan.source)
    return found | {(row.question_id, row.member_id): row for row in made}


def _give_back(plan: ImportPlan, rows: Iterable[Assignment]) -> int:
    """Let assignments count again that were set aside when an import was taken back; how many."""
    given = 0
    for row in rows:
        if row.source_id and row.handed_to_id is None and not row.only_votes:
            primary = row.primary and not other_primaries(row.question_id, row.pk).exists()
            Assignment.objects.filter(pk=row.pk).update(
                handed_over_at=None, primary=primary, source=plan.source
            )
            given += 1
    return given


def _error(part: ImportPart, entry: JudgmentEntry, stored: Judgment | None, answer_class: int | None) -> str:
    """Why a row is not stored: somebody judged, or handed over, since the file was checked."""
    judgment = entry.judgment
    before = _as_stored(stored) if stored else None
    if message := contradiction(before, judgment, answer_class):
        return message
    is_gone = part.assignment_of(entry).handed_over_at is not None
    return gone(judgment) if is_gone and not (before and repeats(before, judgment, answer_class)) else ""


def _as_stored(row: Judgment) -> StoredJudgment:
    has_account = row.member.account_id is not None
    return StoredJudgment(row.grade, row.note, row.answer_class_id, row.kind, has_account)


def _row(part: ImportPart, entry: JudgmentEntry, answer_class: int | None) -> JudgmentRow:
    assignment, judgment = part.assignment_of(entry), entry.judgment
    row = said_in(
        judgment,
        parse_time(judgment.judged_at),
        item=part.plan.items[entry.key],
        member=assignment.member_id,
        assignment=assignment.pk,
    )
    return answer_class, (*row, part.plan.source.pk)


def _rewritten(part: ImportPart, row: Judgment, entry: JudgmentEntry, names: ClassNames) -> Rewritten:
    """What is stored as it becomes, and the former state for the history."""
    judgment, plan = entry.judgment, part.plan
    key, before, held = str(row.item_id), whole_record_of(row), row.answer_class_id
    after = before | {
        "grade": judgment.grade,
        "note": judgment.note,
        "later": False,
        "judged_at": parse_time(judgment.judged_at).isoformat(),
        "guidelines_id": None,
        "changes": row.changes + 1,
        "kind": judgment.kind,
        "version": judgment.version,
        "source_id": plan.source.pk,
    }
    answer_class = part.class_of(judgment) or held
    moved = [{"classes": {key: names.uid(one)}} for one in (held, answer_class)]
    was, becomes = moved if answer_class != held else ({}, {})
    become(row, after, answer_class)
    change = Change(
        question=plan.questions[judgment.item.qid],
        assignment_id=row.assignment_id,
        item_id=row.item_id,
        kind=ChangeKind.GRADE,
        client_id=uuid4(),
        label=label_of({"grade": judgment.grade}),
        before={NAME: {key: before}, **was},
        after={NAME: {key: after}, **becomes},
        made_by=plan.by,
        source=plan.source,
    )
    return Rewritten(row, change)


def _take_back_none_found(part: ImportPart) -> None:
    """Take back that somebody found no answer where the file says otherwise by now, and note it for the undo."""
    source, taken = part.plan.source, list[int]()
    questions = {question.pk: question for question in part.plan.questions.values()}
    for assignment in part.assignments.values():
        scale = questions[assignment.question_id].kind.scale if assignment.no_answer_found else None
        if scale and assignment.judgments.filter(in_pool("item"), grade__in=scale.correct).exists():
            taken.append(assignment.pk)
    if taken:
        Assignment.objects.filter(pk__in=taken).update(no_answer_found=False)
        source.report[NONE_FOUND] = [*source.report.get(NONE_FOUND, ()), *taken]
        source.save(update_fields=["report"])
