"""Sentences with how far their citations support them, JSON lines, as the scripts of TREC RAG read them for precision and recall.

    {"topic_id": "58", "run_id": "…", "sentences": [{"text": "…", "citations": [{"reference": "…", "support": 2}]}]}

Support is 2 in full, 1 in part, 0 not at all (what contradicts is so too), and -1 where nobody judged it.
"""

import json
from collections.abc import Callable, Iterable
from fractions import Fraction

from scoring.records import Item, Response

FULL, PART, NONE, UNJUDGED = 2, 1, 0, -1


def sentences_line(
    topic: str, run_id: str, given: Iterable[Response], worth: Callable[[Item], Fraction | None]
) -> bytes:
    """A run's answer to a topic, in the order of its file; `worth` says what a citation is worth, None where unjudged."""
    sentences: list[dict[str, object]] = []
    citations: list[dict[str, object]] = []
    for response in given:
        if response.rank <= 1 or not sentences:
            citations = []
            sentences.append({"text": response.answer, "citations": citations})
        if (item := response.item) and item.docid:
            citations.append({"reference": item.docid, "support": _code(worth(item))})
    found = {"topic_id": topic, "run_id": run_id, "sentences": sentences}
    return json.dumps(found, ensure_ascii=False).encode() + b"\n"


def _code(worth: Fraction | None) -> int:
    if worth is None:
        return UNJUDGED
    return FULL if worth >= 1 else PART if worth > 0 else NONE
