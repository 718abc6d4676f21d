"""Judges of nuggets held against each other: the machine, people as one, and each person; marks, and rankings of runs."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from scoring.agreement.coefficients import kappa, tables
from scoring.agreement.matches import LABELS, labels_of, looked_through, marks_of, said_of
from scoring.agreement.ratings import Pattern
from scoring.agreement.votes import counting_nuggets
from scoring.evaluate import AnswerKey, Scorer
from scoring.evaluate.units import question_rows
from scoring.index import Index, Marking
from scoring.measures.base import Value
from scoring.records import Qrels
from scoring.rules import chosen
from scoring.studies.kendall import Correlation, correlation
from scoring.studies.label_tables import Said
from scoring.studies.machine_pairs import Significant, significant_pairs
from scoring.studies.numbers import shown

ADJUDICATED = "adjudicated"
Nuggets = Mapping[str, Collection[str]]  # by question
Values = Mapping[str, Mapping[str, Fraction]]  # run -> question -> value


class OfJudges(NamedTuple):
    """Two judges, of whom the machine may be one: over the marks that both looked at, and the questions that both did in full."""

    one: str
    other: str
    marks: int
    alike: float
    kappa: float | None
    questions: int
    ranking: Correlation | None

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        ranking = self.ranking.as_json() if self.ranking else None
        return {**self._asdict(), "alike": shown(self.alike), "kappa": shown(self.kappa), "ranking": ranking}


def said_of_nuggets(index: Index, name: str, marking: Marking) -> Iterator[Said]:
    """What judges, the machine among them where it read, said of marks; where cells have labels, of these alone."""
    marked, labelled = _by_cells(index)
    yield from _of_marks(index, name, marking, marked)
    yield from _of_cells(index, name, marking, labelled)


def patterns_of(index: Index, said: Iterable[Said]) -> Iterator[tuple[Pattern, int]]:
    """The same as found or not, whatever the labels are."""
    scales = index.evaluation.cell_scales
    for qid, pattern, count in said:
        found = ((who, LABELS[not index.holds(qid, label)]) for who, label in pattern)
        yield tuple(found) if qid in scales else pattern, count


def _by_cells(index: Index) -> tuple[Nuggets, Nuggets]:
    """The nuggets that count: those that are found or not, and those that have labels in answers."""
    counting, scales = counting_nuggets(index), index.evaluation.cell_scales
    marked = {qid: names for qid, names in counting.items() if qid not in scales}
    return marked, {qid: names for qid, names in counting.items() if qid in scales}


def _of_cells(index: Index, name: str, marking: Marking, nuggets: Nuggets) -> Iterator[Said]:
    cells = labels_of(index, nuggets)
    for (item, nugget), label in marking.labels.items():
        if nugget in nuggets.get(item.qid, ()):
            cells[item, nugget][name] = label
    for (item, _), said in cells.items():
        if len(said) > 1:
            yield Said(item.qid, tuple(sorted(said.items())))


def _of_marks(index: Index, name: str, marking: Marking, nuggets: Nuggets) -> Iterator[Said]:
    marks = marks_of(index, nuggets)
    whole = looked_through(index, marks)
    for item in sorted({*index.evaluation.pool, *marks}):
        if item.qid not in nuggets:
            continue
        of_item = {nugget: set(people) for nugget, people in marks.get(item, {}).items()}
        people = whole.get(item.qid, set()).union(*of_item.values())
        if item in marking.read:
            people = people | {name}
            for nugget in nuggets[item.qid]:
                if index.found_by(marking, item, nugget):
                    of_item.setdefault(nugget, set()).add(name)
        if len(people) > 1:
            of_all = said_of(nuggets[item.qid], of_item, people)
            yield from (Said(item.qid, pattern, count) for pattern, count in of_all.items())


def together(patterns: Sequence[tuple[Pattern, int]], name: str, *, without: bool) -> Counter[Pattern]:
    """What was said of the marks that two people and the machine looked at, with its word or without."""
    found = Counter[Pattern]()
    for pattern, count in patterns:
        if len(pattern) > 2 and name in dict(pattern):
            found[tuple(one for one in pattern if not (without and one[0] == name))] += count
    return found


class Board:
    """Runs by the marks of the machine, of people, and of each person, over the same questions."""

    def __init__(self, scorer: Scorer, name: str) -> None:
        self.scorer, self.name = scorer, name
        names = Counter(scorer.kinds[one.qid].measures[0] for one in scorer.questions)
        self.measure = max(sorted(names), key=names.__getitem__, default="")
        self._people, self._machine = (
            self._key(Qrels(rule, {})) for rule in (ADJUDICATED, f"assessor:{name}")
        )
        self.machine_values = self._values(self._machine)
        self.by_people = _means(self._values(self._people))
        self.by_machine = _means(self.machine_values)

    def _key(self, qrels: Qrels) -> AnswerKey | None:
        return self.scorer.key_of(qrels, partial=True) if self.measure else None

    def _values(self, key: AnswerKey | None) -> Values:
        if key is None:
            return {}
        rows = question_rows(self.scorer, key, self.measure)
        return {run_id: {qid: parts[0] for qid, parts in row.items()} for run_id, row in rows}

    def of_person(self, person: str, qids: Collection[str]) -> Values:
        """The values of runs by one person's marks on the questions that the person looked at in full."""
        own = {one.qid: person for one in self.scorer.questions if one.qid in qids}
        found = self._values(self._key(chosen(self.scorer.index, own)))
        return {run_id: {qid: row[qid] for qid in row if qid in own} for run_id, row in found.items()}

    @property
    def scores(self) -> tuple[tuple[str, Value, Value], ...]:
        """Each run by both sides, best first by people."""
        ordered = sorted(self.by_people, key=lambda run_id: (-(self.by_people[run_id] or 0), run_id))
        return tuple((run_id, self.by_people[run_id], self.by_machine.get(run_id)) for run_id in ordered)

    def significant(self, seed: int) -> Significant:
        """Pairs of runs that differ significantly by people and by the machine."""
        if self._people is None or self._machine is None:
            return Significant(*[0] * 6)
        return significant_pairs(self.scorer, self._people, self._machine, self.measure, seed=seed)


