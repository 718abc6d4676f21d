"""The parts of an assessor's word that answer classes and nuggets consist of: how each is read and written.

A part maps keys to values, as JSON holds them, so that a change keeps what stood before and after in one row. Classes
and nuggets are called by their uid, pool items by their primary key; None is "not there".
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

from django.db.models import Max, QuerySet

from assessment.campaigns.models import Question
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from assessment.people.models import Member

Values = dict[str, Any]
State = dict[str, Values]  # by part


class Subject(NamedTuple):
    """Whose word on which question: an assessor's with an assignment, or the adjudicator's, which settles."""

    question: Question
    member: Member | None = None
    assignment: Assignment | None = None


class Part(NamedTuple):
    """How one part is read and written; writing gets only values that differ from what stands."""

    read: Callable[[Subject, Iterable[str]], Values]
    write: Callable[[Subject, Values], None]


def read_state(subject: Subject, like: Mapping[str, Values]) -> State:
    """What stands for the keys of another state."""
    return {name: PARTS[name].read(subject, values.keys()) for name, values in like.items()}


def write_state(subject: Subject, state: Mapping[str, Values]) -> None:
    """Store a state, part by part: a class or nugget is there before anything refers to it."""
    for name, part in PARTS.items():
        if values := state.get(name):
            part.write(subject, values)


# answer classes


def _own_classes(subject: Subject) -> QuerySet[AnswerClass]:
    return AnswerClass.objects.filter(question=subject.question)


def _read_labels(subject: Subject, keys: Iterable[str]) -> Values:
    found = {str(row.uid): row.label for row in _own_classes(subject).filter(uid__in=keys)}
    return {key: found.get(key) for key in keys}


def _write_labels(subject: Subject, values: Values) -> None:
    there = {str(uid) for uid in _own_classes(subject).filter(uid__in=values).values_list("uid", flat=True)}
    for key in there & values.keys():
        if values[key] is not None:
            _own_classes(subject).filter(uid=key).update(label=values[key])
    new = {key: label for key, label in values.items() if key not in there and label is not None}
    names = next_names(_own_classes(subject).values_list("name", flat=True))
    AnswerClass.objects.bulk_create(
        AnswerClass(uid=key, question=subject.question, name=name, label=label, member=subject.member)
        for (key, label), name in zip(new.items(), names, strict=False)
    )


def _read_removed(subject: Subject, keys: Iterable[str]) -> Values:
    gone = _own_classes(subject).filter(uid__in=keys, removed=True).values_list("uid", flat=True)
    return {key: key in set(map(str, gone)) for key in keys}


def _write_removed(subject: Subject, values: Values) -> None:
    for key, removed in values.items():
        _own_classes(subject).filter(uid=key).update(removed=removed)


def _read_classes(subject: Subject, keys: Iterable[str]) -> Values:
    rows = (
        _holders(subject)
        .filter(item__in=[int(key) for key in keys])
        .values_list("item_id", "answer_class__uid")
    )
    found = {str(item): str(uid) if uid else None for item, uid in rows}
    return {key: found.get(key) for key in keys}


def _write_classes(subject: Subject, values: Values) -> None:
    rows = _own_classes(subject).filter(uid__in=set(values.values()) - {None})
    pks: dict[str | None, int] = {str(uid): pk for uid, pk in rows.values_list("uid", "pk")}
    by_class: defaultdict[int | None, list[int]] = defaultdict(list)
    for key, uid in values.items():
        by_class[pks.get(uid)].append(int(key))
    if subject.member is None:
        for item in sorted(map(int, values)):
            # Locked in one order, so that settling and an import of decisions wait for each other.
            Adjudication.objects.select_for_update(no_key=True).get_or_create(item_id=item)
    for pk, keys in by_class.items():
        _holders(subject).filter(item__in=keys).update(answer_class=pk)


def _holders(subject: Subject) -> "QuerySet[Judgment] | QuerySet[Adjudication]":
    """The rows that hold the class of an item: the assessor's judgments, or the adjudicator's decisions."""
    if subject.member is None:
        return Adjudication.objects.filter(item__question=subject.question)
    return Judgment.objects.filter(assignment=subject.assignment)


# nuggets


def _nuggets(subject: Subject) -> QuerySet[Nugget]:
    return Nugget.objects.filter(question=subject.question)


def _reader(column: str, absent: Any) -> Callable[[Subject, Iterable[str]], Values]:
    def read(subject: Subject, keys: Iterable[str]) -> Values:
        rows = _nuggets(subject).filter(uid__in=keys).values_list("uid", column)
        found = {str(uid): value for uid, value in rows}
        return {key: found.get(key, absent) for key in keys}

    return read


def _write_texts(subject: Subject, values: Values) -> None:
    there = {str(uid) for uid in _nuggets(subject).filter(uid__in=values).values_list("uid", flat=True)}
    for key, text in values.items():
        if key in there and text is not None:
            _nuggets(subject).filter(uid=key).update(text=text)
        elif text is not None:
            last = _nuggets(subject).aggregate(last=Max("position"))["last"] or 0
            name = next(next_names(_nuggets(subject).values_list("name", flat=True)))
            Nugget.objects.create(uid=key, question=subject.question, name=name, text=text, position=last + 1)


def _write_removals(subject: Subject, values: Values) -> None:
    for key, removed in values.items():
        _nuggets(subject).filter(uid=key).update(removed=removed)


def _write_places(subject: Subject, values: Values) -> None:
    for key, position in values.items():
        if position is not None:
            _nuggets(subject).filter(uid=key).update(position=position)


def _votes(member: Callable[[Subject], Member | None]) -> Part:
    """The votes of somebody: the assessor's own, or those that are settled."""

    def read(subject: Subject, keys: Iterable[str]) -> Values:
        rows = NuggetVote.objects.filter(nugget__question=subject.question, member=member(subject))
        found = {str(uid): vote for uid, vote in rows.values_list("nugget__uid", "vote")}
        return {key: found.get(key) for key in keys}

    def write(subject: Subject, values: Values) -> None:
        for nugget in _nuggets(subject).filter(uid__in=values):
            vote = values[str(nugget.uid)]
            if vote is None:
                NuggetVote.objects.filter(nugget=nugget, member=member(subject)).delete()
            else:
                NuggetVote.objects.update_or_create(
                    nugget=nugget, member=member(subject), defaults={"vote": vote}
                )

    return Part(read, write)


