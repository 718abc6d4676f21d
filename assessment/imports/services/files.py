"""Judgments that come as a file (judgments.csv): all are stored, or none and every problem is listed."""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from django.db import connection

from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.models.imports import JUDGMENTS
from assessment.campaigns.services import SourceFile
from assessment.imports.selectors import at_work, half_stored, is_at_work
from assessment.imports.services.brought import (
    Brought,
    missed_said,
    notes_on,
    read_brought_table,
    refuse_unclear,
)
from assessment.imports.services.checks import Scene, scene_of
from assessment.imports.services.machines import note_machine, read_machine_entries, review_of
from assessment.imports.services.names import NamedPerson
from assessment.imports.services.placed import Placed, placed
from assessment.imports.services.reading import JudgmentEntry, in_order
from assessment.imports.services.review import Review, refuse_unknown
from assessment.imports.services.storing import ImportPlan, judging_in, store_part
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Assignment
from assessment.judging.services.file_steps import CrossedError, FileInSteps, Row
from assessment.judging.services.judgment_classes import spellings
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from documents.steps import Pace
from scoring.records import MachineAssessor
from scoring.rules import some_of

# Rows of a part, at least and at most: fewer take as long, since what they refer to is found and locked first.
ROWS, MOST = 300, 2_000
POLL_SECONDS = 0.5


class FileOfJudgments(FileInSteps[Row, Review]):
    """A file that becomes judgments: one at a time in a campaign."""

    def wait(self) -> None:
        wait_for_others(self.handle)

    def refuse_crossing(self) -> None:
        if is_at_work(self.campaign):
            raise CrossedError

    def begin(self, found: Review) -> Mapping[str, Any]:
        for person in found.unknown:
            ensure_member(campaign=self.campaign, name=person.name, roles=(), by=self.handle.by)
        return {}


class JudgmentsFile(FileOfJudgments[JudgmentEntry]):
    """A table of judgments, and how it is to be read."""

    kind, verb, things = JUDGMENTS, "judgments:imported", "judgments"
    storing = sentence("judgments stored")
    news, there = ("added", "changed"), "unchanged"

    plan: ImportPlan
    scene: Scene | None = None
    brought: Brought | None = None  # of a table that no program of its own layout sent

    def __init__(
        self,
        campaign: Campaign,
        file: SourceFile,
        *,
        machine: str = "",
        newcomers: bool = False,  # whether names that the campaign does not know join it
        facts: MachineAssessor | None = None,  # of the program whose table it is, in the layout of those
        replace: bool = True,  # whether judgments that are stored become what it says
    ) -> None:
        super().__init__(campaign, file)
        self.machine, self.newcomers, self.facts, self.replace = machine, newcomers, facts, replace
        self.problems, self.details = file.problems(), {"machine": machine}

    @cached_property
    def entries(self) -> list[JudgmentEntry]:
        """Its rows; what is wrong with them is noted."""
        data = self.file.read().data
        if self.facts:
            documents = self.campaign.track.documents
            return read_machine_entries(data, self.facts, self.problems, documents=documents)
        self.brought = read_brought_table(data, self.campaign, self.machine, self.problems)
        return self.brought.entries

    @cached_property
    def placed(self) -> Placed | None:
        """What its rows say of the pool, where columns hold the grades of a person each: they may name other answers."""
        if not self.entries or self.brought is None or not self.brought.of_people:
            return None
        pool = PoolItem.objects.filter(question__campaign=self.campaign).order_by("pk")
        return placed(self.entries, pool.values_list("key", "question__qid", "answer").iterator())

    @cached_property
    def stored(self) -> list[JudgmentEntry]:
        """What is to be stored; all that it says where nothing of that is in the pool, which is then wrong with it."""
        return (self.placed and self.placed.of(self.entries)) or self.entries

    def check(self) -> Review:
        try:
            found, self.scene = review_of(self.campaign, self.stored, self.problems, self.facts)
        except FileRefused as error:
            raise refuse_unclear(error, self.brought, self.campaign) if self.brought else error from None
        return self._noted(found)

    def _noted(self, found: Review) -> Review:
        """The review, with what is to be said of a table that its program wrote in its own way."""
        if self.brought is None:
            return found
        missed = self.placed.missed(self.entries, self.brought.strangers) if self.placed else []
        notes = notes_on(self.brought, self.placed.alike if self.placed else 0)
        warnings = [*missed_said(missed), *notes, *found.warnings]
        return found._replace(warnings=warnings, missed=len(missed))

    def refuse(self, found: Review) -> None:
        if not self.newcomers:
            refuse_unknown(self.file.name, found.people)
        if not self.replace:
            refuse_changes(found.changed)

    def is_new(self, found: Review) -> bool:
        """Whether there is a new grade, another one, or work that counts again."""
        if found.added or found.changed:
            return True
        judged = {(entry.judgment.item.qid, entry.judgment.assessor) for entry in self.stored}
        gone = Assignment.objects.given_back_by_files().filter(question__campaign=self.campaign)
        return any(pair in judged for pair in gone.values_list("question__qid", "member__name"))

    def begin(self, found: Review) -> Mapping[str, Any]:
        more = super().begin(found)
        if self.facts:
            note_machine(self.campaign, self.facts, self.handle.by)
        return more

    def prepare(self) -> None:
        scene = self.scene or scene_of(self.campaign, self.stored)
        names = {entry.judgment.assessor for entry in self.stored}
        people = {it.pk: it for it in Member.objects.filter(campaign=self.campaign, name__in=names)}
        self.plan = ImportPlan(
            source=self.source,
            campaign=self.campaign,
            questions=scene.questions,
            items=scene.items,
            members={member.name: pk for pk, member in people.items()},
            people=people,
            judging=judging_in(self.stored),
            spellings=spellings(entry.judgment for entry in self.stored),
            by=self.handle.by,
        )

    def rows(self, start: int) -> Iterator[JudgmentEntry]:
        return islice(in_order(self.entries), start, None)

    def pace(self) -> Pace:
        return Pace(ROWS, MOST, fewest=ROWS)

    def total(self) -> int:
        return len(self.entries)

    def store_some(self, some: Sequence[JudgmentEntry], tally: dict[str, Any]) -> None:
        if self.placed:  # a row that says nothing of the pool has its place among them, too
            some = [entry for entry in self.placed.of(some) if entry.key in self.plan.items]
        lock_assignments(self.campaign)
        store_part(self.plan, some, tally)

    def sentence(self, report: Mapping[str, Any]) -> str:
        return sentence_of(report)


