"""What the pages of questions judged by nuggets show."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, TypedDict
from uuid import uuid4

from django.db.models import Exists, OuterRef

from assessment.campaigns.models import Question
from assessment.judging.models import (
    Assignment,
    DraftedNugget,
    Nugget,
    Reading,
    Vote,
)
from assessment.judging.selectors.cells import (
    Cells,
    LabelButton,
    as_json,
    label_buttons,
    marks_of,
    numbered,
    own_cells,
    read_with,
)
from assessment.judging.selectors.earlier import Earlier, earlier_in_series
from assessment.judging.selectors.nugget_rows import KEYS, NuggetRow, nugget_rows
from assessment.judging.selectors.primary import may_write_nuggets
from assessment.judging.selectors.runs import RunList, is_by_run, run_list
from assessment.shared.say import say
from assessment.submissions.models import PoolItem
from scoring.scales import Scale

LONG = 400  # characters of an answer that fills lines, and does not stand in two or three


class DraftRow(NamedTuple):
    """A nugget that a program drafted, for whoever writes the list with its drafts in view (post-editing)."""

    pk: int
    uid: str  # what it is, or would be, called in the list
    text: str
    importance: str
    docid: str
    is_taken: bool  # a nugget was made of it
    is_removed: bool  # which is off the list again: to add it is to bring it back


class Removed(NamedTuple):
    """A nugget that was taken off the list."""

    uid: str
    text: str
    marks: int  # by whomever


class Text(NamedTuple):
    """An answer of the pool, and what this assessor marked in it."""

    pk: int
    docid: str
    answer: str
    marked: str  # uids, with blanks between them
    is_read: bool
    kept: str = ""  # uids of nuggets that are off the list: their marks wait with them
    done: str = ""  # where cells have labels: how many of them have one, of all

    @property
    def lines(self) -> list[str]:
        """Its lines, each but the last with its end: the sentences of a long answer."""
        *lines, last = self.answer.split("\n")
        return [*(f"{line}\n" for line in lines), last]

    def label(self, none: str) -> str:
        """What the list says of it; `none` is what it says where there is no nugget."""
        if self.done:
            return self.done
        if self.marked:
            return f"{len(self.marked.split())} ✓"
        return none if self.is_read else "—"


class NuggetLine(TypedDict):
    """An answer as the template writes it: a dict of strings, since it is written thousands of times."""

    pk: str
    done: str
    answer: str
    marked: str  # on the list or off it: a nugget may come back
    read: str  # "1" or ""
    label: str
    current: bool


class TextGroup(NamedTuple):
    """The answers of one document."""

    docid: str
    lines: Sequence[NuggetLine]


@dataclass(frozen=True)
class NuggetPage:
    """One assessor's page for a question judged by nuggets."""

    assignment: Assignment
    may_write: bool  # whether the list of nuggets is this assessor's to write
    pool: Sequence[Text]  # all answers, by document and string
    texts: Sequence[Text]  # those that are shown: all, or those of one run in its order
    run: RunList | None  # the run whose answers are shown; None where all of the pool are
    now: Text | None  # the answer in focus: the one asked for, else the first that is not read
    nuggets: Sequence[NuggetRow]
    removed: Sequence[Removed]  # for those who may bring them back; their marks wait with them
    earlier: Sequence[Earlier]  # the earlier questions of the series with what is known of them
    drafts: Sequence[DraftRow] = ()  # none in blind questions, nor for those who do not write the list
    cells: Cells | None = None  # what this assessor said of each cell; None where nuggets are marked, or not

    @property
    def question(self) -> Question:
        return self.assignment.question

    @cached_property
    def labels(self) -> Sequence[LabelButton]:
        """The labels that a cell can have, the best first; none where nuggets are marked, or not."""
        return label_buttons(self.question)

    @property
    def scale(self) -> Scale | None:
        """The same as a scale, for the list of keys; None where each criterion has its own, which its buttons show."""
        scale = self.question.kind.cell_scale
        return numbered(scale) if scale and not self.question.kind.criteria else None

    @property
    def has_criteria(self) -> bool:
        """Whether these are criteria, which nobody writes or votes on here."""
        return self.question.kind.form.has_criteria

    @property
    def lacks(self) -> str:
        """The actions with keys that the page has not, with blanks between them."""
        kind, has_documents = self.question.kind, self.question.campaign.track.documents
        left = {"new": self.has_criteria, "rest": bool(kind.criteria), "document": not has_documents}
        return " ".join(name for name, is_left in left.items() if is_left)

    @property
    def all_cells(self) -> dict[str, Any]:
        """All labels of the page, for its scripts."""
        return as_json(self.cells or {})

    @property
    def rest(self) -> list[NuggetRow]:
        """Nuggets that have no label in the answer in focus."""
        return [row for row in self.nuggets if not row.label or row.of_text]

    @cached_property
    def is_long(self) -> bool:
        """Whether answers are read as texts, beside the list: not as strings above it."""
        return any(len(text.answer) > LONG for text in self.pool)

    @property
    def machine(self) -> str:
        """Whose drafts are shown."""
        shown = self.assignment.shown
        return shown.name if shown else ""

    @property
    def keys(self) -> str:
        """What toggles nuggets, by their places in the list."""
        return KEYS

    @property
    def left(self) -> int:
        """Answers of the pool that are not shown and not read."""
        return sum(not text.is_read for text in set(self.pool) - set(self.texts)) if self.run else 0

    @cached_property
    def found(self) -> set[str]:
        """Nuggets marked in other answers of the run shown: each counts once a run."""
        others = (text for text in self.texts if self.run and text != self.now)
        return {uid for text in others for uid in text.marked.split()}

    @property
    def groups_of_nuggets(self) -> list[str]:
        """The groups that its nuggets are in, once each."""
        return list(dict.fromkeys(nugget.group for nugget in self.nuggets if nugget.group))

    @cached_property
    def groups(self) -> list[TextGroup]:
        """The answers by documents."""
        by_document, none = groupby(self.texts, key=lambda text: text.docid), say("none")
        return [TextGroup(docid, [self._line(text, none) for text in some]) for docid, some in by_document]

    def _line(self, text: Text, none: str) -> NuggetLine:
        return {
            "pk": str(text.pk),
            "done": text.done,
            "answer": text.answer,
            "marked": f"{text.marked} {text.kept}".strip(),
            "read": "1" if text.is_read else "",
            "label": text.label(none),
            "current": text is self.now,
        }

    @cached_property
    def following(self) -> Text | None:
        """Where going on leads: the next answer that is not read."""
        if self.now is None:
            return None
        place = self.texts.index(self.now)
        ahead = (*self.texts[place + 1 :], *self.texts[:place])
        return next((text for text in ahead if not text.is_read), None)

    @cached_property
    def marked_now(self) -> set[str]:
        """The nuggets marked in the answer in focus."""
        return set(self.now.marked.split()) if self.now else set()

    @property
    def judged(self) -> int:
        """Answers read."""
        return sum(text.is_read for text in self.texts)

    @property
    def unvoted(self) -> int:
        """Nuggets that wait to be called vital or okay; never criteria."""
        return sum(row.waits for row in self.nuggets)

    @property
    def none_vital(self) -> bool:
        """Whether all nuggets were voted on and none is vital to this assessor."""
        return {row.vote for row in self.nuggets} == {Vote.OKAY}

    @property
    def minutes(self) -> int:
        """Active time so far."""
        return self.assignment.seconds // 60


