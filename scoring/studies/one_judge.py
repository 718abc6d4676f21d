"""How much the ranking of runs depends on who judges (TREC-8 QA evaluation, section 3).

Many one-judge qrels are drawn, each with one judge for every question at random. Every run is scored by all of them. Of
interest are how far its score moves (Table 1, Figure 1), how alike the rankings are (Table 2), and how often two runs swap
(section 3.2, Figure 2): B[i, j] counts the qrels by which run i is better than run j, and the swaps of a pair are the
smaller of B[i, j] and B[j, i]. Equal scores are in neither. Beside what the sample shows stands what holds over all
one-judge qrels, exactly, wherever it can be worked out.

The sample's deviation divides by one less than its size; that over all one-judge qrels divides by their number.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.arrays import np
from scoring.evaluate.report import ordered
from scoring.measures.base import Value, exact
from scoring.say import say
from scoring.studies.draws import Draws
from scoring.studies.exact import Summing, over_all
from scoring.studies.kendall import (
    FEWER_THAN_TWO,
    Correlation,
    correlation,
    keys_of,
    matrices,
)
from scoring.studies.one_judge_result import OneJudge, RunRow, Spreads, Swap
from scoring.studies.panel import RULES, Panel
from scoring.studies.tally import BLOCK, Pairs, Spread, Statistics

Progress = Callable[[int, int], None]  # samples done, samples in all; it may raise, to end the work
CHUNK = 8 * BLOCK


def one_judge(
    panel: Panel,
    samples: int = 100_003,
    seed: int = 1,
    exclude: Sequence[str] = (),
    subsample: int = 1000,
    apart: float = 0.015,
    often: int = 10,
    progress: Progress | None = None,
    chunk: int = CHUNK,
) -> OneJudge:
    """Study a panel by a sample of one-judge qrels.

    The subsample that is correlated within itself is the first of the sample; samples are independent of each other. `chunk`
    samples are held at once, which changes no result. Raises ValueError for unknown runs to leave out.
    """
    panel = without(panel, exclude)
    exact_rows, why_not = over_all(panel)
    pairs, statistics = _pairs(panel), Statistics(_centres(panel))
    sample = _Sample(panel, samples, seed, max(1, chunk // BLOCK) * BLOCK)
    first = sample.tallied(pairs, statistics, min(subsample, samples), progress)
    reasons = {"exact": why_not} if why_not else {}
    others = _others(panel, seed, reasons)
    rows = zip(
        statistics.means,
        statistics.deviations,
        statistics.low.tolist(),
        statistics.high.tolist(),
        strict=True,
    )
    return OneJudge(
        panel=panel,
        samples=samples,
        seed=seed,
        subsample=min(subsample, samples),
        excluded=tuple(sorted(set(exclude))),
        rows={
            run: RunRow(*row, panel.varying[place], exact_rows[place] if exact_rows else None)
            for place, (run, row) in enumerate(zip(panel.runs, rows, strict=True))
        },
        within=_within(first if _is_ranked(panel) else first[:0], reasons),
        with_reference=_with_reference(panel, pairs, reasons),
        others=others,
        swaps=tuple(_swaps(panel, pairs, statistics.means)),
        apart=exact(apart),
        often=often,
        reasons=reasons,
    )


def without(panel: Panel, exclude: Sequence[str]) -> Panel:
    """The panel without some runs. Raises ValueError naming those that it does not have."""
    if unknown := sorted(set(exclude) - set(panel.runs)):
        raise ValueError(f"There is no run {', '.join(unknown)} to leave out.")
    return panel.keeping([run for run in panel.runs if run not in set(exclude)]) if exclude else panel


def _reference(panel: Panel) -> Mapping[str, Value]:
    return panel.scores.get(panel.reference, {})


def _centres(panel: Panel) -> list[float]:
    """A score of each run by some one-judge qrels."""
    scores = panel.scores_by([0] * len(panel.questions))
    return [float(scores[run] or 0) for run in panel.runs]


def _pairs(panel: Panel) -> Pairs:
    scores = _reference(panel)
    if not scores:
        return Pairs(range(len(panel.runs)), None)
    places = {run: place for place, run in enumerate(panel.runs)}
    return Pairs([places[run] for run in ordered(scores)], keys_of(scores).tolist())


class _Sample(NamedTuple):
    """Random one-judge qrels."""

    panel: Panel
    samples: int
    seed: int
    chunk: int

    def tallied(self, pairs: Pairs, statistics: Statistics, subsample: int, progress: Progress | None) -> Any:
        """Draw the sample and count. Gives back the keys of its first rankings."""
        summing, draws = Summing(self.panel), Draws(self.seed).spawn("one-judge")
        first: list[Any] = []
        for start in range(0, self.samples, self.chunk):
            count = min(self.chunk, self.samples - start)
            sums = summing.of(draws.choices(self.panel.counts, count))
            statistics.add(sums.scores)
            pairs.add(sums)
            if start < subsample:
                first.append(np.array(sums.keys[:, : subsample - start]))
            if progress:
                progress(start + count, self.samples)
        return np.concatenate(first, axis=1)


def _within(keys: Any, reasons: dict[str, str]) -> Spreads | None:
    """The correlations of all pairs of rankings; tau-ap with either as the reference."""
    runs, rankings = keys.shape
    if runs < 2 or rankings < 2:
        reasons["within"] = FEWER_THAN_TWO if runs < 2 else say("There are fewer than two samples.")
        return None
    found = matrices(keys)
    upper, either = np.triu_indices(rankings, 1), ~np.eye(rankings, dtype=bool)
    return Spreads(
        _spread_of(found.swaps[upper].astype(np.float64)),
        runs,
        None if np.isnan(found.tau_b[upper]).any() else _spread_of(found.tau_b[upper]),
        _spread_of(found.tau_ap[either]),
    )


def _spread_of(values: Any) -> Spread:
    return Spread(float(values.mean()), float(values.min()), float(values.max()))


def _is_ranked(panel: Panel) -> bool:
    """Whether two runs or more have a score, as far as the reference tells."""
    known = _reference(panel)
    return len(panel.runs if not known else [one for one in known.values() if one is not None]) > 1


def _with_reference(panel: Panel, pairs: Pairs, reasons: dict[str, str]) -> Spreads | None:
    if not _reference(panel) or not _is_ranked(panel):
        reasons["with_adjudicated"] = panel.failed.get(panel.reference, FEWER_THAN_TWO)
        return None
    swaps = pairs.swaps.spread
    assert swaps
    return Spreads(swaps, len(panel.runs), pairs.tau_b.spread, pairs.tau_ap.spread)


def _others(panel: Panel, seed: int, reasons: dict[str, str]) -> dict[str, Correlation | None]:
    """The correlations of the rankings by other rules, and by random:SEED, with the reference."""
    reference = _reference(panel)
    rankings = {rule: panel.scores.get(rule) for rule in RULES}
    rankings["one_judge"] = panel.scores_by(panel.choice_of(seed))
    found: dict[str, Correlation | None] = {}
    for name, ranking in rankings.items():
        found[name] = correlation(ranking, reference) if ranking and reference else None
        if found[name] is None:
            reasons[name] = panel.failed.get(name) or panel.failed.get(panel.reference) or FEWER_THAN_TWO
    return found


def _swaps(panel: Panel, pairs: Pairs, means: Sequence[float]) -> list[Swap]:
    """Every pair of runs, in the order of the reference."""
    scores = _reference(panel)
    by_mean = dict(zip(panel.runs, map(Fraction, means), strict=True))
    order = ordered(scores or by_mean)
    places = {run: place for place, run in enumerate(panel.runs)}
    better, tied = pairs.better, pairs.tied
    found = []
    for number, a in enumerate(order):
        for b in order[number + 1 :]:
            one, other = places[a], places[b]
            first, second = scores.get(a), scores.get(b)
            difference = None if first is None or second is None else Fraction(first) - Fraction(second)
            counts = better[one, other], better[other, one], tied[one, other]
            found.append(Swap(a, b, difference, *map(int, counts)))
    return found
