"""The figures of a study, made of its parts as they are stored."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from assessment.results.selectors.leaderboard import measure_label
from assessment.shared.figures import (
    COUNT,
    DIFFERENCE,
    SCORE,
    SHARE,
    Axis,
    Bin,
    Boxes,
    BoxRow,
    DotRows,
    Figure,
    Guide,
    Histogram,
    Level,
    Matrix,
    Plot,
    Point,
    Row,
    Series,
    Slice,
    Spread,
    Square,
)
from assessment.shared.say import say, sentence

Part = Mapping[str, Any]
RULES = ("adjudicated", "majority", "union", "intersection")
CURVES = slice(1, 6)  # the bins that the published figure shows: from .01 up to .06
LEVELS = (Level("a", "p < .001"), Level("b", "p < .01"), Level("c", "p < .05"))
BELOW = (0.001, 0.01, 0.05)


class Made(NamedTuple):
    """What a figure is made with besides its part."""

    name: str  # its own, unlike that of any other figure of the study
    measure: str  # for people
    units: str  # "questions" or "series"
    source: str  # of which study and software
    lengths: Mapping[str, str] = MappingProxyType({})  # by run, the length that was declared of its answers

    def called(self, run: str) -> str:
        """A run with its length, where it has one."""
        return f"{run} ({self.lengths[run]})" if run in self.lengths else run


def ranges(part: Part, made: Made) -> Figure:
    """Figure 1 of TREC-8: each run's scores over one-judge judgment sets, and by the rules."""
    reference = part["reference"]
    rules = [
        rule
        for rule in dict.fromkeys((reference, *RULES))
        if any(rule in one for one in part["qrels"].values())
    ]
    judged = part["one_judge"]
    ordered = sorted(judged, key=lambda run: (-(part["qrels"][run].get(reference) or 0), run))
    rows = [
        Row(
            made.called(run),
            [part["qrels"][run].get(rule) for rule in rules],
            judged[run]["min"],
            judged[run]["max"],
            judged[run]["mean"],
        )
        for run in ordered
    ]
    return DotRows(
        name=made.name,
        title=say("Scores by judgment set"),
        caption=say(
            "Bars: lowest to highest score over {samples} judgment sets with one randomly chosen assessor per question; "
            "the stroke across is their mean.",
            samples=part["samples"],
        ),
        source=made.source,
        axis=Axis(made.measure),
        series=rules,
        rows=rows,
        spread=Spread(say("One-judge sets"), say("lowest"), say("highest"), say("mean")),
    )


def swaps(part: Part, made: Made) -> Figure:
    """Figure 2 of TREC-8: how often two runs swap, against how far apart they are."""
    points = [
        Point(
            pair["difference"],
            pair["swaps"],
            say("{first} and {second}", first=pair["a"], second=pair["b"]),
        )
        for pair in part["figure_2"]
    ]
    cut = part["cut_offs"]
    return Plot(
        name=made.name,
        title=say("Swaps against difference of scores"),
        caption=say(
            "A swap: a judgment set that ranks the two runs the other way than most do. Shown are pairs that differ "
            "by more than {difference} and swap more than {times} times, of {samples} sets.",
            difference=f"{cut['difference']:g}",
            times=str(cut["swaps"]),
            samples=part["samples"],
        ),
        source=made.source,
        x=Axis(
            say("Difference of {measure} ({rule})", measure=made.measure, rule=part["reference"]), DIFFERENCE
        ),
        y=Axis(say("Swaps"), COUNT),
        series=[Series(say("Pairs of runs"), points)],
    )


def errors(part: Part, made: Made) -> Figure:
    """Figure 4 of the question series: error rates by size of the set and difference of scores."""
    return Plot(
        name=made.name,
        title=say("Error rates by size of the set"),
        caption=say(
            "How often two disjoint sets of {units} disagree which of two runs is better, by the difference "
            "of their scores {where}. Points: {trials} trials each; lines: fitted curves; bands: "
            "95 % over the sets that were drawn.",
            units=say("series") if made.units == "series" else say("questions"),
            where=say(BINNED[part["binning"]]),
            trials=str(part["trials"]),
        ),
        source=made.source,
        x=Axis(say("Series in a set") if made.units == "series" else say("Questions in a set"), COUNT),
        y=Axis(say("Error rate"), SHARE),
        series=[curve_of(one) for one in part["bins"][CURVES] if one["points"]],
        guides=[Guide(part["level"], "5 %")],
    )


BINNED: Mapping[str, str] = MappingProxyType(
    {
        "first": sentence("on the first set"),
        "second": sentence("on the second set"),
        "larger": sentence("on the set where it is larger"),
        "mean": sentence("on average"),
        "full": sentence("over everything"),
    }
)


