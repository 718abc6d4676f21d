"""Answer patterns as a machine assessor: each pool item of the questions they cover gets a judgment under a name of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.files.uploadedfile import UploadedFile

from assessment.campaigns.models import Campaign
from assessment.campaigns.models.imports import JUDGMENTS
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.checked_files import request_check
from assessment.campaigns.services.examples import (
    FileExample,
    ids_of_questions,
    lines_example,
    register_example,
)
from assessment.campaigns.services.intakes import Sent, store_by_job
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.imports.selectors import IMPORT
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import keep_upload, read_once
from assessment.judging.selectors.patterns import judged_scales
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Permission
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from scoring.formats import rows
from scoring.formats.tables import write_table
from scoring.patterns import files
from scoring.patterns.files import SECONDS, TooSlow
from scoring.patterns.judging import UNSUPPORTED, Verdict, judge
from scoring.records import Item, Judgment, Problem
from scoring.rules import some_of
from scoring.scales import Scale

NAME = "patterns"
DOCUMENTS = {"auto": None, "yes": True, "no": False}  # whether lines name such
JUDGE = "imports.judge_by_patterns"
FEW = 5  # warnings that stand in the sentence; the log has all
NOTHING = sentence("No judgment was stored.")
CORRECT_IT = sentence("Correct the file and import it again.")


class PatternsFile(NamedTuple):
    """A file of patterns, and how it judges."""

    file: str
    data: bytes
    machine: str  # which patterns they are: the version of the machine assessor
    name: str = NAME  # of the machine assessor
    documents: bool | None = None  # whether its lines name documents; None: see
    ignore_case: bool = False
    complete: bool = False  # whether answers to questions without a pattern are wrong


class Judged(NamedTuple):
    """What patterns say of a campaign's pool: as a table of judgments that comes in, and in a sentence."""

    sent: Sent
    sentence: str
    warnings: tuple[Problem, ...]

    @property
    def warning_lines(self) -> list[str]:
        """What is doubtful in the file, a sentence each."""
        return [
            say("Line {line}: {message}", line=str(one.line), message=f"{one.message} {one.hint}")
            for one in self.warnings
        ]


def _example(campaign: Campaign) -> SourceFile:
    """A pattern for each of two questions that have such."""
    qids = list(judged_scales(campaign))[:2] or ids_of_questions(campaign)
    return lines_example("patterns.txt", *(rf"{qid} whale\s+oil" for qid in qids))


register_example(FileExample("patterns", _example, "answer-patterns#files", Permission.ASSIGN))


def request_patterns(
    *,
    campaign: Campaign,
    upload: "UploadedFile[bytes]",
    by: Account | None,
    store: bool = False,
    **how: Any,
) -> Job:
    """Have the pool judged by an uploaded file, and that compared with the campaign like any table of judgments.

    `how` it judges are fields of `PatternsFile`. With `store` it is stored at once, as nobody looks at it before.
    """
    if store:
        refuse_released(campaign, "judgments")
    arguments = {"path": str(keep_upload(upload)), **how, **({"store": True} if store else {})}
    return enqueue(kind=JUDGE, by=by, campaign=campaign, arguments=arguments)


def judge_pool(handle: JobHandle, *, path: str, store: bool = False, **how: Any) -> tuple[str, int]:
    """Do the job: what the patterns say, in a sentence, and the number of the job that checks or stores their judgments."""
    if not handle.checkpoint:
        handle.progress(0, 0, "Looking for the patterns in the pool")
        with read_once(Path(path)) as file:
            patterns = PatternsFile(file.name, file.read_bytes(), **how)
            judged = judged_by(handle.campaign, patterns, handle.by)
            kept: dict[str, Any] = {"sentence": judged.sentence, "warnings": judged.warning_lines}
            with handle.step(kept):
                kept["check"] = _passed_on(judged.sent, store).pk
    said, warnings = handle.checkpoint["sentence"], handle.checkpoint["warnings"]
    for line in warnings:
        handle.note(line)
    return " ".join([said, *warnings[:FEW]]), handle.checkpoint["check"]


def _passed_on(sent: Sent, store: bool) -> Job:
    """Have the judgments of patterns checked, or stored; the machine joins with them."""
    if not store:
        return request_check(kind=JUDGMENTS, sent=sent)
    job = store_by_job(sent, IMPORT, machine=sent.machine, newcomers=True).job
    assert job
    return job


