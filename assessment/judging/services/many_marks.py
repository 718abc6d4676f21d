"""Marks of nuggets in many answers of one question at once: all of them are stored, or none."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from assessment.judging.models import Change, ChangeKind, Nugget, NuggetMatch
from assessment.judging.services.cells import refuse_labelled
from assessment.judging.services.changes import (
    Save,
    count_change,
    history_row,
    is_repeat,
    lock_as_assessor,
    store_changes,
    used_twice,
)
from assessment.judging.services.closed import seconds_of
from assessment.judging.services.listed import (
    Wrong,
    in_pool_of,
    nothing_stored,
    refuse_doubles,
    stored_before,
    wrong_where_closed,
)
from assessment.judging.services.nugget_checks import refuse_no_nuggets, refuse_voter
from assessment.judging.services.parts import read_state, write_state
from assessment.judging.services.parts.nuggets import match_key
from assessment.judging.services.parts.part import State, Subject, differing, like
from assessment.judging.services.wording import short
from assessment.people.models import Account
from assessment.shared.errors import Conflict
from assessment.shared.say import say
from assessment.submissions.models import PoolItem

MOST = 10_000  # answers in one call
PLACE = "matches"  # what problems call the list that was sent


class Marked(NamedTuple):
    """Which nuggets an answer holds, as it was sent; `line` is its place in the list, from 1."""

    line: int
    item: int
    uids: frozenset[str]
    seen: frozenset[str]  # the marks that somebody saw
    client_id: UUID
    seconds: int = 0


class Stored(NamedTuple):
    """What is marked in an answer now, of the nuggets on the list."""

    item: int
    nuggets: list[str]
    kept: list[str]  # marked, and off the list: those marks wait with them
    repeated: bool


class MarksStale(Conflict):
    """Answers whose marks were changed since they were seen: `now` has what stands, with the place in the list."""

    def __init__(self, now: Sequence[Mapping[str, Any]]) -> None:
        message = f"In {len(now):,} of the answers something else was marked meanwhile. Nothing was stored."
        super().__init__(message, "changed_meanwhile", "Read the items again, and send what should stand.")
        self.now = now

    @property
    def for_pages(self) -> dict[str, Any]:
        """What stands now."""
        return {PLACE: list(self.now)}


class _Marks(NamedTuple):
    """The nuggets of a question, and what this assessor marked in some answers, on the list and off it."""

    removed: Mapping[str, bool]  # by uid: whether it is off the list
    by_item: Mapping[int, set[str]]

    def on_list(self, item: int) -> set[str]:
        return {uid for uid in self.by_item.get(item, ()) if not self.removed[uid]}

    def off_list(self, item: int) -> set[str]:
        return {uid for uid in self.by_item.get(item, ()) if self.removed[uid]}


@transaction.atomic
def mark_many(*, by: Account, assignment_id: int, marked: Sequence[Marked]) -> list[Stored]:
    """Say which nuggets each of many answers holds, none included; those answers count as read from then on.

    Each becomes a change of its own, as if the page had saved it: known by its `client_id`, undone by itself. Raises
    Http404 for an assignment of somebody else, FileRefused with everything that cannot be stored, MarksStale where
    marks are others than those that were seen. A mark of a nugget that was removed meanwhile is kept with it.
    """
    refuse_doubles(marked, lambda one: one.item, PLACE)
    subject = lock_as_assessor(by, assignment_id, ChangeKind.PARTS)
    refuse_no_nuggets(subject)
    refuse_voter(subject)
    refuse_labelled(subject)
    marks, problems = _marks(subject, marked), list[Wrong]()
    there = in_pool_of(subject, marked, problems, PLACE)
    problems += _of_other_questions(there, marks)
    repeated = stored_before(subject, there, partial(_is_same, subject, marks), problems, PLACE)
    fresh = [one for one in there if one.line not in repeated]
    wrong_where_closed(subject, fresh, problems, PLACE)
    if problems:
        raise nothing_stored(problems)
    if stale := [one for one in fresh if marks.on_list(one.item) != _seen_on_list(one, marks)]:
        raise MarksStale([_now(one, marks) for one in stale])
    _store(subject, fresh, marks, by)
    after = _marks(subject, marked)
    return [_stored(one.item, after, one.line in repeated) for one in marked]


def _marks(subject: Subject, marked: Sequence[Marked]) -> _Marks:
    nuggets = Nugget.objects.filter(question=subject.question)
    rows = NuggetMatch.objects.filter(item__in=[one.item for one in marked], member=subject.member)
    found: defaultdict[int, set[str]] = defaultdict(set)
    of_question = rows.filter(nugget__question=subject.question)
    for item, uid in of_question.values_list("item_id", "nugget__uid"):
        found[item].add(str(uid))
    return _Marks({str(uid): gone for uid, gone in nuggets.values_list("uid", "removed")}, found)


def _of_other_questions(marked: Sequence[Marked], marks: _Marks) -> list[Wrong]:
    return [
        Wrong(
            one.line,
            "nugget_unknown",
            f"{min(one.uids - marks.removed.keys())} is no nugget of this question.",
            "Read the nuggets again.",
            PLACE,
        )
        for one in marked
        if one.uids - marks.removed.keys()
    ]


def _key(subject: Subject, item: int) -> str:
    return match_key(subject.member.pk if subject.member else None, item)


def _is_same(subject: Subject, marks: _Marks, one: Marked, made: Change) -> bool:
    """Whether a change that was stored said the same of the same answer, but for nuggets off the list."""
    if made.item_id != one.item or not is_repeat(made, subject, {}, False):
        return False
    said = made.after.get("matches", {}).get(_key(subject, one.item), one.uids)
    return not any(not marks.removed[uid] for uid in one.uids ^ set(said))


def _seen_on_list(one: Marked, marks: _Marks) -> set[str]:
    """What was seen, without what was removed from the list since."""
    return {uid for uid in one.seen if not marks.removed.get(uid, False)}


def _now(one: Marked, marks: _Marks) -> dict[str, Any]:
    return {"line": one.line, "item": one.item, "nuggets": sorted(marks.on_list(one.item))}


def _wanted(one: Marked, marks: _Marks) -> list[str]:
    """What is to be marked: marks of nuggets off the list that were not seen stay with them."""
    return sorted(one.uids | (marks.off_list(one.item) - one.seen))


def _store(subject: Subject, marked: Sequence[Marked], marks: _Marks, by: Account) -> None:
    if not marked:
        return
    wanted: State = {
        "matches": {_key(subject, one.item): _wanted(one, marks) for one in marked},
        "readings": {str(one.item): True for one in marked},
    }
    before = read_state(subject, wanted)
    different = differing(wanted, before)
    write_state(subject, different)
    answers = dict(PoolItem.objects.filter(pk__in=[one.item for one in marked]).values_list("pk", "answer"))
    history = [_change(subject, one, before, wanted, answers[one.item], by) for one in marked]
    try:
        with transaction.atomic():
            store_changes(*history)
    except IntegrityError as error:
        raise used_twice() from error
    spent = seconds_of(one.seconds for one in marked)
    count_change(subject, Save(by, marked[0].client_id), before, different, seconds=spent)


def _change(subject: Subject, one: Marked, before: State, wanted: State, answer: str, by: Account) -> Change:
    """One of them as the page's change (`services/nuggets.mark_nuggets`) would be kept."""
    key, read = _key(subject, one.item), str(one.item)
    after: State = {"matches": {key: wanted["matches"][key]}, "readings": {read: True}}
    different = differing(after, before)
    after = different or after
    label = say("mark “{answer}”", answer=short(answer))
    save = Save(by, one.client_id, one.seconds)
    return history_row(
        subject, save, label, like(before, after), after, item_id=one.item, undone=not different
    )


def _stored(item: int, marks: _Marks, repeated: bool) -> Stored:
    return Stored(item, sorted(marks.on_list(item)), sorted(marks.off_list(item)), repeated)
