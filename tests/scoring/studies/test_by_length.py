"""Rankings within each declared length, worked out by hand: one length turns round where the other does not."""

from itertools import permutations
from typing import Any

import pytest
from scipy.stats import kendalltau

from scoring.evaluate import Scorer
from scoring.records import Evaluation
from scoring.studies.by_length import FEWEST, TOO_FEW
from scoring.studies.options import Options
from scoring.studies.study import study
from tests.scoring.campaigns import trec8

OPTIONS = Options(samples=200, trials=1, resamples=100)
BOTH = {"ann": "yes", "bob": "yes"}
WRONG = ("z", "w", "v", "u")
SHORT, LONG = "abghi", "cdjkl"
LENGTHS = {**dict.fromkeys(SHORT, 50), **dict.fromkeys(LONG, 250), "e": 1000}


def found_at(rank: int) -> dict[str, list[str]]:
    """A run that has the right answer of the second question at this rank, which every judge finds right."""
    return {"2": [*WRONG[: rank - 1], "y"]}


def campaign(lengths: dict[str, int]) -> Evaluation:
    """Two questions. Of the runs of 50 bytes a is the best where x is right, which ann says and bob does not; else the last.
    Those of 250 bytes are 1/2, 1/4, 1/6, 1/8 and 1/10, whoever judges."""
    votes = {("1", "x"): {"ann": "yes", "bob": "no"}, ("2", "y"): BOTH}
    votes |= {("2", one): dict.fromkeys(BOTH, "no") for one in WRONG}
    runs = {"a": {"1": ["x"]}}  # 1/2 or 0
    runs |= {run: found_at(rank) for rank, run in enumerate(SHORT[1:], 2)}
    runs |= {run: found_at(rank) for rank, run in enumerate(LONG, 1)}
    runs |= {"e": {"2": ["z"]}, "f": {"2": ["z"]}}  # f is of no length
    made = trec8(votes, runs, {("1", "x"): "yes"})
    given = tuple(run._replace(length_limit=lengths.get(run.run_id)) for run in made.runs)
    return made._replace(runs=given)


def judged(lengths: dict[str, int], **options: Any) -> Any:
    return study(Scorer(campaign(lengths)), OPTIONS._replace(**options)).parts["0.one_judge"]


def tau(found: Any, name: str) -> Any:
    return found["correlations"][name] and found["correlations"][name]["tau"]


def test_each_length_has_the_tau_of_its_own_runs() -> None:
    found = judged(LENGTHS, exclude=("f",))
    short, long, alone = found["by_length"]
    assert [(one["length"], "".join(one["runs"])) for one in found["by_length"]] == [
        (50, SHORT),
        (250, LONG),
        (1000, "e"),
    ]
    # a falls from the first place to the last: past 4 of 5 runs, in 4 of 10 pairs; of all, past 9 in 9 of 55
    assert tau(short, "intersection") == pytest.approx(1 - 2 * 4 / 10)
    assert tau(long, "intersection") == 1
    assert tau(found, "intersection") == pytest.approx(1 - 2 * 9 / 55)
    assert tau(short, "with_adjudicated")["min"] == pytest.approx(1 - 2 * 4 / 10)
    assert tau(short, "with_adjudicated")["max"] == tau(long, "with_adjudicated")["min"] == 1
    assert tau(alone, "within") is None


def test_of_a_few_runs_no_tau_is_told() -> None:
    found = judged(LENGTHS, exclude=("i", "l"))
    for one in found["by_length"]:
        assert set(one["correlations"].values()) == {None}
        assert set(one["reasons"].values()) == {TOO_FEW}
    assert tau(found, "intersection") < 1  # of all runs it is


def test_from_the_fewest_runs_on_a_random_order_is_seldom_the_same() -> None:
    """All orders of so many runs, against the first: how many agree wholly."""

    def by_chance(runs: int) -> float:
        taus = [kendalltau(range(runs), order).statistic for order in permutations(range(runs))]
        return [tau == 1 for tau in taus].count(True) / len(taus)

    assert by_chance(FEWEST) < 0.01 < by_chance(FEWEST - 1)


def test_the_sets_are_those_by_which_all_runs_are_ranked() -> None:
    """As only a's place depends on the judge, the share of sets that turn a and b round is that in which a is the last."""
    found = judged(LENGTHS)
    turned = next(pair for pair in found["swaps"] if {pair["a"], pair["b"]} == {"a", "b"})
    assert tau(found["by_length"][0], "with_adjudicated")["mean"] == pytest.approx(
        1 - 2 * 4 / 10 * turned["b_better"] / 200
    )


def test_runs_of_one_length_or_none_are_not_told_apart() -> None:
    assert "by_length" not in judged({})
    assert "by_length" not in judged(dict.fromkeys((*SHORT, *LONG, "e", "f"), 50))
    assert "by_length" not in judged(LENGTHS, exclude=(*LONG, "e"))
