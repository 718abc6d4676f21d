"""Scores of all questions, estimated from a sample that people judged and from a machine's judgments of all.

The sample was drawn by a design that was recorded before people judged (scoring.studies.designs); the estimates are those of
scoring.studies.sampled_means. They are no scores: nothing here goes into qrels or tables of scores. Runs are held against each other
by what each question adds to their difference, so that an interval without 0 tells the two apart (each pair by itself).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from scoring.arrays import np
from scoring.conditions import blind_part, digest
from scoring.decimals import in_full
from scoring.evaluate import Scorer
from scoring.index import Index
from scoring.records import Evaluation, Sampling
from scoring.rules import some_of
from scoring.say import say, say_n, sentence
from scoring.studies.designs import CannotDraw, values_by
from scoring.studies.fewer_judgments import Estimated
from scoring.studies.machines import UnknownMachine, over, settled_grades
from scoring.studies.numbers import shown
from scoring.studies.sampled_means import Part, stratified, stratified_powered, too_small, units_to_tell_apart
from scoring.studies.thin_strata import FEW, FEW_IN_STRATUM, FEW_OTHERS, differing, thin_strata, varying

MOST_PAIRS = 2_000  # more than these, and only runs that follow each other are held against each other
MOST_NAMED = 10  # questions in a sentence

NO_DESIGN = sentence("No sample was drawn in this campaign.")
CHANGED = sentence(
    "What the machine says of these questions is not what it said when the sample was drawn. The intervals hold only if "
    "nobody changed it knowing what people judged."
)
ALIKE = sentence(
    "Do not rely on the intervals of {n} of {runs} runs: people and the machine differ in fewer than {few} of the questions "
    "drawn by chance, and such intervals are often too short. With 24 of 200 questions drawn and a machine right in 90 % of them, "
    "intervals of 95 % held in fewer than 90 % of simulated samples."
)
EVEN = sentence(
    "Rely on neither interval of {n} of {runs} runs: people give the same value to all but a few of the questions drawn by "
    "chance (fewer than {few}), so that both intervals are often too short."
)
PAIRS_ALIKE = sentence(
    "Do not rely on the intervals of {n} of {pairs} pairs of runs, nor on what is said of telling them apart: people and the "
    "machine say the same of their difference in all but a few of the questions drawn (fewer than {few})."
)
THIN = sentence(
    "Do not rely on the intervals of {n} of {runs} runs: in single strata ({strata}) people give the same value to all but a "
    "few of the questions drawn (fewer than {few}), or say what the machine says."
)
THIN_PAIRS = sentence(
    "Do not rely on the intervals of {n} of {pairs} pairs of runs: in single strata ({strata}) people and the machine say the "
    "same of their difference in all but a few of the questions drawn (fewer than {few})."
)
LEFT_OUT = sentence("Left out, because too few of the drawn questions were asked of them: {runs}.")
TOO_SMALL = sentence("Too few questions of the sample are left to estimate anything.")


class Estimate(NamedTuple):
    """A number and its interval of 95 %."""

    value: float
    low: float
    high: float

    @property
    def in_full(self) -> str:
        """As tables in terminals have it."""
        value, low, high = map(in_full, self)
        return f"{value} ({low} to {high})"

    def as_json(self) -> dict[str, float | None]:
        """The same with the digits that all machines agree on."""
        return {name: shown(value) for name, value in self._asdict().items()}


class OfRun(NamedTuple):
    """A run: by the machine alone, by people's sample alone, and by both."""

    run_id: str
    machine: float
    plain: Estimate
    powered: Estimate
    weight: float
    differing: int  # questions drawn by chance in which people and the machine differ
    varying: int  # those in which people give another value than to most of the stratum
    thin: tuple[str, ...] = ()  # strata that have too few of either

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "run_id": self.run_id,
            "machine": shown(self.machine),
            "plain": self.plain.as_json(),
            "powered": self.powered.as_json(),
            "weight": shown(self.weight),
            "differing": self.differing,
            "varying": self.varying,
            "thin": list(self.thin),
        }


class OfPair(NamedTuple):
    """By how much one run is better than another, and how many questions people would have to judge to tell them apart."""

    better: str
    other: str
    difference: Estimate
    drawn: int  # questions of the sample that both were asked
    needed: int | None  # questions in all; None where the difference is 0
    differing: int  # drawn questions in which people and the machine say something else of the difference
    is_open: bool  # whether the sample left any question out
    thin: tuple[str, ...] = ()  # strata that have too few of these

    @property
    def apart(self) -> bool:
        """Whether they can be told apart: by an interval without 0 that is not too short because hardly anything differs."""
        holds = (self.differing >= FEW and not self.thin) or not self.is_open
        return holds and (self.difference.low > 0 or self.difference.high < 0)

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        own = {"better": self.better, "other": self.other, "difference": self.difference.as_json()}
        counts = {"drawn": self.drawn, "needed": self.needed, "differing": self.differing}
        return {**own, "apart": self.apart, **counts, "thin": list(self.thin)}


