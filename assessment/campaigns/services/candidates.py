"""Writes of question development: series and questions that are considered, rejected with a reason, or accepted."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from assessment.campaigns.models import (
    Campaign,
    Candidate,
    CandidateQuestion,
    CandidateState,
)
from assessment.campaigns.models.known import format_known, parse_known
from assessment.campaigns.selectors.documents import page_error
from assessment.campaigns.services.developing import as_developer, refuse_beyond_quota, refuse_ended
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.campaigns.services.questions import sound_text
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say
from documents.bulk import update_rows
from scoring.formats.question_tables import LONGEST_SOURCE
from scoring.stages import PLACES


@transaction.atomic
def enter_candidate(
    *, campaign: Campaign, draft: Draft, by: Account | None, roles: Collection[str] | None = None
) -> Candidate:
    """Keep a series, or questions without one, for consideration. The campaign's questions stay as they are.

    `roles` are those of somebody who does not run the campaign: refused after the end, and beyond their quota.
    """
    lock_campaign(campaign)
    if roles is not None:
        refuse_ended(campaign)
        refuse_beyond_quota(campaign, roles, by, now=len(draft.questions))
        draft = draft._replace(questions=as_developer(campaign, roles, draft.questions, {}))
    sound = _sound(campaign, draft)
    row = Candidate.objects.create(
        campaign=campaign, target=sound.target, target_type=sound.target_type, entered_by=by
    )
    _store_questions(row, sound)
    record_event(by=by, campaign=campaign, verb="candidate:entered", subject=str(row), candidate=row.pk)
    return row


@transaction.atomic
def edit_candidate(
    *,
    candidate: Candidate,
    draft: Draft,
    seen: int,
    by: Account | None,
    roles: Collection[str] | None = None,
) -> Candidate:
    """Make an open candidate what the draft says. Raises Conflict where it changed since version `seen`.

    `roles` as of `enter_candidate`.
    """
    lock_candidate(candidate)
    refuse_decided(candidate)
    refuse_changed_since(candidate, seen)
    if roles is not None:
        former = {row.pk: row for row in candidate.questions.all()}
        refuse_ended(candidate.campaign)
        refuse_beyond_quota(candidate.campaign, roles, by, now=len(draft.questions), before=len(former))
        draft = draft._replace(questions=as_developer(candidate.campaign, roles, draft.questions, former))
    sound = _sound(candidate.campaign, draft)
    candidate.target, candidate.target_type = sound.target, sound.target_type
    candidate.version += 1
    candidate.save(update_fields=["target", "target_type", "version"])
    _store_questions(candidate, sound)
    record(candidate, "candidate:edited", by)
    return candidate


@transaction.atomic
def reject_candidate(*, candidate: Candidate, reason: str, by: Account | None) -> Candidate:
    """Put a candidate aside, with a reason; it stays listed."""
    lock_candidate(candidate)
    refuse_decided(candidate)
    candidate.reason = needed_reason(reason)
    decide(candidate, CandidateState.REJECTED, by)
    record(candidate, "candidate:rejected", by, reason=candidate.reason)
    return candidate


@transaction.atomic
def reconsider_candidate(*, candidate: Candidate, by: Account | None) -> Candidate:
    """Take a rejected candidate up again."""
    lock_candidate(candidate)
    if candidate.state != CandidateState.REJECTED:
        raise Refused(
            say("Only a rejected candidate can be reconsidered. Nothing was changed."), "not_rejected"
        )
    reason, candidate.reason = candidate.reason, ""
    decide(candidate, CandidateState.CONSIDERED, by)
    record(candidate, "candidate:reconsidered", by, rejected_because=reason)
    return candidate


def _sound(campaign: Campaign, draft: Draft) -> Draft:
    """The draft as it can be stored. Refused where a text or line could not stand in a file."""
    if not draft.questions:
        raise Refused(
            say("A candidate needs a question. Nothing was changed."),
            "no_questions",
            say("Write at least one."),
        )
    questions = [_check_question(campaign, asked, number) for number, asked in enumerate(draft.questions, 1)]
    _refuse_pages_twice(questions)
    target = sound_text(draft.target) if campaign.track.series_rules else ""
    return Draft(questions, target, draft.target_type.strip() if target else "")


def _check_question(campaign: Campaign, asked: DraftQuestion, number: int) -> DraftQuestion:
    """One question as it can be stored."""
    kinds = campaign.track.entered_types
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
    languages = campaign.track.languages
    if languages and asked.language not in languages:
        raise Refused(
            say("Question {number} tells no language. Nothing was changed.", number=str(number)),
            "language",
            say("Choose one of: {languages}.", languages=", ".join(languages)),
        )
    source = asked.source.strip()
    if len(source) > LONGEST_SOURCE:
        raise Refused(
            say(
                "The source {start}… has more than {most} characters.", start=source[:40], most=LONGEST_SOURCE
            ),
            "source_too_long",
            say("Shorten it."),
        )
    return asked._replace(
        source=source,
        text=sound_text(asked.text),
        known=format_known(known),
        reason=asked.reason.strip(),
        language=asked.language if languages else "",
        page=_sound_page(campaign, asked),
    )


def _sound_page(campaign: Campaign, asked: DraftQuestion) -> str:
    """The page of a question that is annotated; others have none."""
    if asked.type not in campaign.track.types_with(PLACES):
        return ""
    page = asked.page.strip()
    if error := page_error(campaign, page):
        raise Refused(say("{error} Nothing was changed.", error=error), "page")
    return page


def _refuse_pages_twice(questions: Sequence[DraftQuestion]) -> None:
    """A question has the id of its page, so that a page has one question."""
    pages = [asked.page for asked in questions if asked.page]
    if twice := next((page for page in pages if pages.count(page) > 1), ""):
        raise Refused(
            say("Page {page} is named twice. Nothing was changed.", page=twice),
            "page_twice",
            say("Ask one question of each page."),
        )


def _store_questions(candidate: Candidate, draft: Draft) -> None:
    """Make the candidate's questions those of the draft; what is kept with a question stays where it goes on."""
    known = {row.pk: row for row in candidate.questions.all()}
    rows, reworded = [], []
    for position, asked in enumerate(draft.questions, 1):
        fields = asked._asdict()
        row = known.pop(fields.pop("row"), None) or CandidateQuestion(candidate=candidate)
        if row.pk and (row.text, row.language) != (asked.text, asked.language):
            reworded.append(row)
        for name, value in (fields | {"position": position}).items():
            setattr(row, name, value)
        rows.append(row)
    candidate.questions.filter(pk__in=known).delete()
    last = candidate.questions.aggregate(last=Max("position"))["last"] or 0
    candidate.questions.update(position=F("position") + last + len(rows))
    kept = [row for row in rows if row.pk is not None]
    CandidateQuestion.objects.bulk_create(row for row in rows if row.pk is None)
    update_rows(kept, [*(name for name in DraftQuestion._fields if name != "row"), "position"])
    for row in reworded:
        row.translations.filter(language=row.language).delete()
        row.translations.update(checked=False, checked_by=None)