def _means(values: Values, qids: Collection[str] | None = None) -> dict[str, Fraction | None]:
    """Each run's mean over its questions, or over these."""
    found: dict[str, Fraction | None] = {}
    for run_id, row in values.items():
        some = [value for qid, value in row.items() if qids is None or qid in qids]
        found[run_id] = sum(some, Fraction(0)) / len(some) if some else None
    return found


def judges_of(scorer: Scorer, board: Board, patterns: Sequence[tuple[Pattern, int]]) -> Iterator[OfJudges]:
    """Each two people, and the machine with each: mark by mark, and by their rankings."""
    counted = Counter[Pattern]()
    for pattern, count in patterns:
        counted[pattern] += count
    full = {
        name: qids & {one.qid for one in board.scorer.questions} for name, qids in in_full(scorer).items()
    }
    values = {name: board.of_person(name, qids) for name, qids in full.items() if qids}
    full[board.name] = {one.qid for one in board.scorer.questions}
    values[board.name] = board.machine_values
    pairs = tables(counted)
    for one, other in sorted(pairs.keys() | set(combinations(sorted(values), 2))):
        cells = pairs.get((one, other), Counter())
        marks = cells.total()
        shared = full.get(one, set()) & full.get(other, set())
        ranking = _ranking(values.get(one, {}), values.get(other, {}), shared) if shared else None
        if marks:
            alike = sum(count for (first, second), count in cells.items() if first == second) / marks
            yield OfJudges(one, other, marks, alike, value_of(kappa(cells).value), len(shared), ranking)


def _ranking(one: Values, other: Values, qids: Collection[str]) -> Correlation | None:
    """How alike two judges rank the runs over some questions; the first is the reference."""
    first, second = _means(one, qids), _means(other, qids)
    return correlation(second, first) if first.keys() == second.keys() else None


def in_full(scorer: Scorer) -> dict[str, set[str]]:
    """The questions of which each person looked at every answer; where cells have labels, gave all of them."""
    index = scorer.index
    marked, labelled = _by_cells(index)
    found: defaultdict[str, set[str]] = defaultdict(set)
    for qid, people in looked_through(index, marks_of(index, marked)).items():
        for name in people if qid in marked else ():
            found[name].add(qid)
    pooled = Counter(item.qid for item in index.evaluation.pool)
    pool = set(index.evaluation.pool)
    cells = labels_of(index, labelled)
    given = Counter((who, item.qid) for (item, _), said in cells.items() if item in pool for who in said)
    for (name, qid), labels in given.items():
        if labels == pooled[qid] * len(labelled[qid]):
            found[name].add(qid)
    return dict(found)


def value_of(value: Any) -> float | None:
    """A number as JSON has it."""
    return None if value is None else float(value)