def judged_by(campaign: Campaign, patterns: PatternsFile, by: Account | None) -> Judged:
    """What patterns say of the pool. Reads only; raises FileRefused with everything that is wrong with the file."""
    _check_name(campaign, patterns)
    refuse_unfinished(campaign, say(NOTHING))
    read, problems = files.read(
        patterns.data,
        patterns.file,
        documents=patterns.documents,
        ignore_case=patterns.ignore_case,
        seconds=SECONDS,
    )
    if problems:
        raise FileRefused(say(NOTHING), problems, say(CORRECT_IT))
    scales = judged_scales(campaign)
    try:
        verdicts = judge(
            read,
            _items(campaign, scales),
            scales,
            ignore_case=patterns.ignore_case,
            complete=patterns.complete,
            seconds=SECONDS,
        )
    except TooSlow as error:
        slow = Problem(patterns.file, error.pattern.line, "pattern_slow", error.message, error.hint)
        raise FileRefused(say(NOTHING), [slow], say(CORRECT_IT)) from None
    if not any(one.is_covered for one in verdicts):
        raise _nothing_judged(campaign, patterns, read, scales)
    table = SourceFile(f"{patterns.file}.judgments.csv", _table(verdicts, patterns))
    sent = Sent(campaign, table, by, machine=patterns.machine, newcomers=True, replace=True)
    return Judged(sent, _sentence(campaign, read, scales, verdicts), read.warnings)


def _check_name(campaign: Campaign, patterns: PatternsFile) -> None:
    """A machine has a version, and a name that is nobody's."""
    if not patterns.machine.strip():
        raise Refused(
            say("The patterns have no version. No judgment was stored."),
            "machine",
            say("Name it, such as trec13 or the date of the file."),
        )
    people = Member.objects.filter(campaign=campaign, name=patterns.name)
    if (
        people.exclude(account=None).exists()
        or people.filter(assignments__judgments__by_program=False).exists()
    ):
        raise Refused(
            say("{name} is a person of this campaign. No judgment was stored.", name=patterns.name),
            "assessor_is_a_person",
            say("Give the patterns another name."),
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
    by_patterns = [one for one in verdicts if one.is_covered]
    covered = {one.item.qid for one in by_patterns}
    right = sum(one.grade == scales[one.item.qid].grades[0] for one in by_patterns)
    unlisted = sum(one.grade == UNSUPPORTED for one in by_patterns)
    counts = {"right": right, "all": len(by_patterns), "unsupported": unlisted}
    parts = [_called(len(covered), counts, has_documents=read.has_documents)]
    if without := [qid for qid in scales if qid not in read.by_question]:
        parts.append(_without_pattern(without, len(verdicts) - len(by_patterns)))
    if strangers := sorted(read.by_question.keys() - scales.keys()):
        parts.append(
            say_n(
                "Patterns of {n} question were passed over: {campaign} does not grade single answers to them ({questions}).",
                "Patterns of {n} questions were passed over: {campaign} does not grade single answers to them ({questions}).",
                len(strangers),
                campaign=campaign.slug,
                questions=some_of(strangers),
            )
        )
    return " ".join(parts)


def _without_pattern(qids: list[str], judged: int) -> str:
    """What became of the questions without a pattern; `judged` of their answers are wrong."""
    if judged:
        return say_n(
            "{n} question has no pattern ({questions}): its answers are judged wrong, {answers} in all.",
            "{n} questions have no pattern ({questions}): their answers are judged wrong, {answers} in all.",
            len(qids),
            questions=some_of(qids),
            answers=judged,
        )
    return say_n(
        "{n} question has no pattern and is not judged ({questions}).",
        "{n} questions have no pattern and are not judged ({questions}).",
        len(qids),
        questions=some_of(qids),
    )


def _called(questions: int, counts: dict[str, int], *, has_documents: bool) -> str:
    if counts["unsupported"]:
        if has_documents:
            return say_n(
                "The patterns of {n} question, documents included call {right} of {all} answers right and {unsupported} "
                "unsupported.",
                "The patterns of {n} questions, documents included call {right} of {all} answers right and {unsupported} "
                "unsupported.",
                questions,
                **counts,
            )
        return say_n(
            "The patterns of {n} question call {right} of {all} answers right and {unsupported} unsupported.",
            "The patterns of {n} questions call {right} of {all} answers right and {unsupported} unsupported.",
            questions,
            **counts,
        )
    if has_documents:
        return say_n(
            "The patterns of {n} question, documents included call {right} of {all} answers right.",
            "The patterns of {n} questions, documents included call {right} of {all} answers right.",
            questions,
            **counts,
        )
    return say_n(
        "The patterns of {n} question call {right} of {all} answers right.",
        "The patterns of {n} questions call {right} of {all} answers right.",
        questions,
        **counts,
    )


def _nothing_judged(
    campaign: Campaign, patterns: PatternsFile, read: files.PatternFile, scales: dict[str, Scale]
) -> FileRefused:
    known = read.by_question.keys() & scales.keys()
    if known:
        hint = say("Pool runs first.")
        message = say_n(
            "The pool has no answer to the {n} question of the file.",
            "The pool has no answer to the {n} questions of the file.",
            len(known),
        )
    else:
        hint = say("Take the patterns of the same year.")
        message = say(
            "None of the questions of the file ({questions}) is a question of {campaign} with single graded answers.",
            questions=some_of(list(read.by_question)),
            campaign=campaign.slug,
        )
    problem = Problem(patterns.file, 0, "nothing_to_judge", message, hint)
    return FileRefused(say(NOTHING), [problem], say(CORRECT_IT))
