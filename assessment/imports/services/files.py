"""Judgments that come as a file (judgments.csv): all are stored, or none and every problem is listed."""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from django.db import connection

from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.models.imports import ANNOTATIONS, JUDGMENTS
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import table_example
from assessment.campaigns.services.intakes import Sent, Taken
from assessment.imports.selectors import IMPORT, at_work, half_stored, is_at_work
from assessment.imports.services.brought import (
    Brought,
    missed_said,
    notes_on,
    read_brought_table,
    refuse_unclear,
)
from assessment.imports.services.checks import Scene, scene_of
from assessment.imports.services.machines import (
    facts_of,
    machine_columns,
    note_machine,
    read_machine_entries,
    review_of,
)
from assessment.imports.services.placed import Placed, placed
from assessment.imports.services.reading import JudgmentEntry, in_order
from assessment.imports.services.review import Review, people_of, refuse_unknown
from assessment.imports.services.storing import ImportPlan, judging_in, store_part
from assessment.imports.services.words import sentence_of
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Assignment
from assessment.judging.selectors.example_rows import SOMEBODY, graded
from assessment.judging.services.file_steps import CrossedError, FileInSteps, Row
from assessment.judging.services.judgment_classes import spellings
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from documents.steps import Pace
from scoring.formats.columns import Columns, judged_columns

CHECKED_AT_ONCE = 4 * 1024 * 1024  # bytes: some 40,000 judgments
# Rows of a part, at least and at most: fewer take as long, since what they refer to is found and locked first.
ROWS, MOST = 300, 2_000
POLL_SECONDS = 0.5


class FileOfJudgments(FileInSteps[Row, Review]):
    """A file that becomes judgments: one at a time in a campaign."""

    def __init__(self, sent: Sent) -> None:
        super().__init__(sent)
        self.newcomers = sent.newcomers  # whether names that the campaign does not know join it

    def said(self) -> dict[str, Any]:
        return {"newcomers": self.newcomers}

    def refuse(self, review: Mapping[str, Any]) -> None:
        if not self.newcomers:
            refuse_unknown(self.file.name, people_of(review), of_annotations=self.kind == ANNOTATIONS)

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
    job, page, manual = IMPORT, "judging:judgments", "bundle#judgments-and-decisions-alone"
    options = frozenset({"machine", "newcomers", "replace", "facts"})
    checked_at_once = CHECKED_AT_ONCE

    plan: ImportPlan
    scene: Scene | None = None
    brought: Brought | None = None  # of a table that no program of its own layout sent

    def __init__(self, sent: Sent) -> None:
        super().__init__(sent)
        # Of the program whose table it is, which joins with its own.
        self.facts = facts_of(sent.facts) if sent.facts else None
        self.newcomers = self.newcomers or self.facts is not None
        self.machine = self.facts.version if self.facts else sent.machine
        self.problems, self.details = self.file.problems(), {"machine": self.machine}

    @classmethod
    def example(cls, campaign: Campaign) -> SourceFile:
        """Grades of somebody for answers of the pool."""
        rows = [{**row, "assessor": SOMEBODY, "grade": grade} for row, grade in graded(campaign)]
        return table_example("judgments.csv", rows)

    @classmethod
    def columns(cls, sent: Sent) -> Columns:
        track = sent.campaign.track
        if sent.facts:
            return machine_columns(documents=track.documents)
        return judged_columns(documents=track.documents, answers=track.answers)

    def looked_at(self) -> Taken:
        found = self.check()
        return Taken(found.sentence, review=found.as_data() | {"notes": list(found.warnings)})

    def said(self) -> dict[str, Any]:
        facts = {"facts": self.facts._asdict()} if self.facts else {}
        return {**super().said(), "machine": self.machine, "replace": self.sent.replace, **facts}

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

    def refuse(self, review: Mapping[str, Any]) -> None:
        super().refuse(review)
        if not self.sent.replace:
            refuse_changes(review["changed"])

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


JudgmentsFile.register()
