"""Small campaigns with their full expected scores, compared byte for byte.

A changed digit needs a line in CHANGELOG.md under "Scores change". The files hold made-up documents and content only.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring import bundle
from scoring.__main__ import main
from scoring.evaluate import Scorer, evaluate
from scoring.intervals import mean_influence, score_interval
from scoring.measures.c1 import C1
from scoring.measures.cws import influence_in_order, weights_of
from scoring.measures.spans import F1
from scoring.rules import RuleError
from scoring.spans.predictions import read_predictions
from scoring.spans.report import as_json
from scoring.studies.numbers import shown
from scoring.studies.options import Options
from scoring.studies.study import study
from tests.scoring.bundles import write_bundle

GOLDEN = Path(__file__).parents[1] / "golden"
CAMPAIGNS = (
    "nq_small",
    "programs_small",
    "rag_small",
    "respubliqa_small",
    "series_small",
    "tac_small",
    "trec8_small",
)
EXPECTED = [
    (campaign, path.stem.replace("-", ":"), path)
    for campaign in CAMPAIGNS
    for path in sorted((GOLDEN / "expected" / campaign).glob("*.json"))
]
SMALL = Options(samples=30, trials=2, resamples=60)
DIGITS = 10  # that the last digits of numpy's sums cannot reach


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


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_studies_have_the_expected_numbers(campaign: str) -> None:
    """Agreement, one-judge sets, tau and swaps, and programs against people."""
    expected = (GOLDEN / "studies" / f"{campaign}.json").read_text("utf-8")
    assert json.dumps(rounded(study(scorer(campaign), SMALL).as_json()), indent=1) + "\n" == expected


def rounded(value: Any) -> Any:
    """The same with fewer digits, and without the software's version."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items() if key != "software"}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


def test_rules_and_programs_read_the_nuggets_of_several_people_each_in_its_own_way() -> None:
    """So that a rule that is taken for another is seen."""
    campaign = scorer("programs_small")
    found = {
        rule: tuple(run.measures["other_f"] for run in evaluate(campaign, rule, partial=True).runs.values())
        for rule in ("adjudicated", "union", "intersection", "assessor:ann", "assessor:mill@2", "random:1")
    }
    assert len(set(found.values())) == len(found)


def test_every_rule_is_there() -> None:
    assert {rule.partition(":")[0] for _, rule, _ in EXPECTED} == {
        "adjudicated",
        "majority",
        "union",
        "intersection",
        "assessor",
        "random",
    }


@pytest.mark.parametrize("campaign", ["series_small", "trec8_small"])
def test_the_small_campaigns_have_no_majority_somewhere(campaign: str) -> None:
    with pytest.raises(RuleError, match="no grade that more than half gave"):
        evaluate(scorer(campaign), "majority")


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_a_bundle_that_is_read_and_written_is_the_same_bytes(campaign: str, tmp_path: Path) -> None:
    output = scorer(campaign)
    evaluation, suffix = output.evaluation, output.track.run_suffix
    folder = GOLDEN / campaign
    runs = {run.run_id: (folder / f"runs/{run.run_id}{suffix}").read_bytes() for run in evaluation.runs}
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


def test_the_command_gives_the_expected_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "scores.json"
    for campaign in ("respubliqa_small", "series_small", "tac_small"):
        assert main(["score", str(GOLDEN / campaign), "--json", str(written)]) == 0
        shown = json.loads(written.read_bytes()) | {"software": "Assize"}
        assert shown == json.loads((GOLDEN / f"expected/{campaign}/adjudicated.json").read_bytes())
    assert "Tern1  score 0.7987  rigid_f 0.5000" in capsys.readouterr().out


def test_a_series_worked_by_hand() -> None:
    """Question series, section 2.4: .5 · accuracy + .25 · list F + .25 · Other F; without lists .67 and .33."""
    run = evaluate(scorer("series_small")).runs["ALFA1"]
    list_f = Fraction(4, 9)  # 2 · 2 / (5 + 4): two classes in five lines, four known
    other_f = Fraction(20, 29)  # 10 · 2/3 / (9 + 2/3): two of three vital, 66 of 300 characters
    assert run.questions["1.2"] == {"list_f": list_f}
    assert run.questions["1.4"] == {"other_f": other_f}
    assert run.series is not None
    assert run.series["1"]["score"] == Fraction(1, 2) + list_f / 4 + other_f / 4
    long_f = 10 * Fraction(100, 138) / 2 / (9 * Fraction(100, 138) + Fraction(1, 2))
    assert run.series["2"]["score"] == Fraction(67, 200) + Fraction(33, 100) * long_f


def test_an_opinion_series_worked_by_hand() -> None:
    """TAC 2008 guidelines, section IV: half the mean rigid F and half the mean squishy F."""
    run = evaluate(scorer("tac_small")).runs["Tern1"]
    rigid = Fraction(1, 2)  # 2 · 2 / (4 + 4): two classes in four lines, four known
    squishy = Fraction(1)  # all weight, within the allowance
    assert run.series is not None
    assert run.series["1"] == {"rigid": rigid, "squishy": squishy, "score": (rigid + squishy) / 2}
    recall, precision = Fraction(5, 6), Fraction(1)  # weights 3 and 2 of 3, 2 and 1; 155 of 200 characters
    assert run.series["2"]["score"] == 10 * precision * recall / (9 * precision + recall)
    assert run.score == ((rigid + squishy) / 2 + Fraction(50, 59)) / 2


