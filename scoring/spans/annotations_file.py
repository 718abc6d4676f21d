"""What people said of examples as JSON lines: annotations.jsonl of a bundle, in the layout of the corpus.

A line is {"example_id": …, "annotations": […]}. To the corpus's own members (annotation_id, long_answer with its
candidate_index, short_answers, yes_no_answer) come those that it does not have: annotator, question (good or bad),
reason, kind, seconds of each step, and "complete": false where an annotation was begun and not ended. Readers of the
corpus pass over them.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from scoring.annotations import STEPS, AnnotatedExample, Annotation, PageSpan

_OFFSETS = ("start_byte", "end_byte", "start_token", "end_token")


def write(examples: Iterable[AnnotatedExample]) -> Iterator[bytes]:
    """The lines of a file, one for each example."""
    for example in examples:
        yield f"{as_text(example)}\n".encode()


def as_text(example: AnnotatedExample) -> str:
    """An example with its annotations, the same text for the same annotations in whatever order."""
    annotations = [as_json(one) for one in sorted(example.annotations, key=lambda one: (one.annotator, one))]
    content = {"example_id": int(example.example_id), "annotations": annotations}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def as_json(annotation: Annotation) -> dict[str, Any]:
    """One annotation."""
    label = annotation.label
    found: dict[str, Any] = {
        "annotation_id": _id(annotation.annotation_id),
        "annotator": annotation.annotator,
        "question": annotation.question,
        "reason": annotation.reason,
        "long_answer": {"candidate_index": annotation.candidate, **span_json(label.long)},
        "kind": annotation.kind,
        "short_answers": [span_json(span) for span in label.short],
        "yes_no_answer": label.yes_no,
        "seconds": dict(zip(STEPS, annotation.seconds, strict=False)),
    }
    if not annotation.complete:
        found["complete"] = False
    optional = ("annotator", "question", "reason", "kind", "seconds")
    return {name: value for name, value in found.items() if value or name not in optional}


def span_json(span: PageSpan) -> dict[str, int]:
    """A place on a page; -1 throughout for none."""
    return dict(zip(_OFFSETS, span, strict=True))


def _id(text: str) -> int | str:
    """The id as the corpus writes it, a number, where it is one."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and str(int(text)) == text else text
