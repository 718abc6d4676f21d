"""Lists: the right answers of a run count once for each answer class.

An answer's class is the settled one, else the primary assessor's, else that of the first assessor by name who gave it
one. The final answer set holds the classes from question development and those with a correct member.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from scoring.formats import answers, judged
from scoring.formats.folding import fold_label
from scoring.forms.answers import THIRDS_STAGE
from scoring.forms.base import NO_KNOWN_ANSWER, UNJUDGED, Facts, Form, Judged, Questions, correct_grades
from scoring.forms.keys import Answer, AnswerSet
from scoring.measures.list_f import ListFacts
from scoring.records import Item, KnownAnswer, Qrels, Response
from scoring.rules import Rule, RuleError, derive, name_items, some_of
from scoring.say import say, say_n
from scoring.stages import ANSWER, CLASSES, GRADES, ITEM, Stage


class Lists(Questions):
    """List questions: who put which answer into which class."""

    def gathered(self, qid: str, responses: Sequence[Response]) -> tuple[Counter[Item], int]:
        """How many lines give each item, and how many there are."""
        return Counter(item for response in responses if (item := response.item)), len(responses)

    def under(self, qrels: Qrels, partial: bool = False) -> "JudgedLists":
        return JudgedLists(self, qrels)

    def blocks(self, rule: Rule | str = "adjudicated") -> Iterator[tuple[str, bytes]]:
        """The final answer set of each question that has one: a label for each class."""
        for qid, key in self.under(derive(self.index, rule)).answer_keys():
            labels = sorted(answer.label for answer in key.answers)
            if labels:
                yield qid, b"".join(answers.write([(qid, self.questions[qid].text, labels)]))

    @cached_property
    def classes(self) -> dict[Item, str]:
        """The class of each answer, whatever its grade."""
        people, gone = self.index.people, self.index.gone
        named: dict[
            Item, tuple[bool, str, str]
        ] = {}  # not the primary's, assessor, class: the least one counts
        for item, assessor, _, name, _, _, kind, _ in self.index.evaluation.judgments:
            if name and kind == "human" and item.qid in self.questions and (item.qid, assessor) not in gone:
                given = (people.primary.get(item.qid) != assessor, assessor, name)
                named[item] = min(given, named.get(item, given))
        settled = self.index.settled_classes.items()
        return {item: name for item, (_, _, name) in named.items()} | {
            item: name for item, name in settled if item.qid in self.questions
        }

    @cached_property
    def developed(self) -> set[KnownAnswer]:
        """The classes that question development found."""
        return {it for it in self.index.evaluation.known_answers if it.origin == "development"}

    @cached_property
    def rows(self) -> Mapping[tuple[str, str], KnownAnswer]:
        """The row that speaks for each class: the settled one, else the primary assessor's, else the first by name."""
        primary = self.index.people.primary
        ranked = sorted(
            self.index.evaluation.known_answers,
            key=lambda it: (it.assessor != "", it.assessor != primary.get(it.qid), it.assessor),
            reverse=True,
        )
        return {(it.qid, it.name): it for it in ranked}