class Asked(NamedTuple):
    """What both say of a run, stratum by stratum, and of which questions."""

    qids: tuple[str, ...]
    parts: list[Part]
    strata: list[str]  # their names


class Estimates(NamedTuple):
    """All of it."""

    sampling: Sampling
    questions: int  # that the scores are estimated over
    drawn: int  # of them, by people
    answers: float  # of a question, on average
    runs: tuple[OfRun, ...]  # best first
    pairs: tuple[OfPair, ...]
    left_out: tuple[str, ...]  # runs that were asked too few of the drawn questions
    changed: bool  # whether the machine says something else than when the sample was drawn

    @property
    def sentences(self) -> list[str]:
        """What was estimated, and what to know of it."""
        return in_words(self.as_json())

    def as_json(self) -> dict[str, Any]:
        """The same as JSON holds it."""
        own = self.sampling._asdict()
        del own["questions"], own["machine_sha256"], own["size"]
        return {
            **own,
            "questions": self.questions,
            "drawn": self.drawn,
            "answers": shown(self.answers),
            "changed": self.changed,
            "runs": [one.as_json() for one in self.runs],
            "pairs": [one.as_json() for one in self.pairs],
            "left_out": list(self.left_out),
        }


def in_words(found: Mapping[str, Any]) -> list[str]:
    """The estimates in short: first what they are, then what to beware of. `found` is as JSON holds it."""
    runs, pairs = found["runs"], found["pairs"]
    said = [
        say(
            "{measure} over {questions} questions, estimated from {drawn} that people judged and from what {machine} says of "
            "all: {apart} of {pairs} pairs of runs can be told apart.",
            measure=found["measure"],
            questions=found["questions"],
            drawn=found["drawn"],
            machine=found["machine"],
            apart=sum(one["apart"] for one in pairs),
            pairs=len(pairs),
        )
    ]
    if found["drawn"] < found["questions"]:
        if few := sum(one["differing"] < FEW for one in runs):
            said.append(say(ALIKE, n=few, runs=len(runs), few=FEW))
        if few := sum(one.get("varying", FEW_OTHERS) < FEW_OTHERS for one in runs):
            said.append(say(EVEN, n=few, runs=len(runs), few=FEW_OTHERS))
        if few := sum(one["differing"] < FEW for one in pairs):
            said.append(say(PAIRS_ALIKE, n=few, pairs=len(pairs), few=FEW))
        if strata := thin_in(runs):
            few = sum(bool(one.get("thin")) for one in runs)
            said.append(say(THIN, n=few, runs=len(runs), strata=some_of(strata), few=FEW_IN_STRATUM))
        if strata := thin_in(pairs):
            few = sum(bool(one.get("thin")) for one in pairs)
            said.append(say(THIN_PAIRS, n=few, pairs=len(pairs), strata=some_of(strata), few=FEW_IN_STRATUM))
    if left_out := found.get("left_out"):
        said.append(say(LEFT_OUT, runs=some_of(left_out)))
    return [*said, *([say(CHANGED)] if found["changed"] else ())]


