"""Writes of question development: series and questions that are considered, rejected with a reason, or accepted."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from assessment.campaigns.models import (
    Campaign,
    Candidate,
    CandidateQuestion,
    CandidateState,
    Question,
    Series,
)
from assessment.campaigns.models.known import format_known, parse_known
from assessment.campaigns.selectors.candidates import next_number
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.campaigns.services.questions import sound_text
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say
from scoring.formats.folding import qid_error

LONGEST_KEY = 56  # leaves room for the number of a question in 64 characters


class DraftQuestion(NamedTuple):
    """One question of a draft. A reason rejects it by itself."""

    type: str
    text: str
    source: str = ""
    known: str = ""  # a line each, as assessment.campaigns.models.known reads them
    reason: str = ""


class Draft(NamedTuple):
    """What somebody wants a candidate to be."""

    questions: Sequence[DraftQuestion]  # in their order
    target: str = ""
    target_type: str = ""


@transaction.atomic
def enter_candidate(*, campaign: Campaign, draft: Draft, by: Account | None) -> Candidate:
    """Keep a series, or questions without one, for consideration. The campaign's questions stay as they are."""
    lock_campaign(campaign)
    sound = _sound(campaign, draft)
    row = Candidate.objects.create(
        campaign=campaign, target=sound.target, target_type=sound.target_type, entered_by=by
    )
    _store_questions(row, sound)
    record_event(by=by, campaign=campaign, verb="candidate:entered", subject=str(row), candidate=row.pk)
    return row


@transaction.atomic
def edit_candidate(*, candidate: Candidate, draft: Draft, seen: int, by: Account | None) -> Candidate:
    """Make an open candidate what the draft says. Raises Conflict where it changed since version `seen`."""
    _lock(candidate)
    _refuse_decided(candidate)
    if candidate.version != seen:
        raise Conflict(
            say("Somebody changed this candidate meanwhile. What you typed is kept here but not stored."),
            "candidate_changed",
            say("Open it in another window and combine both."),
        )
    sound = _sound(candidate.campaign, draft)
    candidate.target, candidate.target_type = sound.target, sound.target_type
    candidate.version += 1
    candidate.save()
    candidate.questions.all().delete()
    _store_questions(candidate, sound)
    _record(candidate, "candidate:edited", by)
    return candidate


@transaction.atomic
def reject_candidate(*, candidate: Candidate, reason: str, by: Account | None) -> Candidate:
    """Put a candidate aside, with a reason; it stays listed."""
    _lock(candidate)
    _refuse_decided(candidate)
    candidate.reason = needed_reason(reason)
    _decide(candidate, CandidateState.REJECTED, by)
    _record(candidate, "candidate:rejected", by, reason=candidate.reason)
    return candidate


@transaction.atomic
def reconsider_candidate(*, candidate: Candidate, by: Account | None) -> Candidate:
    """Take a rejected candidate up again."""
    _lock(candidate)
    if candidate.state != CandidateState.REJECTED:
        raise Refused(
            say("Only a rejected candidate can be reconsidered. Nothing was changed."), "not_rejected"
        )
    reason, candidate.reason = candidate.reason, ""
    _decide(candidate, CandidateState.CONSIDERED, by)
    _record(candidate, "candidate:reconsidered", by, rejected_because=reason)
    return candidate


class Accepted(NamedTuple):
    """A question that came in, and what its developer knows of it."""

    question: Question
    known: str


@transaction.atomic
def accept_candidate(*, candidate: Candidate, key: str, by: Account | None) -> list[Accepted]:
    """Make an open candidate's questions, but for those rejected by themselves, questions of the campaign.

    `key` is the id of the series, or the number of the first question where there is none; empty takes the next.
    What is known of the questions is for the caller to store, in the same transaction.
    """
    _lock(candidate)
    _refuse_decided(candidate)
    campaign = candidate.campaign
    refuse_in_use(campaign)
    rows = list(candidate.questions.filter(reason="").order_by("position"))
    if not rows:
        raise Refused(
            say("Every question of this candidate is rejected. Nothing was changed."),
            "no_questions",
            say("Reject it as a whole."),
        )
    key = key.strip() or next_number(campaign)
    ids = _ids(campaign, key, len(rows))
    candidate.series = _make_series(candidate, key) if campaign.track.in_series else None
    accepted = [_make_question(candidate, row, qid) for row, qid in zip(rows, ids, strict=True)]
    _decide(candidate, CandidateState.ACCEPTED, by)
    _record(candidate, "candidate:accepted", by, ids=ids)
    return accepted


