"""Answer classes of one label: looked at before scores are released."""

from assessment.results.selectors.release import reasons_against_release
from assessment.results.services.errors import ReleaseRefused
from scoring.evaluate import Scorer
from tests.scoring.parts import result


def test_release_asks_for_a_look_at_classes_of_one_label() -> None:
    grades = {("1.2", "p"): "correct/china"}
    made = result({"1.2": "LIST"}, {"r": [("1.2", "p")]}, grades=grades, developed={"1.2": ["China"]})
    refused = ReleaseRefused(reasons_against_release(Scorer(made)))
    assert [(reason.code, reason.qid) for reason in refused.reasons] == [("same_label", "1.2")]
    assert (refused.alike, refused.without) == (["1.2"], [])
    assert reasons_against_release(Scorer(made), alike=["1.2"]) == []