def test_runs_that_keep_silent_worked_by_hand() -> None:
    """ResPubliQA 2010 guidelines, section VII: c@1 = (nR + nU · nR / n) / n."""
    runs = evaluate(scorer("respubliqa_small")).runs
    paragraphs = runs[
        "lake101PSenen"
    ]  # R by gold, W, NOA holding R back, NOA, and R by gold that a person calls W
    assert paragraphs.silence is not None
    assert "".join(paragraphs.silence.marks.values()) == "RWUUW"
    assert paragraphs.silence.held_back == {"0003:EN:EN": "R", "0004:EN:EN": "U"}
    assert paragraphs.score == (1 + 2 * Fraction(1, 5)) / 5
    assert paragraphs.measures["c1_ignoring_noa"] == (2 + 1 * Fraction(2, 5)) / 5
    assert paragraphs.measures["accuracy"] == Fraction(1, 5)
    assert paragraphs.measures["extraction"] is None
    exact = runs["lake102ASenen"]  # R by gold, X, M, NOA holding W back, NOA
    assert [exact.measures[name] for name in ("nR", "nX", "nM", "nW", "nU")] == [1, 1, 1, 0, 2]
    assert exact.measures["extraction"] == Fraction(1, 3)
    assert exact.measures["c1_ignoring_noa"] == (1 + Fraction(1, 5)) / 5
    other = runs["tern101ASdeen"]  # R after a dispute, unjudged, NOA, NOA holding R back, W, M
    assert (other.unjudged, other.low, other.high) == (1, Fraction(2, 9), Fraction(4, 9))
    assert runs["tern102PSenen"].score == runs["tern102PSenen"].measures["accuracy"] == Fraction(3, 5)


def test_pages_score_in_a_bundle_as_the_corpus_and_predictions_do_by_files() -> None:
    """One way through qrels and forms, the other through `python -m scoring spans`."""
    evaluation = scorer("nq_small").evaluation
    report = evaluate(scorer("nq_small"), "adjudicated").as_json()
    gone = {(it.qid, it.assessor) for it in evaluation.assignments if it.state == "handed_over"}
    examples = {}
    for example in evaluation.annotations:
        qid = example.example_id
        counting = [one for one in example.annotations if one.complete and (qid, one.annotator) not in gone]
        examples[qid] = example._replace(annotations=tuple(counting))
    assert len(examples) == report["evaluated_questions"] == 8
    for run_id, run in report["runs"].items():
        data = (GOLDEN / f"nq_small/runs/{run_id}.json").read_bytes()
        found = as_json(examples, read_predictions(data, run_id).predictions)
        assert run["spans"]["missing"] == found["missing"]
        assert run["score"] == found["long"]["all"]["f1"]
        assert run["measures"]["definition1"] == found["long"]["all"]["accuracy"]
        for part in ("long", "short"):
            del found[part]["curve"]
            assert found[part].items() <= run["spans"][part].items()
            for name, measure in (("precision", "p"), ("recall", "r"), ("f1", "f1")):
                assert run["measures"][f"{part}_{measure}"] == found[part]["all"][name]


def test_intervals_are_the_expected_bytes() -> None:
    """So that stored scores are made anew where their intervals are worked out otherwise (test_revision.py)."""
    right = [float(number % 3 == 0) for number in range(120)]
    silent = [float(number % 3 == 1) for number in range(120)]
    either = [float(number % 4 > 0) + one for number, one in enumerate(right)]
    weights = [float(weight) * one for weight, one in zip(weights_of(120), right, strict=True)]
    found = {
        "mean of 12": mean_influence([right[:12]]),
        "mean of 120": mean_influence([[one / (1 + number % 5) for number, one in enumerate(right)]]),
        "right everywhere": mean_influence([[1.0] * 25]),
        "c1": C1.influence([right, silent]),
        "f1": F1.influence([right, either]),
        "cws": influence_in_order(weights),
    }
    ends = {name: [shown(end) for end in score_interval(one)[:2]] for name, one in found.items()}
    assert (GOLDEN / "expected" / "intervals" / "ends.json").read_text() == json.dumps(ends, indent=1) + "\n"


def test_answers_with_citations_worked_by_hand() -> None:
    """Three topics: tern1 leaves one out, which is worth 0, and the one without a vital nugget leaves the means of nuggets."""
    run = evaluate(scorer("rag_small")).runs["tern1"]
    assert run.questions["rag-1"] == {
        "v_strict": Fraction(1, 2)
    }  # of two vital nuggets one whole, one in part
    assert run.questions["rag-3"] == {"v_strict": Fraction(1, 2)}
    assert run.questions["rag-2"] == {"v_strict": None}
    assert run.score == Fraction(1, 2)
    # Of who built it and why the first in full; of how deep and who measured it the first; rag-2 has no groups.
    assert run.measures["coverage"] == Fraction(1, 2)
    # First citations: full and partial support in rag-1; full in rag-3, whose other sentence cites nothing.
    assert [run.questions[f"rag-{n}/support"]["wp"] for n in (1, 2, 3)] == [Fraction(3, 4), 0, 1]
    assert run.measures["wr"] == (Fraction(3, 4) + 0 + Fraction(1, 2)) / 3
