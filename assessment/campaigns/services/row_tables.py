"""Tables that are stored at once: checked as a whole, stored in one transaction or not at all, undone by their trace.

Of a `RowTable` each row stands for itself, and the preview tells of each line. A room declares one in a module of its own,
which its `tasks` import:

    class AssignmentTable(RowTable[Scene]):
        kind, title = "assignments", sentence("Assignments")
        columns = Columns(("qid", "assessor"))
        …

    AssignmentTable().register()

From that follow its page (`/campaigns/SLUG/import/KIND/`), the command `import_file`, the address of the API, the map of
columns, the preview, the record of imports and the undo. Tables of what programs say (`imports/services/program_tables`)
say of subjects what replaces what was said of them before; they are a `StoredTable`, too.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from django.db import transaction

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services.examples import table_example
from assessment.campaigns.services.imports import (
    Keeping,
    dependents_by_trace,
    pack,
    register_import_kind,
    undo_by_trace,
)
from assessment.campaigns.services.intakes import SEEN, Intake, Sent, Taken, compared, register_intake
from assessment.campaigns.services.planned import Plan, PlannedLine
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, say_n, sentence
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems, earlier
from scoring.formats.tables import TableRow

Cells = Mapping[str, str]  # of a row, by our names
Scene = TypeVar("Scene")
Row = TypeVar("Row")
MOST = 20_000  # rows
SHOWN = 1_000  # lines that a preview tells
AT_ONCE = 100_000  # bytes: a larger table is checked by a job alone


class Wrong(NamedTuple):
    """What is wrong with a row."""

    code: str
    message: str
    hint: str


class TablePlan(Protocol):
    """What a table would do, in numbers, and in values that JSON has."""

    @property
    def counts(self) -> Mapping[str, Any]: ...
    @property
    def review(self) -> Mapping[str, Any]: ...


Planned = TypeVar("Planned", bound=TablePlan)


class StoredTable(ABC, Generic[Row, Planned]):
    """A kind of table that is stored at once: what it is called, how it is read, and what is done with what it says."""

    kind: ClassVar[str]
    title: ClassVar[str]
    columns: ClassVar[Columns]
    permission: ClassVar[Permission]
    manual: ClassVar[str]  # where it tells of the table
    nothing: ClassVar[str] = sentence("Nothing was stored.")
    remedy: ClassVar[str] = sentence("Fix the file and submit it again.")
    options: ClassVar[frozenset[str]]  # as of its intake
    says: ClassVar[Sequence[str]] = ()  # on the page of all kinds: what happens
    page: ClassVar[str] = ""  # its own
    checked_at_once: ClassVar[float] = float("inf")

    def is_offered(self, access: Access) -> bool:
        """Whether the campaign has such tables."""
        return True

    @abstractmethod
    def example(self, campaign: Campaign) -> Sequence[Cells]:
        """Rows that the check takes."""

    @abstractmethod
    def read(self, data: bytes, problems: Problems) -> Sequence[Row]:
        """The rows of a file; what is wrong with them is noted."""

    @abstractmethod
    def lock(self, campaign: Campaign) -> Campaign:
        """Keep everybody else from changing what the table writes; refuse where nobody may."""

    @abstractmethod
    def plan(self, sent: Sent, rows: Sequence[Row], problems: Problems) -> Planned:
        """What the rows would do. Raises FileRefused with everything that is wrong, and Refused."""

    @abstractmethod
    def would(self, plan: Planned) -> str:
        """What the table would do, in a sentence."""

    def begun(self, sent: Sent, plan: Planned) -> Planned:
        """The plan as it is stored, from when nobody else changes anything; refused where another was looked at."""
        return plan

    @abstractmethod
    def watch(self, sent: Sent, plan: Planned) -> Watch:
        """The rows that storing may write, for the undo."""

    @abstractmethod
    def write(self, sent: Sent, plan: Planned) -> None:
        """Make what is planned."""

    @abstractmethod
    def done(self, sent: Sent, plan: Planned, again: str) -> str:
        """What was stored, in a sentence; `again`: that the same file was imported before."""

    @abstractmethod
    def event(self, plan: Planned) -> Mapping[str, str]:
        """What is noted in the log; empty where it is nothing."""

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
                self.check,
                self.take_in,
                lambda campaign: table_example(f"{self.kind}.csv", self.example(campaign)),
                self.manual,
                self.options,
                self.is_offered,
                page=self.page,
                says=self.says,
                columns=lambda sent: self.columns,
                checked_at_once=self.checked_at_once,
            )
        )

    def check(self, sent: Sent) -> Taken:
        """What a table would do."""
        problems = sent.file.problems()
        plan = self.plan(sent, self.read(sent.source.data, problems), problems)
        return Taken(self.would(plan), review=plan.review)

    def take_in(self, sent: Sent) -> Taken:
        """Store a table."""
        sent, problems = sent._replace(file=sent.source), sent.file.problems()
        return self.store_rows(sent, self.read(sent.file.data, problems), problems)

    def store_rows(self, sent: Sent, rows: Sequence[Row], problems: Problems) -> Taken:
        """Store what rows say, which the file holds: all of it, or nothing."""
        packed = pack(sent.file)
        with transaction.atomic():
            sent = sent._replace(campaign=self.lock(sent.campaign))
            plan = self.begun(sent, self.plan(sent, rows, problems))
            keeping = Keeping(sent.campaign, self.kind, packed, self.watch(sent, plan), sent.by)
            self.write(sent, plan)
            done, counts = self.done(sent, plan, keeping.again), plan.counts
            number = keeping.end(done, counts)
            if noted := self.event(plan):
                subject = sent.file.name
                record_event(by=sent.by, campaign=sent.campaign, subject=subject, **noted, **counts)
        return Taken(done, number, review=plan.review)

    def refuse_wrong(self, problems: Problems) -> None:
        """Raise FileRefused with what is wrong, if anything is."""
        if problems:
            raise FileRefused(say(self.nothing), problems.listed(), say(self.remedy))


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


@dataclass(frozen=True)
class RowsPlan(Plan[PlannedCells], Generic[Scene]):
    """What such a table would do, and what its rows were held against."""

    scene: Scene

    @property
    def new(self) -> list[Cells]:
        """The rows that are not there yet, in their order."""
        return [row.cells for row in self.rows if row.is_new]

    @property
    def sentence(self) -> str:
        """How many rows are new."""
        new = say_n("{n} new row", "{n} new rows", self.counts["added"])
        same = say_n("{n} there already.", "{n} there already.", self.counts["same"])
        return f"{new}, {same}"

    @property
    def counts(self) -> Mapping[str, int]:
        """How many are new, and how many say what is so already."""
        added = len(self.new)
        return {"added": added, "same": len(self.rows) - added}

    @property
    def review(self) -> dict[str, Any]:
        """The plan with the first of its lines, and how many more there are."""
        found = super().review
        return {**found, "lines": found["lines"][:SHOWN], "more": max(len(found["lines"]) - SHOWN, 0)}


class RowTable(StoredTable[TableRow, RowsPlan[Scene]], Generic[Scene]):
    """A table of which each row stands for itself: what its rows are held against, and what is made of the new ones."""

    key: ClassVar[Sequence[str]]  # columns that are not twice the same
    options = frozenset({SEEN})
    checked_at_once = AT_ONCE

    def refuse(self, campaign: Campaign) -> None:
        """Refuse where what the table writes may not change now."""

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

    def read(self, data: bytes, problems: Problems) -> Sequence[TableRow]:
        return read_columns(data, self.columns, problems)

    def plan(self, sent: Sent, rows: Sequence[TableRow], problems: Problems) -> RowsPlan[Scene]:
        self.refuse(sent.campaign)
        scene = self.scene(sent.campaign)
        if len(rows) > MOST:
            message = say("The table has {n} rows; at most {most} at once.", n=len(rows), most=MOST)
            problems.add(0, "too_many", message, say("Split it."))
        lines: dict[tuple[str, ...], int] = {}
        planned = []
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
        self.refuse_wrong(problems)
        return RowsPlan(planned, scene)

    def would(self, plan: RowsPlan[Scene]) -> str:
        return f"{plan.sentence} {say('Nothing was stored.')}"

    def begun(self, sent: Sent, plan: RowsPlan[Scene]) -> RowsPlan[Scene]:
        plan.refuse_another(sent, say("Something changed since the table was checked. Nothing was changed."))
        return plan

    def done(self, sent: Sent, plan: RowsPlan[Scene], again: str) -> str:
        return say("Brought in {file}: {outcome}", file=sent.file.name, outcome=plan.sentence) + again

    def event(self, plan: RowsPlan[Scene]) -> Mapping[str, str]:
        return {"verb": "table:imported", "kind": self.kind} if plan.new else {}
