"""A run against all runs, as figures: by series or question type, and how far it is from the median."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from statistics import median

from django.http import Http404

from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.formulas import own_measure
from assessment.results.selectors.leaderboard import measure_label
from assessment.results.selectors.lines import ScoreLine
from assessment.results.selectors.run_lines import RunLines
from assessment.shared.figures import COUNT, DIFFERENCE, Axis, Bin, DotRows, Figure, Histogram, Row, Spread
from assessment.shared.say import say
from scoring.measures import find
from scoring.tracks.base import QuestionType

MOST_ROWS = 80
FEWEST_LINES = 5
STEPS = 20  # columns, from -1 to 1, or as far as values differ


def run_figures(score_set: ScoreSet, row: RunScore, lines: RunLines) -> list[Figure]:
    """The figures that a run has something for."""
    qrels = score_set.qrels
    source = say(
        "{run}, {campaign}, version {n} ({rule}), {software}",
        run=row.run,
        campaign=qrels.campaign.title,
        n=str(qrels.version),
        rule=qrels.rule,
        software=qrels.software,
    )
    return [figure for figure in (_against(row, lines, source), from_median(lines, source)) if figure]


def run_figure(score_set: ScoreSet, row: RunScore, lines: RunLines, name: str) -> Figure:
    """One of them by its name; Http404 where the run has none of it."""
    for figure in run_figures(score_set, row, lines):
        if figure.name == name:
            return figure
    raise Http404


def _against(row: RunScore, lines: RunLines, source: str) -> Figure | None:
    """The run beside the median, the best and the lowest: by series, else by question type."""
    rows = list(_of_series(lines.series) if lines.series else _of_types(row, lines))
    if not 1 < len(rows) <= MOST_ROWS:
        return None
    return DotRows(
        name="against",
        title=say("The run against all runs, by series")
        if lines.series
        else say("The run against all runs, by question type"),
        caption=say("Bars: from the lowest to the best run."),
        source=source,
        axis=Axis(measure_label("score") if lines.series else say("Score")),
        series=[str(row.run), say("median")],
        rows=rows,
        spread=Spread(say("all runs"), say("lowest"), say("best")),
        rows_name=say("Series") if lines.series else say("Question type"),
    )


def _of_series(lines: Sequence[ScoreLine]) -> Iterator[Row]:
    for line in lines:
        yield Row(line.name, [line.score, line.median], line.worst, line.best)


def _of_types(row: RunScore, lines: RunLines) -> Iterator[Row]:
    """Where each type of question has a measure of its own, the run's value beside those of all runs.

    Values stand on one axis: those of a type whose measure reaches further than a share, as grades do, are left out
    where others do not.
    """
    names = {own_measure(group.kind): group.kind for group in lines.groups}
    if not 1 < len(names) == len(lines.groups):
        return
    shares = {name: kind for name, kind in names.items() if _is_share(name, kind)}
    for name, kind in (shares or names).items():
        label = say(kind.label)
        values = [value for measures in lines.all_measures if (value := measures.get(name)) is not None]
        own = row.measures.get(name)
        if own is not None:
            yield Row(label, [own, median(values)], min(values), max(values))


def _is_share(name: str, kind: QuestionType) -> bool:
    """Whether a type's measure goes from 0 to 1, and no further as values of grades may."""
    found = find(name)
    measure = found.on([kind.scale]) if found and kind.scale else found
    return getattr(measure, "least", 0) >= 0 and getattr(measure, "most", 1) <= 1


def reach_of(differences: Iterable[float]) -> int:
    """How far an axis of differences goes to both sides: to 1, and further where graded answers are worth more."""
    return max(1, ceil(max(map(abs, differences), default=0)))


def from_median(lines: RunLines, source: str) -> Figure | None:
    """On how many questions the run is how far above or below the median."""
    scored = [
        line.score - line.median
        for group in lines.groups
        for line in group.lines
        if line.score is not None and line.median is not None
    ]
    if len(scored) < FEWEST_LINES:
        return None
    reach = reach_of(scored)
    width = 2 * reach / STEPS
    places = [min(STEPS - 1, int((difference + reach) / width + 1e-9)) for difference in scored]
    bins = [Bin(-reach + n * width, -reach + (n + 1) * width, places.count(n)) for n in range(STEPS)]
    return Histogram(
        name="median",
        title=say("Questions by difference from the median"),
        caption=say(
            "The run’s score less the median of all runs on the same question. To the right of 0 it is as good as "
            "the median or better. Ends of ranges belong to the next one; {end} belongs to the last.",
            end=str(reach),
        ),
        source=source,
        x=Axis(say("Difference from the median of all runs"), DIFFERENCE, low=-reach, high=reach),
        bins=bins,
        y=Axis(say("Questions"), COUNT),
    )
