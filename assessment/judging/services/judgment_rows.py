"""Many judgments at once, as rows of the table: an object of each would take ten times as long while everybody else waits."""

from collections.abc import Sequence
from typing import Any

from assessment.judging.models import Judgment
from documents.bulk import insert_rows

JudgmentRow = tuple[int | None, tuple[Any, ...]]  # answer class, and values of the other columns


def insert_judgments(columns: Sequence[str], rows: Sequence[JudgmentRow]) -> None:
    """Add judgments with values for these columns and, where there is one, an answer class."""
    insert_rows(Judgment, columns, [row for answer_class, row in rows if answer_class is None])
    with_class = [(*row, answer_class) for answer_class, row in rows if answer_class is not None]
    insert_rows(Judgment, (*columns, "answer_class_id"), with_class)
