"""What fewer judgments of people would have told: samples of a campaign that people judged in full.

For each run and each number of questions n, people's values of n questions are drawn TRIALS times, as if the others had
never been judged, and the mean over all is estimated from them alone and with the machine (scoring.studies.sampled_means).
They are drawn by the same designs by which a campaign asks people for a sample (scoring.studies.designs).
Known is then what nobody would know in earnest: how often the intervals have the true mean. c@1 is a mean here, too, since
it is known beforehand which questions a run leaves unanswered (scoring.studies.designs).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.arrays import Floats, Ints, np
from scoring.conditions import blind_part
from scoring.index import Index
from scoring.records import Evaluation
from scoring.say import say, sentence
from scoring.studies.designs import (
    SIMPLE,
    CannotDraw,
    Frame,
    Values,
    differing_questions,
    scorer_of_measure,
    shared_out,
    strata_of,
    values_by,
    versions_of,
)
from scoring.studies.fewer_judgments import (
    HOLDS,
    MOST_VALUES,
    TRIALS,
    Coverage,
    Estimated,
    covered,
    joined,
    samples,
    units_for,
)
from scoring.studies.machines import UnknownMachine, covered_by, judged_in_full, settled_grades
from scoring.studies.numbers import shown
from scoring.studies.sampled_means import Part, stratified, stratified_powered

LEAST = 3  # questions of a sample
TOO_FEW = sentence(
    "A sample needs 3 questions or more, and fewer than the {n} that the machine and people judged in full, "
    "without an open dispute."
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
    design: str
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
            "design": self.design,
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
    design: str = SIMPLE,
    progress: Progress = _quiet,
) -> Simulated:
    """Try samples of these sizes; of a quarter, a half and three quarters of the questions where none is named.

    Of few questions, a quarter may be too few and is left out then. Raises UnknownMachine and CannotSimulate.
    """
    evaluation = blind_part(evaluation)
    index = Index(evaluation)
    if name not in index.machines:
        raise UnknownMachine(name, index.machines)
    machine, people = index.machines[name].grades, settled_grades(index)
    undecided = {item.qid for item in index.disputed if item not in people}
    both = judged_in_full(index) - undecided
    try:
        scorer, measure = scorer_of_measure(evaluation, both & covered_by(index, index.machines[name]))
    except CannotDraw as error:
        raise CannotSimulate(str(error)) from None
    by_people, by_machine = (values_by(scorer, grades, measure) for grades in (people, machine))
    questions = max((len(row) for row in by_people.values()), default=0)
    parts = (questions // 4, questions // 2, 3 * questions // 4)
    sizes = sizes or [size for size in parts if size >= LEAST]
    if not sizes or min(sizes) < LEAST or max(sizes) >= questions:
        raise CannotSimulate(say(TOO_FEW, n=questions))
    others = versions_of(evaluation, index, name)
    differing = differing_questions(index, name, others)
    groups = [
        Frame(measure, qids, {run_id: by_machine[run_id] for run_id in runs}, differing, others, "")
        for qids, runs in _asked_alike(by_people)
    ]
    found = []
    for done, n in enumerate(sizes):
        progress(done, len(sizes))
        drawn = Drawn(design, n, trials, seed)
        rows = [row for group in groups if len(group.qids) > n for row in _of_group(group, by_people, drawn)]
        found.append(OfSize(n, tuple(sorted(rows))))
    return Simulated(name, design, measure, questions, trials, seed, tuple(found))


class Drawn(NamedTuple):
    """How samples are drawn."""

    design: str
    n: int
    trials: int
    seed: int


def _asked_alike(values: Values) -> list[tuple[tuple[str, ...], list[str]]]:
    """The runs that were asked the same questions, with these questions."""
    found: dict[tuple[str, ...], list[str]] = {}
    for run_id, row in sorted(values.items()):
        found.setdefault(tuple(row), []).append(run_id)
    return list(found.items())


def _of_group(frame: Frame, people: Values, drawn: Drawn) -> list[OfRun]:
    """All runs are held against the same samples."""
    try:
        strata = strata_of(frame, drawn.design)
        shares = shared_out(frame, strata, drawn.design, drawn.n)
    except CannotDraw as error:
        raise CannotSimulate(str(error)) from None
    places = {qid: place for place, qid in enumerate(frame.qids)}
    stratum = {name: np.array([places[qid] for qid in qids]) for name, qids in strata.items()}
    streams = dict.fromkeys(strata, "") if len(strata) == 1 else {name: name for name in strata}
    chosen = {
        name: samples(len(own), shares[name], drawn.trials, drawn.seed, streams[name])
        for name, own in stratum.items()
    }
    rows = []
    for run_id, row in frame.values.items():
        values, beside = (
            np.array([given.get(qid, 0.0) for qid in frame.qids]) for given in (people[run_id], row)
        )
        plain, powered = _tried(values, beside, stratum, chosen)
        truth = float(values.mean())
        held, with_machine = covered(plain, truth), covered(powered, truth)
        saved = max(0, units_for(with_machine.width, values) - drawn.n)
        rows.append(OfRun(run_id, truth, held, with_machine, saved))
    return rows


def _tried(
    values: Floats,
    beside: Floats,
    strata: Mapping[str, Ints],
    chosen: Mapping[str, Ints],
) -> tuple[Estimated, Estimated]:
    """The estimates of a run from each sample, without the machine and with it: in portions, to spare memory."""
    drawn = sum(one.shape[1] for one in chosen.values())
    trials = min(len(one) for one in chosen.values())
    portion = max(1, MOST_VALUES // drawn)
    plain, powered = [], []
    for first in range(0, trials, portion):
        parts = []
        for name, own in strata.items():
            some = own[chosen[name][first : first + portion]]
            parts.append(Part(len(own), values[some], beside[some], float(beside[own].mean())))
        plain.append(stratified(parts))
        powered.append(stratified_powered(parts))
    return joined(plain), joined(powered)
