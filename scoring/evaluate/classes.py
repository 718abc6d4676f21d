"""The answer class of each correct list answer, and the final answer set of each list question.

An answer's class is the settled one, else the primary assessor's, else that of the first assessor by name who gave it
one. The final answer set holds the classes from question development and those with a correct member.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from scoring.evaluate.people import People
from scoring.formats.folding import fold_label
from scoring.index import Index
from scoring.records import Item
from scoring.rules import RuleError, some_of
from scoring.scales import scale_of


class Classes(NamedTuple):
    """What counts as the same answer."""

    of_item: Mapping[Item, str]  # correct items
    known: Mapping[str, frozenset[str]]  # the final answer set of each question


def classes_of(
    index: Index, grades: Mapping[Item, str], questions: Collection[str], people: People
) -> Classes:
    """The classes of the correct items of some questions. Raises RuleError naming those without one."""
    named = _named(index, questions, people)
    correct = [
        item for item, grade in grades.items() if item.qid in questions and scale_of(grade).is_correct(grade)
    ]
    bare = sorted(item for item in correct if item not in named)
    if bare:
        spelled = some_of([f'{item.qid} {item.docid} "{item.answer}"' for item in bare])
        message = f"{len(bare):,} correct list answers have no answer class: {spelled}."
        raise RuleError("unclassed", message, "Put each into a class, or mend its grade.", bare)
    known: defaultdict[str, set[str]] = defaultdict(set)
    for answer in index.evaluation.known_answers:
        if answer.origin == "development" and speaks(answer.qid, answer.assessor, people):
            known[answer.qid].add(answer.name)
    of_item = {item: named[item] for item in correct}
    for item, name in of_item.items():
        known[item.qid].add(name)
    return Classes(of_item, {qid: frozenset(known[qid]) for qid in questions})


def empty_classes(index: Index, classes: Classes) -> Iterator[str]:
    """Warn, question by question, of classes made while judging that hold no correct answer."""
    empty: dict[str, list[str]] = {}
    for answer in sorted(index.evaluation.known_answers):
        known = classes.known.get(answer.qid)
        if known is not None and answer.origin == "pool" and answer.name not in known:
            empty.setdefault(answer.qid, []).append(answer.name)
    for qid, names in empty.items():
        what = "class" if len(names) == 1 else "classes"
        do = "has no correct member and does" if len(names) == 1 else "have no correct member and do"
        yield f"Answer {what} {some_of(names)} of question {qid} {do} not count."


def same_labels(index: Index, classes: Classes) -> dict[str, list[str]]:
    """Warnings by question, of classes in its final answer set that have the same label but for case and spaces."""
    labels: dict[tuple[str, str], str] = {}
    for answer in sorted(index.evaluation.known_answers, key=lambda one: (one.qid, one.name, one.assessor)):
        if answer.name in classes.known.get(answer.qid, ()):
            labels.setdefault((answer.qid, answer.name), answer.label)
    alike: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for (qid, name), label in labels.items():
        if folded := fold_label(label):
            alike[qid, folded][name] = label
    warnings: defaultdict[str, list[str]] = defaultdict(list)
    for (qid, _), found in sorted(alike.items()):
        if len(found) > 1:
            warnings[qid].append(same_label(qid, min(found.values()), found))
    return dict(warnings)


def same_label(qid: str, label: str, names: Iterable[str]) -> str:
    """The warning of several classes that have one label."""
    ids = sorted(names)
    return (
        f"Question {qid} has {len(ids)} answer classes labelled “{label}” ({some_of(ids)}). "
        "Each counts as an answer of its own."
    )


def _named(index: Index, questions: Collection[str], people: People) -> dict[Item, str]:
    named: dict[Item, tuple[bool, str, str]] = {}  # not the primary's, assessor, class: the least one counts
    for judgment in index.evaluation.judgments:
        qid, assessor = judgment.item.qid, judgment.assessor
        if not judgment.answer_class or judgment.kind != "human" or qid not in questions:
            continue
        if (qid, assessor) not in people.gone:
            told = (people.primary.get(qid) != assessor, assessor, judgment.answer_class)
            named[judgment.item] = min(told, named.get(judgment.item, told))
    settled = {item: name for item, name in index.settled_classes.items() if item.qid in questions}
    return {item: name for item, (_, _, name) in named.items()} | settled


def speaks(qid: str, assessor: str, people: People) -> bool:
    """Whether what an assessor says of a question counts: settled, or the primary assessor's where there is one."""
    return not assessor or people.primary.get(qid, assessor) == assessor
