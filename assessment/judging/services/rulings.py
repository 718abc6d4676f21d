"""Asking the organizers, and rulings: dated answers by which all assessors of a campaign go from then on."""

from collections.abc import Iterable
from uuid import UUID, uuid4

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Ruling
from assessment.judging.selectors.assignments import access_assignment_to_write
from assessment.judging.selectors.rows import items_of
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say
from assessment.submissions.models import PoolItem

LONGEST = 5000  # characters


@transaction.atomic
def ask_organizer(
    *,
    by: Account | None,
    assignment_id: int,
    text: str,
    item_id: int | None = None,
    client_id: UUID | None = None,
) -> Ruling:
    """Keep what an assessor asks about a question, or about one of its answers. A repeat changes nothing.

    Raises Http404 for somebody else's assignment, Refused where nothing is asked.
    """
    assignment = access_assignment_to_write(by, assignment_id).assignment
    campaign = assignment.question.campaign
    made = Ruling.objects.filter(campaign=campaign, client_id=client_id).first() if client_id else None
    if made:
        return made
    asked = _written(
        text, say("Your question is empty. Nothing was sent."), say("Write what you want to know.")
    )
    row = Ruling.objects.create(
        campaign=campaign,
        question=assignment.question,
        item=_item_of(assignment, item_id),
        asked_by=assignment.member,
        asked=asked,
        client_id=client_id or uuid4(),
    )
    record_event(
        by=by, campaign=campaign, verb="ruling:asked", subject=assignment.question.qid, ruling=row.pk
    )
    return row


def note_read(*, by: Account, campaign: Campaign, rulings: Iterable[int]) -> int:
    """Note that whoever asked has read the rulings that answer them; how many those were. Others' are left alone."""
    mine = Ruling.objects.unread().filter(campaign=campaign, asked_by__account=by, pk__in=list(rulings))
    return mine.update(read_at=timezone.now())


@transaction.atomic
def write_ruling(
    *,
    campaign: Campaign,
    text: str,
    by: Account | None,
    ruling: int | None = None,
    question: Question | None = None,
    seen: int | None = None,
) -> Ruling:
    """Answer what was asked, word a ruling anew, or rule without having been asked (no `ruling`).

    `seen` is how often the page saw it written; Conflict where somebody wrote it since.
    """
    written = _written(
        text, say("The ruling is empty. Nothing was stored."), say("Write how assessors should judge.")
    )
    row = (
        _locked(campaign, ruling)
        if ruling
        else Ruling(campaign=campaign, question=question, client_id=uuid4())
    )
    if row.text == written:
        return row
    if seen not in (None, row.changes):
        raise Conflict(
            say(
                "Somebody else wrote this ruling meanwhile: “{ruling}”. Yours was not stored: “{yours}”.",
                ruling=row.text,
                yours=written,
            ),
            "ruling_changed",
            say("Check what is there now, and write it anew if you disagree."),
        )
    row.text, row.ruled_by, row.ruled_at, row.changes = written, by, timezone.now(), row.changes + 1
    row.read_at = None
    row.save()
    subject = row.question.qid if row.question else campaign.title
    record_event(by=by, campaign=campaign, verb="ruling:made", subject=subject, ruling=row.pk, text=written)
    return row


def _locked(campaign: Campaign, pk: int) -> Ruling:
    rows = Ruling.objects.select_for_update(of=("self",), no_key=True).select_related("question")
    found = rows.filter(campaign=campaign, pk=pk).first()
    if found is None:
        raise Http404
    return found


def _item_of(assignment: Assignment, pk: int | None) -> PoolItem | None:
    return items_of(assignment).filter(pk=pk).first() if pk else None


def _written(text: str, empty: str, hint: str) -> str:
    written = text.replace("\r\n", "\n").strip()
    if not written:
        raise Refused(empty, "text_empty", hint)
    if len(written) > LONGEST:
        message = say(
            "This has {n} characters; {most} is the most. Nothing was stored.", n=len(written), most=LONGEST
        )
        raise Refused(message, "text_too_long", say("Shorten it."))
    return written
