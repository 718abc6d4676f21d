"""What a form of question is: how responses to a question look, and how they are judged and scored.

A form is one `Form`. What its questions are scored by is worked out in two steps: `Questions` is what no rule has a part
in, `Judged` the same under a rule. Scores, exports and pages ask these alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from scoring.forms.keys import Key
from scoring.index import Index
from scoring.measures.base import Measure
from scoring.records import Item, Qrels, Question, Response
from scoring.rules import Rule, judges_of
from scoring.say import say, sentence
from scoring.stages import ANSWER, LISTING, MATCHING, PROGRAMS, Stage, Task

if TYPE_CHECKING:
    from scoring.tracks.base import QuestionType

UNJUDGED, NO_VITAL_NUGGET, NO_KNOWN_ANSWER = "unjudged", "no_vital_nugget", "no_known_answer"
NO_CRITERION = "no_criterion"
NOT_ANNOTATED = "not_annotated"
REASONS: Mapping[str, str] = {
    UNJUDGED: sentence("nothing of it is judged"),
    NO_VITAL_NUGGET: sentence("it has no vital nugget"),
    NO_KNOWN_ANSWER: sentence("it has no known answer"),
    NO_CRITERION: sentence("it has no criterion whose weight is above 0"),
    NOT_ANNOTATED: sentence("nobody has annotated it"),
}


REASONS_OF_SEVERAL: Mapping[str, str] = {
    UNJUDGED: sentence("nothing of them is judged"),
    NO_VITAL_NUGGET: sentence("they have no vital nugget"),
    NO_KNOWN_ANSWER: sentence("they have no known answer"),
    NO_CRITERION: sentence("they have no criterion whose weight is above 0"),
    NOT_ANNOTATED: sentence("nobody has annotated them"),
}


def reason_of(code: str, questions: int = 1) -> str:
    """Why some questions have no value, in words. Versions of scores from before the codes hold the words themselves."""
    words = (REASONS if questions == 1 else REASONS_OF_SEVERAL).get(code)
    return say(words) if words else code


def correct_grades(kinds: Mapping[str, "QuestionType"]) -> dict[str, frozenset[str]]:
    """The grades that count as right, by question; `kinds` are the questions' types."""
    return {qid: kind.scale.correct if kind.scale else frozenset() for qid, kind in kinds.items()}


class Facts(NamedTuple):
    """What a run's responses to one question come to under a rule."""

    given: Any  # what the measures of the question take
    hopeful: Any  # the same if every unjudged response were right
    lines: int  # responses that can earn a score
    unjudged: int


class Questions(ABC):
    """The questions of one form in an evaluation, as far as no rule has a part in it."""

    def __init__(
        self, index: Index, questions: Sequence[Question], kinds: Mapping[str, "QuestionType"]
    ) -> None:
        self.index, self.kinds = index, kinds
        self.questions = {question.qid: question for question in questions}

    def gathered(self, qid: str, responses: Sequence[Response]) -> Any:
        """A run's responses to one question, made ready for every rule."""
        return responses

    def fitted(self, measure: Measure[Any]) -> Measure[Any]:
        """The same measure with what it has to know of the questions."""
        return measure

    @property
    def seen(self) -> set[Item]:
        """The items that somebody judged without giving them a grade."""
        return set()

    @cached_property
    def judges(self) -> Mapping[str, Sequence[str]]:
        """Who can be the one judge of each question that has any, in code-point order."""
        found = judges_of(self.index)
        return {qid: found[qid].names for qid in self.questions if qid in found}

    @abstractmethod
    def under(self, qrels: Qrels, partial: bool = False) -> "Judged":
        """What a rule makes of the judgments. Raises RuleError where it cannot be followed."""

    def blocks(self, rule: Rule | str = "adjudicated") -> Iterator[tuple[str, bytes]]:
        """Each question and its part of the form's file, as NIST gave it out. Raises RuleError."""
        yield from ()