class VotingPage(NamedTuple):
    """The page of somebody who only votes: the nuggets, without the answers and without others' votes."""

    assignment: Assignment
    nuggets: Sequence[NuggetRow]
    earlier: Sequence[Earlier]

    @property
    def question(self) -> Question:
        return self.assignment.question

    @property
    def voted(self) -> int:
        """Nuggets voted on."""
        return sum(row.own for row in self.nuggets)


def nugget_page(assignment: Assignment, asked: int | None, run_number: int | None) -> NuggetPage:
    """The page for the answer asked for, or the next one to read; in one run's list where the campaign says so."""
    question = assignment.question
    items = _pool_items(assignment)
    marks = _marks(question)
    listed = list(Nugget.objects.filter(question=question).in_order())
    current = [row for row in listed if not row.removed]
    cells = own_cells(assignment) if question.kind.cell_scale else None
    pool = _texts(assignment, items, marks)
    if cells is not None:
        pool = [_labelled(question, text, cells, current) for text in pool]
    pks = {item.key: item.pk for item in items}
    unread = [text.pk for text in pool if not text.is_read]
    run = run_list(question, run_number, waiting=unread, pks=pks) if is_by_run(question) else None
    by_pk = {text.pk: text for text in pool}
    texts = [by_pk[pk] for pk in run.items if pk in by_pk] if run else pool
    now = _in_focus(texts, asked)
    counts = Counter(uid for text in pool for uid in text.marked.split())
    may_write = may_write_nuggets(assignment)
    earlier = earlier_in_series(question, assignment.member_id)
    return NuggetPage(
        assignment,
        may_write,
        pool,
        texts,
        run,
        now,
        _with_labels(nugget_rows(assignment, current, counts, earlier), cells, now),
        _removed(listed, marks) if may_write else [],
        earlier,
        drafts_shown(assignment) if may_write else [],
        cells,
    )


