"""The part of cells: how far items hold nuggets, where the type of the question has a scale of cells.

A cell is called `member/item/nugget`, so that merging two nuggets, and other words of one, can speak of everybody's. It is a
record of its label and of the words that it was said of, where the nugget has others now; the nugget's own are "".
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from assessment.judging.models import Assignment, Nugget, NuggetMatch
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.parts.part import Part, State, Subject, Values

NAME = "cells"
_COUNTED_ANEW = ("texts", "removed")  # parts that change which cells an answer has

Place = tuple[int | None, int, str]  # member, item, uid of the nugget


def cell_key(member: int | None, item: int, uid: str) -> str:
    """What somebody's label of a cell is called."""
    return f"{member or ''}/{item}/{uid}"


def place_of(key: str) -> Place:
    """Whose cell it is: the member, the item and the nugget."""
    member, item, uid = key.split("/")
    return (int(member) if member else None), int(item), uid


def record_of(label: str, of_text: str = "") -> dict[str, str]:
    """A cell as the history keeps it."""
    return {"label": label, "of_text": of_text}


def fresh(record: Mapping[str, Any] | None) -> bool:
    """Whether a cell says something of the words that its nugget has."""
    return bool(record and record["label"] and not record["of_text"])


def cells_of(subject: Subject, **of: Any) -> "QuerySet[NuggetMatch]":
    """What people say of the cells of a question."""
    return NuggetMatch.objects.filter(nugget__question=subject.question, **of).exclude(label="")


def _read(subject: Subject, keys: Iterable[str]) -> Values:
    places = {place_of(key): key for key in keys}
    rows = cells_of(
        subject, item__in={item for _, item, _ in places}, nugget__uid__in={uid for *_, uid in places}
    )
    found: dict[Place, Any] = {
        (member, item, str(uid)): record_of(label, of_text)
        for member, item, uid, label, of_text in rows.values_list(
            "member_id", "item_id", "nugget__uid", "label", "of_text"
        )
    }
    return {key: found.get(place) for place, key in places.items()}


def _write(subject: Subject, values: Values) -> None:
    """Store all at once: other words of one nugget may speak of hundreds."""
    wanted = {place_of(key): record for key, record in values.items()}
    nuggets = Nugget.objects.filter(question=subject.question, uid__in={uid for *_, uid in wanted})
    uids = {pk: str(uid) for pk, uid in nuggets.values_list("pk", "uid")}
    rows = NuggetMatch.objects.filter(item__in={item for _, item, _ in wanted}, nugget__in=uids)
    there = {(row.member_id, row.item_id, uids[row.nugget_id]): row for row in rows}
    gone = [there[place].pk for place, record in wanted.items() if record is None and place in there]
    NuggetMatch.objects.filter(pk__in=gone).delete()
    changed = [_said(there[place], record) for place, record in wanted.items() if record and place in there]
    NuggetMatch.objects.bulk_update(changed, ["label", "of_text"])
    pks = {uid: pk for pk, uid in uids.items()}
    NuggetMatch.objects.bulk_create(
        NuggetMatch(member_id=member, item_id=item, nugget_id=pks[uid], **record)
        for (member, item, uid), record in wanted.items()
        if record and (member, item, uid) not in there
    )


def _said(row: NuggetMatch, record: Mapping[str, str]) -> NuggetMatch:
    row.label, row.of_text = record["label"], record["of_text"]
    return row


def _recount(subject: Subject, before: State, after: State) -> Mapping[str, int]:
    """What the changed cells make of the answers that are finished; counted anew where others' cells, or lists, changed."""
    changed = {place_of(key): record for key, record in after[NAME].items()}
    own = subject.member.pk if subject.member else None
    if any(name in after for name in _COUNTED_ANEW):
        return {}
    if subject.assignment is None or any(member != own for member, *_ in changed):
        refresh_work(Assignment.objects.filter(question=subject.question), labelled=True)
        return {}
    return {"judged": _finished_by(subject, before, changed)}


def _finished_by(subject: Subject, before: State, changed: Mapping[Place, Any]) -> int:
    """How many more answers have a label in each of their cells."""
    nuggets = Nugget.objects.filter(question=subject.question).current()
    listed = {str(uid) for uid in nuggets.values_list("uid", flat=True)}
    items = {item for _, item, _ in changed}
    rows = cells_of(subject, member=subject.member, item__in=items, of_text="", nugget__removed=False)
    now = Counter(rows.values_list("item_id", flat=True))
    more = Counter[int]()
    for (member, item, uid), record in changed.items():
        was = before[NAME].get(cell_key(member, item, uid))
        more[item] += (uid in listed) * (fresh(record) - fresh(was))
    every = len(listed)
    return sum((now[item] == every) - (now[item] - more[item] == every) for item in items) if every else 0


CELLS = Part(_read, _write, recount=_recount)
