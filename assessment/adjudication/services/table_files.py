"""Tables that bring what people decided (decisions, nugget matches, nugget votes): checked, looked at, stored as one act.

Each kind reads its file, says what it would do, and stores it; what is the same for all of them stands here. A file is
kept as an import of the campaign and undone as a whole: `undo_import`, or `undo_batch`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.imports import said_again, same_before
from assessment.campaigns.services.imports import pack, sha256_of
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.services.handle import JobHandle
from assessment.judging.models import BatchKind
from assessment.judging.services.batches import (
    FILE_KINDS,
    LISTED,
    begin_batch,
    end_batch,
)
from assessment.shared.errors import FileRefused
from assessment.shared.registered import Registered
from assessment.shared.say import say, say_n
from scoring.formats.problems import Problems

STORE = "adjudication.store_table"


@dataclass(frozen=True)
class TableReview:
    """What a checked file would do, in values that JSON has."""

    rows: int
    facts: Sequence[tuple[str, int]]  # what, and how often
    questions: Sequence[tuple[str, int]]  # with something new or changed
    notes: Sequence[str]
    nothing: str  # what is said where all of it is there already

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


class TableKind(NamedTuple):
    """A kind of table."""

    kind: BatchKind
    title: str
    imports: str  # what its page is called
    verb: str  # of the event
    check: Callable[[Campaign, SourceFile], TableReview]  # raises FileRefused
    store: Callable[[JobHandle, SourceFile], Mapping[str, Any]]  # all steps; the report with its sentence
    start: Callable[[], dict[str, Any]]  # the first checkpoint


KINDS: Registered[TableKind] = Registered()


def register_table(kind: TableKind) -> None:
    """Make a kind of table known."""
    KINDS.keep(kind.kind.value, kind)


def raise_problems(problems: Problems, nothing: str = "") -> None:
    """Refuse a file in which anything is wrong."""
    if problems:
        raise FileRefused(
            nothing or say("Nothing was stored."), problems.listed(), say("Fix the file and submit it again.")
        )


def store_table(handle: JobHandle, kind: str, file: SourceFile) -> str:
    """Do the job: check the file and store it, or go on behind the last step that was kept."""
    if "sentence" in handle.checkpoint:
        return str(handle.checkpoint["sentence"])
    table = KINDS[kind]
    if not handle.checkpoint:
        review = table.check(handle.campaign, file)
        if not review.changes:
            return _nothing_new(handle.campaign, table, file, review)
        begin_batch(handle, kind=table.kind, checkpoint=table.start(), file=file.name, packed=pack(file))
    report = table.store(handle, file)
    facts = {name: value for name, value in report.items() if isinstance(value, int)}
    end_batch(handle, verb=table.verb, subject=file.name, report=report, facts=facts)
    return str(report["sentence"])


def _nothing_new(campaign: Campaign, table: TableKind, file: SourceFile, review: TableReview) -> str:
    """What is said of a file all of which is there already."""
    before = same_before(campaign, FILE_KINDS[table.kind], sha256_of(pack(file)))
    return review.nothing + said_again(before, is_new=False)


def add_left(tally: dict[str, Any], lines: Sequence[str]) -> None:
    """Count rows that were not stored, and name the first of them."""
    tally["changed"] += len(lines)
    tally["left"] = [*tally["left"], *lines][:LISTED]


def left_sentence(changed: int) -> str:
    """That some rows were not stored; empty where all were."""
    if not changed:
        return ""
    return " " + say_n(
        "{n} row was not stored, because of changes meanwhile.",
        "{n} rows were not stored, because of changes meanwhile.",
        changed,
    )