def lock_candidate(candidate: Candidate) -> None:
    """Read a candidate anew; changes of one campaign's candidates wait for each other."""
    lock_campaign(candidate.campaign)
    candidate.refresh_from_db(fields=["state", "version", "reason", "target", "target_type"])


def refuse_decided(candidate: Candidate) -> None:
    """Refuse what is decided; whoever may not know what became of it is not told."""
    if candidate.is_open:
        return
    if candidate.is_concealed:
        error = say("This candidate is decided. Nothing was changed.")
    elif candidate.state == CandidateState.ACCEPTED:
        error = say("This candidate was accepted before. Nothing was changed.")
    else:
        error = say("This candidate was rejected before. Nothing was changed.")
    raise Refused(error, "candidate_decided", say("Load the page."))


def refuse_changed_since(candidate: Candidate, seen: int) -> None:
    """Raise Conflict where a candidate is no longer as a page showed it."""
    if candidate.version != seen:
        raise Conflict(
            say("Somebody changed this candidate meanwhile. What you typed is kept here but not stored."),
            "candidate_changed",
            say("Open it in another window and combine both."),
        )


def decide(candidate: Candidate, state: CandidateState, by: Account | None) -> None:
    candidate.state, candidate.version = state, candidate.version + 1
    candidate.decided_at, candidate.decided_by = timezone.now(), by
    candidate.save()


def record(candidate: Candidate, verb: str, by: Account | None, **data: object) -> None:
    record_event(
        by=by,
        campaign=candidate.campaign,
        verb=verb,
        subject=str(candidate),
        candidate=candidate.pk,
        **data,
    )
