"""Writes of what is known of a single question: answers with their documents, nuggets with vital or okay."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet

from assessment.campaigns.models import Campaign, Candidate, Question
from assessment.campaigns.models.known import Known
from assessment.campaigns.services.accepting import Accepted, accept_candidate
from assessment.campaigns.services.kept_questions import KEEPERS, KNOWN, KnownKeeper
from assessment.development.services.answers import name_of_new, names_by_label
from assessment.development.services.files import lock_development
from assessment.development.services.gold import add_gold
from assessment.development.services.nuggets import next_number, refresh_voters
from assessment.judging.models import AnswerClass, Judgment, Nugget, NuggetVote, Origin
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say
from scoring.formats.folding import fold, fold_label
from scoring.formats.rows import as_weight
from scoring.stages import MATCHING


@transaction.atomic
def add_known(*, question: Question, known: Sequence[Known], by: Account | None) -> int:
    """Add answers, or nuggets with a settled vote, to what is known of a question; how many were new.

    A paragraph becomes part of the gold standard. A text that is there already stays as it is; one that was taken off the list comes back.
    """
    _lock(question)
    added = _add(question, known) + add_gold(question, [one for one in known if one.passage])
    if added:
        record_event(by=by, campaign=question.campaign, verb="known:added", subject=question.qid, texts=added)
    return len(added)


def _add(question: Question, known: Sequence[Known]) -> list[str]:
    """Add answers or nuggets to a question; the texts that were new."""
    add = _add_nuggets if question.kind.form.asks(MATCHING) else _add_answers
    return add(question, [one for one in known if not one.passage])


def _add_to_all(questions: Sequence[Question], known: Mapping[str, Sequence[Known]]) -> int:
    """Add to many questions, by id, within an import of them that tells of it; how many were new."""
    return sum(len(_add(question, known[question.qid])) for question in questions)


def _rows(campaign: Campaign) -> list[QuerySet[Any]]:
    """What that may write."""
    votes = NuggetVote.objects.filter(nugget__question__campaign=campaign, member=None)
    own = (kind.objects.filter(question__campaign=campaign) for kind in (AnswerClass, Nugget))
    return [*own, votes]


@transaction.atomic
def accept(*, candidate: Candidate, key: str, by: Account | None, pairs: str = "") -> list[Accepted]:
    """Accept a candidate's questions with what is known of them."""
    accepted = accept_candidate(candidate=candidate, key=key, by=by, pairs=pairs)
    for question, known in accepted:
        add_known(question=question, known=known, by=by)
    return accepted


@transaction.atomic
def change_known(
    *,
    question: Question,
    uid: UUID,
    known: Known,
    seen: str,
    by: Account | None,
    keeps_rest: bool = False,
) -> None:
    """Say a known answer or nugget in other words. `seen` is the text that the page showed.

    `keeps_rest`: where a nugget is said without a group, or a criterion without weight and group, and keeps its own.

    Refused once somebody judged with it; raises Conflict where the text is another by now.
    """
    _lock(question)
    row = _row_to_change(question, uid)
    if str(row) != seen:
        raise Conflict(
            say("Somebody changed this meanwhile to “{row}”. Nothing was stored.", row=row),
            "known_changed",
            say("Look at it again."),
        )
    same = type(row).objects.filter(question=question).exclude(pk=row.pk)
    if same.filter(text=known.text).exists():
        raise Refused(
            say("“{known}” already exists. Nothing was stored.", known=known.text),
            "known_already",
            say("Remove this one."),
        )
    row.text, row.docid = known.text, known.docid
    if not keeps_rest:
        row.weight, row.group = known.weight or None, known.group
    row.save(update_fields=["text", "docid", "weight", "group"])
    if known.vote:
        NuggetVote.objects.update_or_create(nugget=row, member=None, defaults={"vote": known.vote})
    record_event(
        by=by,
        campaign=question.campaign,
        verb="known:changed",
        subject=question.qid,
        before=seen,
        after=known.line,
    )


@transaction.atomic
def remove_known(*, question: Question, uid: UUID, by: Account | None) -> str:
    """Take a known answer or nugget off the list; its text. Refused once somebody judged with it."""
    _lock(question)
    row = _row_to_change(question, uid)
    row.removed = True
    row.save(update_fields=["removed"])
    if isinstance(row, Nugget):
        refresh_voters([question.pk])
    record_event(by=by, campaign=question.campaign, verb="known:removed", subject=question.qid, text=str(row))
    return str(row)