class Judged(ABC):
    """The questions of one form under a rule."""

    def __init__(self, questions: Questions, qrels: Qrels) -> None:
        self.all, self.grades, self.scales = questions, qrels.grades, qrels.scales
        self.warnings: tuple[str, ...] = ()  # of following the rule

    @property
    def seen(self) -> Collection[Item]:
        """The items that somebody judged without giving them a grade."""
        return self.all.seen

    @abstractmethod
    def facts(self, qid: str, gathered: Any) -> Facts:
        """What a run's responses to a question come to."""

    def reason(self, qid: str, untouched: bool) -> str:
        """The code of why a question has no value, "" where it has one; `untouched` if nothing of it is judged."""
        return UNJUDGED if untouched else ""

    def without_value(self, untouched: Collection[str]) -> dict[str, str]:
        """The questions that have no value, with the code of the reason; nothing is judged of the `untouched`."""
        codes = {qid: self.reason(qid, qid in untouched) for qid in self.all.questions}
        return {qid: code for qid, code in codes.items() if code}

    def same_labels(self) -> Mapping[str, Sequence[str]]:
        """Warnings by question, of several right answers that look like one."""
        return {}

    def voting(self, left: Collection[str]) -> list[str]:
        """The questions on which somebody has yet to vote, but for those that have no value anyway."""
        return []

    def remarks(self, left: Collection[str]) -> Iterator[str]:
        """What to know when reading the scores; `left` are questions without a value."""
        yield from ()

    def answer_keys(self) -> Iterator[tuple[str, Key]]:
        """What each question is scored by, in a form that outlives later changes of the judgments."""
        yield from ()

    def of_run(self, facts: Mapping[str, Facts]) -> Mapping[str, Any]:
        """What else a run comes to over questions that have a value, as JSON holds it."""
        return {}

    def of_people(self) -> Mapping[str, Any]:
        """What people come to, held against each other, as JSON holds it."""
        return {}

    def judged_run(self, responses: Sequence[Response], tag: str) -> Iterator[bytes]:
        """A run's responses with what was judged of them, as NIST gave them out."""
        yield from ()


@dataclass(frozen=True, eq=False)
class Form:
    """How responses to a question look, and how they are judged and scored. One name is one form, in whatever stages."""

    name: str
    scored: type[Questions]
    stages: tuple[Stage, ...]  # what people do with such a question; the first is that of those who judge it
    may_be_silent: bool = False  # whether a run may prefer not to answer
    takes_patterns: bool = False  # whether answer patterns can tell a right answer from a wrong one
    key_name: str = ""  # what versions of the scores keep of such questions
    file: str = ""  # of a bundle: what is worked out of the judgments, in NIST's form
    run_file: str = ""  # a run's judged responses, in NIST's form

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def done_in(self, *stages: Stage) -> Self:
        """The same form with stages of a track's own: scored alike, and judged by other people or with other tasks."""
        return replace(self, stages=stages)

    def without_seeking(self) -> Self:
        """The same form where responses hold no answer that anybody could fail to find: nobody says so at the end."""
        return self.done_in(*(stage._replace(may_find_none=False) for stage in self.stages))

    @property
    def first(self) -> Stage:
        """The stage in which such a question is judged."""
        return self.stages[0]

    def stage(self, name: str) -> Stage:
        """The stage of this name; whoever does one that such a question has not, as a file may say, does the first."""
        return next((stage for stage in (*self.stages, PROGRAMS) if stage.name == name), self.first)

    def asks(self, task: Task) -> bool:
        """Whether a task is one of its stages'."""
        return any(stage.does(task) for stage in self.stages)

    @property
    def entry(self) -> str:
        """The kind of entries that people write, or put items into, while they judge; "": none."""
        return self.first.entry

    @property
    def has_criteria(self) -> bool:
        """Whether its one answer is judged by criteria, which stand before anybody judges: nobody writes their list then."""
        return self.asks(MATCHING) and not self.asks(LISTING)

    @property
    def pools(self) -> bool:
        """Whether what runs gave is pooled, and judged item by item."""
        return self.first.items == ANSWER

    @property
    def is_whole(self) -> bool:
        """Whether all responses to a question are scored together, by what people found.

        Such a question may have no value, and is left out of the means then; any other counts as wrong.
        """
        return bool(self.entry) or not self.pools
