"""What is checked before nuggets, votes and marks are changed."""

from collections.abc import Iterator
from uuid import UUID

from django.db.models import QuerySet

from assessment.judging.models import DraftedNugget, Entry, Nugget, NuggetMatch, Vote
from assessment.judging.selectors.earlier import repeats
from assessment.judging.selectors.primary import may_write_nuggets
from assessment.judging.services.parts.nuggets import match_key
from assessment.judging.services.parts.part import Subject
from assessment.judging.services.wording import one_line, short
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.submissions.models import PoolItem
from documents.readers.base import docid_error
from scoring.records import MAX_GROUP
from scoring.stages import MATCHING

LONGEST_TEXT = 2_000


def refuse_no_nuggets(subject: Subject) -> None:
    """Let nobody speak of nuggets where there are none."""
    if not subject.question.kind.form.asks(MATCHING):
        raise Refused(
            say("Question {qid} is not judged by nuggets.", qid=subject.question.qid),
            "no_nuggets",
            say("Choose another question."),
        )


def refuse_criteria(subject: Subject) -> None:
    """Let nobody write, weigh or mark criteria: they stood before anybody judged, and have labels."""
    if subject.question.kind.form.has_criteria:
        raise Refused(
            say("The criteria of question {qid} stand, and each is labelled.", qid=subject.question.qid),
            "criteria_stand",
            say("Give each a label; of the criteria themselves tell the organizer."),
        )


def refuse_non_writer(subject: Subject) -> None:
    """Let only the writer of the list go on."""
    if subject.assignment and not may_write_nuggets(subject.assignment):
        raise Refused(
            say("Only the primary assessor writes the nuggets of this question."),
            "not_the_primary",
            say("Vote on them, or tell the organizer what is missing."),
        )


def refuse_voter(subject: Subject) -> None:
    """Let nobody mark who only votes."""
    if subject.assignment and subject.assignment.only_votes:
        raise Refused(say("You only vote on nuggets here; you need not mark them."), "only_votes", "")


def refuse_taken(uid: UUID) -> None:
    """Let nobody write a nugget under the uid of an entry, whatever its kind is."""
    if Entry._base_manager.filter(uid=uid).exists():
        raise Refused(say("This nugget already exists."), "nugget_exists", say("Reload the page."))


def current_nuggets(subject: Subject) -> QuerySet[Nugget]:
    """The list, in its order."""
    return Nugget.objects.filter(question=subject.question).current().in_order()


def current_nugget(subject: Subject, uid: UUID) -> Nugget:
    """A nugget on the list; refused where it was removed."""
    row = own_nugget(subject, uid)
    if row.removed:
        writes = subject.assignment is None or may_write_nuggets(subject.assignment)
        hint = say("Bring it back from the foot of the list.") if writes else say("Reload the page.")
        message = say("“{nugget}” was removed meanwhile. Nothing was stored.", nugget=short(row.text))
        raise Refused(message, "nugget_gone", hint)
    return row


def drafted_nugget(subject: Subject, draft: int) -> Nugget:
    """A drafted nugget that the writer of the list is shown, and that is not in the list; refused otherwise."""
    shown = subject.assignment.shown_id if subject.assignment else None
    rows = DraftedNugget.objects.filter(question=subject.question, member=shown, pk=draft)
    row = rows.first() if shown else None
    if row is None:
        raise Refused(
            say("This draft is not shown to you. Nothing was stored."),
            "draft_unknown",
            say("Reload the page."),
        )
    taken = Nugget.objects.filter(draft=row).first()
    if taken is None:
        return row
    message = say("“{nugget}” was made a nugget already. Nothing was stored.", nugget=short(row.text))
    hint = say("Bring it back from the foot of the list.") if taken.removed else say("Reload the page.")
    raise Refused(message, "draft_taken", hint)


def own_nugget(subject: Subject, uid: UUID) -> Nugget:
    """A nugget of the question, on the list or not."""
    row = Nugget.objects.filter(question=subject.question, uid=uid).first()
    if row is None:
        raise Refused(
            say("This nugget belongs to another question. Nothing was stored."),
            "nugget_gone",
            say("Reload the page."),
        )
    return row


def repeats_of(subject: Subject, text: str, but: Nugget | None = None) -> Iterator[str]:
    """Warn of what stands in the list or was asked before."""
    return repeats(subject.question, text, subject.member.pk if subject.member else None, but)


def votes_on(subject: Subject, row: Nugget) -> Iterator[str]:
    """Tell that others voted on the words as they were."""
    count = row.votes.exclude(member=None).exclude(member=subject.member).count()
    if count:
        yield say_n(
            "{n} other assessor voted on the former words. The votes are kept.",
            "{n} other assessors voted on the former words. The votes are kept.",
            count,
        )


def numbered(subject: Subject, number: int) -> Nugget:
    """The nugget of a number in the list."""
    rows = list(current_nuggets(subject))
    if not 1 <= number <= len(rows):
        raise Refused(
            say("There is no nugget {number} in the list. Nothing was stored.", number=str(number)),
            "number_unknown",
            say("The numbers go from 1 to {last}.", last=len(rows)),
        )
    return rows[number - 1]


def own_key(subject: Subject, item_id: int) -> str:
    """What the assessor’s marks on an answer are called."""
    if not PoolItem.objects.filter(pk=item_id, question=subject.question).exists():
        raise Refused(
            say("This answer is not in the pool of the question."),
            "item_not_in_pool",
            say("Reload the page."),
        )
    return match_key(subject.member.pk if subject.member else None, item_id)


def marked_in(subject: Subject, item_id: int, *, removed: bool | None = None) -> set[str]:
    """The nuggets that are marked on an answer; those on the list, those removed from it, or both."""
    rows = NuggetMatch.objects.filter(item=item_id, member=subject.member)
    if removed is not None:
        rows = rows.filter(nugget__removed=removed)
    return {str(uid) for uid in rows.values_list("nugget__uid", flat=True)}


def sound_text(text: str) -> str:
    """The text with single blanks."""
    text = one_line(text)
    if not text:
        raise Refused(
            say("A nugget needs a text."), "text_missing", say("Write one, or select it in an answer.")
        )
    if len(text) > LONGEST_TEXT:
        raise Refused(
            say("A nugget has at most {n} characters.", n=LONGEST_TEXT), "text_too_long", say("Shorten it.")
        )
    return text


def sound_group(group: str) -> str:
    """The name of a group with single blanks; "" is none."""
    name = one_line(group)
    if len(name) > MAX_GROUP:
        message = say("A group has a name of at most {n} characters.", n=MAX_GROUP)
        raise Refused(message, "group_too_long", say("Shorten it."))
    return name


def sound_docid(docid: str) -> str:
    """Refuse what cannot be the id of a document."""
    if error := docid_error(docid):
        raise Refused(error, "docid_invalid")
    return docid


def sound_vote(vote: str) -> str:
    """Refuse what is no vote."""
    if vote not in Vote.values:
        raise Refused(
            say("“{vote}” is not a vote.", vote=vote), "vote_unknown", say("Call it vital or okay.")
        )
    return vote
