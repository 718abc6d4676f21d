"""What freezing, scoring and releasing can be refused for."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from assessment.results.selectors.release import Reason
from assessment.shared.errors import Refused
from scoring.rules import RuleError


class RuleRefused(Refused):
    """The judgments do not suffice for the rule. `questions` names each question with the number of its items."""

    def __init__(self, error: RuleError, qids: Iterable[str]) -> None:
        """`qids` are those of the campaign, in its order; they are read only where it matters."""
        super().__init__(error.message, error.code, error.hint)
        self.details = error.lines
        counts = Counter(item.qid for item in error.items)
        named = counts.keys() | set(error.questions)
        in_order = [qid for qid in qids if qid in named] if len(named) > 1 else named
        self.questions: Sequence[tuple[str, int]] = [(qid, counts[qid]) for qid in in_order]

    @property
    def headline(self) -> str:
        """The message without the items and questions that it names; pages list the questions beside it."""
        return self.message.partition(": ")[0] + "." if self.questions else self.message

    @property
    def for_pages(self) -> dict[str, Any]:
        """The headline and the questions, for pages that show the error later."""
        return {"headline": self.headline, "questions": [list(pair) for pair in self.questions]}


class ReleaseRefused(Refused):
    """Scores cannot be released yet; `reasons` lists everything that is missing."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        count = len(self.reasons)
        message = f"The scores were not released, for {count} reason{'' if count == 1 else 's'}."
        super().__init__(message, "release_refused", "Settle each and release again.")

    @property
    def without(self) -> list[str]:
        """The series that a release could go on without, where nothing else is missing."""
        return [reason.series for reason in self.reasons if reason.series] if self._can_go_on else []

    @property
    def alike(self) -> list[str]:
        """The questions whose classes of one label a release could leave, where nothing else is missing."""
        return [reason.alike for reason in self.reasons if reason.alike] if self._can_go_on else []

    @property
    def _can_go_on(self) -> bool:
        return all(reason.series or reason.alike for reason in self.reasons)
