"""How right people's answers are in the eyes of experts (Natural Questions, section 4.2, Table 2 and Figure 4).

Experts grade the distinct answers that annotators gave: C correct, Cd correct but debatable, W wrong. An answer counts as
often as annotators gave it, since a sample of annotations is what precision is of; a short answer of several places is
as right as the least right of them. Yes and no are no places, and are not graded.

    precision = (C + Cd) / annotations with a graded answer

Mu is the share of a question's annotators who gave any answer; the grades are also counted in five bins of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from scoring.annotations import AnnotatedExample, Label, PageSpan, Part
from scoring.records import Item
from scoring.scales import EXPERT
from scoring.spans.scores import PARTS, has_answer

BINS = 5
Grades = Mapping[Item, str]


class Graded(NamedTuple):
    """An annotator's answer with its grade, and the share of the question's annotators who gave any."""

    grade: str
    mu: Fraction


def passages(part: Part, label: Label) -> list[str]:
    """The names of an answer's places, as pool items have them; none for yes, no and none, and without bytes."""
    spans = [label.long] if part == "long" else list(label.short)
    return [passage_of(part, span) for span in spans if span.start >= 0]


def passage_of(part: Part, span: PageSpan) -> str:
    """The name of a place: `long:START:END` or `short:START:END`, in bytes."""
    return f"{part}:{span.start}:{span.end}"


def items_of(examples: Iterable[AnnotatedExample]) -> list[Item]:
    """The distinct answers of annotators, for experts to grade."""
    found = {
        Item(example.example_id, example.example_id, passage, "")
        for example in examples
        for annotation in example.annotations
        for part in PARTS
        for passage in passages(part, annotation.label)
    }
    return sorted(found)


def graded(part: Part, examples: Iterable[AnnotatedExample], grades: Grades) -> Iterator[Graded]:
    """Each annotation with a graded answer. One of several places needs a grade for each."""
    for example in examples:
        said = [one.label for one in example.annotations]
        mu = Fraction(sum(has_answer(part, label) for label in said), len(said))
        for label in said:
            names = [Item(example.example_id, example.example_id, name, "") for name in passages(part, label)]
            given = [grades[item] for item in names if item in grades]
            if given and len(given) == len(names):
                yield Graded(EXPERT.worst(given), mu)


def experts_json(examples: Mapping[str, AnnotatedExample], grades: Grades) -> dict[str, Any]:
    """Table 2 and Figure 4 of both parts; nothing where no answer is graded."""
    if not grades:
        return {}
    found = {part: list(graded(part, examples.values(), grades)) for part in PARTS}
    return {part: _part_json(rows) for part, rows in found.items() if rows}


def _part_json(rows: list[Graded]) -> dict[str, Any]:
    counts = Counter(one.grade for one in rows)
    right = sum(number for grade, number in counts.items() if EXPERT.is_correct(grade))
    return {
        "annotations": len(rows),
        **{grade: counts[grade] for grade in EXPERT.grades},
        "precision": right / len(rows),
        "by_mu": [_bin_json(rows, number) for number in range(1, BINS + 1)],
    }


def _bin_json(rows: list[Graded], number: int) -> dict[str, Any]:
    """The grades where mu is over (number - 1) / BINS, and at most number / BINS."""
    counts = Counter(one.grade for one in rows if ceil(one.mu * BINS) == number)
    return {
        "over": (number - 1) / BINS,
        "to": number / BINS,
        **{grade: counts[grade] for grade in EXPERT.grades},
    }
