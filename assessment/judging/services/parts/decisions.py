"""The part of adjudicators' decisions: a record by pool item, with who decided, when, and the number of its changes.

The settled class of an item stands in the same row, and is written by those who settle (parts/classes), at any moment:
each writes columns of its own, in one statement, so neither need wait for the other.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from assessment.judging.models import Adjudication
from assessment.judging.services.parts.part import Part, Subject, Values

NAME = "decisions"
FIELDS = ("grade", "ground", "overruled", "note", "member_id", "decided_at", "changes")
UNDECIDED = {
    "grade": "",
    "ground": "",
    "overruled": False,
    "note": "",
    "member_id": None,
    "decided_at": None,
    "changes": 0,
}
BATCH = 500


def read_decisions(items: Collection[int]) -> dict[int, dict[str, Any]]:
    """The decisions on some items; whoever means to change them has locked the items."""
    found = {}
    for item, *values in Adjudication.objects.filter(item__in=items).values_list("item_id", *FIELDS):
        record = dict(zip(FIELDS, values, strict=True))
        found[item] = record | {"decided_at": record["decided_at"] and record["decided_at"].isoformat()}
    return {item: found.get(item, UNDECIDED) for item in items}


def write_decisions(decisions: Mapping[int, Mapping[str, Any]]) -> None:
    """Store decisions, whether or not the items had one."""
    Adjudication.objects.bulk_create(
        (_row(item, decisions[item]) for item in sorted(decisions)),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["item"],
        update_fields=[name.removesuffix("_id") for name in FIELDS],
    )


def _row(item: int, value: Mapping[str, Any]) -> Adjudication:
    record = {name: value[name] for name in FIELDS}
    record["decided_at"] = record["decided_at"] and datetime.fromisoformat(record["decided_at"])
    return Adjudication(item_id=item, **record)


def _read(subject: Subject, keys: Iterable[str]) -> Values:
    return {str(item): value for item, value in read_decisions([int(key) for key in keys]).items()}


def _write(subject: Subject, values: Values) -> None:
    write_decisions({int(key): value for key, value in values.items()})


def _resolve(subject: Subject, stored: Any, wanted: Any) -> dict[str, Any]:
    return {**stored, **wanted, "changes": stored["changes"] + 1}


def _restore(before: Any, after: Any, stored: Any) -> dict[str, Any]:
    return {**before, "changes": stored["changes"] + 1}


PART = Part(_read, _write, _resolve, _restore)
