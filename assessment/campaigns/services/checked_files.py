"""Files that come in, whatever they hold: checked as a whole, looked at, then stored or discarded.

What is done with a kind of file, its intake declares (`intakes`). A page has a file checked by a job, shows what it would
do, and has it stored as it showed; a program and a command do the same in one call.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.fields.json import KT
from django.utils import timezone

from assessment.campaigns.models import Campaign, FileImportState, ImportedFile
from assessment.campaigns.services.intakes import CHECKS, INTAKES, Intake, Sent, Taken, taken_by
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.planned import refuse_unchecked
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import ACTIVE, Job, JobState
from assessment.jobs.models.jobs import JobQuerySet
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import finish_here
from assessment.jobs.services.uploads import forget_upload, found_upload, is_any_kept, is_kept
from assessment.people.models import Account
from assessment.people.selectors.access import Access
from assessment.people.services.frozen import refuse_archived_now
from assessment.shared.errors import AssizeError, FileRefused, Refused
from assessment.shared.say import say
from scoring.formats.columns import PERSON, WORD, ColumnMap, Columns, map_of
from scoring.formats.problems import shown
from scoring.progress import Listener, listened, untold

CHECK = "campaigns.check_file"
UNREAD_HOURS = 1  # what is wrong in a table of people waits so long for whoever sent it
MOST_WORDS = 40  # grades of a file that are asked about
KEPT_DAYS = 7  # a file that was checked, and neither stored nor discarded
FILES = ("path", "types")  # arguments of a job that name kept files
SAID = ("machine", "facts", "newcomers", "replace")  # fields of Sent that a job's arguments keep


class GradesUnclear(FileRefused):
    """A table with grades of which nobody knows what they are with us."""

    def __init__(self, refused: FileRefused, words: Sequence[str], grades: Sequence[str], hint: str) -> None:
        super().__init__(refused.message, refused.problems, hint, refused.more)
        self.words, self.grades = words, grades


class ColumnsUnclear(FileRefused):
    """A table of which nobody knows yet which column, or grade, is which: it is kept, so that somebody says so."""

    def __init__(self, refused: FileRefused, columns: ColumnMap) -> None:
        super().__init__(refused.message, refused.problems, refused.hint, refused.more)
        self.columns, self._asks = columns, refused if isinstance(refused, GradesUnclear) else None

    @property
    def for_pages(self) -> dict[str, Any]:
        """The columns of the file, and those that are wanted; grades of the file, and those that there are."""
        asked = {"words": self._asks.words[:MOST_WORDS], "grades": self._asks.grades} if self._asks else {}
        return {"columns": self.columns.as_data() | asked}


def check_now(intake: Intake, sent: Sent) -> Taken:
    """What a file would do; or the job that finds it out, where that takes longer than a program waits."""
    if sent.file.size > intake.checked_at_once:
        return taken_by(request_check(kind=intake.kind, sent=sent))
    return check_here(intake, sent)


def check_here(intake: Intake, sent: Sent) -> Taken:
    """What a file would do, found out in this process. People who are unknown are told, and what would change."""
    sent, columns = _understood(intake, sent)
    taken = intake.check(sent)
    intake.refuse(sent._replace(replace=True), taken.review or {})
    return taken._replace(review=_with_columns(taken, columns))


def store_now(intake: Intake, sent: Sent) -> Taken:
    """Store a file, or have it stored by a job once nothing is wrong with it; a large one is checked by a job, too."""
    if intake.by_job and sent.file.size > intake.checked_at_once:
        return taken_by(request_check(kind=intake.kind, sent=sent, then_store=True))
    sent, _ = _understood(intake, sent)
    if intake.by_job:
        intake.refuse(sent, intake.check(sent).review or {})
    return intake.store(sent)


def import_here(kind: str, sent: Sent, progress: Listener = untold) -> Taken:
    """Store a file in this process, for commands. Raises what is wrong with it."""
    intake = INTAKES[kind]
    if intake.checked_at_once < 0:
        taken = store_now(intake, sent)
    else:
        sent, _ = _understood(intake, sent)
        taken = intake.store(sent)
    while taken.job:
        job = finish_here(taken.job, progress)
        if not (further := job.checkpoint.get("check")):
            return Taken(str(job.result["sentence"]))
        taken = taken_by(Job.objects.get(pk=further))
    return taken


def request_check(*, kind: str, sent: Sent, then_store: bool = False) -> Job:
    """Have a file compared with the campaign. It is kept until it is stored or discarded.

    With `then_store` it is stored at once, by a job of its own, unless something is wrong with it.
    """
    refuse_archived_now(sent.campaign)  # before a file is kept of which no job would know
    said = {name: value for name in SAID if (value := getattr(sent, name))}
    arguments: dict[str, Any] = {"kind": kind, "path": str(sent.file.kept()), "said": said}
    if sent.types:
        arguments["types"] = str(sent.types.kept())
    if sent.file.columns:
        arguments["columns"] = dict(sent.file.columns)
    if then_store:
        arguments["then_store"] = True
    return enqueue(kind=CHECK, by=sent.by, campaign=sent.campaign, arguments=arguments)


def check_kept(handle: JobHandle) -> str:
    """Do the job: keep what the file would do, for whoever looks; in a sentence.

    The file stays unless something is wrong with it; also then where somebody may say what its columns are.
    """
    if kept := handle.checkpoint.get("review"):  # an earlier attempt ended after its step
        return str(kept["sentence"])
    handle.progress(0, 0, say("Reading the file"))
    sent = _sent(handle.job, handle.by)
    intake, columns = INTAKES[handle.job.arguments["kind"]], None
    try:
        sent, columns = _understood(intake, sent)
        with listened(handle.progress):
            taken = intake.check(sent)
        review = _with_columns(taken, columns)
        checkpoint: dict[str, Any] = {"review": review}
        with handle.step(checkpoint):
            if handle.job.arguments.get("then_store"):
                intake.refuse(sent, review)
                further = intake.store(sent._replace(review=review)).job
                checkpoint["check"] = further and further.pk
    except FileRefused as error:
        is_unclear = isinstance(error, GradesUnclear) or (columns and (columns.missing or not columns.is_own))
        if columns and columns.is_askable and is_unclear:
            raise ColumnsUnclear(error, columns) from error
        _forget(handle.job)
        raise
    except AssizeError:
        _forget(handle.job)
        raise
    return str(review["sentence"])


@transaction.atomic
def store_checked(*, check: Job, by: Account | None, **said: Any) -> Taken:
    """Store a file as its preview showed. Refused where it is not kept any more, or is at work.

    Whoever confirms another check of the file waits, and is then refused: so it is forgotten before the lock is free.
    """
    assert check.campaign is not None
    lock_campaign(check.campaign)
    refuse_gone(check)
    refuse_unchecked(check)
    intake, review = INTAKES[check.arguments["kind"]], check.checkpoint["review"]
    sent = _sent(check, by)._replace(review=review, **said)
    if columns := review.get("columns"):
        sent = sent._replace(file=sent.file._replace(columns=columns["all"]))
    intake.refuse(sent, review)
    taken = intake.store(sent)
    if taken.job is None:
        _forget_files(check)
    return taken


@transaction.atomic
def check_again(*, check: Job, by: Account | None, columns: Mapping[str, str] | None = None) -> Job:
    """Check a kept file once more; with what somebody said of its columns, if they did."""
    assert check.campaign is not None
    lock_campaign(check.campaign)
    refuse_gone(check)
    sent = _sent(check, by)
    file = sent.file if columns is None else sent.file._replace(columns=columns)
    return request_check(kind=check.arguments["kind"], sent=sent._replace(file=file))


@transaction.atomic
def discard(*, check: Job) -> None:
    """Delete a file that is not to be stored; not one that is being stored, for which this waits."""
    if check.campaign:
        lock_campaign(check.campaign)
    else:
        Job.objects.select_for_update().get(pk=check.pk)
    if not is_at_work(check):
        _forget_files(check)


def waiting(access: Access) -> list[Job]:
    """Checks whose files wait to be stored or discarded by somebody who may, newest first; of one file the newest."""
    if not is_any_kept():
        return []
    kinds = [one.kind for one in INTAKES.values() if access.may(one.permission)]
    checks = undecided_checks().filter(campaign=access.campaign, arguments__kind__in=kinds)
    by_file: dict[str, Job] = {}
    for check in checks.select_related("asked_by").order_by("-pk"):
        by_file.setdefault(check.arguments["path"], check)
    return [check for check in by_file.values() if has_file(check)]


def undecided_checks() -> QuerySet[Job]:
    """Checks, with the `file` of each, that no job is at work with. Files that are not kept any more were decided on."""
    files = Job.objects.annotate(file=KT("arguments__path"))
    since = timezone.now() - timedelta(days=KEPT_DAYS)
    shown = [one.kind for one in INTAKES.values() if not one.is_personal]
    checks = files.filter(kind=CHECK, state=JobState.DONE, ended_at__gt=since, arguments__kind__in=shown)
    at_work = files.filter(state__in=ACTIVE, campaign=OuterRef("campaign"), file=OuterRef("file"))
    return checks.exclude(arguments__has_key="then_store").exclude(Exists(at_work))


def forget_old(campaign: Campaign | None = None) -> None:
    """Delete files that nobody stored in the days after their check; what was found of people, too.

    Workers do it in all campaigns. Where there are none, whoever brings people does it in theirs.
    """
    checks = Job.objects.filter(kind__in=(CHECK, *CHECKS)).exclude(state__in=ACTIVE)
    if campaign:
        checks = checks.filter(campaign=campaign, arguments__kind__in=_personal())
    unread = timezone.now() - timedelta(hours=UNREAD_HOURS)
    failed = checks.filter(state=JobState.FAILED, arguments__kind__in=_personal(), ended_at__lt=unread)
    for check in failed.exclude(error__problems=[]):
        forget_read(check)
    old = timezone.now() - timedelta(days=KEPT_DAYS)
    for check in checks.filter(asked_at__lt=old).only("kind", "arguments", "campaign"):
        says_more = has_file(check) or (
            _is_personal(check) and _without_people(check) != (check.checkpoint, check.error)
        )
        if says_more and not _same_file(check).filter(kind=check.kind, asked_at__gte=old).exists():
            discard(check=check)


def forget_read(check: Job) -> None:
    """Forget what was wrong in a table of people once somebody has read it: the lines name them.

    A table that is kept until its columns are known keeps these.
    """
    if check.state != JobState.FAILED or not _is_personal(check) or not check.error["problems"]:
        return
    asked = {name: check.error[name] for name in ("columns",) if name in check.error and has_file(check)}
    hint = say(
        "What is wrong was listed once, and is not kept, since it names people. Choose the file again."
    )
    _, error = _without_people(check)
    check.error = {**error, **(asked or {"hint": hint})}
    check.save(update_fields=["error"])


def refuse_gone(check: Job) -> None:
    """Refuse what needs a file that is not kept any more, or that a job is at work with."""
    if not has_file(check):
        raise Refused(
            say("The file of this preview is no longer kept. Nothing was stored."),
            "upload_gone",
            say("Choose it again."),
        )
    if busy := _same_file(check).active().first():
        raise Refused(
            say("{job} is at work with this file. Nothing was stored.", job=busy.name),
            "file_at_work",
            say("Wait for it."),
        )


def _same_file(check: Job) -> JobQuerySet:
    """The other jobs of this file."""
    jobs = Job.objects.filter(campaign=check.campaign, arguments__path=check.arguments["path"])
    return jobs.exclude(pk=check.pk)


def _forget(check: Job) -> None:
    """Delete a file in which something is wrong, unless another check of it may still be stored."""
    others = _same_file(check).exclude(state__in=(JobState.FAILED, JobState.CANCELLED))
    if not others.exists():
        _forget_files(check)


def _forget_files(check: Job) -> None:
    """Delete the file of a check, and what came beside it; of addresses of people also what was found of them."""
    for name in FILES:
        if path := check.arguments.get(name):
            forget_upload(Path(path))
    if not _is_personal(check):
        return
    for job in Job.objects.filter(campaign=check.campaign, arguments__path=check.arguments["path"]):
        job.checkpoint, job.error = _without_people(job)
        job.save(update_fields=["checkpoint", "error"])


def _personal() -> list[str]:
    return [intake.kind for intake in INTAKES.values() if intake.is_personal]


def _is_personal(check: Job) -> bool:
    return check.arguments["kind"] in _personal()


def _without_people(check: Job) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a check found, and what was wrong, but for the lines of the file."""
    review, error = check.checkpoint.get("review"), check.error
    found = {"review": {"sentence": review["sentence"]}} if review else {}
    return found, error and {**{name: error[name] for name in ("message", "code", "hint")}, "problems": []}


