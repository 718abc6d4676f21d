"""Matches of a machine against those of people: counts, coefficients and rankings against independent computations."""

import random
from collections import Counter

import krippendorff
import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from scoring.evaluate import Scorer
from scoring.records import (
    Assignment,
    Evaluation,
    Item,
    MachineAssessor,
    MachineMatch,
    Match,
    Nugget,
    NuggetVote,
    Question,
    listed_as,
)
from scoring.rules import RuleError
from scoring.studies.machine_matches import match_report
from scoring.studies.machines import UnknownMachine
from tests.scoring.campaigns import item, series2004

NAME = "umbra@1"
QIDS = ("1.1", "1.2", "1.3")
NUGGETS = ("1", "2", "3", "4")


def evaluation(seed: int, *, left_out: int = 0, second: bool = True) -> Evaluation:
    """Three questions of four nuggets, two vital; ann is primary, bo judged the first two; the machine errs now and then."""
    drawn = random.Random(seed)
    asked = [Question(qid, "OTHER", f"Other {qid}", "1") for qid in QIDS]
    pool = [item(qid, answer) for qid in QIDS for answer in "abcdef"]
    runs = {
        run: [(one.qid, one.answer) for one in pool if drawn.random() < share]
        for run, share in (("high", 0.9), ("low", 0.3), ("mid", 0.6))
    }
    held = {(one, name) for one in pool for name in NUGGETS if drawn.random() < 0.4}

    def erring(rate: float) -> set[tuple[Item, str]]:
        return {
            (one, name) for one in pool for name in NUGGETS if ((one, name) in held) ^ (drawn.random() < rate)
        }

    people = {"ann": held} | ({"bo": erring(0.1)} if second else {})
    marks = [Match(one, name, who) for who, own in people.items() for one, name in own]
    rows = [Assignment(qid, "ann", "primary", "done") for qid in QIDS]
    rows += [Assignment(qid, "bo", "judge", "done") for qid in QIDS[:2] if second]
    by_machine, listed = erring(0.2), listed_as((name, f"fact {name}") for name in NUGGETS)
    said = [
        MachineMatch(one, NAME, name, listed)
        for one in pool[left_out:]
        for name in [n for n in NUGGETS if (one, n) in by_machine] or [""]
    ]
    kept = [one for one in marks if one.assessor == "ann" or one.item.qid != "1.3"]
    return series2004(asked, {}, runs, pool=tuple(pool), assignments=tuple(rows))._replace(
        nuggets=tuple(Nugget(qid, name, f"fact {name}", "pool", "ann") for qid in QIDS for name in NUGGETS),
        nugget_votes=tuple(
            NuggetVote(qid, name, "ann", "vital" if name < "3" else "okay")
            for qid in QIDS
            for name in NUGGETS
        ),
        matches=tuple(sorted(kept)),
        machine_matches=tuple(sorted(said)),
        machines=(MachineAssessor(NAME, "umbra", "1", "model-x", team="team"),),
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_marks_and_coefficients_are_those_of_other_programs(seed: int) -> None:
    given = evaluation(seed)
    found = match_report(given, NAME)
    by_ann = {(one.item, one.nugget) for one in given.matches if one.assessor == "ann"}
    by_machine = {(one.item, one.nugget) for one in given.machine_matches if one.nugget}
    every = [(one, name) for one in given.pool for name in NUGGETS]
    sides = np.array([[mark in by_ann for mark in every], [mark in by_machine for mark in every]], dtype=int)
    table = np.array([[sum((sides[0] == p) & (sides[1] == m)) for m in (1, 0)] for p in (1, 0)])
    assert found.counts == tuple(map(tuple, table.tolist()))
    assert found.kappa.value == pytest.approx(cohens_kappa(table).kappa)
    assert found.alpha.value == pytest.approx(krippendorff.alpha(sides, level_of_measurement="nominal"))
    assert found.leaning.value == pytest.approx((table[1, 0] - table[0, 1]) / table.sum())
    assert (found.kappa.low, found.kappa.high) == (None, None)  # three questions carry no interval
    assert [(one.kind, one.marks) for one in found.kinds] == [("vital", 36), ("okay", 36)]
    assert sum(one.machine_only for one in found.kinds) == table[1, 0]
    assert Counter(one.machine for one in found.differences) == {True: table[1, 0], False: table[0, 1]}
    for run in found.runs:
        own = {one.item for one in given.responses[run.run_id]}
        marks = [place for place, (one, _) in enumerate(every) if one in own]
        assert run.items == len(marks)
        assert run.bias.value == pytest.approx((sides[1][marks].sum() - sides[0][marks].sum()) / len(marks))
    assert found.kin == (tuple(run.run_id for run in given.runs if run.team == "team"), ())


def test_runs_are_ranked_by_both_beside_what_people_disagree() -> None:
    given = evaluation(3)
    found = match_report(given, NAME)
    scorer = Scorer(given)
    for run, people, machine in found.scores:
        for rule, value in (("adjudicated", people), (f"assessor:{NAME}", machine)):
            questions = scorer.score(rule, partial=True).runs[run].questions
            values = [questions[qid]["other_f"] for qid in QIDS]
            assert value == sum(one for one in values if one is not None) / 3
    assert found.ranking is not None
    assert found.compared == QIDS
    judges = {(one.one, one.other): one for one in found.judges}
    assert list(judges) == [("ann", "bo"), ("ann", NAME), ("bo", NAME)]
    assert [judges[pair].questions for pair in judges] == [2, 3, 2]
    assert [judges[pair].marks for pair in judges] == [48, 72, 48]
    by_ann, by_bo = (
        {run: one.questions for run, one in scorer.score(f"assessor:{who}", partial=True).runs.items()}
        for who in ("ann", "bo")
    )
    means = [
        {run: sum(rows[qid]["other_f"] or 0 for qid in QIDS[:2]) for run, rows in of.items()}
        for of in (by_ann, by_bo)
    ]
    pairs = [("high", "low"), ("high", "mid"), ("low", "mid")]
    alike = sum((means[0][a] >= means[0][b]) == (means[1][a] >= means[1][b]) for a, b in pairs)
    ranking = judges["ann", "bo"].ranking
    assert ranking is not None
    assert float(ranking.tau) == pytest.approx((2 * alike - 3) / 3)
    assert found.alpha_people is not None
    assert found.alpha_together is not None


def test_what_cannot_be_compared_is_said() -> None:
    half = match_report(evaluation(4, left_out=1, second=False), NAME)
    assert half.compared == ("1.2", "1.3")
    assert half.answers == 17
    assert half.alpha_people is None
    given = evaluation(5)
    reworded = [one._replace(text="another") if one.qid == "1.2" else one for one in given.nuggets]
    assert match_report(given._replace(nuggets=tuple(reworded)), NAME).outdated == ("1.2",)
    seen = tuple(one._replace(shown="umbra@2" if one.qid == "1.2" else "") for one in given.assignments)
    assert (
        match_report(given, NAME).in_view,
        match_report(given._replace(assignments=seen), NAME).in_view,
    ) == ((), ("1.2",))
    equals = [one._replace(role="judge") for one in given.assignments]
    without = match_report(given._replace(assignments=tuple(equals), nuggets=_settled(given)), NAME)
    assert without.undecided == ("1.1", "1.2")
    assert without.compared == ("1.3",)
    nothing = match_report(given._replace(matches=(), assignments=()), NAME)
    assert (nothing.answers, nothing.ranking, nothing.kappa.value) == (0, None, None)
    assert "umbra@1 and by people in 0 answers" in nothing.sentence
    with pytest.raises(UnknownMachine, match="Machines are umbra@1"):
        match_report(given, "umbra@2")
    with pytest.raises(RuleError, match="did not mark"):
        Scorer(evaluation(4, left_out=1)).score(f"assessor:{NAME}")


def _settled(given: Evaluation) -> tuple[Nugget, ...]:
    return tuple(one._replace(assessor="") for one in given.nuggets)
