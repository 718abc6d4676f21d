"""All that is said of a machine that judged: against people item by item, and as one more assessor of the ranking."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.agreement.coefficients import alpha, kappa, tables
from scoring.agreement.ratings import Pattern
from scoring.conditions import blind_part
from scoring.decimals import decimal, in_full
from scoring.evaluate import Scorer
from scoring.index import Index
from scoring.kinship import kin_of
from scoring.records import Evaluation
from scoring.say import say
from scoring.studies.by_condition import Anchoring, anchoring
from scoring.studies.designs import NOT_ONE_BY_ONE
from scoring.studies.label_tables import GRADES, LabelTable, label_tables, said_in_grades
from scoring.studies.levels import Levels, rankings_in_short
from scoring.studies.machine_items import ByItem, by_item
from scoring.studies.machine_levels import levels_in_grades
from scoring.studies.machine_pairs import Change, Significant, largest_change, significant_pairs
from scoring.studies.machine_ranking import RUNS, TWICE, Yardstick, yardsticks
from scoring.studies.machines import (
    AgainstPeople,
    against_people,
    covered_by,
    measure_of,
    over,
    people_grades,
    sides_of,
)
from scoring.studies.numbers import shown


class OfPair(NamedTuple):
    """Two assessors, of whom the machine may be one, over the items that both judged."""

    one: str
    other: str
    items: int
    alike: float
    kappa: float | None

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {**self._asdict(), "alike": shown(self.alike), "kappa": shown(self.kappa)}


class MachineReport(NamedTuple):
    """All of it. `against` is the comparison that answer patterns have had all along."""

    against: AgainstPeople
    items: ByItem
    pairs: tuple[OfPair, ...]
    alpha_people: float | None  # over the items that two people or more and the machine judged
    alpha_together: float | None  # the same with the machine as one more assessor
    significant: Significant
    change: Change | None
    yardsticks: tuple[Yardstick, ...]
    kin: tuple[tuple[str, ...], tuple[str, ...]]
    conditions: Anchoring | None = None  # None where nobody saw its grades before judging
    levels: tuple[Levels, ...] = ()
    scales: tuple[LabelTable, ...] = ()

    @property
    def sentence(self) -> str:
        """The result in short."""
        levels = (one.as_json() for one in self.levels)
        ranked = rankings_in_short(levels, self.against.machine, self.against.measure)
        verdicts = (verdict(self.against.machine, one.as_json()) for one in self.yardsticks)
        return " ".join([self.against.sentence, *filter(None, [ranked]), *dict.fromkeys(verdicts)])

    def as_json(self, most: int | None = None) -> dict[str, Any]:
        """The same as JSON holds it, with the first differences of each kind, or all."""
        most = len(self.against.differences) if most is None else most
        return {
            **self.against.as_json(most),
            "sentence": self.sentence,
            "items": self.items.as_json(),
            "pairs": [one.as_json() for one in self.pairs],
            "alpha": {"people": shown(self.alpha_people), "together": shown(self.alpha_together)},
            "significant": self.significant.as_json(),
            "change": self.change and self.change.as_json(),
            "yardsticks": [one.as_json() for one in self.yardsticks],
            "kin": {"by_team": list(self.kin[0]), "by_model": list(self.kin[1])},
            "levels": [one.as_json() for one in self.levels],
            "scales": [one.as_json() for one in self.scales],
            **({"conditions": self.conditions.as_json()} if self.conditions else {}),
        }


def machine_report(evaluation: Evaluation, name: str, seed: int = 1) -> MachineReport:
    """Everything about a machine that judged. Raises UnknownMachine.

    Only what people judged blind is held against it, and is the yardstick; what they judged with its grades in view
    stands apart, as it does in `levels` and `scales`.
    """
    against = against_people(evaluation, name)
    whole = Scorer(evaluation).index
    conditions = anchoring(whole, name, seed)
    levels = levels_in_grades(evaluation, name)
    evaluation = blind_part(evaluation)
    index = Index(evaluation)
    machine = index.machines[name]
    people = people_grades(index)
    sides = sides_of(evaluation, index, name)
    measure = measure_of(sides.scorer)
    first, second = (sides.scorer.key_of(one, partial=True) for one in (sides.people, sides.machine))
    by_people = {one.run_id: one.by_people for one in against.runs}
    by_machine = {one.run_id: one.by_machine for one in against.runs}
    alone, together = _patterns(index, name)
    return MachineReport(
        against=against,
        items=by_item(Scorer(evaluation), machine.grades, people, seed),
        pairs=tuple(_pairs(together)),
        alpha_people=_value(alpha(alone).value),
        alpha_together=_value(
            alpha(Counter({one: count for one, count in together.items() if len(one) > 2})).value
        ),
        significant=significant_pairs(sides.scorer, first, second, measure, seed=seed),
        change=largest_change(by_people, by_machine),
        yardsticks=tuple(yardsticks(over(evaluation, covered_by(index, machine)), name, measure, seed)),
        kin=kin_of(evaluation, name),
        conditions=conditions,
        levels=levels,
        scales=label_tables(whole, GRADES, said_in_grades(whole, name), name),
    )


def _patterns(index: Index, name: str) -> tuple[Counter[Pattern], Counter[Pattern]]:
    """What people said of the items that two of them and the machine judged; and the same with the machine."""
    alone, together = Counter[Pattern](), Counter[Pattern]()
    grades = index.machines[name].grades
    for item, votes in index.votes.items():
        if item in grades:
            given = {**votes, name: grades[item]}
            together[tuple(sorted(given.items()))] += 1
            alone[tuple(sorted(votes.items()))] += 1
    return alone, together


def _pairs(patterns: Counter[Pattern]) -> list[OfPair]:
    rows = []
    for (one, other), cells in tables(patterns).items():
        items = cells.total()
        alike = sum(count for (first, second), count in cells.items() if first == second)
        rows.append(OfPair(one, other, items, alike / items, _value(kappa(cells).value)))
    return rows


def _value(value: Any) -> float | None:
    return None if value is None else float(value)


def verdict(machine: str, found: Mapping[str, Any]) -> str:
    """Whether a machine can be told from a further assessor, of a yardstick as JSON, in words."""
    if found["reason"]:
        return say(
            "Whether {machine} can be told from a further assessor cannot be said: {reason}",
            machine=machine,
            reason=say(found["reason"])
            if found["reason"] in (TWICE, RUNS, NOT_ONE_BY_ONE)
            else found["reason"],
        )
    values = {
        "machine": machine,
        "questions": found["questions"],
        "alike": in_full(100 * found["machine"]["alike"], 1),
        "alike_people": in_full(100 * found["people"]["alike"], 1),
        "tau": decimal(found["machine"]["tau"]["mean"]),
        "tau_people": decimal(found["people"]["tau"]["mean"]),
        "p_alike": decimal(found["p_alike"]),
        "p_tau": decimal(found["p_tau"]),
    }
    if found["told_apart"]:
        return say(
            "{machine} can be told from a further assessor, over {questions} questions: it gives the grade of another "
            "person to {alike} % of answers (people: {alike_people} %, p = {p_alike}), and its ranking has a mean tau of "
            "{tau} with theirs (people: {tau_people}, p = {p_tau}).",
            **values,
        )
    return say(
        "{machine} cannot be told from a further assessor, over {questions} questions: it gives the grade of another "
        "person to {alike} % of answers (people: {alike_people} %, p = {p_alike}), and its ranking has a mean tau of {tau} "
        "with theirs (people: {tau_people}, p = {p_tau}). That does not prove that it is as good as one.",
        **values,
    )