class JudgedLists(Judged):
    """The same under a rule: the correct answers with their classes, and the final answer sets."""

    all: Lists

    def __init__(self, questions: Lists, qrels: Qrels) -> None:
        super().__init__(questions, qrels)
        named, right = questions.classes, correct_grades(questions.kinds)
        correct = [
            item
            for item, grade in qrels.grades.items()
            if item.qid in questions.questions and grade in right[item.qid]
        ]
        if bare := sorted(item for item in correct if item not in named):
            message = say_n(
                "{n} correct list answer has no answer class: {answers}.",
                "{n} correct list answers have no answer class: {answers}.",
                len(bare),
                answers=name_items(bare),
            )
            raise RuleError("unclassed", message, say("Put each into a class, or correct its grade."), bare)
        self.classes = {item: named[item] for item in correct}
        known: defaultdict[str, set[str]] = defaultdict(set)
        for answer in questions.developed:
            if questions.index.people.counts(answer.qid, answer.assessor):
                known[answer.qid].add(answer.name)
        for item, name in self.classes.items():
            known[item.qid].add(name)
        self.known = {qid: frozenset(known[qid]) for qid in questions.questions}

    def facts(self, qid: str, gathered: tuple[Mapping[Item, int], int]) -> Facts:
        counts, lines = gathered
        classes, unjudged, missing = set(), 0, 0
        for item, count in counts.items():
            if name := self.classes.get(item):
                classes.add(name)
            elif item not in self.grades:
                unjudged, missing = unjudged + count, missing + 1
        given = ListFacts(len(classes), lines, len(self.known[qid]))
        return Facts(given, given.hopeful(missing), lines, unjudged)

    def reason(self, qid: str, untouched: bool) -> str:
        return list_reason(self.known[qid], untouched=untouched)

    def remarks(self, left: Collection[str]) -> Iterator[str]:
        yield from self._empty_classes()
        for warnings in self.same_labels().values():
            yield from warnings

    def _empty_classes(self) -> Iterator[str]:
        """Warn, question by question, of classes made while judging that hold no correct answer."""
        empty: dict[str, list[str]] = {}
        for answer in sorted(self.all.index.evaluation.known_answers):
            known = self.known.get(answer.qid)
            if known is not None and answer.origin == "pool" and answer.name not in known:
                empty.setdefault(answer.qid, []).append(answer.name)
        for qid, names in empty.items():
            yield say_n(
                "Answer class {names} of question {qid} has no correct member and does not count.",
                "Answer classes {names} of question {qid} have no correct member and do not count.",
                len(names),
                names=some_of(names),
                qid=qid,
            )

    def same_labels(self) -> dict[str, list[str]]:
        """Warnings by question, of classes in its answer set that have the same label but for case and spaces."""
        labels: dict[tuple[str, str], str] = {}
        known_answers = self.all.index.evaluation.known_answers
        for answer in sorted(known_answers, key=lambda one: (one.qid, one.name, one.assessor)):
            if answer.name in self.known.get(answer.qid, ()):
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

    def answer_keys(self) -> Iterator[tuple[str, AnswerSet]]:
        rows, developed = self.all.rows, {(it.qid, it.name) for it in self.all.developed}
        items: defaultdict[str, list[tuple[Item, str]]] = defaultdict(list)
        for item, name in sorted(self.classes.items()):
            items[item.qid].append((item, name))
        for qid, names in self.known.items():
            found = (
                Answer(
                    name,
                    rows[qid, name].label if (qid, name) in rows else name,
                    "development" if (qid, name) in developed else "pool",
                )
                for name in names
            )
            ordered = sorted(found, key=lambda answer: (answer.label, answer.name))
            yield qid, AnswerSet(tuple(ordered), tuple(items[qid]))

    def judged_run(self, responses: Sequence[Response], tag: str) -> Iterator[bytes]:
        return judged.write_list(responses, tag, self.grades, self.classes, self.scales)


def list_reason(known: Collection[str], *, untouched: bool) -> str:
    """Why a list has no value: nothing of it is judged, or its final answer set is empty; "" where it has one."""
    return UNJUDGED if untouched else "" if known else NO_KNOWN_ANSWER


def same_label(qid: str, label: str, names: Iterable[str]) -> str:
    """The warning of several classes that have one label."""
    ids = sorted(names)
    return say(
        "Question {qid} has {count} answer classes labelled “{label}” ({ids}). Each "
        "counts as an answer of its own.",
        qid=qid,
        count=len(ids),
        label=label,
        ids=some_of(ids),
    )


LIST = Form(
    name="list",
    scored=Lists,
    stages=(
        Stage("answers", "answers", ITEM, (GRADES, CLASSES), ANSWER, may_find_none=True),
        THIRDS_STAGE,
    ),
    key_name="final answer sets",
    file="nist/answers.txt",
    run_file="list/{}.list_judged",
)
