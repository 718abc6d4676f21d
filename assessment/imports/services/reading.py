"""A judgments.csv as its rows, in an order that every attempt at storing them finds again."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from assessment.shared.say import say
from scoring import records
from scoring.formats.problems import Problems, shown
from scoring.formats.rows import judgment_of
from scoring.formats.tables import TableRow

_AHEAD = timedelta(days=1)  # by which clocks and zones of other machines may be wrong


class JudgmentEntry(NamedTuple):
    """A row of the file. `key` names its pool item by content."""

    line: int
    judgment: records.Judgment
    key: str

    @property
    def by_machine(self) -> bool:
        """Whether a program judged."""
        return self.judgment.by_program


def entries_of(rows: Iterable[TableRow], machine: str, problems: Problems) -> list[JudgmentEntry]:
    """The rows in the order of the file. `machine` says that a program of this version gave all of them."""
    entries, latest = [], timezone.now() + _AHEAD
    for row in rows:
        try:
            judgment = judgment_of(row.cells)
            _refuse_future(judgment.judged_at, latest)
        except ValueError as error:
            problems.add(row.line, "cell", str(error))
            continue
        if machine:
            judgment = judgment._replace(kind="machine", version=machine)
        entries.append(JudgmentEntry(row.line, judgment, judgment.item.key))
    return entries


def _refuse_future(text: str, latest: datetime) -> None:
    """A ValueError for what is no time, or one at which nobody can have judged yet."""
    if parse_time(text) > latest:
        message = say(
            "{moment} lies in the future; correct the time, or leave the cell empty.", moment=shown(text)
        )
        raise ValueError(message)


def in_order(entries: Sequence[JudgmentEntry]) -> list[JudgmentEntry]:
    """The rows by question and answer: those of one answer, and of one assessor's question, are stored together."""
    return sorted(
        entries, key=lambda entry: (entry.judgment.item.qid, entry.key, entry.judgment.assessor, entry.line)
    )


def parse_time(text: str) -> datetime:
    """The time of a judgment; without a zone in UTC, and now where the table gives none."""
    if not text:
        return timezone.now()
    try:
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        message = say(
            "{moment} is not a time; write it like 2026-11-02T10:00:00Z, or leave the cell empty.",
            moment=shown(text),
        )
        raise ValueError(message) from None
