"""Writing nuggets, weighing them, and marking which answers hold them (TREC 2004 question series, section 2.3)."""

from collections.abc import Callable, Collection, Iterator
from uuid import UUID

from assessment.judging.models import Nugget, NuggetMatch, Vote
from assessment.judging.selectors.cells import marks_of
from assessment.judging.selectors.primary import is_primary
from assessment.judging.services.cells import moved_to, nuggets_of, refuse_labelled, said_of_other_words
from assessment.judging.services.changes import ChangePlan, ChangeResult, change_as_assessor
from assessment.judging.services.nugget_checks import (
    current_nugget,
    current_nuggets,
    drafted_nugget,
    marked_in,
    numbered,
    own_key,
    own_nugget,
    refuse_criteria,
    refuse_no_nuggets,
    refuse_non_writer,
    refuse_taken,
    refuse_voter,
    repeats_of,
    sound_docid,
    sound_group,
    sound_text,
    sound_vote,
    votes_on,
)
from assessment.judging.services.parts.cells import cell_key, record_of
from assessment.judging.services.parts.nuggets import match_key
from assessment.judging.services.parts.part import State, Subject
from assessment.judging.services.wording import short
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.submissions.models import PoolItem


def write_nugget(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    text: str,
    vote: str,
    item_id: int | None = None,
    docid: str = "",
    seconds: int = 0,
) -> ChangeResult:
    """Add a nugget with the writer's vote; with an item, mark that it holds the nugget.

    `docid` is the document that it was found in by a search: then no answer is marked.
    """

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        refuse_taken(uid)
        sound = sound_text(text)
        after: State = {
            "texts": {str(uid): sound},
            "removed": {str(uid): False},
            "votes": {str(uid): sound_vote(vote)},
        }
        if docid:
            after["documents"] = {str(uid): sound_docid(docid)}
        elif item_id is not None:
            after |= _found_in(subject, item_id, uid)
        notices = tuple(repeats_of(subject, sound))
        return ChangePlan(say("write “{nugget}”", nugget=short(sound)), after, notices=notices, item=item_id)

    return _change(by, assignment_id, client_id, plan, seconds)


def take_draft(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    draft: int,
    seconds: int = 0,
) -> ChangeResult:
    """Add a nugget that a program drafted, with its words and without a vote: where its drafts are shown (post-editing)."""

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        row = drafted_nugget(subject, draft)
        refuse_taken(uid)
        after: State = {
            "texts": {str(uid): row.text},
            "removed": {str(uid): False},
            "drafts": {str(uid): row.pk},
            **({"groups": {str(uid): row.group}} if row.group else {}),
        }
        notices = tuple(repeats_of(subject, row.text))
        return ChangePlan(say("add “{nugget}”", nugget=short(row.text)), after, notices=notices)

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
) -> ChangeResult:
    """Say a nugget in other words. `seen` is the text that the page showed; None overwrites whatever stands."""

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        row, sound = current_nugget(subject, uid), sound_text(text)
        labels, own = said_of_other_words(subject, row, sound)
        return ChangePlan(
            say("reword “{nugget}”", nugget=short(row.text)),
            {"texts": {str(uid): sound}, **labels},
            {} if seen is None else {"texts": {str(uid): seen}},
            (*repeats_of(subject, sound, but=row), *votes_on(subject, row), *_to_be_given_again(own)),
        )

    return _change(by, assignment_id, client_id, plan, seconds)


def vote_on_nugget(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    vote: str,
    seen: str | None = None,
    seconds: int = 0,
) -> ChangeResult:
    """Call a nugget vital or okay. The primary assessor's word takes the place of question development's.

    `seen` is the text that the page showed: nobody votes on words that they did not read.
    """

    def plan(subject: Subject) -> ChangePlan:
        row = current_nugget(subject, uid)
        after: State = {"votes": {str(uid): sound_vote(vote)}}
        if is_primary(subject.assignment):
            after["settled_votes"] = {str(uid): None}
        shown: State = {} if seen is None else {"texts": {str(uid): seen}}
        return ChangePlan(_called(row, vote), after, shown)

    return _change(by, assignment_id, client_id, plan, seconds)


def move_nugget(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    place: int,
    seconds: int = 0,
) -> ChangeResult:
    """Give a nugget another place in the list, counted from 1; one beyond the end is the last."""

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        row = current_nugget(subject, uid)
        order = [str(other) for other in current_nuggets(subject).values_list("uid", flat=True)]
        order.remove(str(uid))
        order.insert(min(max(0, place - 1), len(order)), str(uid))
        places = {name: number for number, name in enumerate(order, 1)}
        return ChangePlan(say("move “{nugget}”", nugget=short(row.text)), {"places": places})

    return _change(by, assignment_id, client_id, plan, seconds)


def group_nugget(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    group: str,
    seconds: int = 0,
) -> ChangeResult:
    """Put a nugget into a group of the list, such as a part of the narrative; "" takes it out of its own."""

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        row, sound = current_nugget(subject, uid), sound_group(group)
        label = (
            say("put “{nugget}” into “{group}”", nugget=short(row.text), group=short(sound))
            if sound
            else say("take “{nugget}” out of its group", nugget=short(row.text))
        )
        return ChangePlan(label, {"groups": {str(uid): sound}})

    return _change(by, assignment_id, client_id, plan, seconds)


