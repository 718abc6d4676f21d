"""What freezing, scoring and releasing can be refused for."""

from collections import Counter
from collections.abc import Iterable, Sequence

from assessment.results.selectors.release import Reason
from assessment.shared.errors import Refused
from scoring.rules import RuleError


class RuleRefused(Refused):
    """The judgments do not suffice for the rule. `questions` names each question with the number of its items."""

    def __init__(self, error: RuleError) -> None:
        super().__init__(error.message, error.code, error.remedy)
        counts = Counter(item.qid for item in error.items)
        self.questions: Sequence[tuple[str, int]] = [
            *sorted(counts.items()),
            *((qid, 0) for qid in error.questions if qid not in counts),
        ]

    @property
    def headline(self) -> str:
        """The message without the items and questions that it names; pages list the questions beside it."""
        return self.message.partition(": ")[0] + "." if self.questions else self.message


class ReleaseRefused(Refused):
    """Scores cannot be released yet; `reasons` lists everything that is missing."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        count = len(self.reasons)
        message = f"The scores were not released, for {count} reason{'' if count == 1 else 's'}."
        super().__init__(message, "release_refused", "Settle each and release again.")
