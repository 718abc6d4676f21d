"""Evaluations of lists and nuggets for tests, told in as few words as they need."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.evaluate import Scorer, ScoreReport
from scoring.evaluate.report import RunScore
from scoring.evaluations import with_scales
from scoring.records import (
    Evaluation,
    Item,
    Judgment,
    KnownAnswer,
    Match,
    Nugget,
    NuggetVote,
    Question,
    Response,
    Run,
    Series,
    Topics,
)

Lines = Sequence[tuple[str, str]]  # question and string
FIVE = {"weights": [1, 1, 1], "weights_without_list": [1, 1]}


def item(qid: str, answer: str) -> Item:
    return Item(qid, "D1", "", answer)


def result(
    questions: Mapping[str, str],
    runs: Mapping[str, Lines],
    *,
    grades: Mapping[tuple[str, str], str] | None = None,
    nuggets: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
    matches: Mapping[tuple[str, str], str] | None = None,
    developed: Mapping[str, Iterable[str]] | None = None,
    track: str = "series2004",
    **more: Any,
) -> Evaluation:
    """A campaign by one assessor, ann.

    `questions`: id to type; what stands before the dot is the series. `grades`: "correct/class" or a grade.
    `nuggets`: by question, a nugget's votes by ann, bo, cy … `matches`: the nuggets of a string, a letter each.
    """
    ids = dict.fromkeys(qid.partition(".")[0] for qid in questions)
    pool = {item(qid, text): None for lines in runs.values() for qid, text in lines if text != "NIL"}
    pool |= {item(*place): None for place in [*(grades or {}), *(matches or {})]}
    judgments = [
        Judgment(item(*place), "ann", grade.partition("/")[0], grade.partition("/")[2])
        for place, grade in (grades or {}).items()
    ]
    labels = {(it.item.qid, it.answer_class) for it in judgments if it.answer_class}
    return with_scales(
        Evaluation(
            campaign="small",
            title="Small",
            track=track,
            settings=more.pop("settings", {}),
            topics=Topics(
                tuple(
                    Question(qid, kind, f"{kind} {qid}?", qid.partition(".")[0])
                    for qid, kind in questions.items()
                ),
                tuple(Series(name, f"Target {name}") for name in ids),
            ),
            runs=tuple(Run(run_id, "team") for run_id in runs),
            responses={run_id: lines_of(lines) for run_id, lines in runs.items()},
            pool=more.pop("pool", tuple(pool)),
            judgments=more.pop("judgments", tuple(judgments)),
            known_answers=(
                *(KnownAnswer(qid, name, name, "pool", "ann") for qid, name in sorted(labels)),
                *(KnownAnswer(qid, name, name) for qid, names in (developed or {}).items() for name in names),
            ),
            nuggets=tuple(
                Nugget(qid, name, f"Nugget {name}", assessor="ann")
                for qid, votes in (nuggets or {}).items()
                for name in votes
            ),
            nugget_votes=tuple(
                NuggetVote(qid, name, voter, vote)
                for qid, votes in (nuggets or {}).items()
                for name, given in votes.items()
                for voter, vote in zip(("ann", "bo", "cy", "di"), given, strict=False)
            ),
            matches=tuple(
                Match(item(*place), name, "ann") for place, names in (matches or {}).items() for name in names
            ),
            **more,
        )
    )


def lines_of(lines: Lines) -> tuple[Response, ...]:
    seen: dict[str, int] = {}
    responses = []
    for number, (qid, text) in enumerate(lines, 1):
        seen[qid] = seen.get(qid, 0) + 1
        docid, answer = ("NIL", "") if text == "NIL" else ("D1", text)
        responses.append(Response(qid, docid, answer, seen[qid], line=number))
    return tuple(responses)


def report(evaluation: Evaluation, rule: str = "adjudicated", partial: bool = False) -> ScoreReport:
    return Scorer(evaluation).score(rule, partial)


def run(evaluation: Evaluation, rule: str = "adjudicated", name: str = "r") -> RunScore:
    return report(evaluation, rule).runs[name]
