"""Many judgments at once, of one or several questions of one person: all of them are stored, or none."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from assessment.campaigns.models import Campaign
from assessment.judging.models import Change, ChangeKind
from assessment.judging.selectors.assignments import access_assignment_to_write, own_among
from assessment.judging.services.changes import (
    Save,
    count_change,
    history_row,
    is_repeat,
    store_changes,
    used_twice,
)
from assessment.judging.services.closed import seconds_of
from assessment.judging.services.judgments import label_of
from assessment.judging.services.listed import (
    Wrong,
    in_pool_of,
    nothing_stored,
    refuse_doubles,
    stored_before,
    wrong_by,
    wrong_where_closed,
)
from assessment.judging.services.parts import PARTS, write_state
from assessment.judging.services.parts.judgments import NAME
from assessment.judging.services.parts.part import Subject, Values, differing, like
from assessment.people.models import Account
from assessment.shared.errors import Conflict, Refused

MOST = 10_000  # judgments in one call
PLACE = "judgments"  # what problems call the list that was sent


class Judged(NamedTuple):
    """One judgment as it was sent; `line` is its place in the list, from 1. `said` has grade, note and later as given."""

    line: int
    assignment: int
    item: int
    said: Mapping[str, Any]
    seen: int
    client_id: UUID
    seconds: int = 0


class Stored(NamedTuple):
    """How an item stands now."""

    assignment: int
    item: int
    grade: str
    note: str
    later: bool
    changes: int
    repeated: bool


class ManyStale(Conflict):
    """Judgments that were changed since they were seen: `now` has what stands, with the place in the list."""

    def __init__(self, now: Sequence[Mapping[str, Any]]) -> None:
        message = f"Of {len(now):,} of the answers something else was said meanwhile. Nothing was stored."
        super().__init__(message, "judgment_changed", "Read the items again, and send what should stand.")
        self.now = now

    @property
    def for_pages(self) -> dict[str, Any]:
        """What stands now."""
        return {"judgments": list(self.now)}


@transaction.atomic
def record_judgments(*, by: Account, campaign: Campaign, judged: Sequence[Judged]) -> list[Stored]:
    """Store what somebody says of many pool items, in the order in which it was sent.

    Each judgment becomes a change of its own, as if it had been saved alone: known by its `client_id`, undone by itself.
    Raises FileRefused with everything that cannot be stored, an assignment of somebody else too, ManyStale where items
    were changed since they were seen.
    """
    refuse_doubles(judged, lambda one: (one.assignment, one.item), PLACE)
    of_assignment: defaultdict[int, list[Judged]] = defaultdict(list)
    for one in judged:
        of_assignment[one.assignment].append(one)
    stored: dict[int, Stored] = {}
    problems: list[Wrong] = []
    stale: list[dict[str, Any]] = []
    # All are locked before any asks for its series: whoever opens a question again locks both in this order, too.
    for pk, subject in [(pk, _locked(by, pk)) for pk in _in_order_of_locks(by, campaign, of_assignment)]:
        stored |= _of_one(subject, of_assignment[pk], by, problems, stale)
    if problems:
        raise nothing_stored(problems)
    if stale:
        raise ManyStale(stale)
    return [stored[one.line] for one in judged]


def _in_order_of_locks(
    by: Account, campaign: Campaign, of_assignment: Mapping[int, Sequence[Judged]]
) -> list[int]:
    """The assignments by question, so that two lists that meet in two questions never wait for each other."""
    ordered = own_among(by, campaign.pk, of_assignment.keys())
    if foreign := of_assignment.keys() - set(ordered):
        raise nothing_stored(_not_yours(one) for pk in foreign for one in of_assignment[pk])
    return ordered


def _not_yours(one: Judged) -> Wrong:
    """What is said alike of an assignment of somebody else and of one that there is not."""
    message = f"{one.assignment} is none of your assignments in this campaign."
    return Wrong(one.line, "assignment_unknown", message, "Read them from assignments/.", PLACE)


def _locked(by: Account, pk: int) -> Subject:
    assignment, guidelines = access_assignment_to_write(by, pk)
    return Subject(assignment.question, assignment.member, assignment, ChangeKind.GRADE, guidelines)


def _of_one(
    subject: Subject,
    judged: Sequence[Judged],
    by: Account,
    problems: list[Wrong],
    stale: list[dict[str, Any]],
) -> dict[int, Stored]:
    """Store the judgments of one assignment, or add to what is wrong. Gives how each stands, by its place."""
    assert subject.assignment is not None
    judged = in_pool_of(subject, judged, problems, PLACE)
    if not judged:
        return {}
    repeats = stored_before(subject, judged, partial(_is_same, subject), problems, PLACE)
    fresh = [one for one in judged if one.line not in repeats]
    wrong_where_closed(subject, fresh, problems, PLACE)
    before = PARTS[NAME].read(subject, [str(one.item) for one in judged])
    seen_otherwise = [one for one in fresh if before[str(one.item)]["changes"] != one.seen]
    stale += [_as_stored(one, before) for one in seen_otherwise]
    after = _resolved(subject, fresh, before, problems)
    if problems or stale:
        return {}
    _store(subject, fresh, before, after, by)
    pk = subject.assignment.pk
    return {one.line: _stored(pk, one, before, after, one.line in repeats) for one in judged}


def _is_same(subject: Subject, one: Judged, made: Change) -> bool:
    return is_repeat(made, subject, {NAME: {str(one.item): dict(one.said)}}, False)


def _as_stored(one: Judged, before: Values) -> dict[str, Any]:
    now = before[str(one.item)]
    named = {name: now[name] for name in ("grade", "note", "later", "changes")}
    return {"line": one.line, "assignment": one.assignment, "item": one.item, **named, "seen": now["changes"]}


def _resolved(subject: Subject, judged: Sequence[Judged], before: Values, problems: list[Wrong]) -> Values:
    after: Values = {}
    for one in judged:
        key = str(one.item)
        try:
            after[key] = PARTS[NAME].resolve(subject, before[key], dict(one.said))
        except Refused as error:
            problems.append(wrong_by(one.line, error, PLACE))
    return after


def _store(subject: Subject, judged: Sequence[Judged], before: Values, after: Values, by: Account) -> None:
    if not judged:
        return
    write_state(subject, {NAME: after})
    history = [_change(subject, one, before, after, by) for one in judged]
    try:
        with transaction.atomic():
            store_changes(*history)
    except IntegrityError as error:
        raise used_twice() from error
    spent = seconds_of(one.seconds for one in judged)
    count_change(subject, Save(by, judged[0].client_id), {NAME: before}, {NAME: after}, seconds=spent)


def _change(subject: Subject, one: Judged, before: Values, after: Values, by: Account) -> Change:
    key = str(one.item)
    wanted = differing({NAME: {key: after[key]}}, {NAME: {key: before[key]}})
    stood = like({NAME: {key: before[key]}}, wanted)
    save = Save(by, one.client_id, one.seconds)
    return history_row(subject, save, label_of(dict(one.said)), stood, wanted, item_id=one.item)


def _stored(assignment: int, one: Judged, before: Values, after: Values, repeated: bool) -> Stored:
    key = str(one.item)
    now = before[key] if repeated else after[key]
    return Stored(assignment, one.item, now["grade"], now["note"], now["later"], now["changes"], repeated)
