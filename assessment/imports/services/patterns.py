"""Answer patterns as a machine assessor: each pool item of the questions they cover gets a judgment under a name of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile

from assessment.campaigns.models import Campaign
from assessment.imports.services.files import Progress, import_judgments
from assessment.imports.services.reading import read_entries
from assessment.imports.services.review import Review, review
from assessment.imports.services.uploads import request_check
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_upload, read_once
from assessment.judging.selectors.patterns import judged_scales
from assessment.people.models import Account, Member
from assessment.shared.errors import FileRefused, Refused
from assessment.submissions.models import PoolItem
from assessment.submissions.services.rounds import refuse_unfinished
from scoring.formats import rows
from scoring.formats.problems import Problems
from scoring.formats.tables import write_table
from scoring.patterns import files
from scoring.patterns.judging import UNSUPPORTED, Verdict, judge
from scoring.patterns.matching import SECONDS, TooSlow
from scoring.records import Item, Judgment, Problem
from scoring.rules import some_of
from scoring.scales import Scale

NAME = "patterns"
JUDGE = "imports.judge_by_patterns"
FEW = 5  # warnings that stand in the sentence; the log has all
NOTHING = "No judgment was stored."
CORRECT_IT = "Correct the file and import it again."


class PatternsFile(NamedTuple):
    """A file of patterns, and how it judges."""

    file: str
    data: bytes
    version: str
    name: str = NAME  # of the machine assessor
    documents: bool | None = None  # whether its lines name documents; None: see
    ignore_case: bool = False


class Judged(NamedTuple):
    """What patterns say of a campaign's pool: as a judgments.csv, and in a sentence."""

    table: bytes
    sentence: str
    warnings: tuple[Problem, ...]


def import_patterns(
    *, campaign: Campaign, patterns: PatternsFile, by: Account | None, progress: Progress | None = None
) -> str:
    """Judge the pool by a file of patterns and store that, as a job that is done here. Raises FileRefused."""
    judged = judged_by(campaign, patterns)
    stored = import_judgments(
        campaign=campaign,
        file=table_name(patterns.file),
        data=judged.table,
        by=by,
        machine=patterns.version,
        newcomers=True,
        progress=progress,
    )
    return f"{judged.sentence} {stored}"


def check_patterns(*, campaign: Campaign, patterns: PatternsFile) -> tuple[Judged, Review]:
    """The same without storing anything: what it would do."""
    judged = judged_by(campaign, patterns)
    problems = Problems(patterns.file)
    entries = read_entries(judged.table, patterns.file, patterns.version, problems)
    return judged, review(campaign, entries, problems)[0]


def request_patterns_check(
    *,
    campaign: Campaign,
    upload: "UploadedFile[bytes]",
    by: Account | None,
    machine: str,
    name: str = NAME,
    documents: bool | None = None,
    ignore_case: bool = False,
) -> Job:
    """Have the pool judged by an uploaded file, and that compared with the campaign like any table of judgments."""
    arguments = {
        "path": str(keep_upload(upload)),
        "machine": machine,
        "name": name,
        "documents": documents,
        "ignore_case": ignore_case,
    }
    return enqueue(kind=JUDGE, by=by, campaign=campaign, arguments=arguments)


def judge_pool(
    handle: JobHandle, *, path: str, machine: str, name: str, documents: bool | None, ignore_case: bool
) -> tuple[str, int]:
    """Do the job: what the patterns say, in a sentence, and the number of the job that checks their judgments."""
    if not handle.checkpoint:
        handle.progress(0, 0, "Looking for the patterns in the pool")
        with read_once(Path(path)) as file:
            patterns = PatternsFile(file.name, file.read_bytes(), machine, name, documents, ignore_case)
            judged = judged_by(handle.campaign, patterns)
            table = SimpleUploadedFile(table_name(file.name), judged.table)
            kept: dict[str, Any] = {"sentence": judged.sentence, "warnings": warning_lines(judged)}
            with handle.step(kept):
                check = request_check(campaign=handle.campaign, upload=table, by=handle.by, machine=machine)
                kept["check"] = check.pk
    for line in handle.checkpoint["warnings"]:
        handle.note(line)
    return " ".join([handle.checkpoint["sentence"], *handle.checkpoint["warnings"][:FEW]]), handle.checkpoint[
        "check"
    ]