def curve_of(one: Part) -> Series:
    """A bin of differences: what was observed, and its fitted curve."""
    curve = one["curve"]
    line = list(zip(curve["size"], curve["rate"], strict=True))
    band = [Slice(*ends) for ends in zip(curve["size"], curve["low"], curve["high"], strict=True)]
    points = [Point(point["size"], point["rate"]) for point in one["points"] if point["rate"] is not None]
    low = f"{one['from']:.2f}".removeprefix("0")
    if one["below"] is None:
        return Series(say("{low} to more", low=low), points, line, band)
    high = f"{one['below']:.2f}".removeprefix("0")
    return Series(say("{low} to {high}", low=low, high=high), points, line, band)


def boxes(part: Part, made: Made) -> Figure:
    """Figure 3 of the question series: how the scores of all runs spread."""
    is_series = part["unit"] == "series"
    rows = [
        BoxRow(
            one["unit"],
            one["low_whisker"],
            one["q1"],
            one["median"],
            one["q3"],
            one["high_whisker"],
            [beyond["score"] for beyond in one["beyond"]],
        )
        for one in part["boxes"]
    ]
    return Boxes(
        name=made.name,
        title=say("Scores of all runs by series") if is_series else say("Scores of all runs by question"),
        caption=say(
            "Box: the middle half of the runs, with a line at the median. Whiskers: up to 1.5 times the box. "
            "Circles: runs beyond."
        ),
        source=made.source,
        axis=Axis(made.measure),
        boxes=rows,
        unit_name=say("Series") if is_series else say("Question"),
    )


def leaders(part: Part, made: Made) -> Figure:
    """The ranking with intervals, and the runs that cannot be told apart."""
    rows = [Row(one["run"], [one["score"]], one["low"], one["high"]) for one in part["runs"]]
    spans = [(first, last) for group in part["groups"] for first, last in group["spans"] if last > first]
    return DotRows(
        name=made.name,
        title=say("Ranking, with runs that cannot be told apart"),
        caption=say(
            "Bars: 95 % intervals over {units}. Runs joined at the right do not differ "
            "significantly (randomized Tukey HSD, p ≥ .05).",
            units=say("series") if made.units == "series" else say("questions"),
        ),
        source=made.source,
        axis=Axis(made.measure),
        series=[say("Score")],
        rows=rows,
        spread=Spread(say("95 % interval")),
        groups=spans,
        numbered=True,
    )


def matrix(part: Part, made: Made) -> Figure:
    """Every pair of runs and how sure their order is."""
    names = [one["run"] for one in part["runs"]]
    found = {(pair["a"], pair["b"]): pair["p_tukey"] for pair in part["pairs"]}
    squares = [
        [square(found.get((row, column), found.get((column, row)))) for column in names] for row in names
    ]
    return Matrix(
        name=made.name,
        title=say("Significance of each pair of runs"),
        caption=say("p of the randomized Tukey HSD test, which allows for all pairs being compared at once."),
        source=made.source,
        names=names,
        levels=[*LEVELS, Level("·", say("not significant"))],
        squares=squares,
    )


def square(p: float | None) -> Square | None:
    """How sure a pair is; None of a run with itself."""
    return None if p is None else Square(sum(p >= limit for limit in BELOW), p)


def overlaps(part: Part, made: Made) -> Figure:
    """How many questions have how much overlap of the sets of correct answers."""
    values = [one["OL"] for one in part["questions"].values() if one["OL"] is not None]
    bins = [Bin(n / 10, (n + 1) / 10, sum(place_of(value) == n for value in values)) for n in range(10)]
    return Histogram(
        name=made.name,
        title=say("Overlap of correct answers by question"),
        caption=say(
            "Overlap: answers that all assessors call correct, out of those that any of them does. Ends of ranges "
            "belong to the next one; 1 belongs to the last."
        ),
        source=made.source,
        x=Axis(say("Overlap"), SCORE, high=1.0),
        bins=bins,
        y=Axis(say("Questions"), COUNT),
    )


def place_of(value: float) -> int:
    """Which tenth a share falls into."""
    return min(9, int(value * 10 + 1e-9))


Draw = Callable[[Part, Made], Figure]
FIGURES: Mapping[str, tuple[str, Draw]] = MappingProxyType(
    {
        "ranges": ("one_judge", ranges),
        "swaps": ("one_judge", swaps),
        "errors": ("reliability", errors),
        "boxes": ("spread", boxes),
        "leaders": ("significance", leaders),
        "matrix": ("significance", matrix),
    }
)


def lengths_of(facts: Part) -> dict[str, str]:
    """By run, the length that was declared of its answers, in words; nothing of studies that kept none."""
    unit = say(facts["length_unit"]) if facts.get("lengths") else ""
    return {run: f"{length} {unit}" for run, length in facts.get("lengths", {}).items()}


def figure(name: str, number: int, board: Part, part: Part, source: str, facts: Part) -> Figure:
    """A figure of one board out of its part; `facts` are those of the campaign."""
    units = "series" if board["unit"] == "series" else "questions"
    label = measure_label(board["measure"])
    made = Made(f"{name}-{number}", label, units, source, lengths_of(facts))
    return FIGURES[name][1](part, made)


def agreement_figure(part: Part, source: str) -> Figure:
    """The figure of the page of agreement."""
    return overlaps(part, Made("agreement", "", "questions", source))
