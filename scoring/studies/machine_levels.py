"""How alike people rank runs among themselves, and people and a program, at all levels: the rows stand one above the other.

    one person, another person   somebody and somebody else for each question that two judged in full, the primary assessor first
    one person, the program      the same first people, over the same questions
    people, the program          people as one, over all questions that both judged in full
    the program, another one     over the questions that both judged in full

Each by the measure of its type of question, and for each condition. A person who saw the word of another program in a question
does not count there, and people as one do not where any of them did.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.conditions import post_edited
from scoring.evaluate import Scorer
from scoring.forms.nuggets import NuggetQuestions
from scoring.index import Index
from scoring.records import Evaluation, Item, Qrels
from scoring.rules import chosen, judges_of
from scoring.studies.levels import ANOTHER, ONE, PEOPLE, Judge, Levels, judge_of, levels_of
from scoring.studies.machine_boards import ADJUDICATED, in_full
from scoring.studies.machines import covered_by, judged_in_full, over, settled_grades


class Sides(NamedTuple):
    """Who judged the questions of a scorer, and which of them in full."""

    scorer: Scorer
    people: Qrels  # as one
    left: Collection[
        Item
    ]  # that people as one say nothing of, so that they count for a program beside them neither
    whole: Collection[str]  # questions that people as one judged in full
    persons: Mapping[str, Sequence[str]]  # who judged each question in full, the primary assessor first
    programs: Mapping[
        str, tuple[Qrels, Collection[str]]
    ]  # what each says, and the questions that it judged in full


def levels_in_grades(evaluation: Evaluation, name: str) -> tuple[Levels, ...]:
    """By the grades of items."""
    scorer = Scorer(evaluation)
    asked = {one.qid for one in scorer.questions if not scorer.kinds[one.qid].form.is_whole}
    scorer = Scorer(over(evaluation, asked))
    index, people = scorer.index, settled_grades(scorer.index)
    programs = {
        program: (
            Qrels(f"assessor:{program}", {**index.automatic, **machine.grades}),
            covered_by(index, machine),
        )
        for program, machine in index.machines.items()
    }
    persons = {qid: one.names for qid, one in judges_of(index).items() if one.in_full}
    left, persons = index.disputed.keys() - people.keys(), _ordered(index, persons)
    sides = Sides(scorer, Qrels(PEOPLE, people), left, judged_in_full(index), persons, programs)
    return tuple(_levels(sides, name))


def levels_in_nuggets(scorer: Scorer, asked: NuggetQuestions | None, name: str) -> tuple[Levels, ...]:
    """By nuggets and matches, whose questions are all that the scorer has; which there are and what they weigh is people's."""
    if asked is None:
        return ()
    persons = defaultdict[str, list[str]](list)
    for person, qids in sorted(in_full(scorer).items()):
        for qid in qids:
            persons[qid].append(person)
    programs = {}
    for program in scorer.index.marking:
        qrels = Qrels(f"assessor:{program}", {})
        programs[program] = qrels, looked_through(asked, qrels)
    people = Qrels(ADJUDICATED, {})
    ordered = _ordered(scorer.index, persons)
    sides = Sides(scorer, people, (), looked_through(asked, people), ordered, programs)
    return tuple(_levels(sides, name))


def looked_through(asked: NuggetQuestions, qrels: Qrels) -> set[str]:
    """The questions of which every answer was looked at by those whose word some qrels are."""
    seen = asked.under(qrels, partial=True).seen
    return {item.qid for item in asked.pool} - {item.qid for item in asked.pool if item not in seen}


def _ordered(index: Index, persons: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The same with the primary assessor first."""
    primary = index.people.primary
    return {
        qid: sorted(names, key=lambda name: (name != primary.get(qid), name))
        for qid, names in persons.items()
    }


def _levels(sides: Sides, name: str) -> Iterator[Levels]:
    sides = _without_others(sides, name)
    kinds = sides.scorer.kinds
    own = [(one.qid, kinds[one.qid].measures[0]) for one in sides.scorer.questions if kinds[one.qid].measures]
    for measure in dict.fromkeys(measure for _, measure in own):
        yield from _by(sides, name, measure, {qid for qid, its in own if its == measure})


def _without_others(sides: Sides, name: str) -> Sides:
    """The same without whoever judged a question with the word of another program in view."""
    gone = {pair for pair, shown in post_edited(sides.scorer.evaluation).items() if shown != name}
    persons = {qid: [one for one in names if (qid, one) not in gone] for qid, names in sides.persons.items()}
    return sides._replace(persons=persons, whole=set(sides.whole).difference(qid for qid, _ in gone))


def _by(sides: Sides, name: str, measure: str, qids: set[str]) -> Iterator[Levels]:
    twice = {qid: names for qid, names in sides.persons.items() if qid in qids and len(names) > 1}
    machine, judged = _program(sides, name, measure)
    if twice:
        one, another = (_person(sides, place, twice, measure) for place in (0, 1))
        yield from levels_of(one, another, twice.keys(), measure)
        yield from levels_of(one, machine, twice.keys() & judged, measure)
    beside, _ = _program(sides, name, measure, sides.left)
    yield from levels_of(_people(sides, measure), beside, qids & judged & set(sides.whole), measure)
    for other in sorted(sides.programs.keys() - {name}):
        second, its = _program(sides, other, measure)
        yield from levels_of(machine, second, qids & judged & its, measure)


def _person(sides: Sides, place: int, persons: Mapping[str, Sequence[str]], measure: str) -> Judge:
    """Somebody for each question, by their place there."""
    named = {qid: names[place] for qid, names in persons.items()}
    key = sides.scorer.key_of(chosen(sides.scorer.index, named), partial=True)
    seen = post_edited(sides.scorer.evaluation)
    edited = {qid for qid, person in named.items() if (qid, person) in seen}
    return judge_of((ONE, ANOTHER)[place], sides.scorer, key, measure, edited)


def _people(sides: Sides, measure: str) -> Judge:
    edited = {qid for qid, _ in post_edited(sides.scorer.evaluation)}
    return judge_of(PEOPLE, sides.scorer, sides.scorer.key_of(sides.people, partial=True), measure, edited)


def _program(sides: Sides, name: str, measure: str, left: Collection[Item] = ()) -> tuple[Judge, set[str]]:
    """A program without its word on some items, and the questions that it judged in full."""
    qrels, judged = sides.programs[name]
    qrels = qrels._replace(grades={item: grade for item, grade in qrels.grades.items() if item not in left})
    return judge_of(name, sides.scorer, sides.scorer.key_of(qrels, partial=True), measure), set(judged)
