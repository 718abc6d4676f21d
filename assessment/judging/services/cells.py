"""Saying how far answers hold nuggets, where the type of the question has a scale of cells: label by label."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from assessment.judging.models import Nugget
from assessment.judging.services.changes import ChangePlan, ChangeResult, change_as_assessor
from assessment.judging.services.nugget_checks import own_key, refuse_no_nuggets, refuse_voter
from assessment.judging.services.parts.cells import cell_key, cells_of, record_of
from assessment.judging.services.parts.part import State, Subject
from assessment.judging.services.wording import short
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.submissions.models import PoolItem
from scoring.scales import Scale


class Shown(NamedTuple):
    """A cell of an answer as a page showed it; None overwrites whatever stands."""

    uid: UUID  # of the nugget
    label: str | None = None  # "": it had none
    text: str | None = None  # of the nugget


def label_cells(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    item_id: int,
    label: str,
    cells: Sequence[Shown],
    seconds: int = 0,
) -> ChangeResult:
    """Say how far an answer holds some nuggets, all of them alike: one, or all the rest.

    Nobody labels words that they did not read. A label of a nugget that somebody removed meanwhile is kept with it, and the
    outcome says so. Refused for a nugget of another question, and where cells have no labels.
    """

    def plan(subject: Subject) -> ChangePlan:
        refuse_no_nuggets(subject)
        refuse_voter(subject)
        scale_of_cells(subject)
        own_key(subject, item_id)
        rows = nuggets_of(subject, {str(cell.uid) for cell in cells})
        for row in rows.values():
            sound_label(scale_of_cells(subject, row.name), label)
        member = subject.member.pk if subject.member else None
        keys = {str(cell.uid): cell_key(member, item_id, str(cell.uid)) for cell in cells}
        notes = tuple(
            say("“{nugget}” was removed meanwhile: your label is kept with it.", nugget=short(row.text))
            for row in rows.values()
            if row.removed
        )
        answer = PoolItem.objects.values_list("answer", flat=True).get(pk=item_id)
        return ChangePlan(
            say("label “{answer}”", answer=short(answer)),
            {"cells": {key: record_of(label) for key in keys.values()}},
            _seen(cells, keys),
            notes,
            item=item_id,
        )

    return change_as_assessor(
        by=by, assignment_id=assignment_id, client_id=client_id, plan=plan, seconds=seconds
    )


def _seen(cells: Iterable[Shown], keys: Mapping[str, str]) -> State:
    labels: dict[str, Any] = {
        keys[str(cell.uid)]: {"label": cell.label} if cell.label else None
        for cell in cells
        if cell.label is not None
    }
    texts: dict[str, Any] = {str(cell.uid): cell.text for cell in cells if cell.text is not None}
    return {name: values for name, values in (("cells", labels), ("texts", texts)) if values}


def nuggets_of(subject: Subject, uids: set[str]) -> dict[str, Nugget]:
    """Nuggets of the question, on its list or off it. Refused where one belongs to another."""
    rows = {str(row.uid): row for row in Nugget.objects.filter(question=subject.question, uid__in=uids)}
    if len(rows) < len(uids):
        raise Refused(
            say("One of the nuggets does not belong to this question. Nothing was stored."),
            "nugget_unknown",
            say("Reload the page."),
        )
    return rows


def scale_of_cells(subject: Subject, name: str = "") -> Scale:
    """The labels of the question's cells, or of those of one nugget; refused where nuggets are marked, or not."""
    scale = subject.question.kind.labels_of(name)
    if scale is None:
        raise Refused(
            say("In question {qid} nuggets are marked, and have no labels.", qid=subject.question.qid),
            "no_labels",
            say("Send which nuggets the answer holds."),
        )
    return scale


def refuse_labelled(subject: Subject) -> None:
    """Let nobody mark nuggets without a label where cells have labels."""
    if scale := subject.question.kind.cell_scale:
        raise Refused(
            say("In question {qid} each nugget of an answer has a label.", qid=subject.question.qid),
            "labels_needed",
            say("Send one of {labels} for each.", labels=", ".join(scale.grades)),
        )


def sound_label(scale: Scale, label: str) -> str:
    """Refuse what is no label of a scale."""
    if label not in scale.grades:
        raise Refused(
            say("“{label}” is no label here.", label=short(label)),
            "label_unknown",
            say("The labels are {labels}.", labels=", ".join(scale.grades)),
        )
    return label


def moved_to(subject: Subject, row: Nugget, target: Nugget) -> State:
    """What merging a nugget into another makes of the labels: each person's better one. Nobody who said that an answer does
    not hold the one, and nothing of the other, has said it of both."""
    scale = subject.question.kind.cell_scale
    if scale is None:
        return {}
    columns = ("member_id", "item_id", "label")
    given = cells_of(subject, nugget=target, of_text="").values_list(*columns)
    into = {(member, item): label for member, item, label in given}
    found = {}
    for member, item, label in cells_of(subject, nugget=row, of_text="").values_list(*columns):
        there = into.get((member, item))
        if there or scale.values[label]:
            best = scale.best([label, there or label])
            found[cell_key(member, item, str(target.uid))] = record_of(best)
    return {"cells": found} if found else {}


def said_of_other_words(subject: Subject, row: Nugget, text: str) -> tuple[State, int]:
    """What other words of a nugget make of its labels, everybody's: they say nothing until they are given again, or the
    words come back; and how many of the writer's own are to be given again."""
    if subject.question.kind.cell_scale is None or text == row.text:
        return {}, 0
    found, own = {}, 0
    columns = ("member_id", "item_id", "label", "of_text")
    for member, item, label, of_text in cells_of(subject, nugget=row).values_list(*columns):
        said_of = of_text or row.text
        found[cell_key(member, item, str(row.uid))] = record_of(label, "" if said_of == text else said_of)
        own += subject.member is not None and member == subject.member.pk and said_of != text
    return ({"cells": found} if found else {}), own
