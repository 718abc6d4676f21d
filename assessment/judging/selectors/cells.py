"""What somebody said of the cells of a question: how far each answer holds each nugget."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, NuggetMatch
from assessment.shared.grades import grade_title, keys_of
from assessment.submissions.models import in_pool
from scoring.scales import Scale


class Cell(NamedTuple):
    """A label, and the words that it was said of where the nugget has others now: then it says nothing of these."""

    label: str = ""
    of_text: str = ""

    @property
    def is_said(self) -> bool:
        """Whether it says something of the words that the nugget has."""
        return bool(self.label) and not self.of_text


Labelled = Mapping[str, Cell]  # by nugget
Cells = Mapping[int, Labelled]  # by answer


class LabelButton(NamedTuple):
    """A label that can be given: as it is stored, as a button has it, its key and its tone."""

    label: str
    title: str
    key: str
    tone: str


def marks_of(question: Question) -> QuerySet[NuggetMatch]:
    """What people said answers hold of its nuggets; where these have labels, those worth something, of the words of now."""
    rows = NuggetMatch.objects.filter(in_pool("item"), nugget__question=question)
    if not (scale := question.kind.cell_scale):
        return rows
    return rows.filter(label__in=[label for label, value in scale.values.items() if value > 0], of_text="")


class Reading(NamedTuple):
    """What the cells of one answer come to."""

    marked: str  # uids of the nuggets that it holds, in part at least, with blanks between them
    is_read: bool  # whether each nugget of the list has a label
    done: str  # how many of them have one, of all


def label_buttons(question: Question, name: str = "") -> list[LabelButton]:
    """The labels of the cells of a nugget or criterion, or of a question's, best first; none where nuggets are marked, or not."""
    kind, track = question.kind, question.campaign.track
    if (scale := kind.labels_of(name)) is None:
        return []
    keys = keys_of(scale if kind.criteria else numbered(scale))
    return [
        LabelButton(one.label, grade_title(one.label, track), keys[one.label], one.tone)
        for one in scale.declared
    ]


def numbered(scale: Scale) -> Scale:
    """A scale whose labels have the numbers of their places as keys: letters do other things on the page."""
    return replace(scale, declared=tuple(one._replace(key="") for one in scale.declared))


def own_cells(assignment: Assignment, items: Collection[int] | None = None) -> Cells:
    """The labels that an assessor gave in the pool of a question, or in some answers of it."""
    rows = NuggetMatch.objects.filter(
        in_pool("item"), nugget__question=assignment.question_id, member=assignment.member_id
    )
    if items is not None:
        rows = rows.filter(item__in=items)
    found: defaultdict[int, dict[str, Cell]] = defaultdict(dict)
    for item, uid, label, of_text in rows.exclude(label="").values_list(
        "item_id", "nugget__uid", "label", "of_text"
    ):
        found[item][str(uid)] = Cell(label, of_text)
    return found


def read_with(question: Question, cells: Labelled, listed: Collection[str]) -> Reading:
    """What the cells of an answer come to; `listed` are the nuggets of the list, in its order."""
    scale = question.kind.cell_scale
    assert scale is not None
    said = {uid: cell.label for uid, cell in cells.items() if cell.is_said}
    done = sum(uid in said for uid in listed)
    marked = [uid for uid in listed if uid in said and scale.values[said[uid]] > 0]
    return Reading(" ".join(marked), bool(listed) and done == len(listed), f"{done}/{len(listed)}")


def as_json(cells: Cells) -> dict[str, dict[str, Sequence[str]]]:
    """The same for the scripts of the page."""
    return {str(item): {uid: list(cell) for uid, cell in said.items()} for item, said in cells.items()}