# Matches are keyed "member/item", so that merging two nuggets can speak of everybody's.


def match_key(member: int | None, item: int | str) -> str:
    """What a person's marks on an item are called."""
    return f"{member or ''}/{item}"


def _read_matches(subject: Subject, keys: Iterable[str]) -> Values:
    items = {int(key.partition("/")[2]) for key in keys}
    rows = NuggetMatch.objects.filter(item__in=items, nugget__question=subject.question)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for member, item, uid in rows.values_list("member_id", "item_id", "nugget__uid"):
        found[match_key(member, item)].append(str(uid))
    return {key: sorted(found[key]) for key in keys}


def _write_matches(subject: Subject, values: Values) -> None:
    before = _read_matches(subject, values.keys())
    pks = {str(uid): pk for uid, pk in _nuggets(subject).values_list("uid", "pk")}
    for key, uids in values.items():
        member, _, item = key.partition("/")
        whose = {"member_id": int(member) if member else None, "item_id": int(item)}
        gone = [pks[uid] for uid in set(before[key]) - set(uids)]
        if gone:
            NuggetMatch.objects.filter(**whose, nugget__in=gone).delete()
        NuggetMatch.objects.bulk_create(
            NuggetMatch(**whose, nugget_id=pks[uid]) for uid in uids if uid not in before[key]
        )


def _read_readings(subject: Subject, keys: Iterable[str]) -> Values:
    rows = Reading.objects.filter(assignment=subject.assignment, item__in=[int(key) for key in keys])
    found = set(map(str, rows.values_list("item_id", flat=True)))
    return {key: key in found for key in keys}


def _write_readings(subject: Subject, values: Values) -> None:
    for key, is_read in values.items():
        if is_read:
            Reading.objects.get_or_create(assignment=subject.assignment, item_id=int(key))
        else:
            Reading.objects.filter(assignment=subject.assignment, item_id=int(key)).delete()


def next_names(names: Iterable[str]) -> Iterator[str]:
    """The next free numbers of a question's classes or nuggets."""
    highest = max((int(name) for name in names if name.isascii() and name.isdigit()), default=0)
    return map(str, count(highest + 1))


PARTS: Mapping[str, Part] = {
    "labels": Part(_read_labels, _write_labels),
    "removed_classes": Part(_read_removed, _write_removed),
    "classes": Part(_read_classes, _write_classes),
    "texts": Part(_reader("text", None), _write_texts),
    "removed": Part(_reader("removed", True), _write_removals),
    "places": Part(_reader("position", None), _write_places),
    "votes": _votes(lambda subject: subject.member),
    "settled_votes": _votes(lambda _: None),
    "matches": Part(_read_matches, _write_matches),
    "readings": Part(_read_readings, _write_readings),
}
