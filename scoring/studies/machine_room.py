"""The judges of questions as candidates and opponents, and what comes of holding the one against the other.

Candidates and opponents are arrays of (draws, questions) with the places of judges among those of each question.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.arrays import Array, Bools, Floats, Ints, np
from scoring.evaluate import Scorer
from scoring.studies.draws import Draws
from scoring.studies.exact import Summing
from scoring.studies.numbers import shown
from scoring.studies.panel import Panel

Keys = Array  # (runs, draws)


class Middle(NamedTuple):
    """The mean of some draws, and their middle 95 %."""

    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        """The three."""
        return {"mean": shown(self.mean), "low": shown(self.low), "high": shown(self.high)}


class Held(NamedTuple):
    """A candidate against the opponents."""

    tau: Middle
    tau_ap: Middle
    change: Middle
    alike: float

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "tau": self.tau.as_json(),
            "tau_ap": self.tau_ap.as_json(),
            "change": self.change.as_json(),
            "alike": shown(self.alike),
        }


class Likeness(NamedTuple):
    """How often two judges of a question gave the same grade: by question an array of (judges, judges)."""

    alike: Sequence[Floats]
    items: Sequence[int]


def likeness_of(scorer: Scorer, panel: Panel) -> Likeness:
    alike = [np.zeros((len(one.judges), len(one.judges))) for one in panel.questions]
    items = [0] * len(panel.questions)
    place = {one.qid: number for number, one in enumerate(panel.questions)}
    for item, votes in scorer.index.votes.items():
        if (number := place.get(item.qid)) is None:
            continue
        given = [votes.get(name) for name in panel.questions[number].judges]
        items[number] += 1
        for one, grade in enumerate(given):
            alike[number][one] += [grade is not None and grade == other for other in given]
    return Likeness(alike, items)


class Room:
    """The judges of each question by their places: candidates and opponents are arrays of (draws, questions)."""

    def __init__(self, panel: Panel, likeness: Likeness, machine: str) -> None:
        self.panel, self.machine = panel, machine
        self.counts = np.array(panel.counts, dtype=np.int64)
        self.places = np.array([one.judges.index(machine) for one in panel.questions], dtype=np.int64)
        self._summing, self._likeness = Summing(panel), likeness

    def always_machine(self, number: int) -> Ints:
        """The machine as the one judge."""
        return np.repeat(self.places[None], number, axis=0)

    def two_people(self, draws: Draws, number: int) -> tuple[Ints, Ints]:
        """Two different people for each question."""
        first = other_than(self.places, draws.choices((self.counts - 1).tolist(), number))
        second = other_than_two(self.places, first, draws.choices((self.counts - 2).tolist(), number))
        return first, second

    def keys(self, choices: Ints) -> Keys:
        """A column for each draw, which compares as the runs' exact scores do."""
        keys: Keys = self._summing.of(choices).keys
        return keys

    def held(self, candidate: Ints, opponents: Ints) -> Held:
        """A candidate against opponents."""
        tau, tau_ap, change = (_middle(one) for one in compared(self.keys(candidate), self.keys(opponents)))
        return Held(tau, tau_ap, change, float(self.alike(candidate).mean()))

    def alike(self, candidates: Ints) -> Floats:
        """The share of grades that the candidates of each draw share with people other than themselves."""
        people = [
            np.delete(np.arange(count), place) for count, place in zip(self.counts, self.places, strict=True)
        ]
        return self._alike(candidates, people)

    def alike_with_all(self, candidates: Ints) -> Floats:
        """The same with all other judges, the machine among them."""
        return self._alike(candidates, [np.arange(count) for count in self.counts])

    def _alike(self, candidates: Ints, others: Sequence[Ints]) -> Floats:
        same, total = np.zeros(len(candidates)), np.zeros(len(candidates))
        for number, (table, items) in enumerate(zip(self._likeness.alike, self._likeness.items, strict=True)):
            shared = table[:, others[number]].sum(
                axis=1
            )  # of each judge with all others, itself where it is one
            is_other = np.isin(np.arange(len(table)), others[number])
            own = candidates[:, number]
            same += (shared - np.where(is_other, items, 0))[own]
            total += items * (len(others[number]) - is_other[own])
        found: Floats = same / total
        return found


def other_than(places: Ints, drawn: Ints) -> Ints:
    """Draws below the number of judges less one, as places of judges without the one at `places`."""
    return drawn + (drawn >= places)


def other_than_two(one: Ints, other: Ints, drawn: Ints) -> Ints:
    """The same without two judges."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    drawn = drawn + (drawn >= low)
    found: Ints = drawn + (drawn >= high)
    return found


def compared(candidate: Keys, reference: Keys) -> tuple[Floats, ...]:
    """tau, tau-ap and the largest change of rank, draw by draw."""
    runs, draws = candidate.shape
    alike, shares = np.zeros(draws), np.zeros(draws)
    change = np.zeros(draws)
    for run in range(runs):
        above, before = _above(candidate, run), _above(reference, run)
        place, other = above.sum(axis=0), before.sum(axis=0)
        both = (above & before).sum(axis=0)
        alike += both
        shares += both / np.maximum(place, 1)
        change = np.maximum(change, np.abs(place - other))
    pairs = runs * (runs - 1) / 2
    return 2 * alike / pairs - 1, 2 * shares / (runs - 1) - 1, change


def _above(keys: Keys, run: int) -> Bools:
    """Which other runs are above a run in each draw; of two with equal scores the one of the lower id."""
    return np.concatenate((keys[:run] >= keys[run], keys[run + 1 :] > keys[run]))


def _middle(values: Floats) -> Middle:
    low, high = np.quantile(values, [0.025, 0.975])
    return Middle(float(values.mean()), float(low), float(high))
