"""Writes of single questions and series: texts and corrections, leaving the evaluation, and settled NILs."""

import unicodedata
from collections.abc import Iterable, Mapping

from django.db import transaction

from assessment.campaigns.models import Campaign, Correction, Question, Series
from assessment.campaigns.selectors.campaigns import is_frozen
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.campaigns.services.whole_topics import name_series, refuse_part, rest_of
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from assessment.shared.seen import differing, refuse_changed
from scoring.formats.folding import fold
from scoring.formats.narratives import narrative_of, with_narrative, wording_of

UNSETTLED = sentence("left to the judgments")
FIELDS = {
    "text": sentence("text"),
    "source": sentence("source"),
    "suggested_answer": sentence("suggested answer"),
    "suggested_docid": sentence("suggested document"),
}


@transaction.atomic
def edit_question(
    *, question: Question, by: Account | None, reason: str = "", seen: str | None = None, **fields: str
) -> Question:
    """Change some of a question's FIELDS. Once it is frozen, a new text takes a reason and is a Correction.

    Of a topic that is several questions, a new text is that of them all, and of their series.

    `seen` is the mark of what the page showed (`state_of`); Conflict where somebody changed it meanwhile.
    """
    lock_campaign(question.campaign)
    question.refresh_from_db(fields=FIELDS)
    if "text" in fields:
        fields["text"] = _edited_text(question, fields["text"])
    state = state_of(question)
    now, wanted = differing(state, fields, FIELDS)
    refuse_changed(
        seen=seen, state=state, what=say("question {question}", question=question.qid), now=now, wanted=wanted
    )
    changes = {name: [getattr(question, name), fields[name]] for name in FIELDS if name in fields}
    changes = {name: change for name, change in changes.items() if change[0] != change[1]}
    if not changes:
        return question
    is_corrected = "text" in changes and is_frozen(question)
    if "text" in changes:
        refuse_part(question)
    if is_corrected:
        reason = needed_reason(reason)
    _keep(question, changes, is_corrected, by, reason)
    if "text" in changes:
        for row, text in rest_of(question):
            _keep(row, {"text": [row.text, text]}, is_corrected, by, reason)
        name_series(question, by=by, reason=reason)
    return question


def _keep(
    question: Question, changes: Mapping[str, list[str]], is_corrected: bool, by: Account | None, reason: str
) -> None:
    """Store what becomes of a question, each field with what it was before."""
    if is_corrected:
        before, after = changes["text"]
        Correction.objects.create(question=question, before=before, after=after, reason=reason, made_by=by)
    for name, (_, value) in changes.items():
        setattr(question, name, value)
    question.save(update_fields=list(changes))
    verb = "question:corrected" if is_corrected else "question:edited"
    record_event(
        by=by, campaign=question.campaign, verb=verb, subject=question.qid, changes=changes, reason=reason
    )


def state_of(question: Question) -> dict[str, object]:
    """What the form of a question shows and changes."""
    return {name: getattr(question, name) for name in FIELDS}


def _edited_text(question: Question, text: str) -> str:
    """The text as it is kept; below what is asked, the narrative of a question that has one."""
    if not narrative_of(question.text):
        return sound_text(text)
    text = text.strip().replace("\r\n", "\n")
    return with_narrative(sound_text(wording_of(text)), fold(narrative_of(text)))


def sound_text(text: str) -> str:
    """The text as topics files hold one: on one line, without control characters."""
    text = fold(text)
    if not text:
        message = say("A question needs a text. Nothing was changed.")
        raise Refused(message, "text_missing", say("Write one, or drop the question."))
    if any(unicodedata.category(char) == "Cc" and char != "\t" for char in text):
        message = say("The text holds control characters. Nothing was changed.")
        raise Refused(message, "text_control", say("If it was copied, type it again."))
    return text


@transaction.atomic
def drop(*, campaign: Campaign, identifier: str, reason: str, by: Account | None) -> Question | Series:
    """Take a question, or a whole series, out of the evaluation: it leaves every mean. All judgments are kept."""
    row = _find(campaign, identifier)
    reason = needed_reason(reason)
    if row.drop_reason:
        message = say(
            "{id} has already been dropped ({reason}). Nothing was changed.",
            id=identifier,
            reason=row.drop_reason,
        )
        raise Refused(message, "dropped_already", say("Restore it first to give another reason."))
    row.drop_reason = reason
    row.save(update_fields=["drop_reason"])
    record_event(by=by, campaign=campaign, verb="question:dropped", subject=_called(row), reason=reason)
    return row


@transaction.atomic
def restore(*, campaign: Campaign, identifier: str, by: Account | None) -> Question | Series:
    """Take a dropped question or series back into the evaluation."""
    row = _find(campaign, identifier)
    if not row.drop_reason:
        raise Refused(say("{id} is not dropped. Nothing was changed.", id=identifier), "not_dropped")
    reason, row.drop_reason = row.drop_reason, ""
    row.save(update_fields=["drop_reason"])
    record_event(
        by=by, campaign=campaign, verb="question:restored", subject=_called(row), dropped_because=reason
    )
    return row


def _find(campaign: Campaign, identifier: str) -> Question | Series:
    """The question or series of that id, with its campaign locked; no topics file gives both the same."""
    lock_campaign(campaign)
    question = campaign.questions.filter(qid=identifier).first()
    row = question or campaign.series.filter(key=identifier).first()
    if row is None:
        message = say(
            '{campaign} has no question and no series "{id}". Nothing was changed.',
            campaign=campaign.slug,
            id=identifier,
        )
        raise Refused(message, "question_unknown", say("Write the id as the questions page shows it."))
    return row


def _called(row: Question | Series) -> str:
    return f"question {row.qid}" if isinstance(row, Question) else f"series {row.key}"


@transaction.atomic
def settle_nil(*, question: Question, nil: str, by: Account | None, seen: str | None = None) -> Question:
    """Say whether NIL is "right" or "wrong" where judging leaves it undecided; "" leaves it to the judgments.

    `seen` is the mark of what the page showed; Conflict where it is something else by now.
    """
    lock_campaign(question.campaign)
    question.refresh_from_db(fields=["nil"])
    if nil not in ("right", "wrong", ""):
        raise Refused(
            say('NIL cannot be "{word}". Nothing was changed.', word=nil),
            "nil",
            say("Say right, wrong or nothing."),
        )
    if not (question.kind.nil_allowed and question.kind.judged):
        message = say(
            "No run may answer NIL to question {question}. Nothing was changed.", question=question.qid
        )
        raise Refused(message, "nil_not_allowed")
    refuse_changed(
        seen=seen,
        state=question.nil,
        what=say("NIL of question {question}", question=question.qid),
        now=question.nil or say(UNSETTLED),
        wanted=nil or say(UNSETTLED),
    )
    before, question.nil = question.nil, nil
    question.save(update_fields=["nil"])
    verb, said = "question:nil_settled", nil or UNSETTLED
    record_event(
        by=by, campaign=question.campaign, verb=verb, subject=f"{question.qid}: {said}", before=before
    )
    return question


@transaction.atomic
def settle_nils(
    *, questions: Iterable[Question], nil: str, by: Account | None, seen: str | None = None
) -> list[Question]:
    """Settle NIL of several questions alike, all of them or none; see `settle_nil`."""
    return [settle_nil(question=question, nil=nil, by=by, seen=seen) for question in questions]
