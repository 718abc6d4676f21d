"""Who speaks for a question: its primary assessor, and everybody who judged it.

The primary assessor has the role `primary`; where nobody has it, a question's only assessor is its primary. Whoever
handed a question over does not count.
"""

from collections import defaultdict
from typing import NamedTuple

from scoring.index import Index

JUDGING = frozenset({"primary", "judge"})


class People(NamedTuple):
    """The assessors of the questions that are not dropped, by question."""

    primary: dict[str, str]  # absent where several assessors judged and none is the primary
    matched: dict[str, set[str]]  # who marked nuggets there, or finished judging it
    finished: set[str]  # questions that somebody finished judging
    assigned: set[str]  # questions that anybody is assigned to
    gone: set[tuple[str, str]]  # question and assessor who handed it over


def people_of(index: Index) -> People:
    """The assessors of each question of an evaluation."""
    told = index.evaluation
    gone = {(sheet.qid, sheet.assessor) for sheet in told.assignments if sheet.state == "handed_over"}
    sheets = [sheet for sheet in told.assignments if sheet.state != "handed_over" and sheet.role in JUDGING]
    matched: defaultdict[str, set[str]] = defaultdict(set)
    for (qid, *_), _, assessor in told.matches:
        if assessor and (qid, assessor) not in gone:
            matched[qid].add(assessor)
    for sheet in sheets:
        if sheet.state == "done":
            matched[sheet.qid].add(sheet.assessor)
    named = {sheet.qid: sheet.assessor for sheet in sheets if sheet.role == "primary"}
    only = {qid: min(names) for qid, names in _speakers(index, gone).items() if len(names) == 1}
    return People(
        primary=only | named,
        matched=matched,
        finished={sheet.qid for sheet in sheets if sheet.state == "done"},
        assigned={sheet.qid for sheet in sheets},
        gone=gone,
    )


def _speakers(index: Index, gone: set[tuple[str, str]]) -> dict[str, set[str]]:
    """Who is assigned to judge each question; where nobody is, who judged, marked or voted."""
    told = index.evaluation
    speakers: defaultdict[str, set[str]] = defaultdict(set)
    for item, votes in index.votes.items():
        speakers[item.qid].update(votes)
    for (qid, *_), _, assessor in told.matches:
        speakers[qid].add(assessor)
    for vote in told.nugget_votes:
        speakers[vote.qid].add(vote.assessor)
    assigned: defaultdict[str, set[str]] = defaultdict(set)
    for sheet in told.assignments:
        if sheet.role in JUDGING:
            assigned[sheet.qid].add(sheet.assessor)
    speakers.update(assigned)
    return {
        qid: {name for name in names if name and (qid, name) not in gone} for qid, names in speakers.items()
    }
