"""Tables of what a program says besides judgments: checked against what it said before, stored all or none, and undone.

What differs between kinds (`match_storing`, `draft_storing`) is a `ProgramTable`; what a file says of a subject, which is an
answer or a question, replaces what the same version said of it before.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, FileImport, Question
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
from assessment.campaigns.services.intakes import Intake, Sent, Taken, compared, register_intake
from assessment.campaigns.services.locks import lock_campaign
from assessment.imports.services.machines import (
    facts_of,
    forget_machines,
    leave_questions,
    note_machine,
    refuse_other,
    tie_to_questions,
)
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Permission
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused
from assessment.shared.say import say
from scoring.formats.columns import Columns
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor
from scoring.stages import MATCHING, Task

Row = TypeVar("Row")
Scene = TypeVar("Scene")
Key = TypeVar("Key", int, str)
Said = TypeVar("Said")


class Review(NamedTuple):
    """What a table would do, or did. Subjects are answers or questions."""

    subjects: int
    parts: int  # matches, or nuggets
    added: int  # subjects of which the program had said nothing
    changed: int
    unchanged: int
    warnings: Sequence[str]


class Stored(NamedTuple):
    """What an import did, and its number where it changed anything."""

    sentence: str
    number: int | None
    review: Review


class _Plan(NamedTuple, Generic[Scene, Key, Said]):
    """What is to be stored, by subject."""

    scene: Scene
    differing: Mapping[Key, Said]
    stored: Mapping[Key, Said]
    review: Review


class ProgramTable(ABC, Generic[Row, Scene, Key, Said]):
    """A kind of table: what a row says, of which subject, and where it is stored."""

    kind: ClassVar[str]
    title: ClassVar[str]
    verb: ClassVar[str]  # of the event
    things: ClassVar[str]  # as `refuse_released` names them
    nothing: ClassVar[str]  # what is said of a refused one
    columns: ClassVar[Columns]
    manual: ClassVar[str]  # where it tells of the table
    task: ClassVar[Task] = MATCHING  # that questions have of which it speaks

    @abstractmethod
    def example(self, campaign: Campaign) -> Sequence[Mapping[str, str]]:
        """Rows that the check takes."""

    @abstractmethod
    def read(self, data: bytes, problems: Problems) -> list[Row]:
        """The rows of a file; what is wrong with them is noted."""

    @abstractmethod
    def scene(self, campaign: Campaign, rows: Sequence[Row]) -> Scene:
        """What the rows are held against."""

    def in_our_words(self, rows: Sequence[Row], scene: Scene) -> Sequence[Row]:
        """The rows with what they name by other words as we call it."""
        return rows

    @abstractmethod
    def questions(self, scene: Scene) -> Collection[Question]:
        """The questions of which rows speak."""

    @abstractmethod
    def check(self, rows: Iterable[Row], scene: Scene, problems: Problems) -> None:
        """Note everything that is wrong with the rows."""

    @abstractmethod
    def wanted(self, rows: Sequence[Row], scene: Scene) -> Mapping[Key, Said]:
        """What the rows say, by subject."""

    @abstractmethod
    def stored(self, campaign: Campaign, assessor: str, scene: Scene) -> Mapping[Key, Said]:
        """What the program said before, by subject."""

    @abstractmethod
    def parts(self, said: Said) -> int:
        """How many matches or nuggets that is."""

    @abstractmethod
    def left_out(self, campaign: Campaign, assessor: str, rows: Sequence[Row]) -> list[str]:
        """Of which subjects the program says nothing, neither here nor earlier; nothing where it does of all."""

    @abstractmethod
    def watched(self, member: Member, scene: Scene) -> Sequence["QuerySet[Any]"]:
        """The rows that storing may write, for the undo."""

    @abstractmethod
    def write(
        self, member: Member, scene: Scene, differing: Mapping[Key, Said], before: Mapping[Key, Said]
    ) -> None:
        """Make what is stored of some subjects what the file says."""

    @abstractmethod
    def holds(self, review: Review) -> str:
        """What the table has."""

    @abstractmethod
    def would(self, review: Review) -> str:
        """What would be stored, of a table that is only checked."""

    @abstractmethod
    def done(self, review: Review) -> str:
        """What was stored."""

    def refuse(
        self, campaign: Campaign, facts: MachineAssessor, scene: Scene, differing: Collection[Key]
    ) -> None:
        """Refuse what may not change, if there is anything."""

    def dependents(self, source: FileImport) -> list[str]:
        """What stands on an import, so that it cannot be undone."""
        return dependents_by_trace(source)

    def review(
        self, campaign: Campaign, facts: MachineAssessor, rows: Sequence[Row], problems: Problems
    ) -> Review:
        """What such a table would do. Raises FileRefused with everything that is wrong, and Refused."""
        return self._plan(campaign, facts, rows, problems).review

    def store(
        self,
        *,
        campaign: Campaign,
        facts: MachineAssessor,
        rows: Sequence[Row],
        problems: Problems,
        file: SourceFile,
        by: Account | None,
    ) -> Stored:
        """Store what a program says, all or none. Raises FileRefused with everything that is wrong, and Refused."""
        self._plan(campaign, facts, rows, problems)  # says what is wrong before anybody waits for the lock
        kept = pack(file)
        with transaction.atomic():
            lock_campaign(campaign)
            refuse_released(campaign, self.things)
            plan: _Plan[Scene, Key, Said] = self._plan(campaign, facts, rows, problems)
            member = ensure_member(campaign=campaign, name=facts.assessor, roles=(), by=by)
            note_machine(campaign, facts, by)
            keeping = Keeping(campaign, self.kind, kept, Watch(*self.watched(member, plan.scene)), by)
            tie_to_questions(member, self.questions(plan.scene))
            self.write(member, plan.scene, plan.differing, plan.stored)
            said = f"{facts.assessor}: {self.done(plan.review)}{keeping.again}"
            sentence = " ".join([said, *plan.review.warnings])
            counts = {name: value for name, value in plan.review._asdict().items() if isinstance(value, int)}
            number = keeping.end(sentence, counts)
            record_event(by=by, campaign=campaign, verb=self.verb, subject=file.name, **counts)
        return Stored(sentence, number, plan.review)

    def undo(self, source: FileImport, by: Account | None) -> str:
        """Put back what was there before; a program of which nothing is left is forgotten."""
        outcome = undo_by_trace(source, by)
        leave_questions(source.campaign)
        forget_machines(source.campaign)
        return outcome

    def register(self) -> None:
        """Make the kind known."""
        register_import_kind(self.kind, self.title, undo=self.undo, dependents=self.dependents)
        register_intake(
            Intake(
                self.kind,
                Permission.ASSIGN,
                self._check,
                self._import,
                lambda campaign: table_example(f"{self.kind}.csv", self.example(campaign)),
                self.manual,
                frozenset({"facts"}),
                lambda access: bool(access.campaign.track.types_with(self.task)),
                page=f"judging:{self.kind}",
                columns=lambda sent: self.columns,
            )
        )

    def _check(self, sent: Sent) -> Taken:
        facts, problems = facts_of(sent.facts or {}), sent.file.problems()
        found = self.review(sent.campaign, facts, self.read(sent.source.data, problems), problems)
        said = f"{facts.assessor}: {self.holds(found)} {self.would(found)}"
        return Taken(said, review=found._asdict() | {"notes": found.warnings})

    def _import(self, sent: Sent) -> Taken:
        source, facts, problems = sent.source, facts_of(sent.facts or {}), sent.file.problems()
        rows = self.read(source.data, problems)
        stored = self.store(
            campaign=sent.campaign, facts=facts, rows=rows, problems=problems, file=source, by=sent.by
        )
        return Taken(stored.sentence, stored.number)

    def _plan(
        self, campaign: Campaign, facts: MachineAssessor, rows: Sequence[Row], problems: Problems
    ) -> _Plan[Scene, Key, Said]:
        refuse_other(campaign, facts)
        scene = self.scene(campaign, rows)
        rows = self.in_our_words(rows, scene)
        found = Problems(problems.file)
        found.extend(problems.listed())
        self.check(compared(rows), scene, found)
        if found:
            raise FileRefused(
                say(self.nothing), found.listed(), say("Correct what is listed, and send all again.")
            )
        wanted, stored = self.wanted(rows, scene), self.stored(campaign, facts.assessor, scene)
        differing = {key: said for key, said in wanted.items() if stored.get(key) != said}
        self.refuse(campaign, facts, scene, differing.keys())
        added = len(differing.keys() - stored.keys())
        review = Review(
            subjects=len(wanted),
            parts=sum(self.parts(said) for said in wanted.values()),
            added=added,
            changed=len(differing) - added,
            unchanged=len(wanted) - len(differing),
            warnings=self.left_out(campaign, facts.assessor, rows),
        )
        return _Plan(scene, differing, stored, review)
