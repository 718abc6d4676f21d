"""Fewer judgments tried on a campaign that was judged in full: what is said, and what is refused."""

import pytest

from scoring.records import Adjudication
from scoring.studies.fewer_simulated import CannotSimulate, simulated
from scoring.studies.machines import UnknownMachine
from tests.scoring.studies.test_machine_report import as_people, campaign, noisy, with_machine


def test_each_run_is_tried_and_the_sentence_says_whether_intervals_hold() -> None:
    evaluation = as_people(campaign(60, 4, seed=2))
    whole = with_machine(evaluation, noisy(evaluation, 5, 0.1))
    found = simulated(whole, "m@1", (6, 40), trials=400)
    assert (found.questions, found.measure, [size.n for size in found.sizes]) == (60, "mrr", [6, 40])
    few, many = found.sizes
    assert [run.run_id for run in many.runs] == ["r0", "r1", "r2", "r3"]
    assert all(run.powered.width < run.plain.width for run in many.runs)
    assert all(abs(run.powered.bias) < 0.02 for run in many.runs)
    for size, sentence in zip(found.sizes, found.sentences, strict=True):
        assert ("must not be relied on" in sentence) is bool(size.unsound)
    assert few.unsound
    assert found.as_json() == simulated(whole, "m@1", (6, 40), trials=400).as_json()


def test_a_machine_that_is_always_right_has_no_interval_at_all() -> None:
    evaluation = as_people(campaign(20, 3))
    grades = noisy(evaluation, 1, 0)
    (size,) = simulated(with_machine(evaluation, grades), "m@1", (8,), trials=50).sizes
    assert all(run.powered.width < 1e-9 and run.powered.held == 1 for run in size.runs)
    assert all(run.saved == 20 - 8 for run in size.runs)


def test_disputed_questions_are_left_out_until_they_are_decided() -> None:
    evaluation = campaign(20, 3, error=0.02)
    machine = with_machine(evaluation, noisy(evaluation, 1, 0.1))
    few = simulated(machine, "m@1", (3,), trials=20).questions
    decided = tuple(
        Adjudication(one.item, one.grade, "opinion", False)
        for one in {one.item: one for one in evaluation.judgments}.values()
    )
    assert few < simulated(machine._replace(adjudications=decided), "m@1", (3,), trials=20).questions == 20


def test_what_cannot_be_tried_is_refused() -> None:
    evaluation = as_people(campaign(6, 2))
    machine = with_machine(evaluation, noisy(evaluation, 1))
    for sizes in ((2,), (6,), (3, 9)):
        with pytest.raises(CannotSimulate, match="fewer than the 6"):
            simulated(machine, "m@1", sizes)
    with pytest.raises(UnknownMachine):
        simulated(machine, "ann")
