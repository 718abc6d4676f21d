"""What freezing, scoring and releasing can be refused for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assessment.results.selectors.release import Reason, undecided_in, unjudged_in
from assessment.shared.errors import Refused
from assessment.shared.problems import FEW
from scoring.rules import RuleError
from scoring.say import say, say_n  # heard where a date is not kept

CHANGED, REFUSED = "changed_meanwhile", "release_refused"  # codes of a release that was refused
NAMED = 20  # questions that a summary names


class RuleRefused(Refused):
    """The judgments do not suffice for the rule. `questions` names each question with the number of its items."""

    def __init__(self, error: RuleError, qids: Iterable[str]) -> None:
        """`qids` are those of the campaign, in its order; they are read only where it matters."""
        super().__init__(error.message, error.code, error.hint)
        counts = Counter(item.qid for item in error.items)
        named = counts.keys() | set(error.questions)
        in_order = [qid for qid in qids if qid in named] if len(named) > 1 else named
        self.questions: Sequence[tuple[str, int]] = [(qid, counts[qid]) for qid in in_order]
        self.details = error.lines

    @property
    def summary(self) -> Sequence[str]:
        """How many items of which questions, where they are many: the questions with most of them first."""
        total = sum(count for _, count in self.questions)
        if total <= FEW:
            return ()
        most_first = sorted(self.questions, key=lambda pair: -pair[1])
        named = ", ".join(f"{qid} ({count})" for qid, count in most_first[:NAMED])
        values = {"items": total, "named": named}
        if len(most_first) <= NAMED:
            return (
                say_n(
                    "{items} items of {n} question: {named}. The command `disputes` counts all of them.",
                    "{items} items of {n} questions: {named}. The command `disputes` counts all of them.",
                    len(most_first),
                    **values,
                ),
            )
        return (
            say(
                "{items} items of {questions} questions: {named} and {more} more questions. "
                "The command `disputes` counts all of them.",
                questions=len(most_first),
                more=len(most_first) - NAMED,
                **values,
            ),
        )

    @property
    def headline(self) -> str:
        """The message without the items and questions that it names; pages list the questions beside it."""
        return self.message.partition(": ")[0].rstrip(".\u202f ") + "." if self.questions else self.message

    @property
    def for_pages(self) -> dict[str, Any]:
        """The headline and the questions, for pages that show the error later."""
        return {"headline": self.headline, "questions": [list(pair) for pair in self.questions]}


class AudienceMissing(Refused):
    """Nobody said to whom scores are to be released."""

    def __init__(self) -> None:
        super().__init__(
            say("Choose to whom the scores are released. Nothing was released."),
            "audience",
            say("Each team its own scores first, or all people of the campaign."),
        )


class ReleaseRefused(Refused):
    """Scores cannot be released yet; `reasons` lists everything that is missing."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        count = len(self.reasons)
        message = say_n(
            "The scores were not released, for {n} reason.",
            "The scores were not released, for {n} reasons.",
            count,
        )
        super().__init__(message, REFUSED, say("Settle each and release again."))
        self.details = [f"{reason.message} {reason.hint}" for reason in self.reasons]

    def sentences(self, most: int) -> list[str]:
        reasons = [part for reason in self.reasons[:most] for part in (reason.message, reason.hint) if part]
        return [self.message, self.hint, *reasons]

    @classmethod
    def kept(cls, error: Mapping[str, Any]) -> "ReleaseRefused":
        """The refusal that a job ended with."""
        return cls(Reason(**reason) for reason in error["reasons"])

    @property
    def for_pages(self) -> dict[str, Any]:
        """The reasons, for the page that shows them when the job has ended."""
        return {"reasons": [reason._asdict() for reason in self.reasons]}

    @property
    def nils(self) -> list[str]:
        """The questions of which somebody has to say whether NIL is right."""
        return undecided_in(self.reasons)

    @property
    def without(self) -> list[str]:
        """The series that a release could go on without, where nothing else is missing."""
        return [reason.series for reason in self.reasons if reason.series] if self._can_go_on else []

    @property
    def alike(self) -> list[str]:
        """The questions whose classes of one label a release could leave, where nothing else is missing."""
        return [reason.alike for reason in self.reasons if reason.alike] if self._can_go_on else []

    @property
    def unjudged(self) -> dict[str, int]:
        """How many unjudged answers a release could count as wrong, by question, where nothing else is missing."""
        return unjudged_in(self.reasons) if self._can_go_on else {}

    @property
    def _can_go_on(self) -> bool:
        return all(reason.may_stay for reason in self.reasons)
