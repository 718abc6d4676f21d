"""All that the judging page shows of an assignment."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, Change, ChangeKind
from assessment.judging.models.judgments import is_of_note
from assessment.judging.selectors.rows import (
    ALL,
    LATER,
    NOTES,
    TO_JUDGE,
    AnswerGroup,
    Filter,
    ItemRow,
    following,
    grouped,
    neighbours,
    pick,
    rows_of,
)
from assessment.judging.selectors.runs import RunList, is_by_run, run_list
from assessment.shared.grades import grade_name, keys_of
from assessment.shared.say import say
from scoring.scales import CANNOT_JUDGE, Scale
from scoring.tracks.base import Track

UNDO_SHOWN = 50  # changes that the page can take back by itself; for older ones it asks the server


class Chip(NamedTuple):
    """A filter of the list, and how many answers it takes."""

    show: str
    label: str
    number: int
    on: bool


class Key(NamedTuple):
    """A grade with the key that gives it."""

    grade: str
    key: str
    exact: bool = False  # for answer strings alone, and not for whole paragraphs


class Undoable(NamedTuple):
    """A change that can be undone, and the state that would come back; without a note, that stays as it is."""

    client_id: UUID
    item_id: int
    grade: str
    note: str | None
    later: bool
    label: str


@dataclass(frozen=True)
class JudgingPage:
    """One assignment, seen by its assessor: the list, and the answer in focus.

    Where questions are judged run by run, `rows` are those of one run; `left` answers of the question are then unjudged
    in other lists.
    """

    assignment: Assignment
    rows: list[ItemRow]
    chosen: Filter
    now: ItemRow | None
    run: RunList | None = None
    left: int = 0

    @property
    def question(self) -> Question:
        """The question judged."""
        return self.assignment.question

    @property
    def machine(self) -> str:
        """The machine whose grades are shown, where the question is post-edited; "" where it is judged blind."""
        shown = self.assignment.shown
        return shown.name if shown else ""

    @property
    def scale(self) -> Scale | None:
        """The grades of the question."""
        return self.question.kind.scale

    @property
    def track(self) -> Track:
        """The campaign's evaluation, which has the words of its grades."""
        return self.question.campaign.track

    @cached_property
    def keys(self) -> list[Key]:
        """The grades, best first, with their keys: 1, 2, … but where an own scale names others."""
        keys = keys_of(self.scale) if self.scale else {}
        whole = self.question.kind.scale_for("")
        return [
            Key(grade, key, whole is not None and grade not in whole.grades) for grade, key in keys.items()
        ]

    @cached_property
    def names(self) -> dict[str, str]:
        """How all that can be said of an answer is called within a sentence."""
        return {said: grade_name(said, self.track) for said in (self.scale.answers if self.scale else ())}

    @property
    def cannot_judge(self) -> str:
        """What is said of an answer that cannot be judged; "" where the scale has no such answer."""
        return CANNOT_JUDGE if self.scale and self.scale.cannot_judge else ""

    @property
    def without_keys(self) -> str:
        """The actions of the list of keys that the page has not."""
        return " ".join(
            [*([] if self.machine else ["accept"]), *([] if self.cannot_judge else ["cannot-judge"])]
        )

    @cached_property
    def groups(self) -> list[AnswerGroup]:
        """The list by documents."""
        return grouped(self.rows, self.chosen, self.now, self.names, self.track)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each answer in the list, from 1."""
        return {row.pk: number for number, row in enumerate(self.rows, 1)}

    @property
    def number(self) -> int:
        """The number of the answer in focus."""
        return self.numbers[self.now.pk] if self.now else 0

    @cached_property
    def following(self) -> ItemRow | None:
        """Where a judgment of the answer in focus leads."""
        return following(self.rows, self.now, self.chosen) if self.now else None

    @cached_property
    def neighbours(self) -> tuple[ItemRow | None, ItemRow | None]:
        """The answers before and after the one in focus."""
        return neighbours(self.rows, self.now, self.chosen) if self.now else (None, None)

    @cached_property
    def chips(self) -> list[Chip]:
        """The filters of the list."""
        labels = {ALL: say("all"), TO_JUDGE: say("to judge"), LATER: say("later"), NOTES: say("notes")}
        labels |= self.names
        return [
            Chip(show, label, sum(map(Filter(show).takes, self.rows)), show == self.chosen.show)
            for show, label in labels.items()
        ]

    @property
    def judged(self) -> int:
        """Answers with a grade."""
        return sum(row.is_judged for row in self.rows)

    @property
    def later(self) -> int:
        """Answers to decide later."""
        return sum(row.later for row in self.rows)

    @property
    def minutes(self) -> int:
        """Active time so far."""
        return self.assignment.seconds // 60

    @property
    def found(self) -> bool:
        """Whether an answer was judged correct."""
        correct = self.scale.correct if self.scale else frozenset()
        return any(row.grade in correct if row.grade else row.automatic for row in self.rows)


def judging_page(
    assignment: Assignment, item_id: int | None, chosen: Filter, run_number: int | None = None
) -> JudgingPage:
    """The page for one answer, or for the next one to judge; in one run's list where the campaign says so."""
    rows = rows_of(assignment)
    by_run = is_by_run(assignment.question) and not assignment.of_some
    waiting = [row.pk for row in rows if not row.is_judged] or [row.pk for row in rows if row.later]
    run = run_list(assignment.question, run_number, waiting=waiting, item=item_id) if by_run else None
    if run is None:
        return JudgingPage(assignment, rows, chosen, pick(rows, item_id, chosen))
    by_pk = {row.pk: row for row in rows}
    own = [by_pk[pk] for pk in run.items if pk in by_pk]
    left = sum(not row.is_judged for row in set(rows) - set(own))
    return JudgingPage(assignment, own, chosen, pick(own, item_id, chosen), run, left)


def undoable_grades(page: JudgingPage) -> list[Undoable]:
    """The newest changes of the assignment, newest last (one query)."""
    made = Change.objects.of_one(page.question, page.assignment, ChangeKind.GRADE)
    names = _names(page)
    return [_undoable(page, change, names) for change in reversed(made.undoable()[:UNDO_SHOWN])]


def _names(page: JudgingPage) -> dict[str, str]:
    """What changes are called in the history (`services/judgments.label_of`), in the reader's language."""
    given = {f"“{grade}”": say("“{grade}”", grade=name) for grade, name in page.names.items()}
    return {**given, "“later”": say("“later”"), "note": say("note")}


def _undoable(page: JudgingPage, change: Change, names: Mapping[str, str]) -> Undoable:
    item = change.item_id or 0
    before, after = (state["judgments"][str(item)] for state in (change.before, change.after))
    number, what = page.numbers.get(item), names.get(change.label, change.label)
    return Undoable(
        change.client_id,
        item,
        before["grade"],
        before["note"] if is_of_note(before, after) else None,
        before["later"],
        say("{change} on answer {number}", change=what, number=str(number))
        if number
        else say("{change} on an answer in another list", change=what),
    )
