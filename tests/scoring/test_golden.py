"""Small campaigns with their full expected scores, compared byte for byte.

A changed digit needs a line in CHANGELOG.md under "Scores change". The files hold made-up documents and content only.
"""

from pathlib import Path

import pytest

from scoring import bundle
from scoring.evaluate import Scorer, evaluate
from scoring.rules import RuleError
from tests.scoring.bundles import write_bundle

GOLDEN = Path(__file__).parents[1] / "golden"
CAMPAIGNS = ("series_small", "trec8_small")
EXPECTED = [
    (campaign, path.stem.replace("-", ":"), path)
    for campaign in CAMPAIGNS
    for path in sorted((GOLDEN / "expected" / campaign).glob("*.json"))
]


def scorer(campaign: str) -> Scorer:
    evaluation, problems = bundle.read(GOLDEN / campaign)
    assert problems == []
    assert evaluation is not None
    return Scorer(evaluation)


@pytest.mark.parametrize(
    ("campaign", "rule", "path"), EXPECTED, ids=lambda value: getattr(value, "stem", value)
)
def test_scores_are_the_expected_bytes(campaign: str, rule: str, path: Path) -> None:
    report = evaluate(scorer(campaign), rule, partial=True)
    assert report._replace(software="Assize").as_text().encode() == path.read_bytes()


def test_every_rule_is_there() -> None:
    assert {rule.partition(":")[0] for _, rule, _ in EXPECTED} == {
        "adjudicated",
        "union",
        "intersection",
        "assessor",
        "random",
    }


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_the_small_campaigns_have_no_majority_somewhere(campaign: str) -> None:
    with pytest.raises(RuleError, match="no grade that more than half gave"):
        evaluate(scorer(campaign), "majority")


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_a_bundle_that_is_read_and_written_is_the_same_bytes(campaign: str, tmp_path: Path) -> None:
    evaluation = scorer(campaign).evaluation
    folder = GOLDEN / campaign
    runs = {run.run_id: (folder / f"runs/{run.run_id}.txt").read_bytes() for run in evaluation.runs}
    write_bundle(tmp_path, evaluation, runs)
    names = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    for name in names:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


def test_the_boundary_values_of_the_measures_are_among_the_expected_scores() -> None:
    """TREC-8 QA evaluation, section 2.4: 1, .5, .33, .25, .2, 0 and their mean."""
    run = evaluate(scorer("trec8_small")).as_json()["runs"]["alpha1"]
    assert [values["mrr"] for values in run["questions"].values()] == [1.0, 0.5, 1 / 3, 0.25, 0.2, 0.0]
    assert run["score"] == 137 / 360