def _labelled(question: Question, text: Text, cells: Cells, listed: Iterable[Nugget]) -> Text:
    """An answer with what its labels come to."""
    said = read_with(question, cells.get(text.pk, {}), [str(row.uid) for row in listed])
    return text._replace(marked=said.marked, is_read=said.is_read, done=said.done, kept="")


def _with_labels(rows: list[NuggetRow], cells: Cells | None, now: Text | None) -> list[NuggetRow]:
    """The list with the labels of the answer in focus."""
    said = cells.get(now.pk, {}) if cells and now else {}
    return [row._replace(**said[row.uid]._asdict()) if row.uid in said else row for row in rows]


def drafts_shown(assignment: Assignment) -> list[DraftRow]:
    """What the machine of the assignment's condition drafted; where it is blind, no machine's table is read."""
    if not assignment.shown_id:
        return []
    rows = DraftedNugget.objects.filter(question=assignment.question_id, member=assignment.shown_id)
    found = rows.order_by("position").values_list(
        "pk", "text", "importance", "docid", "taken__uid", "taken__removed"
    )
    return [
        DraftRow(pk, str(uid or uuid4()), text, importance, docid, uid is not None, bool(is_removed))
        for pk, text, importance, docid, uid, is_removed in found
    ]


def voting_page(assignment: Assignment) -> VotingPage:
    """The page for a voter (five queries in a series, else two)."""
    listed = Nugget.objects.filter(question=assignment.question_id).current().in_order()
    earlier = earlier_in_series(assignment.question, assignment.member_id)
    return VotingPage(assignment, nugget_rows(assignment, list(listed), {}, ()), earlier)


class _PoolItem(NamedTuple):
    """An answer of the pool as it is read from the database."""

    pk: int
    docid: str
    answer: str
    key: str
    is_read: bool  # by this assessor


def _pool_items(assignment: Assignment) -> list[_PoolItem]:
    readings = Reading.objects.filter(assignment=assignment, item=OuterRef("pk"))
    rows = PoolItem.objects.filter(question=assignment.question_id).annotate(is_read=Exists(readings))
    ordered = rows.order_by("docid", "passage", "answer", "pk")
    return [_PoolItem(*row) for row in ordered.values_list("pk", "docid", "answer", "key", "is_read")]


def _marks(question: Question) -> list[tuple[int | None, int, str, bool]]:
    """Everybody's marks: whose, on which item, of which nugget, and whether that is off the list; where nuggets have labels,
    those that say of its words that the answer holds it."""
    ordered = marks_of(question).order_by("nugget__position", "nugget_id")
    columns = ordered.values_list("member_id", "item_id", "nugget__uid", "nugget__removed")
    return [(member, item, str(uid), is_gone) for member, item, uid, is_gone in columns]


def _texts(
    assignment: Assignment,
    items: Iterable[_PoolItem],
    marks: Iterable[tuple[int | None, int, str, bool]],
) -> list[Text]:
    """The pool with this assessor's own marks."""
    own, kept = defaultdict[int, list[str]](list), defaultdict[int, list[str]](list)
    for member, item, uid, is_gone in marks:
        if member == assignment.member_id:
            (kept if is_gone else own)[item].append(uid)
    return [
        Text(item.pk, item.docid, item.answer, " ".join(own[item.pk]), item.is_read, " ".join(kept[item.pk]))
        for item in items
    ]


def _in_focus(texts: Sequence[Text], asked: int | None) -> Text | None:
    chosen = (text for text in texts if text.pk == asked)
    unread = (text for text in texts if not text.is_read)
    return next(chosen, None) or next(unread, None) or next(iter(texts), None)


def _removed(listed: Iterable[Nugget], marks: Iterable[tuple[int | None, int, str, bool]]) -> list[Removed]:
    counts = Counter(uid for _, _, uid, _ in marks)
    return [Removed(str(row.uid), row.text, counts[str(row.uid)]) for row in listed if row.removed]