def warning_lines(judged: Judged) -> list[str]:
    """What is doubtful in the file, a sentence each."""
    return [f"Line {one.line}: {one.message} {one.hint}" for one in judged.warnings]


def table_name(file: str) -> str:
    """The name of the table that patterns make."""
    return f"{file}.judgments.csv"


def judged_by(campaign: Campaign, patterns: PatternsFile) -> Judged:
    """What patterns say of the pool. Reads only; raises FileRefused with everything that is wrong with the file."""
    _check_name(campaign, patterns)
    refuse_unfinished(campaign, NOTHING)
    read, problems = files.read(
        patterns.data, patterns.file, documents=patterns.documents, ignore_case=patterns.ignore_case
    )
    if problems:
        raise FileRefused(NOTHING, problems, CORRECT_IT)
    scales = judged_scales(campaign)
    try:
        verdicts = judge(
            read, _items(campaign, scales), scales, ignore_case=patterns.ignore_case, seconds=SECONDS
        )
    except TooSlow as error:
        slow = Problem(patterns.file, error.pattern.line, "pattern_slow", error.message, error.hint)
        raise FileRefused(NOTHING, [slow], CORRECT_IT) from None
    if not verdicts:
        raise _nothing_judged(campaign, patterns, read, scales)
    return Judged(_table(verdicts, patterns), _sentence(campaign, read, scales, verdicts), read.warnings)


def _check_name(campaign: Campaign, patterns: PatternsFile) -> None:
    """A machine has a version, and a name that is nobody's."""
    if not patterns.version.strip():
        raise Refused(
            f"The patterns have no version. {NOTHING}",
            "machine",
            "Name it, such as trec13 or the date of the file.",
        )
    people = Member.objects.filter(campaign=campaign, name=patterns.name)
    if people.exclude(account=None).exists() or people.filter(assignments__judgments__kind="human").exists():
        raise Refused(
            f"{patterns.name} is a person of this campaign. {NOTHING}",
            "assessor_is_a_person",
            "Give the patterns another name.",
        )


def _items(campaign: Campaign, scales: dict[str, Scale]) -> Iterator[Item]:
    pool = PoolItem.objects.filter(question__campaign=campaign, question__qid__in=list(scales))
    pool = pool.order_by("question__position", "docid", "passage", "answer", "pk")
    for cells in pool.values_list("question__qid", "docid", "passage", "answer").iterator(5_000):
        yield Item(*cells)


def _table(verdicts: list[Verdict], patterns: PatternsFile) -> bytes:
    judgments = (Judgment(one.item, patterns.name, one.grade, note=one.reason) for one in verdicts)
    return b"".join(write_table("judgments", (rows.judgment_row(one) for one in judgments)))


def _sentence(
    campaign: Campaign, read: files.PatternFile, scales: dict[str, Scale], verdicts: list[Verdict]
) -> str:
    """How many items are right, and what was passed over."""
    covered = {one.item.qid for one in verdicts}
    right = sum(one.grade == scales[one.item.qid].grades[0] for one in verdicts)
    unlisted = sum(one.grade == UNSUPPORTED for one in verdicts)
    where = ", documents included" if read.has_documents else ""
    parts = [
        f"The patterns of {_questions(len(covered))}{where} call {right:,} of {len(verdicts):,} answers right"
        + (f" and {unlisted:,} unsupported." if unlisted else ".")
    ]
    if strangers := sorted(read.by_question.keys() - scales.keys()):
        parts.append(
            f"Patterns of {_questions(len(strangers))} were passed over: {campaign.slug} does not grade single answers "
            f"to them ({some_of(strangers)})."
        )
    return " ".join(parts)


def _nothing_judged(
    campaign: Campaign, patterns: PatternsFile, read: files.PatternFile, scales: dict[str, Scale]
) -> FileRefused:
    known = read.by_question.keys() & scales.keys()
    message = (
        f"The pool has no answer to the {_questions(len(known))} of the file."
        if known
        else f"None of the questions of the file ({some_of(list(read.by_question))}) is a question of {campaign.slug} "
        "with single graded answers."
    )
    hint = "Pool runs first." if known else "Take the patterns of the same year."
    return FileRefused(NOTHING, [Problem(patterns.file, 0, "nothing_to_judge", message, hint)], CORRECT_IT)


def _questions(number: int) -> str:
    return "1 question" if number == 1 else f"{number:,} questions"
