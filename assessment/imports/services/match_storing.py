"""Matches of a program stored as one import: all of them or none, kept with what was there before, so that it is undone."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.selectors.imports import said_again, same_before
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.imports import (
    pack,
    record_import,
    register_import_kind,
    sha256_of,
    undo_by_trace,
)
from assessment.campaigns.services.locks import lock_campaign
from assessment.imports.services.machine_matches import (
    MatchRow,
    MatchScene,
    check_matches,
    match_scene,
    unread_by,
)
from assessment.imports.services.machines import (
    forget_machines,
    leave_questions,
    note_machine,
    refuse_other,
    tie_to_questions,
)
from assessment.judging.models import NuggetMatch, Reading
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, say_n, sentence
from documents.bulk import insert_rows
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor

KIND = "machine-matches"
Said = tuple[str, str, frozenset[int]]  # checksum of the list, note, nuggets


class MatchReview(NamedTuple):
    """What a table of matches would do, or did."""

    answers: int
    matches: int
    added: int  # answers of which the program had said nothing
    changed: int
    unchanged: int
    warnings: Sequence[str]

    @property
    def holds(self) -> str:
        """What the table has."""
        return say_n(
            "{n} answer with {matches} matches.",
            "{n} answers with {matches} matches.",
            self.answers,
            matches=self.matches,
        )

    @property
    def sentence(self) -> str:
        """What would be stored, of a table that is only checked."""
        return say_n(
            "{n} answer would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            "{n} answers would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            self.added,
            changed=self.changed,
            unchanged=self.unchanged,
        )

    @property
    def done(self) -> str:
        """What was stored."""
        return say_n(
            "Stored what it found in {n} answer: {matches} matches; {changed} changed, {unchanged} the same as before.",
            "Stored what it found in {n} answers: {matches} matches; {changed} changed, {unchanged} the same as before.",
            self.answers,
            matches=self.matches,
            changed=self.changed,
            unchanged=self.unchanged,
        )


class Stored(NamedTuple):
    """What an import did, and its number where it changed anything."""

    sentence: str
    number: int | None
    review: MatchReview


class _Plan(NamedTuple):
    """What is to be stored, by pool item."""

    scene: MatchScene
    wanted: Mapping[int, Said]
    stored: Mapping[int, Said]
    review: MatchReview


def review_matches(
    campaign: Campaign, facts: MachineAssessor, rows: Sequence[MatchRow], problems: Problems
) -> MatchReview:
    """What a program's matches would do. Raises FileRefused with everything that is wrong, and Refused."""
    return _plan(campaign, facts, rows, problems).review


def store_matches(
    *,
    campaign: Campaign,
    facts: MachineAssessor,
    rows: Sequence[MatchRow],
    problems: Problems,
    file: SourceFile,
    by: Account | None,
) -> Stored:
    """Store a program's matches, all or none. Raises FileRefused with everything that is wrong, and Refused."""
    _plan(campaign, facts, rows, problems)  # says what is wrong before anybody has to wait for the lock
    kept = pack(file)
    with transaction.atomic():
        lock_campaign(campaign)
        refuse_released(campaign, "nugget marks and votes")
        plan = _plan(campaign, facts, rows, problems)
        member = ensure_member(campaign=campaign, name=facts.assessor, roles=(), by=by)
        note_machine(campaign, facts, None, by)
        watch = Watch(
            _readings(plan.scene).filter(assignment__member=member),
            _matches(plan.scene).filter(member=member),
        )
        tie_to_questions(member, plan.scene.questions.values())
        _write(member, plan)
        trace = watch.trace()
        again = said_again(same_before(campaign, KIND, sha256_of(kept)), is_new=not trace.is_empty)
        done = " ".join([f"{facts.assessor}: {plan.review.done}{again}", *plan.review.warnings])
        counts = plan.review._asdict()
        row = record_import(
            campaign=campaign,
            kind=KIND,
            files=kept,
            by=by,
            sentence=done,
            counts=_numbers(counts),
            trace=trace,
        )
        record_event(by=by, campaign=campaign, verb="machine:matched", subject=file.name, **_numbers(counts))
    return Stored(done, row.number if row else None, plan.review)


