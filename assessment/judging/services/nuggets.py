"""Writing nuggets, weighing them, and marking which answers hold them (TREC 2004 question series, section 2.3)."""

from collections.abc import Callable, Collection
from uuid import UUID

from django.db.models import QuerySet

from assessment.judging.models import AssignmentRole, Nugget, NuggetMatch, Vote
from assessment.judging.selectors.nuggets import repeats
from assessment.judging.selectors.primary import is_primary, may_write_nuggets
from assessment.judging.services.changes import Outcome, Plan, change_as_assessor
from assessment.judging.services.parts import State, Subject, match_key
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem

LONGEST_TEXT = 2_000


def write_nugget(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    text: str,
    vote: str,
    item_id: int | None = None,
    seconds: int = 0,
) -> Outcome:
    """Add a nugget with the writer's vote; with an item, mark that it holds the nugget."""

    def plan(subject: Subject) -> Plan:
        _refuse_non_writer(subject)
        if Nugget.objects.filter(uid=uid).exists():
            raise Refused("This nugget is there already.", "nugget_exists", "Load the page again.")
        sound = _sound_text(text)
        after: State = {
            "texts": {str(uid): sound},
            "removed": {str(uid): False},
            "votes": {str(uid): _sound_vote(vote)},
        }
        if item_id is not None:
            key = _own_key(subject, item_id)
            after["matches"] = {key: sorted({*_marked(subject, item_id), str(uid)})}
        return Plan(f"write “{_short(sound)}”", after, notices=tuple(repeats(subject.question, sound)))

    return _change(by, assignment_id, client_id, plan, seconds)


def reword_nugget(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    text: str,
    seen: str | None,
    seconds: int = 0,
) -> Outcome:
    """Say a nugget in other words. `seen` is the text that the page showed; None overwrites whatever stands."""

    def plan(subject: Subject) -> Plan:
        _refuse_non_writer(subject)
        row, sound = _nugget(subject, uid), _sound_text(text)
        return Plan(
            f"reword “{_short(row.text)}”",
            {"texts": {str(uid): sound}},
            {} if seen is None else {"texts": {str(uid): seen}},
            tuple(repeats(subject.question, sound, but=row)),
        )

    return _change(by, assignment_id, client_id, plan, seconds)


def vote_on_nugget(
    *, by: Account | None, assignment_id: int, client_id: UUID, uid: UUID, vote: str, seconds: int = 0
) -> Outcome:
    """Call a nugget vital or okay. The primary assessor's word takes the place of question development's."""

    def plan(subject: Subject) -> Plan:
        row = _nugget(subject, uid)
        after: State = {"votes": {str(uid): _sound_vote(vote)}}
        if is_primary(subject.assignment):
            after["settled_votes"] = {str(uid): None}
        return Plan(f"call “{_short(row.text)}” {vote}", after)

    return _change(by, assignment_id, client_id, plan, seconds)


def move_nugget(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    place: int,
    seconds: int = 0,
) -> Outcome:
    """Give a nugget another place in the list, counted from 1; one beyond the end is the last."""

    def plan(subject: Subject) -> Plan:
        _refuse_non_writer(subject)
        row = _nugget(subject, uid)
        order = [str(other) for other in _standing(subject).values_list("uid", flat=True)]
        order.remove(str(uid))
        order.insert(max(0, place - 1), str(uid))
        places = {name: number for number, name in enumerate(order, 1)}
        return Plan(f"move “{_short(row.text)}”", {"places": places})

    return _change(by, assignment_id, client_id, plan, seconds)


def remove_nugget(
    *, by: Account | None, assignment_id: int, client_id: UUID, uid: UUID, seconds: int = 0
) -> Outcome:
    """Take a nugget off the list. Votes and marks stay with it, and come back with it."""

    def plan(subject: Subject) -> Plan:
        _refuse_non_writer(subject)
        row = _nugget(subject, uid)
        marks = row.matches.count()
        kept = f"Removed. It was marked in {marks} answer{'' if marks == 1 else 's'}; the marks come back with it."
        return Plan(
            f"remove “{_short(row.text)}”", {"removed": {str(uid): True}}, notices=(kept,) if marks else ()
        )

    return _change(by, assignment_id, client_id, plan, seconds)


def merge_nuggets(
    *, by: Account | None, assignment_id: int, client_id: UUID, uid: UUID, number: int, seconds: int = 0
) -> Outcome:
    """Let the nugget of that number in the list stand for this one: whoever marked this one has marked the other."""

    def plan(subject: Subject) -> Plan:
        _refuse_non_writer(subject)
        row, target = _nugget(subject, uid), _numbered(subject, number)
        if row == target:
            raise Refused(
                "A nugget cannot be merged into itself.", "merge_into_itself", "Choose another nugget."
            )
        matches: dict[str, list[str]] = {}
        marks = NuggetMatch.objects.filter(nugget=row).values_list("member_id", "item_id")
        for member, item in marks:
            others = NuggetMatch.objects.filter(item=item, member=member).exclude(nugget=row)
            there = {str(other) for other in others.values_list("nugget__uid", flat=True)}
            matches[match_key(member, item)] = sorted({*there, str(target.uid)})
        after: State = {"removed": {str(uid): True}, "matches": matches}
        return Plan(f"merge “{_short(row.text)}” into “{_short(target.text)}”", after)

    return _change(by, assignment_id, client_id, plan, seconds)


