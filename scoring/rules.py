"""Rules that derive one grade for each judged item from the raw judgments (TREC-8 QA evaluation, sections 2.4 and 3.1).

    adjudicated    the adjudicator's grade where there is one, else the common grade; fails on a dispute without decision
    majority       the grade of more than half of those who judged the item; fails where there is none
    union          the best grade given          intersection   the worst grade given
    assessor:NAME  the grades of one assessor, or of one machine, and its matches where it matched nuggets; fails on
                   questions that NAME did not judge, unless partial
    random:SEED    the grades of one assessor per question, chosen by the seed

NAME did not judge a question when an item of its pool lacks a judgment by NAME, who did not say that it cannot be judged.

random:SEED chooses among the assessors who judged every judged item of the question (where none did: all who judged some
of it; never those who were given only what others differ on). Who says of an item that it cannot be judged has judged it.
They are put in code-point order, and the number SHA-256("SEED<NUL>QID"), read big-endian, modulo their count is the place
of the chosen one. No order of rows has a part in it.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.index import Index, Machine, index_of
from scoring.kinship import kin_of
from scoring.records import Evaluation, Item, Qrels
from scoring.say import say, say_n

PLAIN = ("adjudicated", "majority", "union", "intersection")
CHOSEN = "chosen"  # the rule of qrels whose assessors were named question by question; no text spells it
_NAMED = 20  # how many items or questions a message names


class Rule(NamedTuple):
    """A rule, and the assessor or seed it takes."""

    kind: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.argument}" if self.argument else self.kind


class RuleError(ValueError):
    """A rule that is none, or cannot be followed on these judgments."""

    def __init__(
        self, code: str, message: str, hint: str, items: Iterable[Item] = (), questions: Iterable[str] = ()
    ) -> None:
        super().__init__(f"{message} {hint}")
        self.code, self.message, self.hint = code, message, hint
        self.items, self.questions = tuple(items), tuple(questions)

    @property
    def lines(self) -> tuple[str, ...]:
        """Every item, or every question, for which the rule gives no grade; one a line, none left out."""
        return tuple(name_item(item) for item in self.items) or tuple(
            f"question {qid}" for qid in self.questions
        )


def parse_rule(text: str) -> Rule:
    """The rule that a text spells; str() spells it back. Raises RuleError for any other text."""
    kind, colon, argument = text.partition(":")
    if kind in PLAIN and not colon:
        return Rule(kind)
    if kind == "assessor" and argument.strip():
        return Rule(kind, argument)
    if kind == "random" and re.fullmatch(r"[0-9]{1,18}", argument):
        return Rule(kind, str(int(argument)))
    hint = say(
        "Rules are {plain}, assessor:NAME, and random:SEED with a whole number as seed.",
        plain=", ".join(PLAIN),
    )
    raise RuleError("rule_unknown", say('There is no rule "{rule}".', rule=text), hint)


def derive(evaluation: Evaluation | Index, rule: Rule | str, partial: bool = False) -> Qrels:
    """One grade for each judged item of the retained questions. Raises RuleError where the rule gives none.

    Give an `Index` to follow several rules on one evaluation.
    """
    rule = parse_rule(rule) if isinstance(rule, str) else rule
    index = index_of(evaluation)
    grades, warnings = _RULES[rule.kind](index, rule.argument, partial)
    return _qrels(index, str(rule), grades, warnings)


def chosen(index: Index, by_question: Mapping[str, str]) -> Qrels:
    """The grades of one named assessor for each question. Those of questions without a name are left out."""
    return _qrels(index, CHOSEN, _grades_of(index, by_question), [])._replace(chosen=by_question)


def _qrels(index: Index, rule: str, grades: dict[Item, str], warnings: list[str]) -> Qrels:
    if index.automatic:
        grades = index.automatic | grades
    unjudged = [item for item in index.unjudged if item not in grades]
    if unjudged:
        questions = sorted({item.qid for item in unjudged})
        warnings.append(
            say_n(
                "{n} pool item has no judgment that counts ({questions}: {named}).",
                "{n} pool items have no judgment that counts ({questions}: {named}).",
                len(unjudged),
                questions=say_n("{n} question", "{n} questions", len(questions)),
                named=some_of(questions),
            )
        )
    return Qrels(rule, grades, tuple(warnings), scales=index.evaluation.scales)


Derived = tuple[dict[Item, str], list[str]]


def _adjudicated(index: Index, _: str, __: bool) -> Derived:
    undecided = sorted(item for item in index.disputed if item not in index.decisions)
    if undecided:
        message = say_n(
            "{n} disputed item has no decision: {items}.",
            "{n} disputed items have no decision: {items}.",
            len(undecided),
            items=name_items(undecided),
        )
        raise RuleError(
            "undecided",
            message,
            say("Adjudicate, or choose another rule."),
            undecided,
        )
    return index.common | {item: decision.grade for item, decision in index.decisions.items()}, []


def majority_of(grades: Collection[str]) -> str | None:
    """The grade that more than half gave; None where there is none."""
    grade, count = Counter(grades).most_common(1)[0]
    return grade if count * 2 > len(grades) else None


def _majority(index: Index, _: str, __: bool) -> Derived:
    grades, split = dict(index.common), []
    for item, votes in index.disputed.items():
        if grade := majority_of(votes.values()):
            grades[item] = grade
        else:
            split.append(item)
    if split:
        split.sort()
        message = say_n(
            "{n} item has no grade that more than half gave: {items}.",
            "{n} items have no grade that more than half gave: {items}.",
            len(split),
            items=name_items(split),
        )
        raise RuleError("no_majority", message, say("Adjudicate them and use the rule adjudicated."), split)
    return grades, []


def _union(index: Index, _: str, __: bool) -> Derived:
    scales = index.evaluation.scales
    best = {item: scales[item.qid].best(votes.values()) for item, votes in index.disputed.items()}
    return index.common | best, []


def _intersection(index: Index, _: str, __: bool) -> Derived:
    scales = index.evaluation.scales
    worst = {item: scales[item.qid].worst(votes.values()) for item, votes in index.disputed.items()}
    return index.common | worst, []


def _who_judged(index: Index) -> str:
    """Whose judgments there are, as a hint for a name that has none."""
    matched = {match.assessor for match in index.evaluation.matches if match.assessor}
    machines = {*index.machines, *index.marking}
    names = sorted({name for votes in index.votes.values() for name in votes} | machines | matched)
    if names:
        return say(
            "There are judgments by {names}. Names are compared letter by letter.", names=some_of(names)
        )
    return say("Names are compared letter by letter.")


def _assessor(index: Index, name: str, partial: bool) -> Derived:
    grades = {item: votes[name] for item, votes in index.votes.items() if name in votes}
    warnings: list[str] = []
    if machine := machine_named(index, Rule("assessor", name)):
        grades, warnings = (
            dict(machine.grades),
            [_machine(name, machine), *kinship_sentences(name, *kin_of(index.evaluation, name))],
        )
    without = (item for item in (*index.votes, *index.unjudged) if item not in grades)
    missing = sorted({item.qid for item in without if name not in index.cannot_judge.get(item, ())})
    has_matched = name in index.marking or any(one.assessor == name for one in index.evaluation.matches)
    if not grades and not has_matched:
        raise RuleError(
            "assessor_unknown", say("No judgment by {name} counts.", name=name), _who_judged(index)
        )
    if not missing:
        return grades, warnings
    message = say(
        "{name} did not judge {count} in full: {missing}.",
        name=name,
        count=say_n("{n} question", "{n} questions", len(missing)),
        missing=some_of(missing),
    )
    if not partial:
        hint = say(
            "Take only the judgments there are (--partial; a box on the page), or choose another rule."
        )
        raise RuleError("assessor_incomplete", message, hint, questions=missing)
    return grades, [*warnings, message]


def _machine(name: str, machine: Machine) -> str:
    versions = ", ".join(sorted(version for version in machine.versions if version))
    return (
        say("{name} is a machine (version {versions}).", name=name, versions=versions)
        if versions
        else say("{name} is a machine.", name=name)
    )


def kinship_sentences(name: str, by_team: Sequence[str], by_model: Sequence[str]) -> list[str]:
    """The runs that a machine may favour, by what makes them so."""
    found = []
    if by_team:
        message = say(
            "{name} may favour runs of the team that made it: {runs}.", name=name, runs=some_of(list(by_team))
        )
        found.append(message)
    if by_model:
        message = say(
            "{name} may favour runs whose description names its model or model family: {runs}.",
            name=name,
            runs=some_of(list(by_model)),
        )
        found.append(message)
    return found


def machine_named(index: Index, rule: Rule) -> Machine | None:
    """The machine whose word a rule takes, without a grade where it only matched; None where it takes that of people."""
    name = rule.argument if rule.kind == "assessor" else ""
    machine = index.machines.get(name)
    if machine is None and name in index.marking:
        known = (one.version for one in index.evaluation.machines if one.assessor == name)
        machine = Machine(frozenset(known), {})
    is_person = machine and any(name in votes for votes in index.votes.values())
    return None if is_person else machine


def _random(index: Index, seed: str, _: bool) -> Derived:
    judges = judges_of(index)
    grades = _grades_of(index, {qid: choose(seed, qid, names) for qid, (names, _) in judges.items()})
    incomplete = sorted(qid for qid, (_, in_full) in judges.items() if not in_full)
    return grades, [say("No assessor judged question {qid} in full.", qid=qid) for qid in incomplete]


class Judges(NamedTuple):
    """Who can be the one judge of a question, in code-point order."""

    names: list[str]
    in_full: bool  # whether they judged every judged item of it


def judges_of(index: Index) -> dict[str, Judges]:
    """The judges of each question that has a judgment: those who judged all of it; where nobody did, all who judged.

    Who says that an answer cannot be judged has judged it. Nobody who judged only where others differ is a judge.
    """
    items, found = index.judged_items(), {}
    for qid, counts in index.looked_at(index.independent).items():
        complete = sorted(assessor for assessor, count in counts.items() if count == len(items[qid]))
        found[qid] = Judges(complete or sorted(counts), bool(complete))
    return found


def _grades_of(index: Index, by_question: Mapping[str, str]) -> dict[Item, str]:
    """The grades that the assessor of each question gave."""
    named = ((item, votes, by_question.get(item.qid, "")) for item, votes in index.votes.items())
    return {item: votes[name] for item, votes, name in named if name in votes}


def choose(seed: str, qid: str, assessors: list[str]) -> str:
    """The assessor that a seed chooses for a question."""
    digest = hashlib.sha256(f"{seed}\0{qid}".encode()).digest()
    return assessors[int.from_bytes(digest, "big") % len(assessors)]


_RULES: dict[str, Callable[[Index, str, bool], Derived]] = {
    "adjudicated": _adjudicated,
    "majority": _majority,
    "union": _union,
    "intersection": _intersection,
    "assessor": _assessor,
    "random": _random,
}


def some_of(names: list[str]) -> str:
    """The first few names, and how many more there are."""
    named = ", ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return say("{names} and {more} more", names=named, more=more) if more > 0 else named


def name_items(items: list[Item]) -> str:
    """The first few items, and how many more there are."""
    return some_of([name_item(item) for item in items])


def name_item(item: Item) -> str:
    """An item, for people."""
    what = f'"{item.answer}"' if item.answer or not item.passage else item.passage
    return f"{item.qid} {item.docid} {what}"
