"""Nuggets and assignments as castorini/nuggetizer writes them, JSON lines, so that its `metrics` reads ours.

    {"query": "…", "qid": "58", "nuggets": [{"text": "…", "importance": "vital"}, …]}
    {"query": "…", "qid": "58", "answer_text": "…", "response_length": 42, "run_id": "…",
     "nuggets": [{"text": "…", "importance": "vital", "assignment": "support"}, …]}

A nugget of a group has it as `mapped_sub_narrative`, as TREC RAG 2025 gave lists out. An assignment is support, partial_support
or not_support, and null where nobody said it, which its metrics count as nothing.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.scales import Scale

FULL, PART, NONE = "support", "partial_support", "not_support"


class Assigned(NamedTuple):
    """A nugget with its label in an answer; None where it has none."""

    text: str
    is_vital: bool
    label: str | None = None
    group: str = ""


def nuggets_line(query: str, qid: str, nuggets: Iterable[Assigned]) -> bytes:
    """The nuggets of a question."""
    rows = [_nugget(one) for one in nuggets]
    return _line({"query": query, "qid": qid, "nuggets": rows})


def assignments_line(
    query: str, qid: str, run_id: str, answers: Sequence[str], nuggets: Iterable[Assigned], scale: Scale
) -> bytes:
    """What a run's answers to a question, as one, hold of its nuggets."""
    text = " ".join(answers)
    rows = [{**_nugget(one), "assignment": _assignment(one.label, scale)} for one in nuggets]
    head = {"query": query, "qid": qid, "answer_text": text, "response_length": len(text.split())}
    return _line({**head, "run_id": run_id, "nuggets": rows})


def _nugget(one: Assigned) -> dict[str, str | None]:
    group = {"mapped_sub_narrative": one.group} if one.group else {}
    return {"text": one.text, **group, "importance": "vital" if one.is_vital else "okay"}


def _assignment(label: str | None, scale: Scale) -> str | None:
    """A label by what it is worth: of any scale."""
    if label is None:
        return None
    return FULL if label in scale.correct else PART if scale.values[label] > 0 else NONE


def _line(found: Mapping[str, Any]) -> bytes:
    return json.dumps(found, ensure_ascii=False).encode() + b"\n"