def _row_to_change(question: Question, uid: UUID) -> AnswerClass | Nugget:
    """What question development found, while nobody judges with it."""
    if question.kind.criteria:
        raise Refused(
            say("The evaluation declares the criteria of all questions. Nothing was stored."),
            "criteria_declared",
            say("Change the evaluation, as long as no answers are pooled."),
        )
    entries = Nugget.objects if question.kind.form.asks(MATCHING) else AnswerClass.objects
    row = entries.filter(question=question, uid=uid).known().first()
    if row is None:
        raise Refused(
            say("This is no longer on the list. Nothing was stored."), "known_gone", say("Reload the page.")
        )
    if _is_used(row):
        raise Refused(
            say("Assessors judged with “{row}”. Nothing was stored.", row=row),
            "known_in_use",
            say("Only the primary assessor can change it now."),
        )
    return row


def _is_used(row: AnswerClass | Nugget) -> bool:
    if isinstance(row, Nugget):
        return row.matches.exists() or row.votes.filter(member__isnull=False).exists()
    return Judgment.ever.filter(answer_class=row).exists() or row.settled_items.exists()


def _lock(question: Question) -> None:
    """Let other changes of the question's answers and nuggets wait. Refused once the scores are out."""
    lock_development(question.campaign)
    Question.objects.select_for_update(of=("self",), no_key=True).get(pk=question.pk)


def _add_answers(question: Question, known: Sequence[Known]) -> list[str]:
    rows = AnswerClass.objects.filter(question=question)
    wanted = {fold_label(one.text) for one in known}
    removed = rows.filter(removed=True).values_list("pk", "text")
    gone = [pk for pk, label in removed if fold_label(label) in wanted]
    back = _bring_back(rows.filter(pk__in=gone))
    names = names_by_label(rows.order_by("pk").values_list("text", "name"))
    new = AnswerClass.objects.bulk_create(
        AnswerClass(question=question, name=name, text=one.text, docid=one.docid, origin=Origin.DEVELOPMENT)
        for one in known
        if (name := name_of_new(one.text, names))
    )
    return [*back, *(one.text for one in new)]


def _bring_back(rows: QuerySet[Any]) -> list[str]:
    """Take removed answers or nuggets back on the list; their texts."""
    texts = list(rows.values_list("text", flat=True))
    rows.update(removed=False)
    return texts


def _keep_declared(questions: Sequence[Question], known: Mapping[str, Sequence[Known]]) -> None:
    """Let questions have the criteria that their types declare, in the words of now (four queries at most)."""
    there = {(row.question_id, row.name): row for row in Nugget.objects.filter(question__in=questions)}
    wanted = {
        (question.pk, one.name): {"text": one.text, "position": place, "removed": False}
        for question in questions
        for place, one in enumerate(known[question.qid], 1)
    }
    gone = [row for key, row in there.items() if key not in wanted and not row.removed]
    stale = [there[key] for key, values in wanted.items() if key in there and _says_else(there[key], values)]
    for row in gone:
        row.removed = True
    for row in stale:
        vars(row).update(wanted[row.question_id, row.name])
    Nugget.objects.bulk_update([*gone, *stale], ["text", "position", "removed"])
    Nugget.objects.bulk_create(
        Nugget(question_id=question, name=name, origin=Origin.DEVELOPMENT, **values)
        for (question, name), values in wanted.items()
        if (question, name) not in there
    )


def _says_else(row: Nugget, values: Mapping[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in values.items())


def _add_nuggets(question: Question, known: Sequence[Known]) -> list[str]:
    rows = Nugget.objects.filter(question=question)
    back = _bring_back(rows.filter(removed=True, text__in=[one.text for one in known]))
    there = {_same_as(question, row.text, row.weight, row.group) for row in rows}
    names = list(rows.values_list("name", flat=True))
    last = rows.aggregate(last=Max("position"))["last"] or 0
    new = [one for one in known if _same_as(question, one.text, one.weight or None, one.group) not in there]
    made = []
    for place, one in enumerate(new, last + 1):
        names.append(next_number(names))
        made.append(
            Nugget(
                question=question,
                name=names[-1],
                text=one.text,
                docid=one.docid,
                position=place,
                origin=Origin.DEVELOPMENT,
                weight=one.weight or None,
                group=one.group,
            )
        )
    Nugget.objects.bulk_create(made)
    NuggetVote.objects.bulk_create(
        NuggetVote(nugget=row, vote=one.vote) for row, one in zip(made, new, strict=True) if one.vote
    )
    refresh_voters([question.pk])
    return [*back, *(one.text for one in new)]


def _same_as(question: Question, text: str, weight: Any, group: str) -> tuple[Any, ...]:
    """What two nuggets of a question share that are one; two criteria may ask for the same with other weights."""
    if not question.kind.form.has_criteria:
        return (fold(text),)
    return fold(text), as_weight("" if weight is None else str(weight)), group


KEEPERS.keep(KNOWN, KnownKeeper(_rows, _add_to_all, _keep_declared))