def is_at_work(check: Job) -> bool:
    """Whether another job is at work with the file of a preview."""
    return _same_file(check).active().exists()


def has_file(check: Job) -> bool:
    """Whether the file of a preview is still kept."""
    return is_kept(Path(check.arguments["path"]))


def _sent(check: Job, by: Account | None) -> Sent:
    """What was said when a file was to be checked."""
    assert check.campaign is not None
    file, types = (_kept_file(check.arguments.get(name)) for name in FILES)
    assert file is not None
    file = file._replace(columns=check.arguments.get("columns", {}))
    return Sent(check.campaign, file, by, types, **check.arguments["said"])


def _kept_file(path: str | None) -> SourceFile | None:
    """A file that is kept, unread; None where none was sent."""
    if path is None:
        return None
    place = found_upload(Path(path))
    return SourceFile(place.name, path=place)


def _understood(intake: Intake, sent: Sent) -> tuple[Sent, ColumnMap | None]:
    """The same with which of its columns is which: as was said, as it was last with such columns, or as they are called."""
    if sent.file.size > intake.largest:
        message = say("The file is larger than {most} bytes. Split it.", most=intake.largest)
        raise Refused(message, "file_too_large")
    columns, given = intake.columns(sent), sent.file.columns
    if columns is None:
        _refuse_columns(given, Columns(()))
        return sent, None
    _refuse_columns(given, columns)
    data = sent.source.data
    found = map_of(data, columns, given)
    if (
        found
        and not given
        and (found.missing or not found.is_own)
        and (former := _as_last(intake, sent, found))
    ):
        found = map_of(data, columns, former)
    if found is None or (found.is_own and not given):
        return sent, found
    return sent._replace(file=sent.file._replace(columns={**found.all, **given})), found


