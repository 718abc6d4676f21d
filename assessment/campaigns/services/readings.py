"""What second readers say of candidate questions."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import CandidateQuestion, CandidateReading, Vote
from assessment.campaigns.services.candidates import lock_candidate, record, refuse_decided
from assessment.people.models import Account
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say
from assessment.shared.seen import mark_of

LONGEST_NOTE = 1000


@transaction.atomic
def read_candidate(
    *,
    question: CandidateQuestion,
    vote: str,
    by: Account,
    note: str = "",
    ticked: Collection[str] = (),
    seen: str | None = None,
) -> CandidateReading:
    """Keep what somebody other than its writer says of a question, in place of what they said before.

    `ticked` are names of the track's checklist, `seen` is the mark of the text that was read; Conflict where it is another by now.
    """
    candidate = question.candidate
    lock_candidate(candidate)
    refuse_decided(candidate)
    question = _as_it_is(question)
    _refuse_unfit(question, vote, ticked, by)
    if seen is not None and seen != mark_of(question.text):
        raise _changed()
    names = [name for name, _ in candidate.campaign.track.checklist if name in ticked]
    said = {"vote": vote, "note": note.strip()[:LONGEST_NOTE], "ticked": names, "text": question.text}
    row, _ = CandidateReading.objects.update_or_create(
        question=question, reader=by, defaults=said | {"read_at": timezone.now()}
    )
    record(
        candidate, "candidate:read", by, vote=vote, note=row.note, ticked=names, position=question.position
    )
    return row


def _as_it_is(question: CandidateQuestion) -> CandidateQuestion:
    """The question read anew; Conflict where an edit took it away."""
    now = question.candidate.questions.filter(pk=question.pk).first()
    if now is None:
        raise _changed()
    now.candidate = question.candidate
    return now


def _changed() -> Conflict:
    return Conflict(
        say("Somebody changed this question meanwhile. Your vote was not stored."),
        "candidate_changed",
        say("Read it again."),
    )


def _refuse_unfit(question: CandidateQuestion, vote: str, ticked: Collection[str], by: Account) -> None:
    checklist = dict(question.candidate.campaign.track.checklist)
    if question.candidate.entered_by_id == by.pk:
        raise Refused(
            say("You entered this question yourself. Nothing was stored."),
            "own_candidate",
            say("Ask somebody else to read it."),
        )
    if vote not in Vote.values:
        raise Refused(
            say("Nothing was stored: there is no vote “{vote}”.", vote=vote[:40]),
            "vote",
            say("Choose one of: {votes}.", votes=", ".join(Vote.values)),
        )
    if unknown := sorted(set(ticked) - checklist.keys()):
        raise Refused(
            say("The checklist has no “{name}”. Nothing was stored.", name=unknown[0][:40]),
            "checklist",
            say("It has: {names}.", names=", ".join(checklist) or "–"),
        )
