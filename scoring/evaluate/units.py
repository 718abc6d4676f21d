"""What each run got for each series or question that its score is taken over: what studies of the scores rest on."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.arrays import Floats, np
from scoring.evaluate.key import AnswerKey
from scoring.evaluate.scorer import Scorer
from scoring.intervals import Influence
from scoring.measures.base import MEAN, Combined, Value, columns_of

Parts = tuple[Fraction, ...]
LARGEST = 2**53  # whole numbers up to here are exact as floats
REPEATS = 64  # how often a sum may hold each unit and still be exact


class UnitTable(NamedTuple):
    """The parts of the scores of runs that can be compared with each other."""

    label: str  # of these runs, where only some can be compared: their task and languages
    measure: str  # its name; "score" for the mean over series
    unit: str  # "question" or "series"
    runs: tuple[str, ...]  # in code-point order
    teams: tuple[str, ...]  # of each run
    units: tuple[str, ...]  # ids, in the order of the campaign
    parts: tuple[tuple[Parts, ...], ...]  # [run][unit]: one number for each part of the formula
    combined: Combined
    made_by: tuple[
        Influence, ...
    ] = ()  # of each run, where the parts alone do not tell what each unit makes of its score

    def score(self, run: int, units: Sequence[int] | None = None) -> Fraction | None:
        """The exact score of a run over some units, which may repeat; over all of them by default."""
        rows = self.parts[run] if units is None else [self.parts[run][unit] for unit in units]
        return score_of(self.combined, rows)

    @property
    def scores(self) -> dict[str, Fraction | None]:
        """The exact score of each run."""
        return {run_id: self.score(number) for number, run_id in enumerate(self.runs)}

    @property
    def influences(self) -> tuple[Influence, ...]:
        """What each unit makes of the score of each run; the table has units."""
        return self.made_by or tuple(self.combined.influence(columns_of(row)) for row in self.parts)

    def arrays(self) -> tuple[Floats, int | None]:
        """The parts as an array of (parts, runs, units), and what they are to be divided by.

        They are whole numbers over one denominator where sums of them stay exact as floats, in whatever order they are
        added, even where units repeat; else they are rounded, and the denominator is None.
        """
        scale = lcm(1, *{part.denominator for row in self.parts for unit in row for part in unit})
        heaviest = max(
            (abs(part) for row in self.parts for unit in row for part in unit), default=Fraction(0)
        )
        is_exact = heaviest * scale * max(1, len(self.units)) * REPEATS < LARGEST
        factor = scale if is_exact else 1
        rows = [[[float(part * factor) for part in unit] for unit in row] for row in self.parts]
        shape = (len(self.runs), len(self.units), len(self.combined.parts))
        array = np.array(rows, dtype=np.float64).reshape(shape).transpose(2, 0, 1)
        return np.ascontiguousarray(array), scale if is_exact else None

    def keeping(self, runs: Sequence[str]) -> "UnitTable":
        """The same of some of the runs."""
        places = [place for place, run_id in enumerate(self.runs) if run_id in set(runs)]
        return self._replace(
            runs=tuple(self.runs[place] for place in places),
            teams=tuple(self.teams[place] for place in places),
            parts=tuple(self.parts[place] for place in places),
            made_by=tuple(self.made_by[place] for place in places) if self.made_by else (),
        )


def score_of(combined: Combined, rows: Collection[Parts]) -> Fraction | None:
    """The exact score of the parts of some questions or series; None where there are none."""
    if not rows:
        return None
    sums = [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]
    return Fraction(combined.of(sums, len(rows)))


def unit_tables(scorer: Scorer, key: AnswerKey, measure: str = "") -> list[UnitTable]:
    """A table for each group of runs that can be compared: those with the same task and the same questions.

    Over series where the track has them, unless a measure is named; else over questions, by the score's own measure.
    """
    teams = {run.run_id: run.team for run in scorer.evaluation.runs}
    rows = _of_series(scorer, key) if key.totals and not measure else question_rows(scorer, key, measure)
    by_group: defaultdict[tuple[str, tuple[str, ...]], dict[str, Mapping[str, Parts]]] = defaultdict(dict)
    for run_id, row in rows:
        by_group[scorer.track.run_kind_of(run_id), tuple(row)][run_id] = row
    name = measure or ("score" if key.totals else scorer.track.score)
    combined = MEAN if name == "score" else scorer.measure(name).combined
    return [
        UnitTable(
            label=label_of(scorer, group[0], units),
            measure=name,
            unit="series" if name == "score" else "question",
            runs=tuple(sorted(found)),
            teams=tuple(teams[run_id] for run_id in sorted(found)),
            units=units,
            parts=tuple(tuple(found[run_id][unit] for unit in units) for run_id in sorted(found)),
            combined=combined,
            made_by=_made_by(scorer, key, name, sorted(found), units),
        )
        for (*group, units), found in sorted(by_group.items())
        if units
    ]


def _made_by(
    scorer: Scorer, key: AnswerKey, name: str, runs: Sequence[str], units: Sequence[str]
) -> tuple[Influence, ...]:
    """What units make of scores that hang on the order of a run's questions."""
    if name == "score" or not scorer.measure(name).in_order:
        return ()
    measure, found = scorer.measure(name), []
    for run_id in runs:
        parts = measure.parts_of(scorer.measured(name, scorer.facts(run_id, key), key))
        influence = measure.influence(parts)
        values = dict(zip(parts, influence.values, strict=True))
        found.append(influence._replace(values=tuple(values[unit] for unit in units)))
    return tuple(found)


def question_rows(
    scorer: Scorer, key: AnswerKey, name: str = ""
) -> Iterator[tuple[str, Mapping[str, Parts]]]:
    """What each run got for each question by a measure; by the score's own if none is named."""
    measure = scorer.measure(name or scorer.track.score)
    for run_id in sorted(teams_of(scorer)):
        facts = scorer.facts(run_id, key)
        parts = measure.parts_of(scorer.measured(str(measure), facts, key))
        yield run_id, {qid: parts[qid] for qid in scorer.asked(run_id) if qid in parts}


def _of_series(scorer: Scorer, key: AnswerKey) -> Iterator[tuple[str, Mapping[str, Parts]]]:
    assert key.totals
    for run_id in sorted(teams_of(scorer)):
        values = scorer.own_values(scorer.facts(run_id, key), key)
        series: Mapping[str, Mapping[str, Value]] = key.totals.of_run(values).series or {}
        scores = {name: one["score"] for name, one in series.items()}
        yield run_id, {name: (Fraction(score),) for name, score in scores.items() if score is not None}


def teams_of(scorer: Scorer) -> dict[str, str]:
    """The team of each run."""
    return {run.run_id: run.team for run in scorer.evaluation.runs}


def label_of(scorer: Scorer, task: str, units: Sequence[str]) -> str:
    """How the runs of a task and some units are called; empty where all runs can be compared."""
    if not scorer.track.run_kinds:
        return ""
    asked = {one.qid: one for one in scorer.questions}
    pairs = sorted({asked[qid].pair.replace(":", " → ") for qid in units if qid in asked} - {""})
    return " ".join([task, ", ".join(pairs)]).strip()