def _refuse_columns(given: Mapping[str, str], columns: Columns) -> None:
    """Refuse what is said of columns that the table does not have with us."""
    if unknown := [name for name in given if not columns.has(name)]:
        listed = ", ".join(columns.names) or say("none, since it is no table")
        raise Refused(
            say("{name} is no column of this table. Nothing was read.", name=shown(unknown[0])),
            "columns",
            say("The columns are {columns}.", columns=listed),
        )


def _as_last(intake: Intake, sent: Sent, found: ColumnMap) -> Mapping[str, str]:
    """What was said of the columns of the last such file, where this one has them all; of people's that are new, what they
    are called."""
    kind = intake.kept_as or intake.kind
    made = ImportedFile.objects.filter(
        source__campaign=sent.campaign, source__kind=kind, source__state=FileImportState.MADE
    )
    former = (
        made.exclude(columns={}).order_by("-source__number").values_list("columns", flat=True).first() or {}
    )
    named = {other for name, other in former.items() if other and not name.startswith(WORD)}
    if not former or not named <= set(found.found):
        return {}
    newcomers = {name: other for name, other in found.used.items() if name.startswith(PERSON)}
    return {name: other for name, other in newcomers.items() if other not in named} | former


def _with_columns(taken: Taken, columns: ColumnMap | None) -> dict[str, Any]:
    """The review, with which column is which where the file calls them otherwise."""
    review = {"sentence": taken.sentence, **(taken.review or {})}
    if columns and columns.is_askable and not (columns.is_own and not columns.ignored):
        review["columns"] = columns.as_data()
    return review
