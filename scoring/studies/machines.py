"""A machine against people: where its judgments differ from theirs, both ways, and what that does to the ranking.

People's grade of an item is the decision where there is one, else the common grade; items on which people differ and nobody
decided are counted and left out, and so are items that only one of the two sides judged. Runs are scored over the questions
that both sides judged in full, once by each, with the measure of their type; without any such question there is neither a
score nor a ranking. What the gold standard settles counts on both sides, as under every rule, and what people dispute and
nobody decided on neither.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.conditions import blind_part
from scoring.evaluate import Scorer
from scoring.evaluate.report import plain
from scoring.evaluate.units import question_rows, score_of
from scoring.forms.base import correct_grades
from scoring.index import Index, Machine
from scoring.measures.base import Value
from scoring.records import Evaluation, Item, Qrels
from scoring.say import say
from scoring.studies.kendall import Correlation, correlation
from scoring.tracks.base import QuestionType

MOST = 2_000  # differences that are listed; how many there are is always told


class UnknownMachine(ValueError):
    """No judgment of a machine of that name."""

    def __init__(self, name: str, there: Collection[str]) -> None:
        message = (
            say(
                "No judgment of a machine {name} counts. Machines are {names}.",
                name=name,
                names=", ".join(sorted(there)),
            )
            if there
            else say("No judgment of a machine {name} counts. No machine has judged.", name=name)
        )
        super().__init__(message)
        self.name, self.there = name, tuple(sorted(there))


class Difference(NamedTuple):
    """An item that one side calls right and the other does not."""

    item: Item
    machine: str
    people: str
    is_machines: bool  # whether it is the machine that calls it right


class OfQuestion(NamedTuple):
    """How many items of a question both sides judged, and how."""

    qid: str
    both_right: int
    machine_only: int
    people_only: int
    both_wrong: int

    @property
    def items(self) -> int:
        """How many both judged."""
        return self.both_right + self.machine_only + self.people_only + self.both_wrong


class OfRun(NamedTuple):
    """A run by both sides."""

    run_id: str
    by_people: Value
    by_machine: Value


class AgainstPeople(NamedTuple):
    """All of it."""

    machine: str
    versions: tuple[str, ...]
    measure: str
    questions: tuple[OfQuestion, ...]
    differences: tuple[Difference, ...]
    runs: tuple[OfRun, ...]  # best first by people
    ranking: Correlation | None
    undecided: int  # items that people dispute

    @property
    def total(self) -> OfQuestion:
        """Over all questions."""
        each = self.questions
        return OfQuestion(
            "",
            sum(one.both_right for one in each),
            sum(one.machine_only for one in each),
            sum(one.people_only for one in each),
            sum(one.both_wrong for one in each),
        )

    @property
    def sentence(self) -> str:
        """The result in short."""
        counts = self.total._asdict() | {"items": self.total.items}
        return in_short(self.machine, counts, len(self.questions))

    def as_json(self, most: int = MOST) -> dict[str, Any]:
        """The same as JSON holds it, with the first differences of each kind."""
        listed = [one._asdict() | {"item": list(one.item)} for one in self.differences[:most]]
        return {
            "machine": self.machine,
            "versions": list(self.versions),
            "measure": self.measure,
            "sentence": self.sentence,
            "total": self.total._asdict() | {"items": self.total.items},
            "questions": [one._asdict() | {"items": one.items} for one in self.questions],
            "differences": listed,
            "more": max(0, len(self.differences) - most),
            "runs": [
                {"run_id": one.run_id, "by_people": plain(one.by_people), "by_machine": plain(one.by_machine)}
                for one in self.runs
            ],
            "ranking": self.ranking.as_json() if self.ranking else None,
            "undecided": self.undecided,
        }


def in_short(machine: str, total: Mapping[str, Any], questions: int) -> str:
    """The result in a sentence, without rankings, of which three levels are told together (`levels`)."""
    return say(
        "{machine} against people on {items} answers to {questions} questions: {alone} right by {machine} alone, "
        "{people} by people alone.",
        machine=machine,
        items=total["items"],
        questions=questions,
        alone=total["machine_only"],
        people=total["people_only"],
    )


def against_people(evaluation: Evaluation, name: str) -> AgainstPeople:
    """Hold a machine's judgments against those that people made blind. Raises UnknownMachine."""
    evaluation = blind_part(evaluation)
    index = Index(evaluation)
    if name not in index.machines:
        raise UnknownMachine(name, index.machines)
    machine = index.machines[name]
    covered = covered_by(index, machine)
    scorer = Scorer(over(evaluation, covered))
    people = people_grades(scorer.index)
    right = correct_grades(scorer.kinds)
    questions, differences = _held(scorer, machine.grades, people, right)
    undecided = sum(item not in people for item in scorer.index.disputed)
    sides = sides_of(evaluation, index, name)
    measure = measure_of(sides.scorer)
    by_people, by_machine = (scores_by(sides.scorer, one, measure) for one in (sides.people, sides.machine))
    ordered = sorted(by_people, key=lambda run_id: (-(by_people[run_id] or 0), run_id))
    return AgainstPeople(
        machine=name,
        versions=tuple(sorted(version for version in machine.versions if version)),
        measure=measure,
        questions=questions,
        differences=differences,
        runs=tuple(OfRun(run_id, by_people[run_id], by_machine[run_id]) for run_id in ordered),
        ranking=correlation(by_machine, by_people),
        undecided=undecided,
    )


