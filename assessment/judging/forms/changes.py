"""Reading the changes of classes, nuggets and votes that a program sends: what is to be done, and what with."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from assessment.judging.forms.listed import (
    SENT,
    Check,
    Fields,
    Listed,
    is_count,
    is_key,
    is_list,
    is_text,
    is_uuid,
    one_or_none,
    refuse_wrong,
    rows_of,
    wrong_fields,
)
from assessment.judging.models import Vote
from assessment.judging.models.nuggets import LONGEST_LABEL as MAX_LABEL
from assessment.judging.services import classes, nuggets
from assessment.judging.services.cells import Shown, label_cells
from assessment.judging.services.changes import ChangeResult
from assessment.judging.services.classes import LONGEST_LABEL
from assessment.judging.services.listed import Wrong, nothing_stored
from assessment.judging.services.many_marks import MOST, Marked
from assessment.judging.services.many_marks import PLACE as MATCHES
from assessment.judging.services.nugget_checks import LONGEST_TEXT
from assessment.judging.services.several import PLACE, Asked
from scoring.records import MAX_GROUP

MOST_CHANGES = 1_000  # in one call
MOST_ANSWERS = 10_000  # in all changes of a call
CHANGES = Listed(PLACE, "change", '{"do": "rest"}', MOST_CHANGES)
MARKS = Listed(MATCHES, "match", '{"item": 2, "nuggets": []}', MOST)

Arguments = Callable[[Mapping[str, Any]], dict[str, Any]]


class Act(NamedTuple):
    """One thing that can be done: the service that does it, its fields, and how they become its arguments."""

    make: Callable[..., ChangeResult]
    needed: Sequence[str]
    arguments: Arguments
    optional: Sequence[str] = ()

    def fields(self, known: Fields) -> Fields:
        """What its rows may have."""
        return {name: known[name] for name in ("do", *self.needed, *self.optional)} | dict(SENT)


def _is_place(value: Any) -> bool:
    """An answer with the class it is put into and the one it was seen in."""
    return (
        isinstance(value, dict)
        and {"item"} <= value.keys() <= {"item", "answer_class", "seen"}
        and is_key(value["item"])
        and all(one_or_none(is_uuid)(value.get(name)) for name in ("answer_class", "seen"))
    )


def _is_labels(value: Any) -> bool:
    is_label = is_text(LONGEST_LABEL)
    return isinstance(value, dict) and all(is_uuid(uid) and is_label(label) for uid, label in value.items())


_IS_UUID: tuple[Check, str] = (is_uuid, "a UUID")
_CLASS_FIELDS: Fields = {
    "do": (lambda value: value in CLASS_ACTS, "what is to be done"),
    "answer_class": _IS_UUID,
    "into": (is_text(LONGEST_LABEL), "the UUID or the label of a class"),
    "label": (is_text(LONGEST_LABEL), f"a text of at most {LONGEST_LABEL} characters"),
    "labels": (_is_labels, f"an object of UUIDs and labels of at most {LONGEST_LABEL} characters"),
    "answers": (
        lambda value: is_list(_is_place, MOST_ANSWERS)(value) and bool(value),
        f"1 to {MOST_ANSWERS:,} objects with item, answer_class and seen: a number and two UUIDs or null",
    ),
    "seen": (is_text(LONGEST_LABEL), "the label that you saw"),
}
_NUGGET_FIELDS: Fields = {
    "do": (lambda value: value in NUGGET_ACTS, "what is to be done"),
    "nugget": _IS_UUID,
    "into": _IS_UUID,
    "text": (is_text(LONGEST_TEXT), f"a text of at most {LONGEST_TEXT} characters"),
    "vote": (lambda value: value in Vote.values, "vital or okay"),
    "item": (one_or_none(is_key), "the number of an item"),
    "label": (is_text(MAX_LABEL), "a label of the assignment"),
    "draft": (is_key, "the number of a drafted nugget"),
    "group": (is_text(MAX_GROUP), f"the name of a group, of at most {MAX_GROUP} characters; empty: none"),
    "place": (lambda value: is_count(value) and value > 0, "its new number in the list, from 1"),
    "seen": (is_text(LONGEST_TEXT), "the text that you saw"),
}
_MARK_FIELDS: Fields = {
    "item": (is_key, "the number of an item"),
    "nuggets": (is_list(is_uuid, MOST), "a list of UUIDs"),
    "seen": (is_list(is_uuid, MOST), "the list of UUIDs that you saw"),
    **SENT,
}


def _uuid(value: str | None) -> UUID | None:
    return UUID(value) if value else None


def _seen_in(row: Mapping[str, Any]) -> dict[int, str | None]:
    """The class that each answer was seen in, as the ledger spells it."""
    found = {answer["item"]: _uuid(answer.get("seen")) for answer in row.get("answers", ())}
    return {item: str(uid) if uid else None for item, uid in found.items()}


def _put(row: Mapping[str, Any]) -> dict[str, Any]:
    labels = {UUID(uid): label for uid, label in row.get("labels", {}).items()}
    places = {answer["item"]: _uuid(answer.get("answer_class")) for answer in row["answers"]}
    return {"places": places, "labels": labels, "seen": _seen_in(row)}


def _rename(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"uid": UUID(row["answer_class"]), "label": row["label"], "seen": row["seen"]}


def _merge(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"uid": UUID(row["answer_class"]), "into": row["into"], "items": _seen_in(row)}


def _nothing(row: Mapping[str, Any]) -> dict[str, Any]:
    return {}


CLASS_ACTS: Mapping[str, Act] = {
    "put": Act(classes.put_into_classes, ["answers"], _put, ["labels"]),
    "rename": Act(classes.rename_class, ["answer_class", "label", "seen"], _rename),
    "merge": Act(classes.merge_classes, ["answer_class", "into"], _merge, ["answers"]),
    "rest": Act(classes.group_the_rest, [], _nothing),
}


def _nugget(*names: str) -> Arguments:
    """The nugget, and fields that the service knows by the same names."""
    return lambda row: {"uid": UUID(row["nugget"]), **{name: row[name] for name in names}}


def _write(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**_nugget("text", "vote")(row), "item_id": row.get("item")}


def _join(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**_nugget()(row), "into": UUID(row["into"]), "number": 0}


def _label(row: Mapping[str, Any]) -> dict[str, Any]:
    cell = Shown(UUID(row["nugget"]), None, row["seen"])
    return {"item_id": row["item"], "label": row["label"], "cells": [cell]}


NUGGET_ACTS: Mapping[str, Act] = {
    "write": Act(nuggets.write_nugget, ["nugget", "text", "vote"], _write, ["item"]),
    "take": Act(nuggets.take_draft, ["nugget", "draft"], _nugget("draft")),
    "reword": Act(nuggets.reword_nugget, ["nugget", "text", "seen"], _nugget("text", "seen")),
    "vote": Act(nuggets.vote_on_nugget, ["nugget", "vote", "seen"], _nugget("vote", "seen")),
    "move": Act(nuggets.move_nugget, ["nugget", "place"], _nugget("place")),
    "group": Act(nuggets.group_nugget, ["nugget", "group"], _nugget("group")),
    "remove": Act(nuggets.remove_nugget, ["nugget"], _nugget()),
    "restore": Act(nuggets.restore_nugget, ["nugget"], _nugget()),
    "merge": Act(nuggets.merge_nuggets, ["nugget", "into"], _join),
    "label": Act(label_cells, ["nugget", "item", "label", "seen"], _label),
}


def class_changes_of(body: Any) -> list[Asked]:
    """The changes of classes in a body `{"changes": […]}`; FileRefused where anything is not as it should be."""
    return _changes_of(body, CLASS_ACTS, _CLASS_FIELDS)


def nugget_changes_of(body: Any) -> list[Asked]:
    """The changes of nuggets and votes in a body `{"changes": […]}`; FileRefused likewise."""
    return _changes_of(body, NUGGET_ACTS, _NUGGET_FIELDS)


def _changes_of(body: Any, acts: Mapping[str, Act], fields: Fields) -> list[Asked]:
    rows = rows_of(body, CHANGES)

    def wrong(line: int, row: Any) -> list[Wrong]:
        act = acts.get(row["do"]) if isinstance(row, dict) and isinstance(row.get("do"), str) else None
        if act is None:
            return _unknown(line, row, acts)
        found = wrong_fields(line, row, CHANGES, act.fields(fields), act.needed)
        if placed := _wrong_answers(line, row):
            found = [one for one in found if one.code != placed[0].code] + placed
        return found or _wrong_put(line, row)

    refuse_wrong(rows, wrong)
    _refuse_too_many(rows)
    return [_asked(line, row, acts[row["do"]]) for line, row in enumerate(rows, 1)]


def _wrong_answers(line: int, row: Mapping[str, Any]) -> list[Wrong]:
    """Which of the answers of a change are not as they should be, each by its place among them."""
    answers = row.get("answers")
    if not isinstance(answers, list) or len(answers) > MOST_ANSWERS:
        return []
    hint = "Give an object with item, answer_class and seen: a number and two UUIDs or null."
    return [
        Wrong(line, "answers_invalid", f"Answer {place} of answers is not right.", hint, PLACE)
        for place, answer in enumerate(answers, 1)
        if not _is_place(answer)
    ]


def _wrong_put(line: int, row: Mapping[str, Any]) -> list[Wrong]:
    """What contradicts itself: an answer that is put twice, and a label of a class that nothing is put into."""
    answers = row.get("answers", ())
    doubles = [item for item, times in Counter(answer["item"] for answer in answers).items() if times > 1]
    used = {_uuid(answer.get("answer_class")) for answer in answers}
    unused = [uid for uid in row.get("labels", {}) if UUID(uid) not in used]
    return [
        *(
            Wrong(line, "item_twice", f"Item {pk} stands in answers twice.", "Send it once.", PLACE)
            for pk in doubles
        ),
        *(
            Wrong(
                line,
                "labels_invalid",
                f"Nothing is put into {uid}, which has a label.",
                "Leave it out.",
                PLACE,
            )
            for uid in unused
        ),
    ]


def _unknown(line: int, row: Any, acts: Mapping[str, Act]) -> list[Wrong]:
    """What is said of a row whose `do` is missing or none."""
    known: Fields = {"do": (lambda value: False, f"one of {', '.join(acts)}")}
    asked = (
        {"do": row["do"]}
        if isinstance(row, dict) and "do" in row
        else row
        if not isinstance(row, dict)
        else {}
    )
    return wrong_fields(line, asked, CHANGES, known, ["do"])


def _refuse_too_many(rows: Sequence[Mapping[str, Any]]) -> None:
    if sum(len(row.get("answers", ())) for row in rows) > MOST_ANSWERS:
        message = f"The changes name more than {MOST_ANSWERS:,} answers."
        raise nothing_stored([Wrong(0, "answers_too_many", message, "Send them in several calls.", PLACE)])


def _asked(line: int, row: Mapping[str, Any], act: Act) -> Asked:
    sent = {"client_id": _uuid(row.get("id")) or uuid4(), "seconds": row.get("seconds", 0)}
    return Asked(line, act.make, {**act.arguments(row), **sent})


def marked_of(body: Any) -> list[Marked]:
    """The marks of a body `{"matches": […]}`; FileRefused where anything is not as it should be."""
    rows = rows_of(body, MARKS)
    refuse_wrong(rows, lambda line, row: wrong_fields(line, row, MARKS, _MARK_FIELDS, ["item", "nuggets"]))
    return [_marked(line, row) for line, row in enumerate(rows, 1)]


def _marked(line: int, row: Mapping[str, Any]) -> Marked:
    uids, seen = (frozenset(str(UUID(uid)) for uid in row.get(name, ())) for name in ("nuggets", "seen"))
    return Marked(line, row["item"], uids, seen, _uuid(row.get("id")) or uuid4(), row.get("seconds", 0))
