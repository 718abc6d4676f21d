"""Patterns made of right answers, and how well patterns tell right answers from wrong ones."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.patterns.files import MOST, SECONDS, Pattern
from scoring.patterns.matching import Task, found_in

_SPECIAL = re.compile(r"[\\.^$|()\[\]{}*+?]")


def literal(answer: str) -> str:
    r"""A pattern that finds an answer: its signs escaped as Perl has it, white space folded to \s+."""
    return r"\s+".join(_SPECIAL.sub(r"\\\g<0>", word) for word in answer.split())


def proposed(right: Iterable[str]) -> list[str]:
    """Patterns that find all of some answers: the shortest first, and none for an answer that a shorter one finds.

    Nor for one so long that no file may hold its pattern.
    """
    kept: list[str] = []
    for answer in sorted({" ".join(one.split()) for one in right} - {""}, key=lambda one: (len(one), one)):
        if len(literal(answer)) <= MOST and not any(shorter in answer for shorter in kept):
            kept.append(answer)
    return [literal(answer) for answer in kept]


class Verdict(NamedTuple):
    """What patterns say of one judged answer string."""

    answer: str
    is_right: bool  # as people judged it
    matching: tuple[str, ...]  # the patterns that find it

    @property
    def is_missed(self) -> bool:
        """Whether it is right and no pattern finds it."""
        return self.is_right and not self.matching

    @property
    def is_false(self) -> bool:
        """Whether it is wrong and a pattern finds it."""
        return not self.is_right and bool(self.matching)


def tried(
    patterns: Sequence[Pattern], judged: Mapping[str, bool], *, seconds: float = SECONDS
) -> list[Verdict]:
    """What patterns say of judged strings: those verdicts wrong first, each group by code point. Raises TooSlow."""
    strings = sorted(judged)
    (found,) = found_in([Task(patterns, strings)], seconds=seconds)
    verdicts = [
        Verdict(text, judged[text], tuple(patterns[place].expression for place in places))
        for text, places in zip(strings, found, strict=True)
    ]
    return sorted(
        verdicts, key=lambda one: (not one.is_missed, not one.is_false, not one.is_right, one.answer)
    )


def with_documents(
    questions: Sequence[tuple[Sequence[Pattern], Mapping[str, Collection[str]]]], *, seconds: float = SECONDS
) -> list[Pattern]:
    """Each pattern with the documents in which an answer that it finds was judged right.

    Of each question its patterns, and the documents of each right answer.
    """
    tasks = [Task(patterns, sorted(right)) for patterns, right in questions]
    found = found_in(tasks, seconds=seconds)
    listed: list[Pattern] = []
    for task, (patterns, right), of_question in zip(tasks, questions, found, strict=True):
        docids: list[set[str]] = [set() for _ in patterns]
        for text, places in zip(task.strings, of_question, strict=True):
            for place in places:
                docids[place].update(right[text])
        listed += [one._replace(docids=frozenset(some)) for one, some in zip(patterns, docids, strict=True)]
    return listed
