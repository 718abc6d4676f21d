"""An evaluation with graded answers for tests: a track of its own, whose only scale is worth 0 to 3."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest

from scoring import evaluations
from scoring.records import Evaluation, Item, Judgment, Question, Response, Run, Topics
from scoring.scales import Grade, Scale
from scoring.tracks.base import Track

KEYS = {0: "0"}  # the others have those of their places: 1, 2, 3
GRADED = Scale(
    "graded",
    tuple(
        Grade(str(value), code=value, value=Fraction(value), title=f"Step {value}", key=KEYS.get(value, ""))
        for value in (3, 2, 1, 0)
    ),
    right=frozenset({"3", "2"}),
    cannot_judge=True,
)
MEASURES = ("nDCG@5", "P@5", "P(rel=2)@5", "RR", "AP", "Judged@5", "mean_grade", "mean_grade@5", "success_1")


def graded_track(measures: Sequence[str] = MEASURES, scale: Scale = GRADED) -> Track:
    kind = replace(
        evaluations.TRACKS["trec8"].question_types["factoid"], scale=scale, measures=tuple(measures)
    )
    return replace(
        evaluations.TRACKS["trec8"],
        slug="graded",
        title="Graded answers",
        question_types=MappingProxyType({"factoid": kind}),
        shape=None,
        contradicted=None,
        settings=tuple(
            one
            for one in evaluations.TRACKS["trec8"].settings
            if one.name not in ("measures", "scale", "right")
        ),
        measures=tuple(measures),
        score=measures[0],
    )


@pytest.fixture
def graded(monkeypatch: pytest.MonkeyPatch) -> Track:
    """The track, among those that there are."""
    track = graded_track()
    monkeypatch.setattr(evaluations, "TRACKS", {**evaluations.TRACKS, track.slug: track})
    return track


def item(qid: str, docid: str) -> Item:
    return Item(qid, docid, "", f"of {docid}")


def graded_evaluation(
    runs: Mapping[str, Mapping[str, str]],  # by run and question its documents, a letter each
    grades: Mapping[str, Mapping[str, Mapping[str, str]]],  # by assessor and question, of documents
) -> Evaluation:
    qids = sorted({qid for of_run in runs.values() for qid in of_run}, key=int)
    responses = {
        name: tuple(
            Response(qid, docid, f"of {docid}", rank, line=rank)
            for qid, docids in of_run.items()
            for rank, docid in enumerate(docids, 1)
        )
        for name, of_run in runs.items()
    }
    judgments = tuple(
        Judgment(item(qid, docid), assessor, grade)
        for assessor, of_questions in grades.items()
        for qid, of_documents in of_questions.items()
        for docid, grade in of_documents.items()
    )
    pool = {one.item: None for given in responses.values() for one in given if one.item}
    pool |= {one.item: None for one in judgments}
    return evaluations.with_scales(
        Evaluation(
            campaign="small",
            title="Small",
            track="graded",
            settings={},
            topics=Topics(tuple(Question(qid, "factoid", f"Question {qid}?") for qid in qids)),
            runs=tuple(Run(name, f"team of {name}") for name in runs),
            responses=responses,
            pool=tuple(pool),
            judgments=judgments,
            known_answers=(),
        )
    )
