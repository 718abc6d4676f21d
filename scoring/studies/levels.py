"""How alike two judges rank runs, at three levels: run by run, question by question, and over all pairs of both.

Errors of a judge average out over questions, so that rankings of runs are alike even where single answers are not judged
alike: of nuggets, tau between runs was .89 where it was .49 within a topic and .33 over all pairs (Pradeep and others,
The Great Nugget Recall, SIGIR 2025, sections 4 and 5). So none of the three is told without the others.

runs     tau-b of the scores of runs over the questions that both judged in full, with the swaps of neighbours
top      the same among the runs that have at least the k-th best score by the first judge
within   tau-b of what runs got for one question; the mean over the questions in which both judges tell runs apart
pairs    tau-b of what runs got over all pairs of run and question

tau-b allows for ties (Kendall 1945), which values of single questions have many of. A judge is a person, people as one,
somebody for each question, or a program.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.conditions import BLIND, POST_EDITING
from scoring.decimals import decimal
from scoring.evaluate import AnswerKey, Scorer
from scoring.evaluate.units import Parts, question_rows, score_of
from scoring.measures.base import Combined, Value
from scoring.say import say
from scoring.studies.kendall import Correlation, correlation, tau_b_of_pairs, within_and_over
from scoring.studies.numbers import shown

PEOPLE, ONE, ANOTHER = "people", "one person", "another person"  # judges that are no name of anybody
TOPS = (5, 10)

Rows = Mapping[str, Mapping[str, Parts]]  # run -> question -> what it got


class Judge(NamedTuple):
    """What runs got by a judge."""

    name: str
    rows: Rows
    combined: Combined
    edited: frozenset[str] = frozenset()  # questions that the judge judged with a program's word in view

    @property
    def qids(self) -> set[str]:
        """The questions of which any run got anything."""
        return {qid for row in self.rows.values() for qid in row}

    def scores(self, qids: Collection[str]) -> dict[str, Value]:
        """Each run's score over some of its questions."""
        return {
            run_id: score_of(self.combined, [parts for qid, parts in row.items() if qid in qids])
            for run_id, row in self.rows.items()
        }

    def value(self, run_id: str, qid: str) -> Fraction:
        """What a run got for a question."""
        parts = self.rows[run_id][qid]
        return parts[0] if len(parts) == 1 else Fraction(self.combined.of(list(parts), 1))


class Top(NamedTuple):
    """The best runs by the first judge; more than k where some are as good as the k-th."""

    k: int
    runs: int
    tau_b: float | None


class Levels(NamedTuple):
    """Two judges over the questions that both judged in full, under one condition."""

    one: str
    other: str
    condition: str
    measure: str
    questions: int
    runs: int
    ranking: Correlation
    tops: tuple[Top, ...]  # of those k that there are more runs than
    within: float | None  # the mean of tau-b within questions
    within_questions: int  # the questions that it is over
    pairs: int
    over_pairs: float | None

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        tops = [{**one._asdict(), "tau_b": shown(one.tau_b)} for one in self.tops]
        numbers = {"within": shown(self.within), "over_pairs": shown(self.over_pairs)}
        return {**self._asdict(), "ranking": self.ranking.as_json(), "tops": tops, **numbers}


def rankings_in_short(levels: Iterable[Mapping[str, Any]], machine: str, measure: str) -> str:
    """How alike people and a program rank runs, blind, of levels as JSON holds them; empty where nothing could be ranked."""
    wanted = {"one": PEOPLE, "other": machine, "condition": BLIND, "measure": measure}
    row = next((one for one in levels if wanted.items() <= one.items()), None)
    if row is None:
        return ""
    taus = {"runs": row["ranking"]["tau_b"], "within": row["within"], "pairs": row["over_pairs"]}
    return say(
        "Kendall’s tau-b between people and {machine}: {runs} between the rankings of runs, {within} within a question on "
        "average, {pairs} over all pairs of run and question.",
        machine=machine,
        **{level: say("none") if tau is None else decimal(tau) for level, tau in taus.items()},
    )


def judge_of(
    name: str, scorer: Scorer, key: AnswerKey | None, measure: str, edited: Iterable[str] = ()
) -> Judge:
    """What runs get by an answer key; nothing without one."""
    rows = dict(question_rows(scorer, key, measure)) if key else {}
    return Judge(name, rows, scorer.measure(measure).combined, frozenset(edited))


def levels_of(one: Judge, other: Judge, qids: Collection[str], measure: str) -> Iterator[Levels]:
    """Two judges at all levels, a row for each condition; none where fewer than two runs have a score."""
    shared = one.qids & other.qids & set(qids)
    edited = shared & (one.edited | other.edited)
    for condition, some in ((BLIND, shared - edited), (POST_EDITING, edited)):
        scores = one.scores(some), other.scores(some)
        ranking = correlation(scores[1], scores[0]) if some else None
        if ranking:
            yield _levels(one, other, some, scores, ranking, condition, measure)


def _levels(
    one: Judge,
    other: Judge,
    qids: Collection[str],
    scores: tuple[Mapping[str, Value], Mapping[str, Value]],
    ranking: Correlation,
    condition: str,
    measure: str,
) -> Levels:
    within = within_and_over([_values(one, other, qid) for qid in sorted(qids)])
    runs = sum(value is not None for value in scores[0].values())
    return Levels(
        one=one.name,
        other=other.name,
        condition=condition,
        measure=measure,
        questions=len(qids),
        runs=runs,
        ranking=ranking,
        tops=tuple(_top(*scores, k) for k in TOPS if k < runs),
        **within._asdict(),
    )


def _values(one: Judge, other: Judge, qid: str) -> Sequence[tuple[Fraction, Fraction]]:
    both = sorted(run for run, row in one.rows.items() if qid in row and qid in other.rows.get(run, ()))
    return [(one.value(run, qid), other.value(run, qid)) for run in both]


def _top(reference: Mapping[str, Value], ranking: Mapping[str, Value], k: int) -> Top:
    known = {run: value for run, value in reference.items() if value is not None}
    least = sorted(known.values(), reverse=True)[k - 1]
    best = [
        (value, found)
        for run, value in known.items()
        if value >= least and (found := ranking[run]) is not None
    ]
    return Top(k, len(best), tau_b_of_pairs(best))
