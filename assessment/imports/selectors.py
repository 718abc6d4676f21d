"""Imports of judgments: which is at work, what came in, and whom it brought."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign, FileImport, FileImportState, Question
from assessment.jobs.models import Job
from assessment.judging.models import (
    HALF_DONE,
    UNDER_WAY,
    Assignment,
    ChangeBatch,
    Judgment,
    MoveState,
    Nugget,
    PageAnnotation,
    WorkMove,
)
from assessment.judging.selectors.batches import half_done, refusal_of_half
from assessment.judging.selectors.quoted import quoted_paragraphs
from assessment.people.models import Member, RoleName
from assessment.people.selectors.access import Access
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.submissions.models import PoolItem
from scoring.stages import MATCHING

IMPORT = "judging.import_judgments"
TAKE_BACK = "judging.take_back_judgments"
IMPORT_ANNOTATIONS = "judging.import_annotations"
SHOWN = 50


class AtWork(NamedTuple):
    """What changes a campaign's judgments step by step just now."""

    what: str
    job: Job | None
    source: FileImport | None = None  # where it is one import


def assessors_named(campaign: Campaign) -> "QuerySet[Member, str]":
    """The names of the assessors of a campaign, unread."""
    found = Member.objects.filter(campaign=campaign, roles__role=RoleName.ASSESSOR)
    return found.order_by("name").values_list("name", flat=True)


def at_work(campaign: Campaign) -> AtWork | None:
    """The import that is being stored, or the judgments that are being taken back; None where nothing is."""
    if half := campaign.imports.of_judgments().unfinished().select_related("job").first():
        return AtWork(_half_done(half), half.job, half)
    move = WorkMove.objects.filter(campaign=campaign, state__in=UNDER_WAY).select_related("job", "member")
    if half_moved := move.first():
        return AtWork(_half_moved(half_moved), half_moved.job)
    job = Job.objects.active().filter(campaign=campaign, kind=TAKE_BACK).order_by("pk").first()
    return AtWork(say("Imported judgments are being taken back"), job) if job else None


def is_at_work(campaign: Campaign) -> bool:
    """The same, in one question to the database."""
    return Campaign.objects.filter(_at_work(), pk=campaign.pk).exists()


def _at_work() -> Q:
    half = FileImport.objects.of_judgments().unfinished().filter(campaign=OuterRef("pk"))
    taken_back = Job.objects.active().filter(campaign=OuterRef("pk"), kind=TAKE_BACK)
    moved = WorkMove.objects.filter(campaign=OuterRef("pk"), state__in=UNDER_WAY)
    return Q(Exists(half)) | Q(Exists(taken_back)) | Q(Exists(moved))


def _half_done(half: FileImport) -> str:
    if half.state == FileImportState.UNDOING:
        return say("The judgments of {file} are being undone", file=half.file)
    return say("The judgments of {file} are being imported", file=half.file)


def _half_moved(move: WorkMove) -> str:
    if move.state == MoveState.GIVING_BACK:
        return say("The work of {name} is being given back", name=move.member)
    return say("The work of {name} is being moved", name=move.member)


def refuse_half_stored(campaign: Campaign) -> None:
    """Refuse to count or give out judgments while an import of them is half done.

    Called in the same consistent read as the judgments.
    """
    batches = ChangeBatch.objects.filter(campaign=OuterRef("pk"), state__in=HALF_DONE)
    if not Campaign.objects.filter(_at_work() | Exists(batches), pk=campaign.pk).exists():
        return
    if busy := at_work(campaign):
        raise half_stored(busy)
    if batch := half_done(campaign):
        raise refusal_of_half(batch)


def half_stored(busy: AtWork) -> Refused:
    """Why nothing is counted just now."""
    if busy.job and busy.job.is_active:
        return Refused(
            say(
                "{work} (job {job}). Nothing was done, because half-stored judgments would be counted.",
                work=busy.what,
                job=str(busy.job.pk),
            ),
            "import_running",
            say("Try again when job {job} is done.", job=str(busy.job.pk)),
        )
    return Refused(
        say(
            "{work}, and its job has failed. Nothing was done, because half-stored judgments would be counted.",
            work=busy.what,
        ),
        "import_half_done",
        say("Take the import back on the page Import judgments."),
    )