def mark_nuggets(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    item_id: int,
    uids: Collection[UUID],
    seen: Collection[UUID] | None = None,
    seconds: int = 0,
) -> Outcome:
    """Say which nuggets an answer holds, none included: the answer counts as read from then on.

    `seen` holds the marks that the page showed. A mark on a nugget that somebody removed meanwhile is kept with
    it, and the outcome says so. Refused for a nugget of another question.
    """

    def plan(subject: Subject) -> Plan:
        _refuse_voter(subject)
        key = _own_key(subject, item_id)
        rows = {str(row.uid): row for row in Nugget.objects.filter(question=subject.question, uid__in=uids)}
        if len(rows) < len(set(uids)):
            raise Refused(
                "One of the nuggets does not belong to this question. Nothing was stored.",
                "nugget_unknown",
                "Load the page again.",
            )
        gone = [row.text for row in rows.values() if row.removed]
        kept = [f"“{_short(text)}” was removed meanwhile: your mark is kept with it." for text in gone]
        was_shown = set(map(str, seen or ()))
        hidden = _marked(subject, item_id, removed=True)
        after: State = {
            "matches": {key: sorted(rows.keys() | (hidden - was_shown))},
            "readings": {str(item_id): True},
        }
        shown: State = {} if seen is None else {"matches": {key: sorted(was_shown | hidden)}}
        answer = PoolItem.objects.values_list("answer", flat=True).get(pk=item_id)
        return Plan(f"mark “{_short(answer)}”", after, shown, tuple(kept))

    return _change(by, assignment_id, client_id, plan, seconds)


def _change(
    by: Account | None, assignment_id: int, client_id: UUID, plan: Callable[[Subject], Plan], seconds: int
) -> Outcome:
    def checked(subject: Subject) -> Plan:
        if subject.question.kind.form != "nuggets":
            raise Refused(
                f"Question {subject.question.qid} is not judged by nuggets.",
                "no_nuggets",
                "Choose another question.",
            )
        return plan(subject)

    return change_as_assessor(
        by=by, assignment_id=assignment_id, client_id=client_id, plan=checked, seconds=seconds
    )


def _refuse_non_writer(subject: Subject) -> None:
    if subject.assignment and not may_write_nuggets(subject.assignment):
        raise Refused(
            "The nuggets of this question are the primary assessor’s to write.",
            "not_the_primary",
            "Vote on them, or tell the organizer what is missing.",
        )


def _refuse_voter(subject: Subject) -> None:
    if subject.assignment and subject.assignment.role == AssignmentRole.VOTER:
        raise Refused("You vote on nuggets here; marking them is not asked of you.", "only_votes", "")


def _standing(subject: Subject) -> QuerySet[Nugget]:
    return Nugget.objects.filter(question=subject.question).standing().in_order()


def _nugget(subject: Subject, uid: UUID) -> Nugget:
    row = Nugget.objects.filter(question=subject.question, uid=uid).first()
    if row is None or row.removed:
        what = (
            f"“{_short(row.text)}” was removed meanwhile." if row else "This nugget is not of this question."
        )
        raise Refused(f"{what} Nothing was stored.", "nugget_gone", "Undo the removal to bring it back.")
    return row


def _numbered(subject: Subject, number: int) -> Nugget:
    rows = list(_standing(subject))
    if not 1 <= number <= len(rows):
        raise Refused(
            f"There is no nugget {number} in the list. Nothing was stored.",
            "number_unknown",
            f"The numbers go from 1 to {len(rows)}.",
        )
    return rows[number - 1]


def _own_key(subject: Subject, item_id: int) -> str:
    if not PoolItem.objects.filter(pk=item_id, question=subject.question).exists():
        raise Refused(
            "This answer is not in the pool of the question.", "item_not_in_pool", "Load the page again."
        )
    return match_key(subject.member.pk if subject.member else None, item_id)


def _marked(subject: Subject, item_id: int, *, removed: bool | None = None) -> set[str]:
    """The nuggets that are marked on an answer; those on the list, those removed from it, or both."""
    rows = NuggetMatch.objects.filter(item=item_id, member=subject.member)
    if removed is not None:
        rows = rows.filter(nugget__removed=removed)
    return {str(uid) for uid in rows.values_list("nugget__uid", flat=True)}


def _sound_text(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise Refused("A nugget needs a text.", "text_missing", "Write one, or select it in an answer.")
    if len(text) > LONGEST_TEXT:
        raise Refused(f"A nugget has at most {LONGEST_TEXT:,} characters.", "text_too_long", "Shorten it.")
    return text


def _sound_vote(vote: str) -> str:
    if vote not in Vote.values:
        raise Refused(f"“{vote}” is no vote.", "vote_unknown", "Call it vital or okay.")
    return vote


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
