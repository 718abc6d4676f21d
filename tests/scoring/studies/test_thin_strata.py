"""How often intervals of stratified samples hold: often enough where no stratum is warned of, and told where one is."""

import numpy as np
import pytest

from scoring.studies.estimates import estimated
from scoring.studies.fewer_judgments import Estimated
from scoring.studies.sampled_means import Part, stratified, stratified_powered
from scoring.studies.thin_strata import FEW, FEW_OTHERS, differing, thin_strata, varying
from tests.scoring.campaigns import trec8
from tests.scoring.studies.test_estimates import asked
from tests.scoring.studies.test_machine_report import with_machine
from tests.sizes import FULL

SAMPLES, POPULATIONS = (500, 8) if FULL else (150, 4)
Strata = list[tuple[int, int, float]]  # of each how many units, how many drawn, which share is right
UNEVEN: Strata = [(100, 25, 0.9), (50, 35, 0.5), (50, 40, 0.5)]


def drawn(random: np.random.Generator, strata: Strata, error: float) -> tuple[list[list[Part]], float]:
    """Samples of one population, and its true mean; the machine is wrong in a share of all units."""
    samples: list[list[Part]] = [[] for _ in range(SAMPLES)]
    right, units = 0.0, sum(size for size, _, _ in strata)
    for size, some, share in strata:
        people = (random.random(size) < share).astype(float)
        machine = np.where(random.random(size) < error, 1 - people, people)
        right += people.sum()
        for sample in samples:
            places = random.permutation(size)[:some]
            sample.append(Part(size, people[places], machine[places], float(machine.mean())))
    return samples, right / units


def is_warned_of(parts: list[Part]) -> bool:
    names = [str(number) for number in range(len(parts))]
    thin = thin_strata(names, parts, lambda part: min(varying([part]), differing([part])))
    return varying(parts) < FEW_OTHERS or differing(parts) < FEW or bool(thin)


def is_thin_in_one(parts: list[Part]) -> bool:
    """Whether enough varies in all strata together, but not in each."""
    return varying(parts) >= FEW_OTHERS and bool(
        thin_strata(["1", "2", "3"], parts, lambda part: varying([part]))
    )


def has(found: Estimated, truth: float) -> bool:
    return abs(float(found.value) - truth) <= float(found.half)


@pytest.mark.parametrize(
    "strata",
    [
        UNEVEN,
        [(100, 40, 0.9), (100, 40, 0.6)],
        [(120, 24, 0.7), (80, 16, 0.4)],
        [(150, 30, 0.9), (50, 20, 0.5)],
    ],
)
def test_intervals_hold_where_nothing_is_warned_of(strata: Strata) -> None:
    random, held = np.random.default_rng(1), []
    for _ in range(POPULATIONS):
        samples, truth = drawn(random, strata, 0.2)
        for parts in samples:
            if not is_warned_of(parts):
                held += [has(found, truth) for found in (stratified(parts), stratified_powered(parts))]
    assert len(held) > 50
    assert np.mean(held) >= 0.93


def test_without_the_warning_by_stratum_they_do_not() -> None:
    """Over all strata together enough varies in the uneven sample; in the first, which counts for most, it does not."""
    random, held = np.random.default_rng(1), []
    for _ in range(POPULATIONS):
        samples, truth = drawn(random, UNEVEN, 0.2)
        held += [has(stratified(parts), truth) for parts in samples if is_thin_in_one(parts)]
    assert len(held) > 20
    assert np.mean(held) < 0.9


def test_the_stratum_is_named() -> None:
    """People say nearly the same of all that the machine calls right, and the machine is wrong in half of the rest."""
    qids = [f"{number:02}" for number in range(60)]
    votes = {(qid, "a"): {"ann": "yes" if int(qid) < 45 or int(qid) % 2 else "no"} for qid in qids}
    evaluation = trec8(votes, {"one": {qid: ["a"] for qid in qids}, "two": {qid: ["a"] for qid in qids[:55]}})
    said = {one: "yes" if int(one.qid) < 30 or int(one.qid) % 3 else "no" for one in evaluation.pool}
    found = estimated(asked(with_machine(evaluation, said), "grade"))
    assert any(run.thin for run in found.runs)
    sentence = next(one for one in found.sentences if "in single strata" in one)
    assert all(name in sentence for run in found.runs for name in run.thin)
    assert not any(pair.apart for pair in found.pairs if pair.thin)
