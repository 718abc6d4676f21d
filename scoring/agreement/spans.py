"""How alike people annotate pages (Natural Questions, section 4.4): whether there is an answer, and which.

Answers are the same as scorers of annotations see it: the same place, the same set of places, the same yes or no. A place
is one of its own page, so that the same numbers on two pages are two answers. Of those who annotated a page, a bad
question is one without answers.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scoring.agreement.ratings import Ratings, ratings
from scoring.annotations import Annotation, Part
from scoring.index import Index, index_of
from scoring.records import Evaluation
from scoring.spans.people import answer_of

GIVEN = ("answer", "no answer")
NO_ANSWER = GIVEN[1]


class PartRatings(NamedTuple):
    """What people said of long or of short answers."""

    given: Ratings  # whether there is one
    answers: Ratings  # which


def spans(evaluation: Evaluation | Index) -> dict[Part, PartRatings]:
    """The complete annotations of pages that two people or more annotated."""
    index = index_of(evaluation)
    parts: tuple[Part, ...] = ("long", "short")
    return {
        part: PartRatings(
            ratings(_said(index, part, places=False), GIVEN, positive=frozenset(GIVEN[:1]), least=2),
            ratings(_said(index, part, places=True), least=2),
        )
        for part in parts
    }


def _said(index: Index, part: Part, *, places: bool) -> Iterator[tuple[str, Mapping[str, str]]]:
    for example in index.evaluation.annotations:
        qid = example.example_id
        if qid in index.retained:
            yield (
                qid,
                {
                    one.annotator: label_of(part, one, f"{qid} " if places else None)
                    for one in example.annotations
                    if one.complete and (qid, one.annotator) not in index.gone
                },
            )


def label_of(part: Part, annotation: Annotation, page: str | None) -> str:
    """What somebody said: whether there is an answer or, where a page is named, which."""
    answer = answer_of(part, annotation.label)
    if answer is None:
        return NO_ANSWER
    if page is None:
        return GIVEN[0]
    return str(answer[0]) if isinstance(answer[0], str) else f"{page}{answer}"
