"""Judgments that come as a file (judgments.csv): all are stored, or none and every problem is listed.

A job first reads and checks the whole file without locking anything; then it stores some hundred rows at a time, each
part in a short transaction of its own, so that assessors save beside it. Whoever goes on after a kill goes on behind
the last part; an import that is cancelled, or fails, is taken back by another job.
"""

import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import IntegrityError, connection

from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.models.imports import JUDGMENTS
from assessment.campaigns.selectors.imports import said_again, same_before
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.imports import note_made, pack, record_making, sha256_of
from assessment.campaigns.services.intakes import Progress, untold
from assessment.imports.selectors import at_work, half_stored
from assessment.imports.services.checks import Scene, scene_of
from assessment.imports.services.machines import note_machine, read_machine_entries, review_of
from assessment.imports.services.names import NamedPerson
from assessment.imports.services.reading import JudgmentEntry, in_order, read_entries
from assessment.imports.services.review import Review, refuse_unknown
from assessment.imports.services.storing import ImportPlan, judging_in, store_part
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Assignment
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.judgment_classes import spellings
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from documents.steps import Pace
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor
from scoring.rules import some_of

# Rows of a part, at least and at most: fewer take as long, since what they refer to is found and locked first.
ROWS, MOST = 300, 2_000
POLL_SECONDS = 0.5


class JudgmentsFile(NamedTuple):
    """A file of judgments, and how it is to be read."""

    file: str
    data: bytes
    machine: str = ""
    newcomers: bool = False  # whether names that the campaign does not know join it
    facts: MachineAssessor | None = None  # of the program whose table it is, in the layout of those
    replace: bool = True  # whether judgments that are stored become what it says
    columns: Mapping[str, str] = MappingProxyType({})  # ours -> the file's

    def problems(self) -> Problems:
        """What is wrong with it, to be filled."""
        return Problems(self.file, columns=self.columns)

    def entries(self, problems: Problems) -> list[JudgmentEntry]:
        """Its rows; what is wrong with them is noted."""
        if self.facts:
            return read_machine_entries(self.data, self.file, self.facts, problems)
        return read_entries(self.data, self.machine, problems)


def check_judgments(*, campaign: Campaign, table: JudgmentsFile, progress: Progress = untold) -> Review:
    """What such a file would do; nothing is stored. Raises what its import would raise."""
    problems = table.problems()
    entries = table.entries(problems)
    progress(0, len(entries), say("Comparing the rows with the pool"))
    found, _ = review_of(campaign, entries, problems, table.facts)
    if not table.newcomers:
        refuse_unknown(table.file, found.people)
    return found


def store_table(handle: JobHandle, table: JudgmentsFile) -> str:
    """Do the job: check the file, then store it part by part, or go on behind the last part that was kept."""
    problems = table.problems()
    if not handle.checkpoint:
        handle.progress(0, 0, say("Reading the table"))
    entries = table.entries(problems)
    scene = None
    while not handle.checkpoint:
        wait_for_others(handle)
        handle.progress(0, len(entries), say("Comparing the rows with the pool"))
        result, scene = review_of(handle.campaign, entries, problems, table.facts)
        if not table.newcomers:
            refuse_unknown(table.file, result.people)
        if not table.replace:
            refuse_changes(result.changed)
        if not changes_anything(handle.campaign, entries, result):
            return _nothing_new(handle.campaign, table, result)
        _begin(handle, table, result)
    if "sentence" not in handle.checkpoint:
        plan = _plan(handle, entries, scene or scene_of(handle.campaign, entries))
        _store(handle, plan, in_order(entries))
        _finish(handle, plan)
    return str(handle.checkpoint["sentence"])


def refuse_changes(changed: int) -> None:
    """Refuse a file that says something else than what is stored, since nobody said that this is meant."""
    if changed:
        raise Refused(
            say_n(
                "{n} judgment of the file is another one than what is stored. Nothing was stored.",
                "{n} judgments of the file are others than what is stored. Nothing was stored.",
                changed,
            ),
            "judgments_would_change",
            say("If the file is right, import it again with --replace, or with replace in the API."),
        )


def changes_anything(campaign: Campaign, entries: Sequence[JudgmentEntry], result: Review) -> bool:
    """Whether a checked file would do anything: a new grade, another one, or work that counts again."""
    if result.added or result.changed:
        return True
    judged = {(entry.judgment.item.qid, entry.judgment.assessor) for entry in entries}
    gone = Assignment.objects.given_back_by_files().filter(question__campaign=campaign)
    return any(pair in judged for pair in gone.values_list("question__qid", "member__name"))


def _nothing_new(campaign: Campaign, table: JudgmentsFile, result: Review) -> str:
    """What is said of a file all of which is there already: no import is made of it."""
    before = same_before(campaign, JUDGMENTS, sha256_of(pack(SourceFile(table.file, table.data))))
    report = result.as_data() | {"skipped": 0, "skips": []}
    again = said_again(before, is_new=False)
    nothing = say("Nothing changed, so no import was made.")
    return f"{sentence_of(report)}{again} {nothing}"


