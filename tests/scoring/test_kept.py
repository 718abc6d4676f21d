"""What versions keep of lists and nuggets: everything that their figures are worked out of."""

import json
from pathlib import Path

import pytest

from scoring import bundle
from scoring.evaluate import Scorer
from scoring.forms.keys import AnswerSet, Holder, NuggetList, as_json, from_json
from scoring.records import Item

GOLDEN = Path(__file__).parents[1] / "golden"


def scorer(campaign: str) -> Scorer:
    evaluation, problems = bundle.read(GOLDEN / campaign)
    assert evaluation is not None, problems
    return Scorer(evaluation)


@pytest.mark.parametrize("rule", ["adjudicated", "union", "intersection", "assessor:ann"])
@pytest.mark.parametrize("campaign", ["series_small", "tac_small"])
def test_the_figures_of_every_run_follow_from_what_is_kept(campaign: str, rule: str) -> None:
    result = scorer(campaign)
    found = result.under(rule, partial=True).of_questions()
    report = result.score(rule, partial=True)
    assert found.keys() == {qid for run in report.runs.values() for qid in run.figures}
    for run_id, run in report.runs.items():
        for qid, figures in run.figures.items():
            items = {line.item for line in result.evaluation.responses[run_id] if line.qid == qid}
            ground = found[qid]
            if isinstance(ground, AnswerSet):
                assert figures["S"] == len(ground.answers)
                assert figures["D"] == len({name for item, name in ground.items if item in items})
            else:
                matched = {name for one in ground.items if one.item in items for name in one.nuggets}
                weights = {nugget.name: nugget.weight for nugget in ground.nuggets}
                assert figures["matched"] == len(matched)
                assert figures["weight"] == sum(weights[name] for name in matched)
                assert figures["total_weight"] == sum(weights.values())


@pytest.mark.parametrize("campaign", ["series_small", "tac_small"])
def test_what_is_kept_comes_back_from_json(campaign: str) -> None:
    result = scorer(campaign)
    found = result.under().of_questions()
    assert {type(ground) for ground in found.values()} == {AnswerSet, NuggetList}
    for qid, ground in found.items():
        assert from_json(qid, json.loads(json.dumps(as_json(ground)))) == ground


@pytest.mark.parametrize(
    ("labels", "row"), [((), ["D", "", "a", ["1"]]), (("support",), ["D", "", "a", ["1"], ["support"]])]
)
def test_labels_are_kept_where_there_are_any(labels: tuple[str, ...], row: list[object]) -> None:
    held = Holder(Item("7", "D", "", "a"), ("1",), labels)
    key = NuggetList((), (held,), 1, 1)
    assert as_json(key)["items"] == [row]
    assert from_json("7", as_json(key)) == key


def test_a_track_of_single_answers_keeps_nothing() -> None:
    result = scorer("trec8_small")
    assert result.under("union").of_questions() == {}
