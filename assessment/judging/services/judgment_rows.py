"""Many judgments at once, as rows of the table: an object of each would take ten times as long while everybody else waits."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from assessment.judging.models import Judgment
from assessment.judging.models.judgments import KINDS
from documents.bulk import insert_rows
from scoring import records

COLUMNS = (
    *("item_id", "member_id", "assignment_id", "grade", "note", "later", "version", "changes", "judged_at"),
    *KINDS["human"],
)
JudgmentRow = tuple[int | None, tuple[Any, ...]]  # answer class, and values of the other columns


def said_in(
    judgment: records.Judgment, at: datetime, *, item: int, member: int, assignment: int
) -> tuple[Any, ...]:
    """Values for COLUMNS of a judgment that nobody has changed yet."""
    judged_at = connection.ops.adapt_datetimefield_value(at)
    keys, said = (item, member, assignment), (judgment.grade, judgment.note, False, judgment.version)
    return *keys, *said, 0, judged_at, *KINDS[judgment.kind].values()


def insert_judgments(columns: Sequence[str], rows: Sequence[JudgmentRow]) -> None:
    """Add judgments with values for these columns and, where there is one, an answer class."""
    insert_rows(Judgment, columns, [row for answer_class, row in rows if answer_class is None])
    with_class = [(*row, answer_class) for answer_class, row in rows if answer_class is not None]
    insert_rows(Judgment, (*columns, "answer_class_id"), with_class)
