"""What fewer judgments of people would have told: samples of a campaign that people judged in full.

For each run and each number of questions n, people's values of n questions are drawn TRIALS times, as if the others had
never been judged, and the mean over all is estimated from them alone and with the machine (scoring.studies.fewer_judgments).
Known is then what nobody would know in earnest: how often the intervals have the true mean. Only means over questions
are estimated; c@1 is none.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.evaluate import AnswerKey, Scorer
from scoring.evaluate.units import question_rows
from scoring.index import Index
from scoring.measures.base import MEAN
from scoring.records import Evaluation, Qrels
from scoring.say import say, sentence
from scoring.studies.fewer_judgments import (
    HOLDS,
    MOST_VALUES,
    TRIALS,
    Coverage,
    Estimated,
    covered,
    joined,
    plain_mean,
    powered_mean,
    samples,
    units_for,
)
from scoring.studies.machines import UnknownMachine, covered_by, measure_of, over, people_grades
from scoring.studies.numbers import shown

Floats = NDArray[np.float64]
NO_MEAN = sentence("Scores by {measure} are no mean over questions, so they are not estimated from a sample.")
TOO_FEW = sentence(
    "A sample needs 3 questions or more, and fewer than the {n} that the machine and people judged."
)


Progress = Callable[[int, int], None]  # how many sizes are done, of how many


def _quiet(done: int, total: int) -> None:
    """Nobody asks how far it is."""


class CannotSimulate(ValueError):
    """Nothing can be estimated from a sample of this campaign."""


class OfRun(NamedTuple):
    """A run by people's sample alone, and with the machine."""

    run_id: str
    truth: float
    plain: Coverage
    powered: Coverage
    saved: int  # questions that a plain sample needs more for intervals as short as those with the machine

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "run_id": self.run_id,
            "truth": shown(self.truth),
            "plain": {name: shown(value) for name, value in self.plain._asdict().items()},
            "powered": {name: shown(value) for name, value in self.powered._asdict().items()},
            "saved": self.saved,
        }


class OfSize(NamedTuple):
    """All runs with samples of one size."""

    n: int
    runs: tuple[OfRun, ...]

    @property
    def unsound(self) -> list[str]:
        """The runs whose intervals with the machine hold more or less often than they say."""
        return [one.run_id for one in self.runs if not one.powered.is_sound]

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"n": self.n, "unsound": self.unsound, "runs": [one.as_json() for one in self.runs]}


class Simulated(NamedTuple):
    """All sizes of samples."""

    machine: str
    measure: str
    questions: int
    trials: int
    seed: int
    sizes: tuple[OfSize, ...]

    @property
    def sentences(self) -> list[str]:
        """The result in short, a sentence for each size: first of all whether the intervals can be relied on."""
        return [in_short(one.as_json(), self.questions) for one in self.sizes]

    @property
    def sentence(self) -> str:
        """One of them: the first size at which intervals do not hold, else the last."""
        chosen = next((size for size in self.sizes if size.unsound), self.sizes[-1])
        return in_short(chosen.as_json(), self.questions)

    def as_json(self) -> dict[str, Any]:
        """The same as JSON holds it."""
        return {
            "machine": self.machine,
            "measure": self.measure,
            "questions": self.questions,
            "trials": self.trials,
            "seed": self.seed,
            "holds": list(HOLDS),
            "sentences": self.sentences,
            "sizes": [one.as_json() for one in self.sizes],
        }


def in_short(size: Mapping[str, Any], questions: int) -> str:
    """What samples of one size showed, in a sentence. `size` is as JSON holds it."""
    runs: Sequence[Mapping[str, Any]] = size["runs"]
    held = [one["powered"]["held"] for one in runs]
    values: dict[str, Any] = {
        "n": size["n"],
        "questions": questions,
        "low": f"{100 * min(held):.1f}",
        "high": f"{100 * max(held):.1f}",
        "runs": len(runs),
        "unsound": len(size["unsound"]),
        "saved": f"{float(np.median([one['saved'] for one in runs])):.0f}",
        "shorter": f"{100 * (1 - _ratio(runs)):.0f}",
    }
    if size["unsound"]:
        return say(
            "With {n} of {questions} questions judged by people, intervals of 95 % must not be relied on: they hold in "
            "{low} to {high} % of the trials, and for {unsound} of {runs} runs outside 93 to 97 %.",
            **values,
        )
    return say(
        "With {n} of {questions} questions judged by people, intervals of 95 % hold in {low} to {high} % of the trials "
        "for all {runs} runs; the machine makes them {shorter} % shorter, as {saved} more questions would (median).",
        **values,
    )


