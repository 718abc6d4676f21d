"""The answer around a sentence: what a run gave as a whole, where the type of question names the one that has it (`context`).

Which runs gave it is never told. Of several answers with the sentence the first stands by the hash of both, so that no run is
favoured and everybody sees the same.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple, Protocol

from django.db.models import QuerySet

from assessment.campaigns.models import Question
from assessment.submissions.models import Response, RunState
from scoring.records import item_key

SHOWN = 10  # answers with the same sentence
LONGEST = 20_000  # characters on either side of it; what is longer is cut


class Sentence(Protocol):
    """An answer that is a sentence of another, with the document that it cites."""

    @property
    def docid(self) -> str: ...
    @property
    def passage(self) -> str: ...
    @property
    def answer(self) -> str: ...


class Around(NamedTuple):
    """What stands before and after a sentence in an answer."""

    before: str
    after: str


class AnswersAround:
    """The answers around the sentences of a question: read once, for however many of them (two queries)."""

    def __init__(self, question: Question) -> None:
        self._question = question

    def of(self, item: Sentence) -> list[Around]:
        """What stands around a sentence, in each answer that has it; nothing where no run is known to have said it."""
        if not (self._question.kind.context and self._question.series_id):
            return []
        key = item_key(self._question.qid, item.docid, item.passage, item.answer)
        wholes = {self._wholes[run] for run in self._givers.get(key, ()) if run in self._wholes}
        ordered = sorted(wholes, key=lambda whole: hashlib.sha256(f"{key} {whole}".encode()).digest())
        found = (around(item.answer, whole) for whole in ordered)
        return [one for one in found if one][:SHOWN]

    @cached_property
    def _givers(self) -> Mapping[str, list[int]]:
        """The runs that gave each item of the question."""
        given: defaultdict[str, list[int]] = defaultdict(list)
        rows = _pooled(Response.objects.filter(question=self._question)).exclude(key="")
        for key, run in rows.values_list("key", "run_id"):
            given[key].append(run)
        return given

    @cached_property
    def _wholes(self) -> Mapping[int, str]:
        """The whole answer of each run."""
        kind, series = self._question.kind.context, self._question.series_id
        rows = _pooled(Response.objects.filter(question__series=series, question__type=kind))
        return dict(rows.order_by("-line").values_list("run_id", "answer"))


def around(sentence: str, whole: str) -> Around | None:
    """What stands around a sentence that is a line of an answer, or else stands within one; None where it does not."""
    place = f"\n{whole}\n".find(f"\n{sentence}\n")
    if place < 0:
        place = whole.find(sentence)
    if not sentence or place < 0:
        return None
    before, after = whole[:place], whole[place + len(sentence) :]
    if len(before) > LONGEST:
        before = f"…{before[-LONGEST:]}"
    return Around(before, after if len(after) <= LONGEST else f"{after[:LONGEST]}…")


def as_lists(found: Iterable[Around]) -> list[list[str]]:
    """The same for the scripts of a page."""
    return [list(one) for one in found]


def _pooled(rows: "QuerySet[Response]") -> "QuerySet[Response]":
    return rows.filter(run__state=RunState.SUBMITTED, run__pooled=True)
