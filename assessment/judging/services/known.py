"""Writes of what is known of a single question: answers with their documents, nuggets with vital or okay."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max

from assessment.campaigns.known import Known, parse_known
from assessment.campaigns.models import Candidate, Question
from assessment.campaigns.services.candidates import Accepted, accept_candidate
from assessment.judging.models import AnswerClass, Nugget, NuggetVote, Origin
from assessment.judging.services.development import lock_development
from assessment.judging.services.development_nuggets import next_number, refresh_voters
from assessment.people.models import Account
from assessment.people.services import record_event
from scoring.formats.folding import fold


@transaction.atomic
def add_known(*, question: Question, known: Sequence[Known], by: Account | None) -> int:
    """Add answers, or nuggets with a settled vote, to what is known of a question; how many were new.

    A text that is there already stays as it is, one that somebody took off the list too.
    """
    _lock(question)
    add = _add_nuggets if question.kind.form == "nuggets" else _add_answers
    added = add(question, known)
    if added:
        record_event(by=by, campaign=question.campaign, verb="known:added", subject=question.qid, texts=added)
    return len(added)


@transaction.atomic
def accept(*, candidate: Candidate, key: str, by: Account | None) -> list[Accepted]:
    """Accept a candidate's questions with what is known of them."""
    accepted = accept_candidate(candidate=candidate, key=key, by=by)
    for question, lines in accepted:
        known, _ = parse_known(lines, question.kind)
        add_known(question=question, known=known, by=by)
    return accepted


def _lock(question: Question) -> None:
    """Let other changes of the question's answers and nuggets wait. Refused once the scores are out."""
    lock_development(question.campaign)
    Question.objects.select_for_update(of=("self",), no_key=True).get(pk=question.pk)


def _add_answers(question: Question, known: Sequence[Known]) -> list[str]:
    rows = AnswerClass.objects.filter(question=question)
    names = dict(rows.values_list("label", "name"))
    new = [one for one in known if one.text not in names]
    for one in new:
        names[one.text] = next_number(names.values())
    AnswerClass.objects.bulk_create(
        AnswerClass(
            question=question,
            name=names[one.text],
            label=one.text,
            docid=one.docid,
            origin=Origin.DEVELOPMENT,
        )
        for one in new
    )
    return [one.text for one in new]


def _add_nuggets(question: Question, known: Sequence[Known]) -> list[str]:
    rows = Nugget.objects.filter(question=question)
    texts = {fold(text) for text in rows.values_list("text", flat=True)}
    names = list(rows.values_list("name", flat=True))
    last = rows.aggregate(last=Max("position"))["last"] or 0
    new = [one for one in known if one.text not in texts]
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
            )
        )
    Nugget.objects.bulk_create(made)
    NuggetVote.objects.bulk_create(
        NuggetVote(nugget=row, vote=one.vote) for row, one in zip(made, new, strict=True)
    )
    refresh_voters([question.pk])
    return [one.text for one in new]
