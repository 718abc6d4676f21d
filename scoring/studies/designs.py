"""Samples of questions that people are asked to judge where a machine judged all: how they are drawn.

The sample is drawn from the questions that the measure is taken over and that have answers in the pool. Whole questions are
drawn, so that whoever has one judges all of its answers. Designs differ in strata alone; within a stratum every sample of its
size has the same chance:

simple          one stratum
grade           thirds by what the machine gives the runs there on average
disagreement    questions in which the machine gives all runs the same; of the others the half in which runs differ less, and the
                rest. A half of the sample is shared by the number of questions, a half by their number times the standard
                deviation among the runs (nearer to Neyman's shares, Cochran 1977, section 5.5)
versions        all questions in which versions of the machine grade an answer differently, and a sample of the rest: without
                that sample nothing would be known of the rest

c@1 is a mean, too, as far as people have a part in it: of n questions a run leaves nU unanswered, whoever judges, so that
c@1 = nR / n · (1 + nU / n) is the mean of questions that are worth 1 + nU / n where they are right, else 0.

Each stratum gets two questions or more, since one says nothing of how much they vary.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from scoring.arrays import np
from scoring.conditions import digest
from scoring.evaluate import Scorer
from scoring.evaluate.units import question_rows
from scoring.index import Index
from scoring.measures.base import ONE
from scoring.measures.c1 import C1
from scoring.records import Evaluation, Item, Qrels, SampledQuestion, Sampling
from scoring.say import say, say_n, sentence
from scoring.studies.draws import Draws
from scoring.studies.machines import UnknownMachine, measure_of, over

SIMPLE, GRADE, DISAGREEMENT, VERSIONS = "simple", "grade", "disagreement", "versions"
DESIGNS: Mapping[str, str] = {
    SIMPLE: sentence("simple: every question has the same chance"),
    GRADE: sentence("by grade: thirds by what the machine gives the runs"),
    DISAGREEMENT: sentence("by disagreement: more of the questions in which the machine tells runs apart"),
    VERSIONS: sentence(
        "by versions: all questions in which versions of the machine differ, and some of the rest"
    ),
}
LEAST = 2  # questions of a stratum
NO_MEAN = sentence("Scores by {measure} are no mean over questions, so they are not estimated from a sample.")
NOT_ONE_BY_ONE = sentence(
    "Answers of these questions are not scored one by one, so a machine’s grades do not say what people’s would come to."
)
Values = Mapping[str, Mapping[str, float]]  # by run and question


class CannotDraw(ValueError):
    """A sample cannot be drawn, or nothing can be estimated from it."""


class Frame(NamedTuple):
    """The questions that a sample is drawn from, in their order, and what the machine says of them."""

    measure: str
    qids: tuple[str, ...]
    values: Values
    differing: frozenset[str]  # questions in which another version grades an answer differently
    other_versions: tuple[str, ...]
    sha256: str  # of the machine's grades there


def drawn_sample(evaluation: Evaluation, machine: str, design: str, size: int, seed: int) -> Sampling:
    """Draw the questions that people are asked to judge. Raises UnknownMachine, and CannotDraw with a sentence."""
    frame = frame_of(evaluation, machine)
    strata = strata_of(frame, design)
    shares = shared_out(frame, strata, design, size)
    chosen: set[str] = set()
    for name, qids in strata.items():
        order = Draws(seed).spawn(f"sample/{name}").permutations(1, len(qids))[0]
        chosen.update(qids[place] for place in order[: shares[name]])
    stratum = {qid: name for name, qids in strata.items() for qid in qids}
    return Sampling(
        design=design,
        machine=machine,
        measure=frame.measure,
        size=size,
        seed=seed,
        machine_sha256=frame.sha256,
        questions=tuple(SampledQuestion(qid, stratum[qid], qid in chosen) for qid in sorted(frame.qids)),
    )


def frame_of(evaluation: Evaluation, machine: str) -> Frame:
    """The questions that a sample can be drawn from. Raises UnknownMachine and CannotDraw."""
    index = Index(evaluation)
    if machine not in index.machines:
        raise UnknownMachine(machine, index.machines)
    scorer, measure = scorer_of_measure(evaluation, {item.qid for item in evaluation.pool})
    grades = index.machines[machine].grades
    values = values_by(scorer, grades, measure)
    asked = {qid for row in values.values() for qid in row}
    qids = tuple(question.qid for question in scorer.questions if question.qid in asked)
    _refuse_unjudged(evaluation, grades, asked)
    others = versions_of(evaluation, index, machine)
    differing = differing_questions(index, machine, others)
    own = ((item, grade) for item, grade in grades.items() if item.qid in asked)
    return Frame(measure, qids, values, differing & asked, others, digest(own))


def scorer_of_measure(evaluation: Evaluation, qids: Collection[str]) -> tuple[Scorer, str]:
    """The measure that most of some questions have, and a scorer of those alone that have it. Raises CannotDraw.

    Lists and nuggets are left out: what their answers count for depends on classes and matches that only people make.
    """
    whole = Scorer(over(evaluation, qids))
    measure = measure_of(whole)
    own = [one for one in whole.questions if measure in whole.kinds[one.qid].measures]
    if not measure or any(whole.kinds[one.qid].form.is_whole for one in own):
        raise CannotDraw(say(NOT_ONE_BY_ONE))
    combined = whole.measure(measure).combined
    if not combined.is_mean and combined != C1:
        raise CannotDraw(say(NO_MEAN, measure=measure))
    return Scorer(over(evaluation, {one.qid for one in own})), measure


def values_by(
    scorer: Scorer, grades: Mapping[Item, str], measure: str, whole: Scorer | None = None
) -> Values:
    """What each run gets for each question by some grades, so that its score is the mean.

    `whole` has all questions that the score is taken over, where `scorer` has some of them only.
    """
    rows = question_rows(scorer, scorer.key_of(Qrels("given", grades), partial=True), measure)
    worth = worth_of_right(whole or scorer, measure)
    return {
        run_id: {qid: float(parts[0] * worth[run_id]) for qid, parts in row.items()} for run_id, row in rows
    }


def worth_of_right(scorer: Scorer, measure: str) -> dict[str, Fraction]:
    """What a run gets for a question that is right: 1, and with c@1 more by the share that it left unanswered.

    c@1 = nR / n · (1 + nU / n), and which questions a run left unanswered is known before anybody judges.
    """
    rows = question_rows(scorer, scorer.key_of(Qrels("given", {}), partial=True), measure)
    if scorer.measure(measure).combined.is_mean:
        return {run_id: ONE for run_id, _ in rows}
    silent = C1.parts.index("unanswered")
    shares = {run_id: [parts[silent] for parts in row.values()] for run_id, row in rows}
    return {run_id: ONE + Fraction(sum(share), max(1, len(share))) for run_id, share in shares.items()}


def versions_of(evaluation: Evaluation, index: Index, machine: str) -> tuple[str, ...]:
    """The other versions of a machine that judged here."""
    names = {one.assessor: one.name for one in evaluation.machines}
    same = (
        other for other in index.machines if other != machine and names.get(other, "") == names.get(machine)
    )
    return tuple(sorted(same))


def differing_questions(index: Index, machine: str, others: Iterable[str]) -> frozenset[str]:
    """The questions in which other versions grade an answer differently from this one."""
    grades = index.machines[machine].grades
    each = (pair for name in others for pair in index.machines[name].grades.items())
    return frozenset(item.qid for item, grade in each if grades.get(item, grade) != grade)


def _refuse_unjudged(evaluation: Evaluation, grades: Mapping[Item, str], asked: Collection[str]) -> None:
    missing = [item for item in evaluation.pool if item.qid in asked and item not in grades]
    if missing:
        raise CannotDraw(
            say_n(
                "The machine has not judged {n} answer, of question {qid}.",
                "The machine has not judged {n} answers, of question {qid} among others.",
                len(missing),
                qid=min(missing).qid,
            )
        )


def strata_of(frame: Frame, design: str) -> dict[str, list[str]]:
    """The questions of each stratum, in their order; none of them is empty. Raises CannotDraw."""
    if design == SIMPLE:
        return {"all": [*frame.qids]}
    if design == VERSIONS:
        if not frame.other_versions:
            raise CannotDraw(say("No other version of this machine has judged here."))
        return _grouped(
            {qid: "differ" if qid in frame.differing else "same" for qid in frame.qids}, ("differ", "same")
        )
    if design == GRADE:
        means, names = _means(frame), ("low", "middle", "high")
        order = sorted(frame.qids, key=lambda qid: means[qid])
        labels = {qid: names[3 * place // len(order)] for place, qid in enumerate(order)}
        return _grouped({qid: labels[qid] for qid in frame.qids}, names)
    spreads = spread_among_runs(frame)
    apart = sorted((qid for qid in frame.qids if spreads[qid] > 0), key=spreads.__getitem__)
    less = set(apart[: len(apart) // 2])
    labels = {qid: "none" if not spreads[qid] else "less" if qid in less else "more" for qid in frame.qids}
    return _grouped(labels, ("none", "less", "more"))


def _grouped(labels: Mapping[str, str], names: Sequence[str]) -> dict[str, list[str]]:
    found = {name: [qid for qid, label in labels.items() if label == name] for name in names}
    return {name: qids for name, qids in found.items() if qids}


def _means(frame: Frame) -> dict[str, float]:
    """What the machine gives the runs for each question, on average."""
    return {qid: float(np.mean(given)) for qid, given in _by_question(frame).items()}


def spread_among_runs(frame: Frame) -> dict[str, float]:
    """The standard deviation of what the machine gives the runs for each question."""
    spreads = {qid: float(np.std(given)) for qid, given in _by_question(frame).items()}
    return {qid: spread if spread > 1e-12 else 0.0 for qid, spread in spreads.items()}


def _by_question(frame: Frame) -> dict[str, list[float]]:
    return {qid: [row[qid] for row in frame.values.values() if qid in row] for qid in frame.qids}


def shared_out(frame: Frame, strata: Mapping[str, Sequence[str]], design: str, size: int) -> dict[str, int]:
    """How many questions of each stratum are drawn. Raises CannotDraw."""
    sizes = {name: len(qids) for name, qids in strata.items()}
    least = {name: min(LEAST, n) for name, n in sizes.items()}
    weights = {name: float(n) for name, n in sizes.items()}
    if design == VERSIONS and "differ" in sizes:
        least["differ"] = sizes["differ"]
        weights["differ"] = 0.0
    if design == DISAGREEMENT:
        spreads = spread_among_runs(frame)
        apart = {name: sum(spreads[qid] for qid in qids) for name, qids in strata.items()}
        total = sum(apart.values()) or 1.0
        weights = {name: sizes[name] / len(frame.qids) + apart[name] / total for name in sizes}
    spare = sum(least[name] - 1 for name in sizes if least[name] < sizes[name])
    needed, units = (
        sum(least.values()) + max(0, 2 - spare),
        len(frame.qids),
    )  # the same as sampled_means.too_small
    if not needed <= size < units:
        raise CannotDraw(
            say(
                "This design needs {least} questions or more, and fewer than the {n} that a sample is drawn from.",
                least=needed,
                n=units,
            )
        )
    shares = _apportioned(sizes, least, weights, size)
    if (
        sum(shares[name] - 1 for name in sizes if shares[name] < sizes[name]) < 2
    ):  # nearly all would be judged
        raise CannotDraw(
            say("So few questions would be left out that nothing can be estimated. Draw fewer, or all.")
        )
    return shares


def _apportioned(
    sizes: Mapping[str, int], least: Mapping[str, int], weights: Mapping[str, float], size: int
) -> dict[str, int]:
    """Whole shares by weight, at least and at most so many each: one question after another to whom most is missing."""
    total = sum(weights.values())
    wanted = {name: size * weight / total for name, weight in weights.items()}
    given = {name: min(sizes[name], max(least[name], floor(wanted[name]))) for name in sizes}
    while sum(given.values()) > size:
        above = [name for name in sizes if given[name] > least[name]]
        given[max(above, key=lambda name: given[name] - wanted[name])] -= 1
    while sum(given.values()) < size:
        below = [name for name in sizes if given[name] < sizes[name]]
        given[max(below, key=lambda name: wanted[name] - given[name])] += 1
    return given