def wait_for_others(handle: JobHandle) -> None:
    """Wait until no other job changes the campaign's judgments; one that lost its worker is done here."""
    while busy := at_work(handle.campaign):
        if busy.job is None or not busy.job.is_active:
            raise half_stored(busy)
        if busy.job.pk == handle.job.pk:
            return
        handle.progress(0, 0, say("Waiting for job {job}: {work}", job=str(busy.job.pk), work=busy.what))
        if not run_job(busy.job.pk, heartbeat=not connection.in_atomic_block):
            time.sleep(POLL_SECONDS)


def _begin(handle: JobHandle, table: JudgmentsFile, result: Review) -> None:
    """Note that the import is being stored, with the people it brings; nothing where another one was faster."""
    checkpoint: dict[str, Any] = {
        "rows": 0,
        "added": 0,
        "changed": 0,
        "unchanged": 0,
        "skipped": 0,
        "skips": [],
    }
    packed = pack(SourceFile(table.file, table.data, columns=table.columns))
    try:
        with handle.step(checkpoint):
            refuse_released(lock_assignments(handle.campaign), "judgments")
            source = record_making(
                campaign=handle.campaign,
                kind=JUDGMENTS,
                files=packed,
                by=handle.by,
                job=handle.job,
                report=result.as_data() | {"machine": table.machine},
            )
            for person in result.unknown:
                ensure_member(campaign=handle.campaign, name=person.name, roles=(), by=handle.by)
            if table.facts:
                note_machine(handle.campaign, table.facts, handle.by)
            checkpoint["import"] = source.pk
    except IntegrityError:
        if at_work(handle.campaign) is None:
            raise


def _plan(handle: JobHandle, entries: Sequence[JudgmentEntry], scene: Scene) -> ImportPlan:
    names = {entry.judgment.assessor for entry in entries}
    people = {it.pk: it for it in Member.objects.filter(campaign=handle.campaign, name__in=names)}
    return ImportPlan(
        source=FileImport.objects.get(pk=handle.checkpoint["import"]),
        campaign=handle.campaign,
        questions=scene.questions,
        items=scene.items,
        members={member.name: pk for pk, member in people.items()},
        people=people,
        judging=judging_in(entries),
        spellings=spellings(entry.judgment for entry in entries),
        by=handle.by,
    )


def even_pace() -> Pace:
    """The pace of work that takes as long for each row however many there are in a step."""
    return Pace(ROWS, most=ROWS)


def _store(handle: JobHandle, plan: ImportPlan, entries: Sequence[JudgmentEntry]) -> None:
    pace = Pace(ROWS, MOST, fewest=ROWS)
    while (start := handle.checkpoint["rows"]) < len(entries):
        handle.progress(start, len(entries), say("Storing judgments"))
        tally = {**handle.checkpoint, "skips": [*handle.checkpoint["skips"]]}
        with handle.step(tally), pace.timed():
            lock_assignments(plan.campaign)
            store_part(plan, entries[start : start + pace.rows], tally)
            tally["rows"] = min(start + pace.rows, len(entries))
    handle.progress(len(entries), len(entries), say("Storing judgments"))


def _finish(handle: JobHandle, plan: ImportPlan) -> None:
    checkpoint = {**handle.checkpoint}
    with handle.step(checkpoint):
        source = FileImport.objects.select_for_update(no_key=True).get(pk=plan.source.pk)
        counts = {name: checkpoint[name] for name in ("added", "changed", "unchanged", "skipped", "skips")}
        is_new = bool(counts["added"] or counts["changed"])
        earlier = same_before(handle.campaign, JUDGMENTS, source.sha256)
        checkpoint["sentence"] = sentence_of(source.report | counts) + said_again(earlier, is_new=is_new)
        note_made(source=source, sentence=checkpoint["sentence"], report=counts)
        record_event(
            by=handle.by,
            campaign=handle.campaign,
            verb="judgments:imported",
            subject=source.file,
            machine=source.report["machine"],
            number=source.number,
            **{name: counts[name] for name in ("added", "changed", "unchanged", "skipped")},
        )


def sentence_of(report: Mapping[str, Any]) -> str:
    """What an import did: judgments, people, and answer classes."""
    people = [NamedPerson(**person) for person in report["people"]]
    parts = [_stored(report["added"], len(people))]
    if report["changed"]:
        parts.append(say_n("{n} were changed.", "{n} were changed.", report["changed"]))
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
    return say_n("{n} were there already.", "{n} were there already.", number)


def not_stored(report: Mapping[str, Any]) -> str:
    """How many rows were left out, and why the first of them were."""
    reasons = "; ".join(
        say("line {line}: {reason}", line=str(line), reason=reason) for line, reason in report["skips"][:3]
    )
    return say_n(
        "{n} were not stored, because of changes meanwhile ({reasons})",
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
