"""The grades that patterns give to pool items: right where one matches, and its document is listed where the file has any."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.patterns.files import SECONDS, Pattern, PatternFile
from scoring.patterns.matching import Task, found_in
from scoring.records import Item
from scoring.scales import Scale

UNSUPPORTED = "unsupported"


class Verdict(NamedTuple):
    """What patterns say of an item, and why."""

    item: Item
    grade: str
    pattern: Pattern | None  # the first that matched
    is_covered: bool = True  # whether the question has any pattern

    @property
    def reason(self) -> str:
        """The note of the judgment."""
        if not self.is_covered:
            return "the question has no pattern"
        if self.pattern is None:
            return "no pattern matches"
        return (
            f"matches {self.pattern.expression}"
            if self.pattern.line == 0
            else (f"line {self.pattern.line} matches: {self.pattern.expression}")
        )


def judge(
    file: PatternFile,
    items: Iterable[Item],
    scales: Mapping[str, Scale],  # of the questions that patterns can judge
    *,
    ignore_case: bool = False,
    complete: bool = False,
    seconds: float = SECONDS,
) -> list[Verdict]:
    """A verdict on each item of the questions that the file has patterns for, in the order given. Raises TooSlow.

    `complete`, the items of the other questions follow, all wrong: who has only patterns counts an answer that none
    matches as wrong, and so one to a question that nobody could write a pattern for.
    """
    patterns = {qid: some for qid, some in file.by_question.items() if qid in scales}
    by_question: defaultdict[str, list[Item]] = defaultdict(list)
    others = []
    for item in items:
        if item.qid in patterns:
            by_question[item.qid].append(item)
        elif complete and item.qid in scales:
            others.append(Verdict(item, scales[item.qid].grades[-1], None, is_covered=False))
    tasks = [Task(patterns[qid], [item.answer for item in some]) for qid, some in by_question.items()]
    answers = found_in(tasks, ignore_case=ignore_case, seconds=seconds) if tasks else []
    found = [
        _verdict(
            item, [patterns[qid][place] for place in places], scales[qid], has_documents=file.has_documents
        )
        for (qid, some), of_question in zip(by_question.items(), answers, strict=True)
        for item, places in zip(some, of_question, strict=True)
    ]
    return [*found, *others]


def _verdict(item: Item, matching: Sequence[Pattern], scale: Scale, *, has_documents: bool) -> Verdict:
    best, worst = scale.grades[0], scale.grades[-1]
    if not matching:
        return Verdict(item, worst, None)
    if not has_documents:
        return Verdict(item, best, matching[0])
    listed = [pattern for pattern in matching if item.docid in pattern.docids]
    if listed:
        return Verdict(item, best, listed[0])
    return Verdict(item, UNSUPPORTED if UNSUPPORTED in scale.grades else worst, matching[0])
