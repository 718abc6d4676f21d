"""Tables that bring what people decided (decisions, nugget matches, nugget votes): checked, looked at, stored as one act.

Each kind reads its file, says what it would do, and stores it; what is the same for all of them stands here. A file is
kept as an import of the campaign and undone as a whole: `undo_import`, or `undo_batch`.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.examples import table_example
from assessment.campaigns.services.intakes import Sent, Taken
from assessment.campaigns.services.source_files import SourceFile
from assessment.judging.models import BatchKind
from assessment.judging.services.batches import end_batch, new_batch, refuse_half_done, register_act
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.file_steps import FileInSteps, Row
from assessment.people.selectors.access import Permission
from assessment.shared.errors import FileRefused
from assessment.shared.registered import Registered
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from scoring.formats.columns import BROUGHT, Columns
from scoring.formats.problems import Problems

STORE = "adjudication.store_table"
BATCH = 500  # keys asked for at once
KINDS: Registered[type["TableFile[Any]"]] = Registered()


@dataclass(frozen=True)
class TableReview:
    """What a checked file would do, in values that JSON has."""

    rows: int
    unchanged: int
    facts: Sequence[tuple[str, int]]  # what, and how often
    questions: Sequence[tuple[str, int]]  # with something new or changed
    notes: Sequence[str]

    @property
    def changes(self) -> int:
        """How many rows say something new."""
        return sum(count for _, count in self.questions)

    @property
    def sentence(self) -> str:
        """The sum, of a table that is only checked."""
        return say_n(
            "{n} row, {changes} with something new. Nothing is stored yet.",
            "{n} rows, {changes} with something new. Nothing is stored yet.",
            self.rows,
            changes=self.changes,
        )

    def as_data(self) -> dict[str, Any]:
        """The review in values that JSON has."""
        return {
            **asdict(self),
            "changes": self.changes,
            "is_new": bool(self.changes),
            "by_question": self.questions,
        }


class TableFile(FileInSteps[Row, TableReview]):
    """A table of one kind."""

    batch: ClassVar[BatchKind]
    imports: ClassVar[str]  # what its page is called
    manual, permission, job = "bundle#judgments-and-decisions-alone", Permission.ADJUDICATE, STORE
    nothing: ClassVar[str] = sentence("Nothing was stored.")  # what is said of a refused one

    steps: Sequence[Row]  # what is stored, in its order
    is_read = False

    @classmethod
    def register(cls) -> None:
        """Make the kind of table known; its act, too."""
        KINDS.keep(cls.batch.value, cls)
        register_act(cls.batch, cls.kind)
        super().register()

    @staticmethod
    @abstractmethod
    def rows_of_example(campaign: Campaign) -> Sequence[Mapping[str, str]]:
        """Rows that the check takes."""

    @classmethod
    def example(cls, campaign: Campaign) -> SourceFile:
        return table_example(f"{cls.kind}.csv", cls.rows_of_example(campaign))

    @classmethod
    def columns(cls, sent: Sent) -> Columns:
        return BROUGHT[cls.kind]

    @abstractmethod
    def read(self, problems: Problems) -> Sequence[Row]:
        """What is to be stored, and whatever it is held against; what is wrong is noted."""

    @abstractmethod
    def review(self) -> TableReview:
        """What the file would do, once it is read."""

    def check(self) -> TableReview:
        problems = self.file.problems()
        self.steps, self.is_read = self.read(problems), True
        if problems:
            again = say("Fix the file and submit it again.")
            raise FileRefused(say(self.nothing), problems.listed(), again)
        return self.review()

    def prepare(self) -> None:
        if not self.is_read:
            self.steps = self.read(self.file.problems())

    def rows(self, start: int) -> Sequence[Row]:
        return self.steps[start:]

    def total(self) -> int:
        return len(self.steps)

    def looked_at(self) -> Taken:
        found = self.check()
        return Taken(found.sentence, review=found.as_data())

    def refuse_now(self) -> None:
        refuse_released(self.campaign, "decisions")
        refuse_half_done(self.campaign)

    def said(self) -> dict[str, Any]:
        return {"kind": self.batch.value}

    def is_new(self, found: TableReview) -> bool:
        return bool(found.changes)

    def begin(self, found: TableReview) -> Mapping[str, Any]:
        return {"batch": new_batch(self.handle, self.batch, self.source)}

    def end(self, report: Mapping[str, Any]) -> None:
        left = [say("line {line}: {problem}", line=str(line), problem=why) for line, why in report["skips"]]
        end_batch(self.handle, {"sentence": report["sentence"], "changed": report["skipped"], "left": left})


def items_by_key(campaign: Campaign, keys: Sequence[str]) -> dict[str, int]:
    """Those of some items, by their keys, that the campaign's pools have."""
    found = dict[str, int]()
    for start in range(0, len(keys), BATCH):
        rows = PoolItem.objects.filter(question__campaign=campaign, key__in=keys[start : start + BATCH])
        found.update(rows.values_list("key", "pk"))
    return found


def left_sentence(changed: int) -> str:
    """That some rows were not stored; empty where all were."""
    if not changed:
        return ""
    return " " + say_n(
        "{n} row was not stored, because of changes meanwhile.",
        "{n} rows were not stored, because of changes meanwhile.",
        changed,
    )