def refuse_changes(changed: int) -> None:
    """Refuse a file that says something else than what is stored, since nobody said that this is meant."""
    if changed:
        raise Refused(
            say_n(
                "{n} judgment in the file differs from the one stored. Nothing was stored.",
                "{n} judgments in the file differ from those stored. Nothing was stored.",
                changed,
            ),
            "judgments_would_change",
            say("If the file is right, import it again with --replace, or with replace in the API."),
        )


def wait_for_others(handle: JobHandle, left: FileImport | None = None) -> None:
    """Wait until no other job changes the campaign's judgments; one that lost its worker is done here.

    What is half done and in nobody's hands is refused, unless it is what was `left` to this job.
    """
    while busy := at_work(handle.campaign):
        if busy.job is None or not busy.job.is_active:
            if left and busy.source == left:
                return
            raise half_stored(busy)
        if busy.job.pk == handle.job.pk:
            return
        handle.progress(0, 0, say("Waiting for job {job}: {work}", job=str(busy.job.pk), work=busy.what))
        if not run_job(busy.job.pk, heartbeat=not connection.in_atomic_block):
            time.sleep(POLL_SECONDS)


def even_pace() -> Pace:
    """The pace of work that takes as long for each row however many there are in a step."""
    return Pace(ROWS, most=ROWS)


def sentence_of(report: Mapping[str, Any]) -> str:
    """What an import did: judgments, people, and answer classes."""
    people = [NamedPerson(**person) for person in report["people"]]
    parts = [_stored(report["added"], len(people))]
    if report["changed"]:
        parts.append(say_n("{n} was changed.", "{n} were changed.", report["changed"]))
    if report["unchanged"]:
        parts.append(already_there(report["unchanged"]))
    if report["skipped"]:
        parts.append(not_stored(report))
    if new := [person.name for person in people if not person.is_known]:
        parts.append(newcomers_said(new))
    return " ".join([*parts, *class_sentences(report)])


def _stored(judgments: int, assessors: int) -> str:
    if assessors == 1:
        return say_n(
            "Stored {n} judgment of {assessors} assessor.",
            "Stored {n} judgments of {assessors} assessor.",
            judgments,
            assessors=assessors,
        )
    return say_n(
        "Stored {n} judgment of {assessors} assessors.",
        "Stored {n} judgments of {assessors} assessors.",
        judgments,
        assessors=assessors,
    )


def already_there(number: int) -> str:
    """How many rows repeat what is stored."""
    return say_n("{n} was there already.", "{n} were there already.", number)


def not_stored(report: Mapping[str, Any]) -> str:
    """How many rows were left out, and why the first of them were."""
    reasons = "; ".join(
        say("line {line}: {reason}", line=str(line), reason=reason) for line, reason in report["skips"][:3]
    )
    return say_n(
        "{n} was not stored, because of changes meanwhile ({reasons})",
        "{n} were not stored, because of changes meanwhile ({reasons})",
        report["skipped"],
        reasons=reasons,
    )


def newcomers_said(names: list[str]) -> str:
    """Who joined the campaign with a file."""
    return say("New, without an account and given no work: {names}.", names=some_of(names))


def class_sentences(report: Mapping[str, Any]) -> list[str]:
    """Which names of answer classes were found by their label, which are new, and what may be a typing error."""
    joined = [f"{it['qid']} “{it['named']}” → {it['name']}" for it in report["joined"]]
    new = [f"{it['qid']} “{it['label']}” ({it['assessor']})" for it in report["new"]]
    sentences = []
    if joined:
        sentences.append(say("Answer classes found by label: {classes}.", classes=some_of(joined)))
    if new:
        sentences.append(say("New answer classes: {classes}.", classes=some_of(new)))
    return [*sentences, *report["warnings"][:3]]
