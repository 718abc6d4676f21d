"""Small examples and predictions, as JSON holds them."""

import json
from io import BytesIO
from typing import Any

from scoring.spans.examples import Corpus

NONE = {"start_byte": -1, "end_byte": -1, "start_token": -1, "end_token": -1}
PAGE = "<P>Zoë sings.</P><Table><Tr>x</Tr></Table>"


def span(start: int, end: int, tokens: bool = True) -> dict[str, int]:
    """Bytes, and tokens of the same numbers."""
    pair = (start, end) if tokens else (-1, -1)
    return {"start_byte": start, "end_byte": end, "start_token": pair[0], "end_token": pair[1]}


def only_tokens(start: int, end: int) -> dict[str, int]:
    """A place as the simplified form has it."""
    return dict(NONE) | {"start_token": start, "end_token": end}


def read(*examples: dict[str, Any]) -> Corpus:
    """The corpus that these lines make."""
    corpus = Corpus()
    corpus.add(BytesIO(lines(*examples)), "dev.jsonl")
    return corpus


def said(
    long: dict[str, int] | None = None,
    *short: dict[str, int],
    yes_no: str = "NONE",
    index: int | None = None,
    name: int | str = 1,
) -> dict[str, Any]:
    """An annotation."""
    answer = dict(long or NONE) | {"candidate_index": (-1 if long is None else 0) if index is None else index}
    return {
        "annotation_id": name,
        "long_answer": answer,
        "short_answers": list(short),
        "yes_no_answer": yes_no,
    }


def example(example_id: Any, *annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A line of the corpus without its page, unless `more` gives it."""
    return {"example_id": example_id, "annotations": list(annotations)} | more


def predicted(
    example_id: Any,
    long: dict[str, int] | None = None,
    *short: dict[str, int],
    yes_no: str = "NONE",
    scores: tuple[float, float] = (1.0, 1.0),
) -> dict[str, Any]:
    """An entry of a file of predictions."""
    return {
        "example_id": example_id,
        "long_answer": long or NONE,
        "long_answer_score": scores[0],
        "short_answers": list(short),
        "short_answers_score": scores[1],
        "yes_no_answer": yes_no,
    }


def lines(*examples: dict[str, Any]) -> bytes:
    """A file of the corpus."""
    return b"".join(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in examples)


def file_of(*entries: dict[str, Any]) -> bytes:
    """A file of predictions."""
    return json.dumps({"predictions": entries}, indent=1).encode()
