"""Tables of which each row stands for itself: checked as a whole, shown line by line, stored at once, undone by trace.

A room declares one in a module of its own, which its `tasks` import:

    class AssignmentTable(RowTable[Scene]):
        kind, title = "assignments", sentence("Assignments")
        columns = Columns(("qid", "assessor"))
        …

    AssignmentTable().register()

From that follow its page (`/campaigns/SLUG/import/KIND/`), the command `import_file`, the address of the API, the map of
columns, the preview, the record of imports and the undo.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from django.db import transaction

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import table_example
from assessment.campaigns.services.imports import (
    Keeping,
    dependents_by_trace,
    pack,
    register_import_kind,
    undo_by_trace,
)
from assessment.campaigns.services.intakes import SEEN, Intake, Sent, Taken, compared, register_intake
from assessment.campaigns.services.planned import Plan, PlannedLine, would
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, say_n, sentence
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import earlier

Cells = Mapping[str, str]  # of a row, by our names
Scene = TypeVar("Scene")
MOST = 20_000  # rows
SHOWN = 1_000  # lines that a preview tells
AT_ONCE = 100_000  # bytes: a larger table is checked by a job alone


class Wrong(NamedTuple):
    """What is wrong with a row."""

    code: str
    message: str
    hint: str


class PlannedCells(NamedTuple):
    """What becomes of a row: it is new, or what it says is so already."""

    line: int
    cells: Cells
    is_new: bool

    @property
    def in_words(self) -> PlannedLine:
        """What becomes of it."""
        said = say("new") if self.is_new else say("is here already; nothing changes")
        return PlannedLine(self.line, ", ".join(filter(None, self.cells.values())), said, self.is_new)

    @property
    def state(self) -> list[object]:
        """What decides what happens."""
        return [sorted(self.cells.items()), self.is_new]


class RowsPlan(Plan[PlannedCells]):
    """What such a table would do."""

    @property
    def sentence(self) -> str:
        """How many rows are new."""
        new = say_n("{n} new row", "{n} new rows", self.counts["added"])
        same = say_n("{n} there already.", "{n} there already.", self.counts["same"])
        return f"{new}, {same}"

    @property
    def counts(self) -> Mapping[str, int]:
        """How many are new, and how many say what is so already."""
        added = sum(row.is_new for row in self.rows)
        return {"added": added, "same": len(self.rows) - added}

    @property
    def review(self) -> dict[str, Any]:
        """The plan with the first of its lines, and how many more there are."""
        found = super().review
        return {**found, "lines": found["lines"][:SHOWN], "more": max(len(found["lines"]) - SHOWN, 0)}


class RowTable(ABC, Generic[Scene]):
    """A kind of table: what its rows are held against, and what is made of the new ones."""

    kind: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[Sequence[str]]  # on its page: what happens
    columns: ClassVar[Columns]
    key: ClassVar[Sequence[str]]  # columns that are not twice the same
    permission: ClassVar[Permission]
    manual: ClassVar[str]  # where it tells of the table
    nothing: ClassVar[str] = sentence("Nothing was stored.")

    def refuse(self, campaign: Campaign) -> None:
        """Refuse where what the table writes may not change now."""

    @abstractmethod
    def example(self, campaign: Campaign) -> Sequence[Cells]:
        """Rows that the check takes."""

    @abstractmethod
    def lock(self, campaign: Campaign) -> Campaign:
        """Keep everybody else from changing what the table writes."""

    @abstractmethod
    def scene(self, campaign: Campaign) -> Scene:
        """What rows are held against."""

    @abstractmethod
    def wrong(self, cells: Cells, scene: Scene) -> Wrong | None:
        """What is wrong with a row, if anything."""

    def wrong_together(self, rows: Sequence[PlannedCells], scene: Scene) -> Iterable[tuple[int, Wrong]]:
        """What is wrong with rows that are right by themselves, by their lines."""
        return ()

    @abstractmethod
    def is_there(self, cells: Cells, scene: Scene) -> bool:
        """Whether what a row says is so already."""

    @abstractmethod
    def watched(self, campaign: Campaign) -> Watch:
        """The rows that storing may write, for the undo."""

    @abstractmethod
    def store(self, campaign: Campaign, rows: Sequence[Cells], scene: Scene, by: Account | None) -> None:
        """Make what the new rows say, in their order."""

    def dependents(self, source: FileImport) -> list[str]:
        """What stands on an import, so that it cannot be undone."""
        return dependents_by_trace(source)

    def undo(self, source: FileImport, by: Account | None) -> str:
        """Put back what was there before; what was done, in a sentence."""
        return undo_by_trace(source, by)

    def register(self) -> None:
        """Make the kind known."""
        register_import_kind(self.kind, self.title, undo=self.undo, dependents=self.dependents)
        register_intake(
            Intake(
                self.kind,
                self.permission,
                self._check,
                self._import,
                lambda campaign: table_example(f"{self.kind}.csv", self.example(campaign)),
                self.manual,
                frozenset({SEEN}),
                columns=lambda sent: self.columns,
                says=self.says,
                checked_at_once=AT_ONCE,
            )
        )

    def _check(self, sent: Sent) -> Taken:
        self.refuse(sent.campaign)
        return would(self._plan, sent)

    def _plan(self, campaign: Campaign, file: SourceFile) -> RowsPlan:
        problems, scene = file.problems(), self.scene(campaign)
        lines: dict[tuple[str, ...], int] = {}
        planned = []
        rows = read_columns(file.data, self.columns, problems)
        if len(rows) > MOST:
            message = say("The table has {n} rows; at most {most} at once.", n=len(rows), most=MOST)
            problems.add(0, "too_many", message, say("Split it."))
        for row in compared(rows[:MOST]):
            cells = {name: row.cells.get(name, "").strip() for name in self.columns.names}
            first = earlier(lines, tuple(cells[name] for name in self.key), row.line)
            if first is not None:
                message = say("Line {line} says so already.", line=str(first))
                problems.add(row.line, "twice", message, say("Keep one of the two."))
            elif wrong := self.wrong(cells, scene):
                problems.add(row.line, *wrong)
            else:
                planned.append(PlannedCells(row.line, cells, not self.is_there(cells, scene)))
        for line, wrong in self.wrong_together(planned, scene):
            problems.add(line, *wrong)
        if problems:
            raise FileRefused(say(self.nothing), problems.listed(), say("Fix the file and submit it again."))
        return RowsPlan(planned)

    def _import(self, sent: Sent) -> Taken:
        packed = pack(sent.source)
        with transaction.atomic():
            campaign = self.lock(sent.campaign)
            self.refuse(campaign)
            plan = self._plan(campaign, sent.source)
            plan.refuse_another(
                sent, say("Something changed since the table was checked. Nothing was changed.")
            )
            keeping = Keeping(campaign, self.kind, packed, self.watched(campaign), sent.by)
            new = [row.cells for row in plan.rows if row.is_new]
            self.store(campaign, new, self.scene(campaign), sent.by)
            done = say("Brought in {file}: {outcome}", file=sent.file.name, outcome=plan.sentence)
            done += keeping.again
            number = keeping.end(done, plan.counts)
            if new:
                subject = sent.file.name
                record_event(
                    by=sent.by,
                    campaign=campaign,
                    verb="table:imported",
                    kind=self.kind,
                    subject=subject,
                    **plan.counts,
                )
        return Taken(done, number, review=plan.review)