def people_grades(index: Index) -> dict[Item, str]:
    """What people say of items, as far as they are of one mind or somebody decided."""
    return index.common | {item: one.grade for item, one in index.decisions.items()}


def settled_grades(index: Index) -> dict[Item, str]:
    """The same with what the gold standard settles: all that scores by people rest on."""
    return {**index.automatic, **people_grades(index)}


def judged_in_full(index: Index) -> set[str]:
    """The questions of which people, or the gold standard, judged every item of the pool; they may be of several minds."""
    judged = index.votes.keys() | index.decisions.keys() | index.automatic.keys()
    return {item.qid for item in judged} - {item.qid for item in index.evaluation.pool if item not in judged}


class Sides(NamedTuple):
    """Both sides, over the questions by which they score runs."""

    scorer: Scorer
    people: Qrels
    machine: Qrels


def sides_of(evaluation: Evaluation, index: Index, name: str) -> Sides:
    """The questions that both sides judged in full, and what counts there by each."""
    machine, people = index.machines[name], settled_grades(index)
    scorer = Scorer(over(evaluation, judged_in_full(index) & covered_by(index, machine)))
    undecided = index.disputed.keys() - people.keys()
    said = {**index.automatic, **machine.grades}
    own = {item: grade for item, grade in said.items() if item not in undecided}
    return Sides(scorer, Qrels("people", people), Qrels(f"assessor:{name}", own))


def covered_by(index: Index, machine: Machine) -> set[str]:
    """The questions of which the machine judged every item of the pool."""
    judged = {item.qid for item in machine.grades}
    return judged - {item.qid for item in index.evaluation.pool if item not in machine.grades}


def over(evaluation: Evaluation, qids: Collection[str]) -> Evaluation:
    """The same with no other questions."""
    others = {one.qid: "not judged by it" for one in evaluation.topics.questions if one.qid not in qids}
    return evaluation._replace(dropped={**evaluation.dropped, **others})


def _held(
    scorer: Scorer,
    machine: Mapping[Item, str],
    people: Mapping[Item, str],
    right: Mapping[str, frozenset[str]],
) -> tuple[tuple[OfQuestion, ...], tuple[Difference, ...]]:
    """Both sides item by item, in the order of the questions."""
    counts: Counter[tuple[str, bool, bool]] = Counter()
    differences = []
    retained = {question.qid for question in scorer.questions}
    for item in sorted(machine.keys() & people.keys()):
        if item.qid not in retained:
            continue
        sides = (machine[item] in right[item.qid], people[item] in right[item.qid])
        counts[item.qid, *sides] += 1
        if sides[0] != sides[1]:
            differences.append(Difference(item, machine[item], people[item], sides[0]))
    place = {question.qid: number for number, question in enumerate(scorer.questions)}
    differences.sort(key=lambda one: (place[one.item.qid], not one.is_machines, one.item))
    cells = ((True, True), (True, False), (False, True), (False, False))
    rows = (OfQuestion(qid, *(counts[qid, *cell] for cell in cells)) for qid in place)
    return tuple(row for row in rows if row.items), tuple(differences)


def measure_of(scorer: Scorer) -> str:
    """The measure of the questions: the first of the type that most of them have.

    Without such questions that of the track; "" where it has none of answers one by one, as with lists or annotations alone.
    """
    kinds = (scorer.kinds[question.qid] for question in scorer.questions)
    names = Counter(kind.measures[0] for kind in kinds if kind.form.takes_patterns and kind.measures)
    if names:
        return max(sorted(names), key=names.__getitem__)
    usual = [kind.measures for kind in scorer.track.question_types.values() if _is_one_by_one(kind)]
    own = (measures[0] for measures in usual)
    return scorer.track.score if any(scorer.track.score in one for one in usual) else next(own, "")


def _is_one_by_one(kind: QuestionType) -> bool:
    return bool(kind.measures) and not kind.form.is_whole


def scores_by(scorer: Scorer, qrels: Qrels, measure: str) -> dict[str, Fraction | None]:
    """Each run's score over the questions by some grades; None without a measure."""
    if not measure:
        return dict.fromkeys(sorted(run.run_id for run in scorer.evaluation.runs))
    combined = scorer.measure(measure).combined
    rows = question_rows(scorer, scorer.key_of(qrels, partial=True), measure)
    return {run_id: score_of(combined, row.values()) for run_id, row in rows}
