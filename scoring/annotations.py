"""What people and systems say of an example: a long answer, short answers inside it, or yes or no; or nothing.

Offsets count bytes of the page's UTF-8 or tokens of the corpus, the ends exclusive; -1 where an answer has none.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from scoring.say import sentence

YesNo = Literal["NONE", "YES", "NO"]
YES_NO: tuple[YesNo, ...] = ("NONE", "YES", "NO")


class PageSpan(NamedTuple):
    """A part of a page."""

    start: int = -1  # bytes
    end: int = -1
    start_token: int = -1
    end_token: int = -1

    @property
    def is_null(self) -> bool:
        """Whether it is no place at all."""
        return max(self) < 0

    def is_same(self, other: "PageSpan") -> bool:
        """Whether two answers are the same place: by bytes, or by tokens, where both have them."""
        by_bytes = 0 <= self.start == other.start and 0 <= self.end == other.end
        return by_bytes or (
            0 <= self.start_token == other.start_token and 0 <= self.end_token == other.end_token
        )


NOWHERE = PageSpan()


class Label(NamedTuple):
    """An answer to an example. Short answers are never null: no short answer is an empty tuple."""

    long: PageSpan = NOWHERE
    short: tuple[PageSpan, ...] = ()
    yes_no: YesNo = "NONE"

    @property
    def has_long(self) -> bool:
        """Whether there is a long answer."""
        return not self.long.is_null

    @property
    def has_short(self) -> bool:
        """Whether there is a short answer, be it yes or no."""
        return bool(self.short) or self.yes_no != "NONE"


class Annotation(NamedTuple):
    """One person's answer."""

    annotation_id: str
    label: Label
    kind: str = ""  # of the long answer, one of KINDS; empty where the file does not tell it
    annotator: str = ""
    candidate: int = -1  # the long answer's number among the candidates of its page
    question: str = ""  # good or bad (the first step); empty where the file does not tell it
    reason: str = ""  # why it is bad, one of BAD_QUESTION
    seconds: tuple[int, ...] = ()  # active time of each of STEPS
    complete: bool = True  # one that was begun and not ended counts nowhere


class AnnotatedExample(NamedTuple):
    """A question with its page, and what people said of it."""

    example_id: str
    annotations: tuple[Annotation, ...]
    line: int = 0


class Prediction(NamedTuple):
    """A system's answer, and how sure it is of each part."""

    example_id: str
    label: Label
    long_score: float = 0.0
    short_score: float = 0.0


KINDS: Mapping[str, str] = MappingProxyType(
    {
        "<P>": "paragraph",
        "<Table>": "table",
        "<Tr>": "row",
        "<Ul>": "list",
        "<Ol>": "list",
        "<Dl>": "list",
        "<Li>": "item",
        "<Dd>": "item",
        "<Dt>": "item",
    }
)  # of long answers, by the token that opens them
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"paragraph": ("paragraph",), "table": ("table", "row"), "list": ("list", "item")}
)  # as section 6.4 reports them

Part = Literal["long", "short"]


class Verdict(NamedTuple):
    """What a prediction comes to in one example."""

    example_id: str
    gold: bool  # whether the example has an answer
    given: bool  # whether one was predicted
    right: bool
    score: float | None  # how sure the system was; None where it said nothing of the example


class Verdicts(NamedTuple):
    """What it comes to in both parts."""

    long: Verdict
    short: Verdict


STEPS = ("question", "long", "short")  # of one sitting
BAD_QUESTION: Mapping[str, str] = MappingProxyType(
    {
        "ambiguous": sentence("ambiguous"),
        "incomprehensible": sentence("incomprehensible"),
        "false_presupposition": sentence("depends on something clearly false"),
        "opinion": sentence("asks for an opinion"),
        "not_factual": sentence("does not clearly ask for facts"),
    }
)  # section 3.3: why a question is bad

Cells = Mapping[str, Any]  # an object of JSON
