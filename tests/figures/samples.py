"""One figure of each kind, of about the size that studies make."""

from random import Random

from assessment.shared import figures
from assessment.shared.figures import Axis, Figure, Guide

RUNS = [f"run{number:02}" for number in range(1, 40)] + [
    "שלום-עולם-1",
    "a_run_with_quite_a_long_name_<b>&amp;",
]
SOURCE = "comets · version 3 · qrels 7f3a91c · Assize 0.1.0"


def ranges(runs: int = 41, name: str = "ranges") -> figures.DotRows:
    """Scores of runs by four kinds of qrels, and how far they lie apart over many."""
    chance, rows = Random(1), []
    for number, run in enumerate(RUNS[:runs]):
        score = 0.68 * (1 - number / 44)
        ends = score - 0.05 * chance.random() - 0.01, score + 0.05 * chance.random() + 0.01
        values = [
            score + chance.uniform(-0.012, 0.012),
            score + chance.uniform(-0.012, 0.012),
            ends[1],
            ends[0],
        ]
        rows.append(figures.Row(run, values, *ends, sum(ends) / 2))
    return figures.DotRows(
        name=name,
        title="Range of scores over one-judge qrels",
        caption="Each row is a run. The line reaches from its lowest to its highest score over 1,000 one-judge qrels.",
        source=SOURCE,
        axis=Axis("Mean reciprocal rank"),
        series=("adjudicated", "majority", "union", "intersection"),
        rows=rows,
        spread=figures.Spread("range over one-judge qrels", "lowest", "highest", "mean"),
    )


def board() -> figures.DotRows:
    """A leaderboard with intervals and groups."""
    rows = [
        figures.Row(run, [0.5 - 0.03 * number], 0.42 - 0.03 * number, 0.59 - 0.03 * number)
        for number, run in enumerate(RUNS[-14:])
    ]
    return figures.DotRows(
        name="board",
        title="Runs that cannot be told apart",
        caption="Runs beside one bar do not differ at .05, corrected for the number of pairs.",
        source=SOURCE,
        axis=Axis("Score"),
        series=("score",),
        rows=rows,
        spread=figures.Spread("95 % interval over series"),
        guides=[Guide(0.31, "median"), Guide(0.5, "best")],
        groups=[(0, 3), (2, 6), (4, 8), (5, 9), (9, 13)],
        numbered=True,
    )


def scatter(points: int = 820) -> figures.Plot:
    """Swaps of pairs against how far their scores lie apart."""
    chance, dots = Random(2), []
    for number in range(points):
        apart = chance.random() ** 2 * 0.4
        swaps = max(0, round(500 * (1 - apart / 0.08) * chance.random()))
        dots.append(figures.Point(apart, swaps, f"{RUNS[number % 41]} and {RUNS[number // 41 % 41]}"))
    return figures.Plot(
        name="swaps",
        title="Swaps against difference of scores",
        caption="Each point is a pair of runs.",
        source=SOURCE,
        x=Axis("Difference of scores (adjudicated)"),
        y=Axis("Swaps in 1,000 one-judge qrels", figures.COUNT),
        series=[figures.Series("", dots)],
    )


def curves() -> figures.Plot:
    """Error rates by bins of difference, with fitted curves."""
    series = []
    for number, low in enumerate((0.01, 0.03, 0.05, 0.09)):
        rate = [0.4 / (1 + (x * (low * 5 + 0.05))) ** 1.3 for x in range(5, 65)]
        line = list(zip(range(5, 65), rate, strict=True))
        points = [figures.Point(x, y * (0.93 + 0.14 * ((x * 7) % 3) / 2)) for x, y in line[::4] if x < 33]
        band = [figures.Slice(x, y * 0.85, y * 1.17) for x, y in line[28:]] if number % 2 == 0 else []
        series.append(
            figures.Series(f"difference {low:.2f} to {low + 0.01:.2f}".replace("0.", "."), points, line, band)
        )
    return figures.Plot(
        name="errors",
        title="Error rate by number of series",
        caption="Beyond half of all series the curves are extrapolated.",
        source=SOURCE,
        x=Axis("Number of series", figures.COUNT),
        y=Axis("Error rate", figures.SHARE),
        series=series,
        guides=[Guide(0.05, "5 %")],
        band_name="95 % bootstrap interval",
    )


