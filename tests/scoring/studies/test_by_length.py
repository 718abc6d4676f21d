"""Rankings within each declared length, worked out by hand: one length turns round where the other does not."""

from typing import Any

import pytest

from scoring.evaluate import Scorer
from scoring.records import Evaluation
from scoring.studies.options import Options
from scoring.studies.study import study
from tests.scoring.campaigns import trec8

OPTIONS = Options(samples=200, trials=1, resamples=100)
BOTH = {"ann": "yes", "bob": "yes"}
LENGTHS = {"a": 50, "b": 50, "c": 250, "d": 250, "e": 1000}


def campaign(lengths: dict[str, int]) -> Evaluation:
    """Two questions. Of the runs of 50 bytes a is better where x is right, which ann says and bob does not; else b is."""
    votes = {("1", "x"): {"ann": "yes", "bob": "no"}, ("2", "y"): BOTH}
    votes |= {("2", "z"): dict.fromkeys(BOTH, "no")}
    runs = {
        "a": {"1": ["x"]},  # 1/2 or 0
        "b": {"2": ["z", "y"]},  # 1/4
        "c": {"2": ["y"]},  # 1/2
        "d": {"2": ["z"]},  # 0
        "e": {"2": ["z"]},
        "f": {"2": ["z"]},  # of no length
    }
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
    assert [(one["length"], one["runs"]) for one in found["by_length"]] == [
        (50, ["a", "b"]),
        (250, ["c", "d"]),
        (1000, ["e"]),
    ]
    assert (tau(short, "intersection"), tau(long, "intersection")) == (-1, 1)
    assert tau(found, "intersection") == pytest.approx(1 - 2 * 2 / 10)  # a, c, b, d, e becomes c, b, a, d, e
    assert tau(short, "with_adjudicated")["min"] == -1
    assert tau(short, "with_adjudicated")["max"] == tau(long, "with_adjudicated")["min"] == 1
    assert tau(alone, "within") is None
    assert alone["reasons"]["within"] == "There are fewer than two runs with a score."


def test_the_sets_are_those_by_which_all_runs_are_ranked() -> None:
    """As only a's place depends on the judge, the share of sets that turn a and b round is that of b above a."""
    found = judged(LENGTHS)
    turned = next(pair for pair in found["swaps"] if {pair["a"], pair["b"]} == {"a", "b"})
    assert tau(found["by_length"][0], "with_adjudicated")["mean"] == pytest.approx(
        1 - 2 * turned["b_better"] / 200
    )


def test_runs_of_one_length_or_none_are_not_told_apart() -> None:
    assert "by_length" not in judged({})
    assert "by_length" not in judged(dict.fromkeys("abcdef", 50))
    assert "by_length" not in judged(LENGTHS, exclude=("c", "d", "e"))