def _ratio(runs: Sequence[Mapping[str, Any]]) -> float:
    """The length of intervals with the machine, by those without, over all runs."""
    without = sum(one["plain"]["width"] for one in runs)
    return sum(one["powered"]["width"] for one in runs) / without if without else 1.0


def simulated(
    evaluation: Evaluation,
    name: str,
    sizes: Sequence[int] = (),
    trials: int = TRIALS,
    seed: int = 1,
    progress: Progress = _quiet,
) -> Simulated:
    """Try samples of these sizes; of a quarter, a half and three quarters of the questions where none is named.

    Raises UnknownMachine and CannotSimulate.
    """
    index = Index(evaluation)
    if name not in index.machines:
        raise UnknownMachine(name, index.machines)
    machine, people = index.machines[name].grades, people_grades(index)
    undecided = {item.qid for item in index.disputed if item not in people}
    both = {item.qid for item in people} - undecided
    scorer = Scorer(over(evaluation, both & covered_by(index, index.machines[name])))
    measure = measure_of(scorer)
    if scorer.measure(measure).combined != MEAN:
        raise CannotSimulate(say(NO_MEAN, measure=measure))
    by_people, by_machine = (
        _values(scorer, scorer.key_of(Qrels(rule, grades), partial=True), measure)
        for rule, grades in (("people", people), (f"assessor:{name}", machine))
    )
    questions = max((len(row) for row in by_people.values()), default=0)
    sizes = sizes or [questions // 4, questions // 2, 3 * questions // 4]
    if min(sizes) < 3 or max(sizes) >= questions:
        raise CannotSimulate(say(TOO_FEW, n=questions))
    found = []
    for done, n in enumerate(sizes):
        progress(done, len(sizes))
        found.append(_of_size(by_people, by_machine, n, trials, seed))
    return Simulated(name, measure, questions, trials, seed, tuple(found))


def _values(scorer: Scorer, key: AnswerKey, measure: str) -> dict[str, Floats]:
    """What each run gets for each question, in the order of the questions."""
    return {
        run_id: np.array([float(parts[0]) for parts in row.values()])
        for run_id, row in question_rows(scorer, key, measure)
    }


def _of_size(
    people: Mapping[str, Floats], machine: Mapping[str, Floats], n: int, trials: int, seed: int
) -> OfSize:
    """Runs over as many questions are held against the same samples. Those over fewer than a sample has are left out."""
    rows: dict[str, OfRun] = {}
    for units in sorted({len(values) for values in people.values()}):
        together = [run_id for run_id, values in people.items() if len(values) == units > n]
        plain, powered = _tried(together, people, machine, samples(units, n, trials, seed))
        for run_id in together:
            values = people[run_id]
            truth = float(values.mean())
            alone, beside = covered(plain[run_id], truth), covered(powered[run_id], truth)
            rows[run_id] = OfRun(run_id, truth, alone, beside, max(0, units_for(beside.width, values) - n))
    return OfSize(n, tuple(rows[run_id] for run_id in sorted(rows)))


def _tried(
    runs: Sequence[str],
    people: Mapping[str, Floats],
    machine: Mapping[str, Floats],
    drawn: NDArray[np.int64],
) -> tuple[dict[str, Estimated], dict[str, Estimated]]:
    """The estimates of each run from each sample, without the machine and with it: in portions, to spare memory."""
    portion = max(1, MOST_VALUES // drawn.shape[1])
    parts = [drawn[place : place + portion] for place in range(0, len(drawn), portion)]
    plain, powered = {}, {}
    for run_id in runs:
        values, beside = people[run_id], machine[run_id]
        plain[run_id] = joined([plain_mean(values[part], len(values)) for part in parts])
        powered[run_id] = joined([powered_mean(values[part], beside[part], beside) for part in parts])
    return plain, powered
