"""Small evaluations for tests, told in as few words as they need."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from scoring.evaluations import with_scales
from scoring.records import (
    Adjudication,
    Assignment,
    Evaluation,
    Item,
    Judgment,
    Question,
    Response,
    Run,
    Series,
    Topics,
)

Votes = Mapping[tuple[str, str], Mapping[str, str]]  # (question, string) -> assessor -> grade


def item(qid: str, answer: str) -> Item:
    return Item(qid, f"HN-{answer[:1]}", "", answer)


def judged(votes: Votes) -> tuple[Judgment, ...]:
    return tuple(
        Judgment(item(*place), assessor, grade)
        for place, given in votes.items()
        for assessor, grade in given.items()
    )


def decided(decisions: Mapping[tuple[str, str], str]) -> tuple[Adjudication, ...]:
    return tuple(
        Adjudication(item(*place), grade, "misapplied", False, "judge") for place, grade in decisions.items()
    )


def trec8(
    votes: Votes,
    runs: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
    decisions: Mapping[tuple[str, str], str] | None = None,
    assignments: Iterable[Assignment] = (),
    **more: Any,
) -> Evaluation:
    """A campaign of ranked runs; a run gives the strings of each question from rank 1 on."""
    runs = runs or {}
    qids = sorted({qid for qid, _ in votes} | {qid for given in runs.values() for qid in given})
    return with_scales(
        Evaluation(
            campaign="small",
            title="Small",
            track="trec8",
            settings=more.pop("settings", {}),
            topics=Topics(tuple(Question(qid, "factoid", f"Question {qid}?") for qid in qids)),
            runs=tuple(Run(run_id, "team") for run_id in runs),
            responses={
                run_id: tuple(
                    Response(qid, item(qid, answer).docid, answer, rank)
                    for qid, answers in given.items()
                    for rank, answer in enumerate(answers, 1)
                )
                for run_id, given in runs.items()
            },
            pool=more.pop("pool", tuple(item(*place) for place in votes)),
            judgments=judged(votes),
            adjudications=decided(decisions or {}),
            assignments=tuple(assignments),
            **more,
        )
    )


def series2004(
    questions: Sequence[Question],
    votes: Votes,
    runs: Mapping[str, Sequence[tuple[str, str]]],
    **more: Any,
) -> Evaluation:
    """A campaign of question series; a run is its (question, string) lines, "NIL" for NIL."""
    series = tuple(
        Series(name, f"Target {name}") for name in dict.fromkeys(question.series for question in questions)
    )
    return with_scales(
        Evaluation(
            campaign="small",
            title="Small",
            track="series2004",
            settings=more.pop("settings", {}),
            topics=Topics(tuple(questions), series),
            runs=tuple(Run(run_id, "team") for run_id in runs),
            responses={run_id: _lines(lines) for run_id, lines in runs.items()},
            pool=more.pop("pool", tuple(item(*place) for place in votes)),
            judgments=judged(votes),
            **more,
        )
    )


def _lines(lines: Sequence[tuple[str, str]]) -> tuple[Response, ...]:
    seen: dict[str, int] = {}
    responses = []
    for qid, answer in lines:
        seen[qid] = seen.get(qid, 0) + 1
        docid, text = ("NIL", "") if answer == "NIL" else (item(qid, answer).docid, answer)
        responses.append(Response(qid, docid, text, seen[qid]))
    return tuple(responses)


@st.composite
def judged_campaigns(draw: st.DrawFn) -> Evaluation:
    """Yes/no campaigns of which the same three assessors judged every question whole, with runs from the pool."""
    strings = "abcdef"
    qids = [str(number) for number in range(1, draw(st.integers(1, 4)) + 1)]
    grades = st.sampled_from(["yes", "no"])
    votes = {
        (qid, answer): {assessor: draw(grades) for assessor in ("ann", "bo", "cy")}
        for qid in qids
        for answer in strings
    }
    runs = {
        f"run{number}": {
            qid: draw(st.lists(st.sampled_from(strings), max_size=5, unique=True)) for qid in qids
        }
        for number in range(draw(st.integers(1, 3)))
    }
    decisions = {place: draw(grades) for place, given in votes.items() if len(set(given.values())) > 1}
    return trec8(votes, runs, decisions)
