"""Nugget drafts of a program stored as one import: all of them or none, kept with what was there before, to be undone."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.campaigns.selectors.imports import said_again, same_before, trace_of
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.imports import (
    dependents_by_trace,
    pack,
    record_import,
    register_import_kind,
    sha256_of,
    undo_by_trace,
)
from assessment.campaigns.services.locks import lock_campaign
from assessment.imports.services.drafts import DraftRow, check_drafts, questions_of, undrafted_by
from assessment.imports.services.machines import (
    forget_machines,
    leave_questions,
    note_machine,
    refuse_other,
    tie_to_questions,
)
from assessment.judging.models import DraftedNugget
from assessment.judging.selectors.post_editing import drafts_in_view
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from documents.bulk import insert_rows
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor
from scoring.rules import some_of

KIND = "machine-nuggets"
FIELDS = ("position", "text", "importance", "docid", "note")
Draft = list[tuple[Any, ...]]  # the nuggets of one question, by FIELDS


class DraftReview(NamedTuple):
    """What a table of drafts would do, or did. Drafts are counted by questions."""

    questions: int
    nuggets: int
    added: int  # questions for which the program had drafted nothing
    changed: int
    unchanged: int
    warnings: Sequence[str]

    @property
    def holds(self) -> str:
        """What the table has."""
        return say_n(
            "Drafts for {n} question with {nuggets} nuggets.",
            "Drafts for {n} questions with {nuggets} nuggets.",
            self.questions,
            nuggets=self.nuggets,
        )

    @property
    def sentence(self) -> str:
        """What would be stored, of a table that is only checked."""
        return say_n(
            "{n} draft would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            "{n} drafts would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            self.added,
            changed=self.changed,
            unchanged=self.unchanged,
        )

    @property
    def done(self) -> str:
        """What was stored."""
        return say_n(
            "Stored drafts for {n} question: {nuggets} nuggets; {changed} changed, {unchanged} the same as before.",
            "Stored drafts for {n} questions: {nuggets} nuggets; {changed} changed, {unchanged} the same as before.",
            self.questions,
            nuggets=self.nuggets,
            changed=self.changed,
            unchanged=self.unchanged,
        )


class StoredDrafts(NamedTuple):
    """What an import did, and its number where it changed anything."""

    sentence: str
    number: int | None
    review: DraftReview


class _Plan(NamedTuple):
    """What is to be stored, by question."""

    questions: Mapping[str, Question]
    wanted: Mapping[str, Draft]
    stored: Mapping[str, Draft]
    review: DraftReview

    @property
    def differing(self) -> list[str]:
        """The questions whose draft is to be another."""
        return [qid for qid, draft in self.wanted.items() if self.stored.get(qid) != draft]


def review_drafts(
    campaign: Campaign, facts: MachineAssessor, rows: Sequence[DraftRow], problems: Problems
) -> DraftReview:
    """What a program's drafts would do. Raises FileRefused with everything that is wrong, and Refused."""
    return _plan(campaign, facts, rows, problems).review


def store_drafts(
    *,
    campaign: Campaign,
    facts: MachineAssessor,
    rows: Sequence[DraftRow],
    problems: Problems,
    file: SourceFile,
    by: Account | None,
) -> StoredDrafts:
    """Store a program's drafts, all or none. Raises FileRefused with everything that is wrong, and Refused."""
    _plan(campaign, facts, rows, problems)  # says what is wrong before anybody has to wait for the lock
    kept = pack(file)
    with transaction.atomic():
        lock_campaign(campaign)
        refuse_released(campaign, "nugget drafts")
        plan = _plan(campaign, facts, rows, problems)
        member = ensure_member(campaign=campaign, name=facts.assessor, roles=(), by=by)
        note_machine(campaign, facts, None, by)
        watch = Watch(DraftedNugget.objects.filter(member=member, question__in=plan.questions.values()))
        tie_to_questions(member, plan.questions.values())
        _write(member.pk, plan)
        trace = watch.trace()
        again = said_again(same_before(campaign, KIND, sha256_of(kept)), is_new=not trace.is_empty)
        done = " ".join([f"{facts.assessor}: {plan.review.done}{again}", *plan.review.warnings])
        counts = {name: value for name, value in plan.review._asdict().items() if isinstance(value, int)}
        row = record_import(
            campaign=campaign, kind=KIND, files=kept, by=by, sentence=done, counts=counts, trace=trace
        )
        record_event(by=by, campaign=campaign, verb="machine:drafted", subject=file.name, **counts)
    return StoredDrafts(done, row.number if row else None, plan.review)


