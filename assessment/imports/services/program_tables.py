"""Tables of what a program says besides judgments: checked against what it said before, stored all or none, and undone.

What a file says of a subject, which is an answer or a question, replaces what the same version said of it before.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.campaigns.services.intakes import Sent, Taken, compared
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.row_tables import StoredTable, Wrong
from assessment.campaigns.services.source_files import SourceFile
from assessment.imports.services.machines import (
    facts_of,
    forget_machines,
    leave_questions,
    note_machine,
    refuse_other,
    table_of,
    tie_to_questions,
)
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access, Permission
from assessment.people.services.accounts import ensure_member
from assessment.shared.say import say, sentence
from scoring.formats.nugget_tables import no_nuggets
from scoring.formats.problems import Problems, shown
from scoring.records import MachineAssessor
from scoring.stages import MATCHING, Task


class OfQuestion(Protocol):
    """What a row says of a question, or of an answer to it."""

    @property
    def qid(self) -> str: ...


Row = TypeVar("Row", bound=OfQuestion)
Scene = TypeVar("Scene")
Key = TypeVar("Key", int, str)
Said = TypeVar("Said")


class ProgramPlan(NamedTuple, Generic[Scene, Key, Said]):
    """What is to be stored, by subject."""

    facts: MachineAssessor
    member: Member  # the program; new where it is not known yet
    questions: Collection[Question]
    scene: Scene
    differing: Mapping[Key, Said]
    before: Mapping[Key, Said]
    counts: Mapping[str, int]  # subjects, parts of them, and how many subjects are added, changed, unchanged
    warnings: Sequence[str]

    @property
    def review(self) -> dict[str, Any]:
        """The same in values that JSON has."""
        return {**self.counts, "warnings": self.warnings, "notes": self.warnings}


class ProgramTable(StoredTable[Row, ProgramPlan[Scene, Key, Said]], Generic[Row, Scene, Key, Said]):
    """A kind of table: what a row says, of which subject, and where it is stored."""

    verb: ClassVar[str]  # of the event
    things: ClassVar[str]  # as `refuse_released` names them
    task: ClassVar[Task] = MATCHING  # that questions have of which it speaks
    permission = Permission.ASSIGN
    options = frozenset({"facts"})
    remedy = sentence("Correct what is listed, and send all again.")

    @abstractmethod
    def cells(self, rows: Iterable[Row]) -> Iterable[Sequence[str]]:
        """The lines of a table that says the same, as it is read."""

    @abstractmethod
    def scene(self, campaign: Campaign, questions: Mapping[str, Question]) -> Scene:
        """What rows on these questions, by id, are held against."""

    def in_our_words(self, rows: Sequence[Row], scene: Scene) -> Sequence[Row]:
        """The rows with what they name by other words as we call it."""
        return rows

    @abstractmethod
    def note_wrong(self, rows: Iterable[Row], scene: Scene, problems: Problems) -> None:
        """Note everything that is wrong with the rows."""

    @abstractmethod
    def wanted(self, rows: Sequence[Row], scene: Scene) -> Mapping[Key, Said]:
        """What the rows say, by subject."""

    @abstractmethod
    def before(self, member: Member, scene: Scene) -> Mapping[Key, Said]:
        """What the program said before, by subject."""

    @abstractmethod
    def parts(self, said: Said) -> int:
        """How many matches or nuggets that is."""

    @abstractmethod
    def left_out(self, member: Member, rows: Sequence[Row]) -> str:
        """Of which subjects the program says nothing, neither here nor earlier; "" where it does of all."""

    def refuse(self, member: Member, scene: Scene, differing: Collection[Key]) -> None:
        """Refuse what may not change, if there is anything."""

    @abstractmethod
    def preview(self, counts: Mapping[str, int]) -> str:
        """What the table has, and what would be stored of it."""

    @abstractmethod
    def outcome(self, counts: Mapping[str, int]) -> str:
        """What was stored."""

    def is_offered(self, access: Access) -> bool:
        return bool(access.campaign.track.types_with(self.task))

    def lock(self, campaign: Campaign) -> Campaign:
        lock_campaign(campaign)
        refuse_released(campaign, self.things)
        return campaign

    def store_list(self, sent: Sent, rows: Sequence[Row]) -> Taken:
        """Store what a program sent as a list, which the file is called by; kept is the table that says the same."""
        name = f"{facts_of(sent.facts or {}).assessor}.csv"
        file = SourceFile(name, table_of(self.columns, self.cells(rows)))
        return self.store_rows(sent._replace(file=file), rows, sent.file.problems())

    def store_rows(self, sent: Sent, rows: Sequence[Row], problems: Problems) -> Taken:
        self.plan(sent, rows, problems)  # says what is wrong before anybody waits for the lock
        return super().store_rows(sent, rows, problems)

    def plan(self, sent: Sent, rows: Sequence[Row], problems: Problems) -> ProgramPlan[Scene, Key, Said]:
        campaign, facts = sent.campaign, facts_of(sent.facts or {})
        refuse_other(campaign, facts)
        found = Question.objects.filter(campaign=campaign, qid__in={row.qid for row in rows})
        questions = {question.qid: question for question in found.select_related("campaign")}
        scene = self.scene(campaign, questions)
        rows = self.in_our_words(rows, scene)
        self.note_wrong(compared(rows), scene, problems)
        self.refuse_wrong(problems)
        member = Member(campaign=campaign, name=facts.assessor)
        wanted, before = self.wanted(rows, scene), self.before(member, scene)
        differing = {key: said for key, said in wanted.items() if before.get(key) != said}
        self.refuse(member, scene, differing.keys())
        added = len(differing.keys() - before.keys())
        counts = {
            "subjects": len(wanted),
            "parts": sum(self.parts(said) for said in wanted.values()),
            "added": added,
            "changed": len(differing) - added,
            "unchanged": len(wanted) - len(differing),
        }
        warnings = list(filter(None, [self.left_out(member, rows)]))
        return ProgramPlan(facts, member, questions.values(), scene, differing, before, counts, warnings)

    def would(self, plan: ProgramPlan[Scene, Key, Said]) -> str:
        return f"{plan.facts.assessor}: {self.preview(plan.counts)}"

    def begun(self, sent: Sent, plan: ProgramPlan[Scene, Key, Said]) -> ProgramPlan[Scene, Key, Said]:
        """A program is known, and tied to the questions, before it says anything."""
        member = ensure_member(campaign=sent.campaign, name=plan.facts.assessor, roles=(), by=sent.by)
        note_machine(sent.campaign, plan.facts, sent.by)
        tie_to_questions(member, plan.questions)
        return plan._replace(member=member)

    def done(self, sent: Sent, plan: ProgramPlan[Scene, Key, Said], again: str) -> str:
        return " ".join([f"{plan.facts.assessor}: {self.outcome(plan.counts)}{again}", *plan.warnings])

    def event(self, plan: ProgramPlan[Scene, Key, Said]) -> Mapping[str, str]:
        return {"verb": self.verb}

    def undo(self, source: FileImport, by: Account | None) -> str:
        """A program of which nothing is left is forgotten, too."""
        outcome = super().undo(source, by)
        leave_questions(source.campaign)
        forget_machines(source.campaign)
        return outcome


def wrong_question(qid: str, question: Question | None, task: Task) -> Wrong | None:
    """That there is no such question, or that it has no such task; None where it has."""
    if question is None:
        message = say("There is no question {question}.", question=shown(qid))
        return Wrong("question_unknown", message, say("Check the id."))
    if not question.kind.form.asks(task):
        return Wrong("no_nuggets", no_nuggets(qid), say("Remove the row."))
    return None