def _sound(campaign: Campaign, draft: Draft) -> Draft:
    """The draft as it can be stored. Refused where a text or line could not stand in a file."""
    kinds = campaign.track.question_types
    if not draft.questions:
        raise Refused(
            say("A candidate needs a question. Nothing was changed."),
            "no_questions",
            say("Write at least one."),
        )
    questions = []
    for number, asked in enumerate(draft.questions, 1):
        if asked.type not in kinds:
            raise Refused(
                say(
                    'Question {number} is of the type "{type}", which the track does not have. Nothing was changed.',
                    number=str(number),
                    type=asked.type,
                ),
                "question_type",
                say("Choose one of: {types}.", types=", ".join(kinds)),
            )
        known, errors = parse_known(asked.known, kinds[asked.type])
        if errors:
            raise Refused(
                say("Question {number}: {error} Nothing was changed.", number=str(number), error=errors[0]),
                "known_line",
            )
        text = sound_text(asked.text)
        questions.append(asked._replace(text=text, known=format_known(known), reason=asked.reason.strip()))
    target = sound_text(draft.target) if campaign.track.in_series else ""
    return Draft(questions, target, draft.target_type.strip() if target else "")


def _store_questions(candidate: Candidate, draft: Draft) -> None:
    CandidateQuestion.objects.bulk_create(
        CandidateQuestion(candidate=candidate, position=position, **asked._asdict())
        for position, asked in enumerate(draft.questions, 1)
    )


def _lock(candidate: Candidate) -> None:
    """Read a candidate anew; changes of one campaign's candidates wait for each other."""
    lock_campaign(candidate.campaign)
    candidate.refresh_from_db(fields=["state", "version", "reason", "target", "target_type"])


def _refuse_decided(candidate: Candidate) -> None:
    if not candidate.is_open:
        was_taken = candidate.state == CandidateState.ACCEPTED
        raise Refused(
            say("This candidate was accepted before. Nothing was changed.")
            if was_taken
            else say("This candidate was rejected before. Nothing was changed."),
            "candidate_decided",
            say("Load the page."),
        )


def refuse_in_use(campaign: Campaign) -> None:
    """Refuse once there are answers to the questions as they are."""
    if campaign.runs.exists() or campaign.questions.filter(pool__isnull=False).exists():
        raise Refused(
            say(
                "Runs already answer the questions of {campaign}. Nothing was changed.",
                campaign=campaign.slug,
            ),
            "questions_in_use",
            say("Put other questions into a new campaign."),
        )


def _decide(candidate: Candidate, state: CandidateState, by: Account | None) -> None:
    candidate.state, candidate.version = state, candidate.version + 1
    candidate.decided_at, candidate.decided_by = timezone.now(), by
    candidate.save()


def _record(candidate: Candidate, verb: str, by: Account | None, **data: object) -> None:
    record_event(
        by=by,
        campaign=candidate.campaign,
        verb=verb,
        subject=str(candidate),
        candidate=candidate.pk,
        **data,
    )


def _ids(campaign: Campaign, key: str, count: int) -> list[str]:
    """The ids of a candidate's questions; refused where one is taken or no file could hold it."""
    in_series = campaign.track.in_series
    if not in_series and not (key.isascii() and key.isdecimal() and len(key) < 10):
        raise Refused(
            say("“{key}” is no number. Nothing was changed.", key=key[:60]),
            "id_invalid",
            say("Number the first question."),
        )
    error = qid_error(key) or (say("The id is too long.") if len(key) > LONGEST_KEY else "")
    if error:
        raise Refused(
            say("{error} Nothing was changed.", error=error), "id_invalid", say("A number is best.")
        )
    ids = [f"{key}.{number}" if in_series else str(int(key) + number - 1) for number in range(1, count + 1)]
    wanted = [key, *ids]
    taken = [
        *campaign.series.filter(key__in=wanted).values_list("key", flat=True),
        *campaign.questions.filter(qid__in=wanted).values_list("qid", flat=True),
    ]
    if taken:
        raise Refused(
            say("Taken already: {ids}. Nothing was changed.", ids=", ".join(sorted(taken))),
            "id_taken",
            say("Choose another id."),
        )
    return ids


def _make_series(candidate: Candidate, key: str) -> Series:
    campaign = candidate.campaign
    last = campaign.series.aggregate(last=Max("position"))["last"] or 0
    return Series.objects.create(
        campaign=campaign,
        key=key,
        position=last + 1,
        target=candidate.target,
        target_type=candidate.target_type,
    )


def _make_question(candidate: Candidate, row: CandidateQuestion, qid: str) -> Accepted:
    campaign = candidate.campaign
    known, _ = parse_known(row.known, campaign.track.question_types[row.type])
    first = known[0] if known and not known[0].vote else None
    last = campaign.questions.aggregate(last=Max("position"))["last"] or 0
    row.question = Question.objects.create(
        campaign=campaign,
        series=candidate.series,
        qid=qid,
        position=last + 1,
        type=row.type,
        text=row.text,
        source=row.source,
        suggested_answer=first.text if first else "",
        suggested_docid=first.docid if first else "",
    )
    row.save(update_fields=["question"])
    return Accepted(row.question, row.known)
