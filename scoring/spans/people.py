"""How good and how alike people are, by many annotations of the same examples (Natural Questions, sections 4.4 and 5.2)."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.annotations import AnnotatedExample, Annotation, Label, PageSpan, Part, Prediction, Verdict
from scoring.spans.scores import VOTES, Scores, outcomes, scores_of

REFERENCES, ALPHA = 5, 8

Answer = tuple[object, ...]  # what two labels share that are the same answer


class PeopleScores(NamedTuple):
    """What people score against others' annotations."""

    together: Scores  # the super-annotator
    alone: Scores  # each of those who are no reference, one after another


def answer_of(part: Part, label: Label) -> Answer | None:
    """The answer of a label; None for none. Annotations are compared by bytes, or by tokens where bytes are missing."""
    if part == "long":
        return _place(label.long) if label.has_long else None
    if not label.has_short:
        return None
    return (label.yes_no,) if label.yes_no != "NONE" else tuple(sorted(set(map(_place, label.short))))


def _place(span: PageSpan) -> tuple[int, int]:
    return (span.start, span.end) if span.start >= 0 else (span.start_token, span.end_token)


def popular(part: Part, annotations: Iterable[Annotation]) -> list[tuple[Answer, int]]:
    """The distinct answers with how many gave each, the most popular first; of several, the earliest on the page."""
    counts = Counter(answer_of(part, one.label) for one in annotations)
    given = [(answer, number) for answer, number in counts.items() if answer is not None]
    return sorted(given, key=lambda pair: (-pair[1], _order(pair[0])))


def _order(answer: Answer) -> tuple[bool, Answer]:
    return isinstance(answer[0], str), answer  # yes and no after places


def share_of_most_popular(part: Part, examples: Iterable[AnnotatedExample], most: int) -> Fraction | None:
    """The share of all annotations that give one of their example's `most` most popular answers; None of nothing."""
    return shares_of_most_popular(part, examples, [most])[0]


def shares_of_most_popular(
    part: Part, examples: Iterable[AnnotatedExample], mosts: Sequence[int]
) -> list[Fraction | None]:
    """The same for several numbers of answers."""
    taken, whole = [0] * len(mosts), 0
    for example in examples:
        counts = [number for _, number in popular(part, example.annotations)]
        taken = [before + sum(counts[:most]) for before, most in zip(taken, mosts, strict=True)]
        whole += sum(counts)
    return [Fraction(some, whole) if whole else None for some in taken]


def split(
    example: AnnotatedExample, seed: int, references: int = REFERENCES
) -> tuple[list[Annotation], list[Annotation]]:
    """The annotations that are the reference, and the others. The seed chooses, whatever the order of the file."""
    ordered = sorted(example.annotations, key=lambda one: (one.annotation_id, one.label))
    chosen = set(random.Random(f"{seed} {example.example_id}").sample(range(len(ordered)), references))
    return (
        [one for place, one in enumerate(ordered) if place in chosen],
        [one for place, one in enumerate(ordered) if place not in chosen],
    )


def often_annotated(
    examples: Iterable[AnnotatedExample], references: int = REFERENCES
) -> list[AnnotatedExample]:
    """The examples with more annotations than the reference takes."""
    return [example for example in examples if len(example.annotations) > references]


def people(
    part: Part,
    examples: Iterable[AnnotatedExample],
    seed: int,
    votes: int = VOTES,
    alpha: int = ALPHA,
    references: int = REFERENCES,
) -> PeopleScores | None:
    """The scores of people where examples have more annotations than the references; None where none has.

    The super-annotator gives the most popular answer of the others, or none where fewer than `alpha` of them give any;
    where there are not 20 others, `alpha` is taken in proportion and rounded up.
    """
    together: list[Verdict] = []
    alone: list[Verdict] = []
    for example in often_annotated(examples, references):
        reference, others = split(example, seed, references)
        held = AnnotatedExample(example.example_id, tuple(reference))
        needed = -(-alpha * len(others) // 20)
        labels = [_together(part, others, needed), *(one.label for one in others)]
        found = [outcomes(part, [held], _predicts(held, label), votes)[0] for label in labels]
        together.append(found[0])
        alone += found[1:]
    return PeopleScores(scores_of(together), scores_of(alone)) if together else None


def _together(part: Part, others: Sequence[Annotation], needed: int) -> Label:
    ranked = popular(part, others)
    if not ranked or sum(number for _, number in ranked) < needed:
        return Label()
    return next(one.label for one in others if answer_of(part, one.label) == ranked[0][0])


def _predicts(example: AnnotatedExample, label: Label) -> dict[str, Prediction]:
    return {example.example_id: Prediction(example.example_id, label)}
