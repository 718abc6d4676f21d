"""One run's responses with what was judged of them, in the forms in which NIST gave them out (TREC 2005 QA data).

Lists: `qid tag docid judgment distinct answer-string`, the judgment with NIST's codes (1 right, -1 wrong, 2 unsupported,
3 inexact, 4 locally correct, 0 unjudged); distinct is 1 for one right response of each answer class, the first of the
run, else 0. The sum of `distinct` is the D of list F.

Nuggets come in two parts a question: the responses, `qid tag number docid answer-string` with their number among the
responses to the question; then a line for each nugget found, `qid tag number nugget` with the number of the first response
that holds it.
"""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scoring.formats.nuggets import in_order
from scoring.formats.qrels import NO_DOCUMENT
from scoring.records import Item, Response
from scoring.scales import Scale

UNJUDGED = 0


def write_list(
    responses: Iterable[Response],
    tag: str,
    grades: Mapping[Item, str],
    classes: Mapping[Item, str],
    scales: Mapping[str, Scale],
) -> Iterator[bytes]:
    """The responses of a run to list questions, in their order; `classes` holds those of correct items.

    `scales` holds the scale of each question.
    """
    found: set[tuple[str, str]] = set()
    for response in responses:
        item = response.item
        grade = grades.get(item) if item else None
        code = scales[response.qid].codes[grade] if grade else UNJUDGED
        answer_class = classes.get(item) if item else None
        is_new = answer_class is not None and (response.qid, answer_class) not in found
        if answer_class is not None:
            found.add((response.qid, answer_class))
        docid = response.docid or NO_DOCUMENT
        yield f"{response.qid} {tag} {docid} {code} {int(is_new)} {response.answer}\n".encode()


def write_nuggets(
    responses: Iterable[Response], tag: str, nuggets: Mapping[Item, Collection[str]]
) -> Iterator[bytes]:
    """The responses of a run to questions judged by nuggets, question by question in their order."""
    by_question: dict[str, list[Response]] = {}
    for response in responses:
        by_question.setdefault(response.qid, []).append(response)
    for qid, given in by_question.items():
        for number, response in enumerate(given, 1):
            answer = " ".join(response.answer.split("\n"))
            yield f"{qid} {tag} {number} {response.docid or NO_DOCUMENT} {answer}\n".encode()
        for number, nugget in _first_holders(given, nuggets):
            yield f"{qid} {tag} {number} {nugget}\n".encode()


def _first_holders(
    given: Sequence[Response], nuggets: Mapping[Item, Collection[str]]
) -> Iterator[tuple[int, str]]:
    found: set[str] = set()
    for number, response in enumerate(given, 1):
        item = response.item
        new = sorted(set(nuggets.get(item, ())) - found if item else (), key=in_order)
        found.update(new)
        yield from ((number, nugget) for nugget in new)


def anonymous_tags(run_ids: Iterable[str], seed: int) -> dict[str, str]:
    """A tag for each run that says nothing of it: RUN-1, RUN-2, …, dealt out by the seed."""
    ordered = sorted(run_ids)
    numbers = list(range(1, len(ordered) + 1))
    random.Random(seed).shuffle(numbers)
    return {run_id: f"RUN-{number}" for run_id, number in zip(ordered, numbers, strict=True)}