def boxes(units: int = 64) -> figures.Boxes:
    """Scores of all runs on each series."""
    chance, rows = Random(3), []
    for number in range(units):
        values = sorted(min(1.0, chance.random() * chance.random() * 1.2) for _ in range(21))
        beyond = [0.97, 0.99] if number % 9 == 0 else []
        low, first, median, third, high = (values[n] for n in (0, 5, 10, 15, 20))
        rows.append(figures.BoxRow(str(141 + number), low, first, median, third, high, beyond))
    return figures.Boxes(
        name="boxes", title="Scores of all runs by series", source=SOURCE, axis=Axis("Score"), boxes=rows
    )


def bars() -> figures.Bars:
    """Agreement by question, and its parts."""
    rows = [figures.Bar(f"{1 + n // 5}.{1 + n % 5}", [(n * 7 % 11), n * 3 % 5, 1, n % 2]) for n in range(16)]
    return figures.Bars(
        name="agreement",
        title="Items by agreement",
        caption="Each bar is a question.",
        axis=Axis("Items", figures.COUNT),
        bars=[*rows, figures.Bar("5.1", [None, None, None, None])],
        parts=("all agree", "majority agrees", "split", "undecided"),
    )


def differences(questions: int = 24, name: str = "apart") -> figures.Differences:
    """A run against the median."""
    values = [None if n % 11 == 7 else (n * 7 % 9 - 4) / 4 for n in range(questions)]
    return figures.Differences(
        name=name,
        title="Difference from the median",
        axis=Axis("Difference from the median", figures.DIFFERENCE, low=-1.0, high=1.0),
        names=[str(n + 1) for n in range(questions)],
        distances=values,
    )


def histogram() -> figures.Histogram:
    """Tau over one-judge qrels."""
    bins = [figures.Bin(0.9 + n / 100, 0.91 + n / 100, (n + 1) * (10 - n) * 8) for n in range(10)]
    return figures.Histogram(
        name="tau",
        title="Kendall’s tau over one-judge qrels",
        x=Axis("Kendall’s tau", low=None),
        y=Axis("Qrels", figures.COUNT),
        bins=bins,
    )


def matrix(runs: int = 41, name: str = "pairs") -> figures.Matrix:
    """Which runs differ."""

    def square(row: int, column: int) -> figures.Square | None:
        if column >= row:
            return None
        apart = row - column
        level = 0 if apart > 20 else 1 if apart > 12 else 2 if apart > 7 else 3
        return figures.Square(level, max(0.0001, 0.5 - apart / 41))

    return figures.Matrix(
        name=name,
        title="Which runs differ",
        caption="Paired randomization over 64 series.",
        names=RUNS[-runs:],
        levels=[
            figures.Level("A", "p ≤ .001"),
            figures.Level("B", "p ≤ .01"),
            figures.Level("C", "p ≤ .05"),
            figures.Level("n", "not told apart"),
        ],
        squares=[[square(row, column) for column in range(runs)] for row in range(runs)],
    )


def empty() -> figures.Bars:
    """Nothing."""
    return figures.Bars(name="empty", title="Nothing yet", axis=Axis("Items"), bars=[], parts=("one",))


def every() -> list[Figure]:
    """All of them."""
    small = [ranges(3, "few"), matrix(6, "sixes"), differences(500, "many-apart"), differences()]
    return [ranges(), board(), scatter(), curves(), boxes(), bars(), histogram(), matrix(), *small, empty()]