def judgments_brought_to(campaign: Campaign) -> QuerySet[FileImport]:
    """The imports of judgments and annotations into a campaign, newest first."""
    rows = campaign.imports.of_judgments().select_related("made_by", "job")
    return rows.order_by("-number")[:SHOWN]


class PersonFromFiles(NamedTuple):
    """Somebody without an account whose judgments came with files."""

    pk: int
    name: str
    judgments: int


def people_from_files(campaign: Campaign) -> list[PersonFromFiles]:
    """All of them, by name."""
    judged = Judgment.ever.filter(source__isnull=False).exclude(grade="")
    annotated = PageAnnotation.objects.filter(source__isnull=False)
    did = Exists(judged.filter(member=OuterRef("pk"))) | Exists(
        annotated.filter(assignment__member=OuterRef("pk"))
    )
    members = Member.objects.filter(did, campaign=campaign, account=None)
    numbers = Counter[int]()
    for rows, path in ((judged, "member"), (annotated, "assignment__member")):
        counted = rows.filter(**{f"{path}__in": members}).order_by().values_list(path)
        numbers.update(dict(counted.annotate(n=Count("pk"))))
    found = members.order_by("name", "pk").values_list("pk", "name")
    return [PersonFromFiles(pk, name, numbers[pk]) for pk, name in found]


def access_person_from_files(access: Access, pk: int) -> Member:
    """One of them."""
    judged = Assignment.objects.filter(member=OuterRef("pk"), source__isnull=False)
    found = Member.objects.filter(Exists(judged), campaign=access.campaign, account=None, pk=pk).first()
    if found is None:
        raise Http404
    return found


class ToJudge(NamedTuple):
    """An answer that a program may judge: what an assessor would see of it, and nothing of where it came from."""

    pk: int
    question: Question
    docid: str
    passage: str
    answer: str
    quoted: str  # the text of its paragraph, where that is the whole answer
    nuggets: Sequence[tuple[str, str]] = ()  # of its question, where answers are matched: name and text


def answers_to_judge(campaign: Campaign, behind: int, limit: int) -> list[ToJudge]:
    """So many answers of the pools behind one of them (by pk), of the questions whose answers are graded."""
    kinds = campaign.track.question_types.items()
    return _answers(campaign, [name for name, kind in kinds if kind.judged and kind.scale], behind, limit)


def answers_to_match(campaign: Campaign, behind: int, limit: int) -> list[ToJudge]:
    """The same of the questions that are judged by nuggets, with these."""
    kinds = campaign.track.question_types.items()
    rows = _answers(campaign, [name for name, kind in kinds if kind.form.asks(MATCHING)], behind, limit)
    nuggets: dict[int, list[tuple[str, str]]] = {}
    listed = Nugget.objects.filter(question__in={row.question.pk for row in rows}).current().in_order()
    for question, name, text in listed.values_list("question_id", "name", "text"):
        nuggets.setdefault(question, []).append((name, text))
    return [row._replace(nuggets=nuggets.get(row.question.pk, ())) for row in rows]


def _answers(campaign: Campaign, types: Sequence[str], behind: int, limit: int) -> list[ToJudge]:
    questions = campaign.questions.retained().filter(type__in=types)
    rounds = list(
        campaign.pool_rounds.values_list("pk", flat=True)
    )  # few, by which PostgreSQL knows what to expect
    found = PoolItem.objects.filter(round__in=rounds, question__in=questions, pk__gt=behind)
    rows = list(found.order_by("pk").only("docid", "passage", "answer", "question_id")[:limit])
    asked = Question.objects.select_related("series").in_bulk({row.question_id for row in rows})
    for question in asked.values():
        question.campaign = campaign
    whole = {(row.docid, row.passage) for row in rows if row.passage and not row.answer}
    texts = quoted_paragraphs(campaign.collection_slug, whole)
    return [
        ToJudge(
            row.pk,
            asked[row.question_id],
            row.docid,
            row.passage,
            row.answer,
            "" if row.answer else texts.get((row.docid, row.passage), ""),
        )
        for row in rows
    ]