def remove_nugget(
    *, by: Account | None, assignment_id: int, client_id: UUID, uid: UUID, seconds: int = 0
) -> ChangeResult:
    """Take a nugget off the list. Votes and marks stay with it, and come back with it."""

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        row = current_nugget(subject, uid)
        marks = marks_of(subject.question).filter(nugget=row).count()
        note = say_n(
            "Removed. It was marked in {n} answer; the marks come back with it.",
            "Removed. It was marked in {n} answers; the marks come back with it.",
            marks,
        )
        label = say("remove “{nugget}”", nugget=short(row.text))
        return ChangePlan(label, {"removed": {str(uid): True}}, notices=(note,) if marks else ())

    return _change(by, assignment_id, client_id, plan, seconds)


def restore_nugget(
    *, by: Account | None, assignment_id: int, client_id: UUID, uid: UUID, seconds: int = 0
) -> ChangeResult:
    """Put a nugget back on the list, with its votes and marks."""

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        row = own_nugget(subject, uid)
        return ChangePlan(
            say("bring back “{nugget}”", nugget=short(row.text)), {"removed": {str(uid): False}}
        )

    return _change(by, assignment_id, client_id, plan, seconds)


def merge_nuggets(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    uid: UUID,
    number: int,
    into: UUID | None = None,
    seconds: int = 0,
) -> ChangeResult:
    """Let the nugget of that number in the list stand for this one: whoever marked this one has marked the other.

    `into` is the nugget that had the number on the page, which holds where the list was changed meanwhile.
    """

    def plan(subject: Subject) -> ChangePlan:
        refuse_non_writer(subject)
        row = current_nugget(subject, uid)
        target = current_nugget(subject, into) if into else numbered(subject, number)
        if row == target:
            raise Refused(
                say("A nugget cannot be merged into itself."),
                "merge_into_itself",
                say("Choose another nugget."),
            )
        after: State = {"removed": {str(uid): True}}
        labelled = subject.question.kind.cell_scale is not None
        after |= moved_to(subject, row, target) if labelled else {"matches": _moved(row, target)}
        return ChangePlan(
            say("merge “{merged}” into “{kept}”", merged=short(row.text), kept=short(target.text)), after
        )

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
) -> ChangeResult:
    """Say which nuggets an answer holds, none included: the answer counts as read from then on.

    `seen` holds the marks that the page showed. A mark on a nugget that somebody removed meanwhile is kept with
    it, and the outcome says so. Refused for a nugget of another question.
    """

    def plan(subject: Subject) -> ChangePlan:
        refuse_voter(subject)
        refuse_labelled(subject)
        key = own_key(subject, item_id)
        rows = nuggets_of(subject, set(map(str, uids)))
        gone = [row.text for row in rows.values() if row.removed]
        note = [
            say("“{nugget}” was removed meanwhile: your mark is kept with it.", nugget=short(text))
            for text in gone
        ]
        was_shown = set(map(str, seen or ()))
        hidden = marked_in(subject, item_id, removed=True)
        after: State = {
            "matches": {key: sorted(rows.keys() | (hidden - was_shown))},
            "readings": {str(item_id): True},
        }
        shown: State = {} if seen is None else {"matches": {key: sorted(was_shown | hidden)}}
        answer = PoolItem.objects.values_list("answer", flat=True).get(pk=item_id)
        return ChangePlan(
            say("mark “{answer}”", answer=short(answer)), after, shown, tuple(note), item=item_id
        )

    return _change(by, assignment_id, client_id, plan, seconds)


def _moved(row: Nugget, target: Nugget) -> dict[str, list[str]]:
    """The marks of everybody who marked a nugget, with another in its place."""
    matches: dict[str, list[str]] = {}
    marks = NuggetMatch.objects.filter(nugget=row).values_list("member_id", "item_id")
    for member, item in marks:
        others = NuggetMatch.objects.filter(item=item, member=member).exclude(nugget=row)
        there = {str(other) for other in others.values_list("nugget__uid", flat=True)}
        matches[match_key(member, item)] = sorted({*there, str(target.uid)})
    return matches


def _found_in(subject: Subject, item_id: int, uid: UUID) -> State:
    """That the answer in which a nugget was found holds it: in full, where cells have labels."""
    key = own_key(subject, item_id)
    if scale := subject.question.kind.cell_scale:
        member = subject.member.pk if subject.member else None
        return {"cells": {cell_key(member, item_id, str(uid)): record_of(scale.grades[0])}}
    return {"matches": {key: sorted({*marked_in(subject, item_id), str(uid)})}}


def _to_be_given_again(number: int) -> Iterator[str]:
    if number:
        yield say_n(
            "{n} label was given to the former words. It is kept, and to be given again.",
            "{n} labels were given to the former words. They are kept, and to be given again.",
            number,
        )


def _called(row: Nugget, vote: str) -> str:
    if vote == Vote.VITAL:
        return say("call “{nugget}” vital", nugget=short(row.text))
    return say("call “{nugget}” okay", nugget=short(row.text))


def _change(
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    plan: Callable[[Subject], ChangePlan],
    seconds: int,
) -> ChangeResult:
    def checked(subject: Subject) -> ChangePlan:
        refuse_no_nuggets(subject)
        refuse_criteria(subject)
        return plan(subject)

    return change_as_assessor(
        by=by, assignment_id=assignment_id, client_id=client_id, plan=checked, seconds=seconds
    )
