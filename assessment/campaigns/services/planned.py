"""Tables of which a plan says what each line does: looked at first, and compared with what would happen by then."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.intakes import Sent, Taken
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import Job, JobState
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say
from assessment.shared.seen import mark_of


class PlannedLine(NamedTuple):
    """What becomes of a line, in words: whom or what it names, and what it says `about` them."""

    line: int
    name: str
    sentence: str
    is_change: bool
    about: str = ""


class PlannedRow(Protocol):
    """What becomes of a row, and what decides that."""

    @property
    def in_words(self) -> PlannedLine: ...
    @property
    def state(self) -> Sequence[object]: ...


Row = TypeVar("Row", bound=PlannedRow)


@dataclass(frozen=True)
class Plan(Generic[Row]):
    """What a table would do."""

    rows: Sequence[Row]

    @property
    def sentence(self) -> str:
        """The sum."""
        raise NotImplementedError

    @property
    def counts(self) -> Mapping[str, int]:
        """What else programs are told."""
        return {}

    @property
    def review(self) -> dict[str, Any]:
        """The plan in values that JSON has; `seen` is another where anything else would happen."""
        lines = [row.in_words for row in self.rows]
        seen = mark_of([row.state for row in self.rows])
        said = {"sentence": self.sentence, "seen": seen, "lines": [line._asdict() for line in lines]}
        return {**said, "is_new": any(line.is_change for line in lines), **self.counts}

    def refuse_another(self, sent: Sent, message: str) -> None:
        """Raise Conflict, with this message, where the table was looked at and would do something else by now."""
        refuse_changed(seen_in(sent), self.review["seen"], message)


def seen_in(sent: Sent) -> str:
    """The mark of what was there when the file was looked at; "" where nobody looked."""
    return str((sent.review or {}).get("seen", ""))


def refuse_changed(seen: str, now: str, message: str) -> None:
    """Raise Conflict, with this message, where a file was looked at while another mark stood for what is there."""
    if seen and seen != now:
        raise Conflict(message, "changed_meanwhile", say("Look at what would happen now, and confirm it."))


def refuse_unchecked(check: Job) -> None:
    """Refuse what needs to know what a check found, before it did."""
    if check.state != JobState.DONE or check.checkpoint.get("review") is None:
        raise Refused(
            say("The file is not checked yet. Nothing was stored."), "not_checked", say("Wait for it.")
        )


def would(plan: Callable[[Campaign, SourceFile], Plan[Any]], sent: Sent) -> Taken:
    """What a table that is only checked would do."""
    found = plan(sent.campaign, sent.source)
    return Taken(f"{found.sentence} {say('Nothing was stored.')}", review=found.review)