def _numbers(counts: Mapping[str, Any]) -> dict[str, int]:
    return {name: value for name, value in counts.items() if isinstance(value, int)}


def _plan(campaign: Campaign, facts: MachineAssessor, rows: Sequence[MatchRow], problems: Problems) -> _Plan:
    refuse_other(campaign, facts)
    scene = match_scene(campaign, {row.item.qid for row in rows})
    found = Problems(problems.file)
    found.extend(problems.listed())
    check_matches(rows, scene, found)
    if found:
        raise FileRefused(
            say("No match was stored."), found.listed(), say("Correct what is listed, and send all again.")
        )
    wanted = {
        scene.items[row.item.key]: (scene.listed[row.item.qid], row.note, _nuggets(scene, row))
        for row in rows
    }
    stored = _stored(campaign, facts.assessor, scene)
    changed = [item for item, said in wanted.items() if item in stored and stored[item] != said]
    unchanged = sum(stored.get(item) == said for item, said in wanted.items())
    review = MatchReview(
        answers=len(wanted),
        matches=sum(len(nuggets) for *_, nuggets in wanted.values()),
        added=len(wanted) - len(changed) - unchanged,
        changed=len(changed),
        unchanged=unchanged,
        warnings=unread_by(campaign, facts.assessor, rows),
    )
    return _Plan(scene, wanted, stored, review)


def _nuggets(scene: MatchScene, row: MatchRow) -> frozenset[int]:
    return frozenset(scene.nuggets[row.item.qid][name] for name in row.nuggets)


def _stored(campaign: Campaign, assessor: str, scene: MatchScene) -> dict[int, Said]:
    """What the program said of the questions' answers before."""
    rows = _readings(scene).filter(assignment__member__campaign=campaign, assignment__member__name=assessor)
    found = defaultdict[int, list[int]](list)
    matches = _matches(scene).filter(member__campaign=campaign, member__name=assessor)
    for item, nugget in matches.values_list("item_id", "nugget_id"):
        found[item].append(nugget)
    return {
        item: (listed, note, frozenset(found[item]))
        for item, listed, note in rows.values_list("item_id", "listed", "note")
    }


def _readings(scene: MatchScene) -> "QuerySet[Reading]":
    return Reading.programs.filter(item__question__in=[question.pk for question in scene.questions.values()])


def _matches(scene: MatchScene) -> "QuerySet[NuggetMatch]":
    return NuggetMatch.programs.filter(
        item__question__in=[question.pk for question in scene.questions.values()]
    )


def _write(member: Member, plan: _Plan) -> None:
    """Store what differs: readings with their checksum and note, and matches, of the assignments that tie the program."""
    tied = member.assignments.filter(question__in=plan.scene.questions.values())
    assignments = dict(tied.values_list("question__pool_items", "pk").iterator())
    new = sorted(plan.wanted.keys() - plan.stored.keys())
    insert_rows(
        Reading,
        ("assignment_id", "item_id", "listed", "note", "by_program"),
        [(assignments[item], item, *plan.wanted[item][:2], True) for item in new],
    )
    added = [(item, nugget) for item in new for nugget in sorted(plan.wanted[item][2])]
    own = NuggetMatch.programs.filter(member=member)
    for item in sorted(plan.wanted.keys() & plan.stored.keys()):
        listed, note, nuggets = plan.wanted[item]
        before = plan.stored[item]
        if before[:2] != (listed, note):
            read = Reading.programs.filter(assignment=assignments[item], item=item)
            read.update(listed=listed, note=note)
        if gone := before[2] - nuggets:
            own.filter(item=item, nugget__in=gone).delete()
        added += [(item, nugget) for nugget in sorted(nuggets - before[2])]
    insert_rows(
        NuggetMatch,
        ("item_id", "nugget_id", "member_id", "by_program"),
        [(item, nugget, member.pk, True) for item, nugget in added],
    )


def _undo(source: FileImport, by: Account | None) -> str:
    """Put back what was there before; a program of which nothing is left is forgotten."""
    outcome = undo_by_trace(source, by)
    leave_questions(source.campaign)
    forget_machines(source.campaign)
    return outcome


register_import_kind(KIND, sentence("Nugget matches of a program"), undo=_undo)