def thin_in(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The strata that have too little to tell of any run or pair, in code-point order; an older estimate names none."""
    return sorted({name for one in rows for name in one.get("thin", ())})


def table_of(found: Estimates) -> list[str]:
    """A line for each run: its estimate with the interval, people's sample alone, and the machine alone."""
    return [
        f"{one.run_id}: {one.powered.in_full}; sample alone {one.plain.in_full}; machine {in_full(one.machine)}"
        for one in found.runs
    ]


def estimated(evaluation: Evaluation) -> Estimates:
    """Estimate the scores of all runs. Raises CannotDraw with a sentence, and UnknownMachine."""
    sampling = evaluation.sampling
    if sampling is None:
        raise CannotDraw(say(NO_DESIGN))
    evaluation = blind_part(evaluation)
    index = Index(evaluation)
    if sampling.machine not in index.machines:
        raise UnknownMachine(sampling.machine, index.machines)
    machine, people = index.machines[sampling.machine].grades, settled_grades(index)
    frame = {one.qid for one in sampling.questions} & index.retained
    drawn = {one.qid for one in sampling.questions if one.drawn} & frame
    pool = [item for item in evaluation.pool if item.qid in frame]
    _refuse_unjudged(sorted({item.qid for item in pool if item.qid in drawn and item not in people}))
    whole = Scorer(over(evaluation, frame))
    by_people = values_by(Scorer(over(evaluation, drawn)), people, sampling.measure, whole)
    by_machine = values_by(whole, machine, sampling.measure)
    strata = _strata(sampling, frame)
    asked = {run_id: _asked(strata, drawn, by_people[run_id], by_machine[run_id]) for run_id in by_people}
    given = {run_id: one for run_id, one in asked.items() if one.qids and not too_small(one.parts)}
    if not given:
        raise CannotDraw(say(TOO_SMALL))
    runs = sorted((_of_run(run_id, one) for run_id, one in given.items()), key=_best_first)
    return Estimates(
        sampling=sampling,
        questions=len(frame),
        drawn=len(drawn),
        answers=len(pool) / len(frame),
        runs=tuple(runs),
        pairs=tuple(_of_pair(*pair, given) for pair in _pairs([one.run_id for one in runs], given)),
        left_out=tuple(sorted(run_id for run_id, one in asked.items() if one.qids and run_id not in given)),
        changed=_said_now(evaluation, sampling) != sampling.machine_sha256,
    )


def _said_now(evaluation: Evaluation, sampling: Sampling) -> str:
    """The SHA-256 of what the machine says now of the questions that the sample was drawn from, dropped ones too."""
    qids = {one.qid for one in sampling.questions}
    own = {
        one.item: one.grade
        for one in evaluation.judgments
        if one.kind == "machine" and one.assessor == sampling.machine and one.item.qid in qids
    }
    return digest(own.items())


def _best_first(run: OfRun) -> tuple[float, str]:
    return -run.powered.value, run.run_id


def _refuse_unjudged(qids: Sequence[str]) -> None:
    if qids:
        more = "…" if len(qids) > MOST_NAMED else ""
        raise CannotDraw(
            say_n(
                "{n} question of the sample is not judged in full, or disputed and not decided: {qids}.",
                "{n} questions of the sample are not judged in full, or disputed and not decided: {qids}.",
                len(qids),
                qids=", ".join(qids[:MOST_NAMED]) + more,
            )
        )


def _strata(sampling: Sampling, frame: set[str]) -> list[tuple[str, list[str]]]:
    """The questions of each stratum that are still in the evaluation."""
    found: dict[str, list[str]] = {}
    for one in sampling.questions:
        if one.qid in frame:
            found.setdefault(one.stratum, []).append(one.qid)
    return sorted(found.items())


def _asked(
    strata: Sequence[tuple[str, Sequence[str]]],
    drawn: set[str],
    people: Mapping[str, float],
    machine: Mapping[str, float],
) -> Asked:
    """What both say of a run; of one that was not asked all questions over those that it was."""
    qids: list[str] = []
    parts, names = [], []
    for name, stratum in strata:
        own = [qid for qid in stratum if qid in machine]
        some = [qid for qid in own if qid in drawn and qid in people]
        if own:
            values, beside = (np.array([row[qid] for qid in some]) for row in (people, machine))
            parts.append(Part(len(own), values, beside, float(np.mean([machine[qid] for qid in own]))))
            names.append(name)
        qids += own
    return Asked(tuple(qids), parts, names)


def _of_run(run_id: str, asked: Asked) -> OfRun:
    parts = asked.parts
    units = sum(part.size for part in parts)
    powered = stratified_powered(parts)
    return OfRun(
        run_id,
        float(sum(part.size / units * part.machine for part in parts)),
        _estimate(stratified(parts)),
        _estimate(powered),
        float(powered.weight),
        differing(parts),
        varying(parts),
        thin_strata(asked.strata, parts, lambda part: min(varying([part]), differing([part]))),
    )


def _estimate(found: Estimated) -> Estimate:
    return Estimate(float(found.value), float(found.low), float(found.high))


def _pairs(runs: Sequence[str], given: Mapping[str, Asked]) -> list[tuple[str, str]]:
    """The pairs that are held against each other, of runs from best to worst: those that were asked the same."""
    every = len(runs) * (len(runs) - 1) // 2
    pairs = combinations(runs, 2) if every <= MOST_PAIRS else pairwise(runs)
    return [(one, other) for one, other in pairs if given[one].qids == given[other].qids]


def _of_pair(better: str, other: str, given: Mapping[str, Asked]) -> OfPair:
    parts = [
        Part(
            one.size,
            one.values - two.values,
            one.beside - two.beside,
            float(one.machine) - float(two.machine),
        )
        for one, two in zip(given[better].parts, given[other].parts, strict=True)
    ]
    difference, needed = _estimate(stratified_powered(parts)), units_to_tell_apart(parts)
    drawn = sum(part.drawn for part in parts)
    is_open = any(part.drawn < part.size for part in parts)
    thin = thin_strata(given[better].strata, parts, lambda part: differing([part]))
    return OfPair(better, other, difference, drawn, needed, differing(parts), is_open, thin)
