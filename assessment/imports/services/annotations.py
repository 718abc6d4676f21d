"""Annotations that come as a file in the corpus's layout: all are stored, or none and every problem is listed.

One job reads and checks the whole file and keeps what it understood; another stores that some hundred rows at a time,
each part in a short transaction of its own. Whoever goes on after a kill goes on behind the last part; an import that
is cancelled, or fails, is taken back by a third.
"""

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import IntegrityError

from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.models.imports import ANNOTATIONS
from assessment.campaigns.selectors.imports import said_again, same_before
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.imports import note_made, pack, record_making, sha256_of
from assessment.campaigns.services.intakes import Progress
from assessment.imports.selectors import at_work
from assessment.imports.services.annotation_files import as_it_came, checked_entries, put_aside, write_checked
from assessment.imports.services.annotation_review import annotated_questions, review
from assessment.imports.services.annotation_storing import AnnotationPlan, store_part
from assessment.imports.services.files import already_there, newcomers_said, not_stored, wait_for_others
from assessment.imports.services.review import Review, refuse_unknown
from assessment.jobs.services.handle import JobHandle
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Member
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from documents.steps import Pace
from scoring.formats.problems import Problems

ROWS = 300  # of a part at most


def check_file(campaign: Campaign, path: Path, progress: Progress) -> Review:
    """Keep what was understood of a file in its place, and say what it would do. Raises FileRefused."""
    refuse_not_annotated(campaign)
    problems = Problems(path.name)
    checked = write_checked(campaign, path, progress, problems)
    result = review(campaign, checked_entries(checked), problems)
    # Only now: another attempt must find the whole file, and not what was right in it.
    put_aside(path)
    checked.replace(path)
    return result


def store_file(handle: JobHandle, path: Path, newcomers: bool) -> str:
    """Do the job: compare a checked file with the campaign once more, then store it, or go on behind the last part."""
    while not handle.checkpoint:
        wait_for_others(handle)
        handle.progress(0, 0, say("Comparing with the campaign"))
        result = review(handle.campaign, checked_entries(path), Problems(path.name))
        if not newcomers:
            refuse_unknown(path.name, result.people, of_annotations=True)
        if not result.added:
            return _nothing_new(handle.campaign, path, result)
        _begin(handle, path, result)
    if "sentence" not in handle.checkpoint:
        plan = _plan(handle)
        _store(handle, plan, path)
        _finish(handle, plan)
    return str(handle.checkpoint["sentence"])


def _nothing_new(campaign: Campaign, path: Path, result: Review) -> str:
    """What is said of a file all of which is there already: no import is made of it."""
    packed = pack(SourceFile(path.name, path=as_it_came(path)))
    before = same_before(campaign, ANNOTATIONS, sha256_of(packed))
    return sentence_of(result.as_data() | {"skipped": 0}) + said_again(before, is_new=False)


def refuse_not_annotated(campaign: Campaign) -> None:
    """Refuse annotations where nobody marks places on pages."""
    if not campaign.track.marks_places:
        raise Refused(
            say("Nobody annotates pages in {campaign}. Nothing was stored.", campaign=campaign.slug),
            "not_annotated",
            say("Import judgments there."),
        )


def _begin(handle: JobHandle, path: Path, result: Review) -> None:
    """Note that the import is being stored, with the people it brings; nothing where another one was faster."""
    counts = dict.fromkeys(("rows", "added", "changed", "unchanged", "skipped"), 0)
    checkpoint: dict[str, Any] = {**counts, "of": result.rows, "skips": []}
    packed = pack(SourceFile(path.name, path=as_it_came(path)))
    try:
        with handle.step(checkpoint):
            refuse_released(lock_assignments(handle.campaign), "annotations")
            source = record_making(
                campaign=handle.campaign,
                kind=ANNOTATIONS,
                files=packed,
                by=handle.by,
                job=handle.job,
                report=result.as_data(),
            )
            for person in result.unknown:
                ensure_member(campaign=handle.campaign, name=person.name, roles=(), by=handle.by)
            checkpoint["import"] = source.pk
    except IntegrityError:
        if at_work(handle.campaign) is None:
            raise


def _plan(handle: JobHandle) -> AnnotationPlan:
    source = FileImport.objects.get(pk=handle.checkpoint["import"])
    names = [person["name"] for person in source.report["people"]]
    people = Member.objects.filter(campaign=handle.campaign, name__in=names)
    members = dict(people.values_list("name", "pk"))
    return AnnotationPlan(source, annotated_questions(handle.campaign), members, handle.by)


def _store(handle: JobHandle, plan: AnnotationPlan, path: Path) -> None:
    pace, total = Pace(ROWS, most=ROWS), handle.checkpoint["of"]
    left = islice(checked_entries(path), handle.checkpoint["rows"], None)
    while some := list(islice(left, pace.rows)):
        handle.progress(handle.checkpoint["rows"], total, say("Storing annotations"))
        tally = {**handle.checkpoint, "skips": [*handle.checkpoint["skips"]]}
        with handle.step(tally), pace.timed():
            lock_assignments(handle.campaign)
            store_part(plan, some, tally)
            tally["rows"] += len(some)
    handle.progress(total, total, say("Storing annotations"))


def _finish(handle: JobHandle, plan: AnnotationPlan) -> None:
    checkpoint = {**handle.checkpoint}
    with handle.step(checkpoint):
        source = FileImport.objects.select_for_update(no_key=True).get(pk=plan.source.pk)
        counts = {name: checkpoint[name] for name in ("added", "unchanged", "skipped")}
        report = counts | {"skips": checkpoint["skips"]}
        earlier = same_before(handle.campaign, ANNOTATIONS, source.sha256)
        said = said_again(earlier, is_new=bool(counts["added"]))
        checkpoint["sentence"] = sentence_of(source.report | report) + said
        note_made(source=source, sentence=checkpoint["sentence"], report=report)
        record_event(
            by=handle.by,
            campaign=handle.campaign,
            verb="annotations:imported",
            subject=source.file,
            number=source.number,
            **counts,
        )


def sentence_of(report: Mapping[str, Any]) -> str:
    """What an import did."""
    parts = [say_n("Stored {n} annotation.", "Stored {n} annotations.", report["added"])]
    if report["unchanged"]:
        parts.append(already_there(report["unchanged"]))
    if report["skipped"]:
        parts.append(not_stored(report))
    return " ".join([*parts, held(report)])


def held(report: Mapping[str, Any]) -> str:
    """What a file holds."""
    people = report["people"]
    new = [person["name"] for person in people if not person["is_known"]]
    annotations = say_n("{n} annotation", "{n} annotations", report["rows"])
    examples = say_n("{n} example", "{n} examples", report["examples"])
    annotators = say_n("{n} annotator", "{n} annotators", len(people))
    holds = say(
        "The file holds {annotations} ({complete} complete) of {examples} by {annotators}.",
        annotations=annotations,
        complete=report["complete"],
        examples=examples,
        annotators=annotators,
    )
    return f"{holds} {newcomers_said(new)}" if new else holds
