"""c@1 from a sample: which questions a run leaves unanswered is known, so that it is a mean of what people judge."""

import random
from functools import cache

import pytest

from scoring.evaluate import Scorer
from scoring.evaluations import with_scales
from scoring.index import Index
from scoring.records import Evaluation, Item, Judgment, Qrels, Question, Response, Run, Topics
from scoring.studies.designs import values_by
from scoring.studies.estimates import estimated
from scoring.studies.fewer_simulated import simulated
from scoring.studies.machines import over
from tests.scoring.studies.test_estimates import asked

QUESTIONS = 200
RUNS = {
    "lake101PSenen": (0.7, 0.1),
    "tern101PSenen": (0.5, 0.3),
    "wren101PSenen": (0.4, 0.0),
}  # right, silent


@cache
def paragraphs(error: float = 0.15) -> Evaluation:
    """Runs that answer some questions and are silent in others, judged in full by somebody and by a machine."""
    draw = random.Random(4)
    qids = [f"{number:04}:EN:EN" for number in range(QUESTIONS)]
    responses: dict[str, list[Response]] = {run_id: [] for run_id in RUNS}
    grades: dict[Item, str] = {}
    for qid in qids:
        for number, (run_id, (right, silent)) in enumerate(RUNS.items()):
            is_silent = draw.random() < silent
            passage = str(number)
            responses[run_id].append(Response(qid, "jrc-en", "", passage=passage, noa=is_silent))
            grades[Item(qid, "jrc-en", passage, "")] = "R" if draw.random() < right else "W"
    by_machine = {
        item: grade if draw.random() > error else "RW"[grade == "R"] for item, grade in grades.items()
    }
    return with_scales(
        Evaluation(
            campaign="paragraphs",
            title="Paragraphs",
            track="respubliqa2010",
            settings={"year": "10"},
            topics=Topics(
                tuple(Question(qid, "Factoid", f"{qid}?", source_lang="EN", target_lang="EN") for qid in qids)
            ),
            runs=tuple(Run(run_id, run_id[:4]) for run_id in RUNS),
            responses={run_id: tuple(given) for run_id, given in responses.items()},
            pool=tuple(sorted(grades)),
            judgments=(
                *(Judgment(item, "ann", grade) for item, grade in grades.items()),
                *(
                    Judgment(item, "m@1", grade, kind="machine", version="1")
                    for item, grade in by_machine.items()
                ),
            ),
        )
    )


def test_its_value_is_the_mean_of_what_questions_are_worth_also_of_some_of_them() -> None:
    evaluation = paragraphs()
    scorer = Scorer(evaluation)
    grades = dict(Index(evaluation).common)
    report = scorer.report(scorer.key_of(Qrels("union", grades)))
    values = values_by(scorer, grades, "c1")
    for run_id, row in values.items():
        assert sum(row.values()) / len(row) == pytest.approx(float(report.runs[run_id].score or 0), abs=1e-12)
    few = Scorer(over(evaluation, set(list(values["lake101PSenen"])[:20])))
    for run_id, row in values_by(few, grades, "c1", scorer).items():
        assert row == {qid: values[run_id][qid] for qid in row}
        assert len(row) == 20


def test_estimates_are_near_and_a_machine_makes_intervals_shorter() -> None:
    evaluation = paragraphs()
    scorer = Scorer(evaluation)
    report = scorer.report(scorer.key_of(Qrels("union", dict(Index(evaluation).common))))
    found = estimated(asked(evaluation, "simple", size=80))
    assert found.sampling.measure == "c1"
    for run in found.runs:
        truth = float(report.runs[run.run_id].score or 0)
        assert abs(run.powered.value - truth) < 0.1
        assert run.powered.high - run.powered.low < run.plain.high - run.plain.low
    assert found.runs[0].run_id == "lake101PSenen"


@pytest.mark.parametrize("design", ["simple", "grade"])
def test_intervals_hold_in_93_to_97_of_100_of_2000_trials(design: str) -> None:
    found = simulated(paragraphs(), "m@1", (60, 100), design=design)
    assert found.measure == "c1"
    for size in found.sizes:
        assert not size.unsound, [(run.run_id, run.powered.held) for run in size.runs]
        assert all(abs(run.powered.bias) < 0.01 for run in size.runs)


def test_with_few_questions_and_a_machine_that_is_nearly_always_right_the_sentence_says_no() -> None:
    found = simulated(paragraphs(error=0.02), "m@1", (20,))
    assert found.sizes[0].unsound
    assert "must not be relied on" in found.sentence


def test_runs_of_another_pair_of_languages_count_their_own_questions_and_are_named_where_too_few() -> None:
    """20 of 200 questions are asked in German alone: a sample of 6 has too few of them."""
    evaluation = paragraphs()
    german = {f"{number:04}:EN:EN": f"{number:04}:DE:DE" for number in range(20)}

    def moved(one: Item) -> Item:
        return one._replace(qid=german.get(one.qid, one.qid))

    questions = tuple(
        one._replace(qid=german[one.qid], source_lang="DE", target_lang="DE") if one.qid in german else one
        for one in evaluation.topics.questions
    )
    responses = {
        run_id: tuple(one for one in given if one.qid not in german)
        for run_id, given in evaluation.responses.items()
    }
    for team in ("lake", "tern"):
        given = evaluation.responses[f"{team}101PSenen"]
        responses[f"{team}101PSdede"] = tuple(
            one._replace(qid=german[one.qid]) for one in given if one.qid in german
        )
    whole = evaluation._replace(
        topics=Topics(questions),
        runs=tuple(Run(run_id, run_id[:4]) for run_id in responses),
        responses=responses,
        pool=tuple(sorted(map(moved, evaluation.pool))),
        judgments=tuple(one._replace(item=moved(one.item)) for one in evaluation.judgments),
    )
    found = estimated(asked(whole, "simple", size=60))
    drawn = {pair.better: pair.drawn for pair in found.pairs}
    assert (
        drawn["lake101PSenen"] + drawn["lake101PSdede" if "lake101PSdede" in drawn else "tern101PSdede"] == 60
    )
    assert all(pair.needed is None or pair.needed >= pair.drawn for pair in found.pairs)
    assert found.left_out == ()
    few = estimated(asked(whole, "simple", size=6))
    assert few.left_out == ("lake101PSdede", "tern101PSdede")
    assert "asked of them: lake101PSdede, tern101PSdede." in few.sentences[-1]
