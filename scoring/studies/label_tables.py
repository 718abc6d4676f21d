"""What two sides said of the same things, scale by scale: people among themselves, and people and a program.

A thing is an answer with a grade, or an answer and a nugget with a label. Grades of different scales are never in one table,
and what somebody said with the program's word in view stands apart (docs/decisions/0042). Each person counts by themselves,
and no decision does: so the program and people are held against people in the same way. What two people said is counted
from both sides, so that the table is symmetric and its kappa that of Scott (Public Opinion Quarterly 1955); kappa of people and a
program is Cohen's. Weighted kappa (Cohen 1968) is given where the labels of the scale have values.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

from scoring.agreement.coefficients import LINEAR, SQUARED, Cells, Coefficient, kappa, weighted_kappa
from scoring.agreement.matches import LABELS
from scoring.agreement.ratings import Pattern
from scoring.conditions import BLIND, POST_EDITING, condition_of, post_edited
from scoring.index import Index
from scoring.scales import Scale
from scoring.studies.numbers import shown

GRADES, NUGGETS = "grades", "nuggets"


class Said(NamedTuple):
    """What judges, the program among them, said of so many things of a question."""

    qid: str
    pattern: Pattern
    things: int = 1


class LabelTable(NamedTuple):
    """A row for each label of a person, a column for each of the other side, which is another person or the program."""

    of: str  # GRADES or NUGGETS
    scale: str  # its name; "" where nuggets are found or not
    labels: tuple[str, ...]  # best first
    machine: str  # "" where the other side is a person
    condition: str
    questions: int
    counts: tuple[tuple[int, ...], ...]
    right: frozenset[str]
    values: Mapping[str, Fraction]  # none where the labels are no steps

    @property
    def cells(self) -> Cells:
        """The counts by both labels."""
        rows = zip(self.labels, self.counts, strict=True)
        return Counter(
            {
                (one, two): count
                for one, row in rows
                for two, count in zip(self.labels, row, strict=True)
                if count
            }
        )

    @property
    def pairs(self) -> int:
        """How many things both sides spoke of; those of two people are in the table twice."""
        return self._total if self.machine else self._total // 2

    @property
    def _total(self) -> int:
        return sum(map(sum, self.counts))

    def as_json(self) -> dict[str, Any]:
        """All of it, with the coefficients."""
        return {
            **{
                name: getattr(self, name)
                for name in ("of", "scale", "machine", "condition", "questions", "pairs")
            },
            "labels": list(self.labels),
            "counts": [list(row) for row in self.counts],
            "shares": [[shown(Fraction(count, self._total)) for count in row] for row in self.counts],
            **self._steps(),
            "kappa": _shown(kappa(self.cells)),
            **self._weighted(),
            **self._as_right(),
            "most": self._most(),
        }

    def _steps(self) -> dict[str, float | None]:
        """The share of things to which both sides gave the same label, the other side a better one, and a worse one."""
        place = {label: number for number, label in enumerate(self.labels)}
        found = Counter[int]()
        for (one, two), count in self.cells.items():
            found[(place[one] > place[two]) - (place[one] < place[two])] += count
        return {
            name: shown(Fraction(found[step], self._total))
            for name, step in (("alike", 0), ("higher", 1), ("lower", -1))
        }

    def _weighted(self) -> dict[str, float | None]:
        powers = {"kappa_linear": LINEAR, "kappa_quadratic": SQUARED} if self.values else {}
        return {
            name: _shown(weighted_kappa(self.cells, self.values, power)) for name, power in powers.items()
        }

    def _as_right(self) -> dict[str, float | None]:
        """The same where all that the labels say is whether an answer is right."""
        halved: Cells = Counter()
        for (one, two), count in self.cells.items():
            halved[str(one in self.right), str(two in self.right)] += count
        alike = sum(count for (one, two), count in halved.items() if one == two)
        return {"right_alike": shown(Fraction(alike, self._total)), "right_kappa": _shown(kappa(halved))}

    def _most(self) -> dict[str, Any] | None:
        """The two labels that are confused most often, that of a person first; None where all is alike."""
        unlike = {cell: count for cell, count in self.cells.items() if cell[0] != cell[1]}
        if not unlike:
            return None
        (one, two), count = max(unlike.items(), key=lambda entry: (entry[1], entry[0]))
        return {"one": one, "other": two, "share": shown(Fraction(count, self._total))}


def _shown(found: Coefficient) -> float | None:
    return shown(found.value)


_Key = tuple[str, str, str]  # name of the scale, machine or "", condition


def label_tables(index: Index, of: str, said: Iterable[Said], machine: str) -> tuple[LabelTable, ...]:
    """The tables of all that was said: scale by scale, people first, blind first."""
    scales = index.evaluation.scales if of == GRADES else index.evaluation.cell_scales
    seen, known = post_edited(index.evaluation), dict[str, Scale | None]()
    cells: defaultdict[_Key, Cells] = defaultdict(Counter)
    questions: defaultdict[_Key, set[str]] = defaultdict(set)
    for qid, pattern, count in said:
        scale = scales.get(qid)
        name = scale.name if scale else ""
        known.setdefault(name, scale)
        conditions = {who: _condition(seen.get((qid, who), ""), machine) for who, _ in pattern}
        for other, condition, cell in _cells(pattern, machine, conditions):
            cells[name, other, condition][cell] += count
            questions[name, other, condition].add(qid)
    order = [BLIND, POST_EDITING]
    keys = sorted(cells, key=lambda key: ([*known].index(key[0]), bool(key[1]), order.index(key[2])))
    return tuple(_table(of, known[key[0]], key, cells[key], len(questions[key])) for key in keys)


def _condition(shown_machine: str, machine: str) -> str:
    """The condition under which somebody judged; "" where another program's word was in view."""
    return condition_of(shown_machine) if shown_machine in ("", machine) else ""


def _cells(
    pattern: Pattern, machine: str, conditions: Mapping[str, str]
) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """Of each ordered pair of judges, the program never first: the other side, the condition, and both labels."""
    for (one, label), (other, second) in permutations(pattern, 2):
        condition = conditions[one]
        if one != machine and condition and (other == machine or conditions[other] == condition):
            yield machine if other == machine else "", condition, (label, second)


def _table(of: str, scale: Scale | None, key: _Key, cells: Cells, questions: int) -> LabelTable:
    name, machine, condition = key
    declared = scale.grades if scale else LABELS
    labels = (*declared, *sorted({label for cell in cells for label in cell}.difference(declared)))
    return LabelTable(
        of,
        name,
        labels,
        machine,
        condition,
        questions,
        tuple(tuple(cells[one, two] for two in labels) for one in labels),
        scale.strictly_correct if scale else frozenset(LABELS[:1]),
        scale.values if scale and scale.is_graded else {},
    )


def said_in_grades(index: Index, machine: str) -> Iterator[Said]:
    """What people and a program said of items; not what thirds did, who were given only what others differ on."""
    grades = index.machines[machine].grades
    for item, votes in index.independent.items():
        given = {**votes, machine: grades[item]} if item in grades else votes
        if len(given) > 1:
            yield Said(item.qid, tuple(sorted(given.items())))