def _plan(campaign: Campaign, facts: MachineAssessor, rows: Sequence[DraftRow], problems: Problems) -> _Plan:
    refuse_other(campaign, facts)
    questions = questions_of(campaign, rows)
    found = Problems(problems.file)
    found.extend(problems.listed())
    check_drafts(rows, questions, found)
    if found:
        raise FileRefused(
            say("No draft was stored."), found.listed(), say("Correct what is listed, and send all again.")
        )
    wanted: dict[str, Draft] = {}
    for row in rows:
        draft = wanted.setdefault(row.qid, [])
        draft.append((len(draft) + 1, row.text, row.importance, row.docid, row.note))
    stored = _stored(campaign, facts.assessor, questions)
    _refuse_in_view(campaign, facts, [questions[qid].pk for qid in wanted if stored.get(qid) != wanted[qid]])
    unchanged = sum(stored.get(qid) == draft for qid, draft in wanted.items())
    added = len(wanted.keys() - stored.keys())
    warnings = undrafted_by(campaign, facts.assessor, rows)
    changed = len(wanted) - added - unchanged
    review = DraftReview(len(wanted), len(rows), added, changed, unchanged, warnings)
    return _Plan(questions, wanted, stored, review)


def _stored(campaign: Campaign, assessor: str, questions: Mapping[str, Question]) -> dict[str, Draft]:
    """What the program drafted for the questions before."""
    rows = DraftedNugget.objects.filter(
        member__campaign=campaign, member__name=assessor, question__in=questions.values()
    )
    found: dict[str, Draft] = {}
    for qid, *values in rows.order_by("question", "position").values_list("question__qid", *FIELDS):
        found.setdefault(qid, []).append(tuple(values))
    return found


def _refuse_in_view(campaign: Campaign, facts: MachineAssessor, questions: Sequence[int]) -> None:
    """What somebody is shown stays as it was when the question was assigned."""
    machine = Member.objects.filter(campaign=campaign, name=facts.assessor).first()
    if machine and (qids := drafts_in_view(machine, questions)):
        raise Refused(
            say(
                "People write the nuggets of {questions} with the drafts of {name} in view. No draft was stored.",
                questions=some_of(sorted(qids)),
                name=machine.name,
            ),
            "draft_in_view",
            say("Leave these questions out, or give the program another version."),
        )


def _write(member: int, plan: _Plan) -> None:
    differing = plan.differing
    replaced = [plan.questions[qid].pk for qid in differing if qid in plan.stored]
    DraftedNugget.objects.filter(member=member, question__in=replaced).delete()
    new = (
        (*DraftedNugget.own(member, plan.questions[qid].pk, place), *said)
        for qid in differing
        for place, *said in plan.wanted[qid]
    )
    insert_rows(DraftedNugget, (*DraftedNugget.OWN, *FIELDS[1:]), new)


def _undo(source: FileImport, by: Account | None) -> str:
    """Put back what was drafted before; a program of which nothing is left is forgotten."""
    outcome = undo_by_trace(source, by)
    leave_questions(source.campaign)
    forget_machines(source.campaign)
    return outcome


def _dependents(source: FileImport) -> list[str]:
    """What stands on an import: nuggets made of it, and people who write with it in view."""
    made = {pk for table in trace_of(source).tables for pk in table.made}
    if not made:
        return []
    rows = DraftedNugget.objects.filter(pk__gte=min(made), pk__lte=max(made))
    drafted = {
        (member, question)
        for pk, member, question in rows.values_list("pk", "member", "question")
        if pk in made
    }
    machines = Member.objects.in_bulk({member for member, _ in drafted})
    qids = {
        qid
        for pk, machine in machines.items()
        for qid in drafts_in_view(machine, [question for member, question in drafted if member == pk])
    }
    seen = say_n(
        "{n} question is written with it in view.", "{n} questions are written with it in view.", len(qids)
    )
    return [*dependents_by_trace(source), *([seen] if qids else [])]


register_import_kind(KIND, sentence("Nugget drafts of a program"), undo=_undo, dependents=_dependents)
