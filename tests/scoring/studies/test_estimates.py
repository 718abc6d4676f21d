"""Samples of questions by each design, and what is estimated from them: shares, seeds, refusals, values by hand."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from scoring.evaluate import Scorer
from scoring.index import Index
from scoring.records import Evaluation, Judgment, MachineAssessor, Qrels
from scoring.studies.designs import DESIGNS, CannotDraw, drawn_sample, frame_of, shared_out
from scoring.studies.estimates import estimated
from scoring.studies.machines import UnknownMachine
from tests.scoring.campaigns import trec8
from tests.scoring.studies.test_machine_report import as_people, campaign, noisy, with_machine
from tests.studies.scene import scorer_of_golden

QUESTIONS = 60


def judged_by_machines() -> Evaluation:
    """60 questions and 4 runs, judged in full by people and by two versions of a machine."""
    whole = as_people(campaign(QUESTIONS, 4, seed=2))
    both = with_machine(whole, noisy(whole, 5, 0.1))
    other = tuple(
        Judgment(one.item, "m@2", one.grade if int(one.item.qid) % 6 else "no", kind="machine", version="2")
        for one in both.judgments
        if one.kind == "machine"
    )
    facts = tuple(MachineAssessor(f"m@{version}", "m", version, "model") for version in "12")
    return both._replace(judgments=(*both.judgments, *other), machines=facts)


def machine_judged(name: str) -> Evaluation:
    """A committed bundle in which a machine says of all answers of the pool what people say, or nothing good."""
    evaluation = scorer_of_golden(name).evaluation
    people = {one.item: one.grade for one in evaluation.judgments if one.kind == "human"}
    said = (
        Judgment(one, "m@1", people.get(one, "wrong"), kind="machine", version="1") for one in evaluation.pool
    )
    return evaluation._replace(judgments=(*evaluation.judgments, *said))


def asked(evaluation: Evaluation, design: str, size: int = 24, seed: int = 1) -> Evaluation:
    """The same where people judged no more than the sample."""
    sampling = drawn_sample(evaluation, "m@1", design, size, seed)
    drawn = {one.qid for one in sampling.questions if one.drawn}
    kept = tuple(one for one in evaluation.judgments if one.kind == "machine" or one.item.qid in drawn)
    return evaluation._replace(judgments=kept, sampling=sampling)


@pytest.mark.parametrize("design", DESIGNS)
def test_a_sample_has_its_size_its_chances_and_the_estimates_of_what_was_drawn(design: str) -> None:
    evaluation = judged_by_machines()
    sample = asked(evaluation, design)
    sampling = sample.sampling
    assert sampling is not None
    assert sampling == drawn_sample(evaluation, "m@1", design, 24, 1)
    assert sampling != drawn_sample(evaluation, "m@1", design, 24, 2)
    assert sum(one.drawn for one in sampling.questions) == 24
    sizes = Counter(one.stratum for one in sampling.questions)
    drawn = Counter(one.stratum for one in sampling.questions if one.drawn)
    for one in sampling.questions:
        assert sampling.chances[one.qid] == Fraction(drawn[one.stratum], sizes[one.stratum])
        assert drawn[one.stratum] >= 2
    if design == "versions":
        assert sampling.chances["06"] == 1
        assert 0 < sampling.chances["07"] < 1
    found = estimated(sample)
    scores = Scorer(evaluation).report(Scorer(evaluation).key_of(Qrels("union", Index(evaluation).common)))
    for run in found.runs:
        truth = float(scores.runs[run.run_id].score or 0)
        assert run.powered.low < run.powered.value < run.powered.high
        assert abs(run.powered.value - truth) < 0.25
    assert [run.powered.value for run in found.runs] == sorted(
        (r.powered.value for r in found.runs), reverse=True
    )
    assert len(found.pairs) == 6
    assert (found.questions, found.drawn, found.changed) == (QUESTIONS, 24, False)
    assert "estimated from 24 that people judged" in found.sentences[0]


def test_a_simple_sample_gives_scipys_interval_and_pairs_are_means_of_differences() -> None:
    sample = asked(judged_by_machines(), "simple")
    assert sample.sampling is not None
    drawn = sorted(one.qid for one in sample.sampling.questions if one.drawn)
    report = Scorer(sample).report(Scorer(sample).key_of(Qrels("union", Index(sample).common), partial=True))
    found = {run.run_id: run for run in estimated(sample).runs}
    values = {
        run_id: np.array([float(report.runs[run_id].questions[qid]["mrr"] or 0) for qid in drawn])
        for run_id in found
    }
    for run_id, run in found.items():
        low, high = stats.t.interval(0.95, 23, values[run_id].mean(), stats.sem(values[run_id]))
        assert run.plain.value == pytest.approx(values[run_id].mean())
        assert run.plain.high - run.plain.low == pytest.approx((high - low) * np.sqrt(1 - 24 / QUESTIONS))
    for pair in estimated(sample).pairs:
        plain = values[pair.better].mean() - values[pair.other].mean()
        assert abs(pair.difference.value - plain) < 0.2
        holds = pair.differing >= 10  # else the interval is often too short, and tells nothing apart
        assert pair.apart is (holds and not pair.difference.low <= 0 <= pair.difference.high)
        assert pair.needed is None or 24 <= pair.needed <= QUESTIONS
        assert not (pair.apart and pair.needed is not None and pair.needed > 24 + 12)


def test_what_cannot_be_drawn_or_estimated_is_refused_and_what_changed_is_said() -> None:
    evaluation = judged_by_machines()
    with pytest.raises(UnknownMachine):
        drawn_sample(evaluation, "ann", "simple", 20, 1)
    with pytest.raises(CannotDraw, match="not scored one by one"):
        drawn_sample(machine_judged("tac_small"), "m@1", "simple", 3, 1)
    series = drawn_sample(machine_judged("series_small"), "m@1", "simple", 3, 1)
    assert {one.qid for one in series.questions} == {"1.1", "2.1", "2.2", "3.1"}
    for design, size in (("simple", 2), ("simple", QUESTIONS), ("grade", 5), ("versions", 10)):
        with pytest.raises(CannotDraw, match=r"needs .* questions or more, and fewer than the 60"):
            drawn_sample(evaluation, "m@1", design, size, 1)
    with pytest.raises(CannotDraw, match="No other version"):
        drawn_sample(evaluation._replace(machines=()), "m@1", "versions", 20, 1)
    gap = tuple(one for one in evaluation.judgments if one.kind != "machine" or one.item.qid != "07")
    with pytest.raises(CannotDraw, match=r"has not judged . answers, of question 07"):
        drawn_sample(
            evaluation._replace(judgments=(*gap, *evaluation.judgments[-1:])), "m@1", "simple", 20, 1
        )
    with pytest.raises(CannotDraw, match="No sample was drawn"):
        estimated(evaluation)
    sample = asked(evaluation, "simple")
    assert sample.sampling is not None
    first = next(one.qid for one in sample.sampling.questions if one.drawn)
    less = tuple(one for one in sample.judgments if one.item.qid != first or one.kind == "machine")
    with pytest.raises(CannotDraw, match=f"1 question of the sample is not judged in full.*: {first}"):
        estimated(sample._replace(judgments=less))
    without = estimated(sample._replace(judgments=less, dropped={first: "odd"}))
    assert (without.questions, without.drawn) == (QUESTIONS - 1, 23)
    moved = tuple(
        one._replace(grade="no") if one.kind == "machine" and one.item.qid == first else one
        for one in sample.judgments
    )
    changed = estimated(sample._replace(judgments=moved))
    assert changed.changed
    assert "is not what it said when the sample was drawn" in changed.sentences[-1]
    assert estimated(sample._replace(judgments=moved, dropped={first: "odd"})).changed


def test_estimates_that_rest_on_few_differences_are_not_to_be_relied_on() -> None:
    evaluation = judged_by_machines()
    said = estimated(asked(evaluation, "simple")).sentences[1]
    assert "Do not rely on the intervals of" in said
    assert "in fewer than 10 of the questions drawn by chance" in said
    # Differences in questions of which all are judged say nothing of the others.
    versions = asked(evaluation, "versions", 50)
    assert versions.sampling is not None
    whole = {one.qid for one in versions.sampling.questions if one.stratum == "differ"}
    assert whole
    drawn = {one.qid for one in versions.sampling.questions if one.drawn} - whole
    assert all(run.differing <= len(drawn) for run in estimated(versions).runs)
    with pytest.raises(CannotDraw, match="So few questions would be left out"):
        shared_out(frame_of(evaluation, "m@1"), {"low": ["1", "2", "3"], "high": ["4", "5", "6"]}, "grade", 5)


def test_a_run_that_is_right_nearly_everywhere_has_no_interval_to_rely_on() -> None:
    """The machine says something else of half of the questions, which does not help where people say nearly always the same."""
    qids = [f"{number:02}" for number in range(60)]
    votes = {(qid, one): {"ann": "yes" if one == "a" else "no"} for qid in qids for one in "ab"}
    runs = {
        "good": {qid: ["b" if qid == "07" else "a"] for qid in qids},
        "fair": {q: ["ab"[int(q) % 2]] for q in qids},
    }
    evaluation = trec8(votes, runs)
    said = {one: "yes" if (int(one.qid) // 2) % 2 else "no" for one in evaluation.pool}
    found = estimated(asked(with_machine(evaluation, said), "simple"))
    varying = {run.run_id: run.varying for run in found.runs}
    assert varying["good"] <= 1 < 8 < varying["fair"]
    few = sum(number < 6 for number in varying.values())
    assert f"Rely on neither interval of {few} of 2 runs" in " ".join(found.sentences)


def test_scores_of_a_sample_say_that_they_are_not_of_all() -> None:
    sample = asked(judged_by_machines(), "simple")
    report = Scorer(sample).score("union")
    assert any("a sample of 24 of 60 questions" in one for one in report.warnings)
