"""Which runs a machine may favour, and that scores by it say so."""

import pytest

from scoring.evaluate import Scorer
from scoring.kinship import Kin, kin_among, kin_of
from scoring.records import Evaluation, Judgment, MachineAssessor, Run
from scoring.rules import derive
from tests.scoring.campaigns import item, trec8

MACHINE = MachineAssessor("m@1", "m", "1", "Llama-3-8B", "llama", "Lake")


@pytest.mark.parametrize(
    ("team", "description", "expected"),
    [
        ("lake", "BM25 alone", Kin(("r",), ())),
        ("hill", "Answers by LLAMA, reranked", Kin((), ("r",))),
        ("hill", "llama-2 with prompts", Kin((), ("r",))),
        ("hill", "asks llama-3-8b", Kin((), ("r",))),
        ("hill", "a llamalike model; ollama", Kin((), ())),
        ("hill", "", Kin((), ())),
        ("LAKE", "llama", Kin(("r",), ("r",))),
    ],
)
def test_kin_are_runs_of_its_team_and_of_its_model(team: str, description: str, expected: Kin) -> None:
    assert kin_among(MACHINE, [Run("r", team, description=description)]) == expected


def test_a_machine_of_which_nothing_is_known_has_no_kin() -> None:
    silent = MachineAssessor("m@1", "m", "1", "x")
    assert not kin_among(silent, [Run("r", "", description="")])
    assert not kin_of(judged_by_machine(), "other@1")


def judged_by_machine() -> Evaluation:
    base = trec8({("1", "a"): {"ann": "yes"}}, {"near": {"1": ["a"]}, "far": {"1": ["a"]}})
    runs = tuple(run._replace(team="lake" if run.run_id == "near" else "hill") for run in base.runs)
    said = Judgment(item("1", "a"), "m@1", "no", kind="machine", version="1")
    return base._replace(judgments=(*base.judgments, said), runs=runs, machines=(MACHINE,))


def test_scores_by_it_name_them_and_others_do_not() -> None:
    evaluation = judged_by_machine()
    assert derive(evaluation, "assessor:m@1").warnings == (
        "m@1 is a machine (version 1).",
        "m@1 may favour runs of the team that made it: near.",
    )
    assert not derive(evaluation, "adjudicated").warnings
    named = evaluation._replace(runs=tuple(run._replace(description="a llama") for run in evaluation.runs))
    assert derive(named, "assessor:m@1").warnings[2] == (
        "m@1 may favour runs whose description names its model or model family: far, near."
    )


def test_the_inputs_of_its_scores_hang_on_them_and_no_others_do() -> None:
    evaluation = judged_by_machine()
    unknown = evaluation._replace(machines=())
    one, other = Scorer(evaluation), Scorer(unknown)
    assert one.inputs_of("adjudicated") == other.inputs_of("adjudicated")
    assert one.inputs_of("assessor:m@1") != other.inputs_of("assessor:m@1")
    strangers = tuple(run._replace(team="hill") for run in evaluation.runs)
    assert Scorer(evaluation._replace(runs=strangers)).inputs_of("assessor:m@1") == other.inputs_of(
        "assessor:m@1"
    )
