"""The figures of a report of scores, made of its tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assessment.shared.figures import SCORE, SHARE, Axis, Bar, Bars, Figure, Flow, Way
from assessment.studies.selectors.figures import figure
from assessment.studies.selectors.report import MOST_BOXES
from scoring.evaluate.units import unit_tables
from scoring.overview.annotated import ENDS, GRADES, PARTS_SHOWN
from scoring.overview.every import Part
from scoring.overview.leaderboards import TOP
from scoring.overview.scored import Board, Scored
from scoring.scales import EXPERT
from scoring.spans.flow import flow_of
from scoring.spans.scores import PARTS
from scoring.studies.boxes import boxes


def figures_of(
    scored: Scored, found: Sequence[Part], source: str, *, studied: bool
) -> Mapping[str, Sequence[Figure]]:
    """By theme, the figures that there is something for; `studied` if those of a study stand beside them."""
    names = {part.name for part in found}
    made = {
        "runs": list(_leaders(scored, source)),
        "annotations": list(_annotated(scored, source)),
        "questions": [] if studied else list(_boxes(scored, source)),
    }
    return {name: figures for name, figures in made.items() if name in names and figures}


def _boxes(scored: Scored, source: str) -> Iterator[Figure]:
    """Figure 3 of TREC 2004: how the scores of all runs spread."""
    for number, table in enumerate(unit_tables(scored.scorer, scored.key)):
        if len(table.runs) > 1 and len(table.units) <= MOST_BOXES:
            board = {"unit": table.unit, "measure": table.measure}
            drawn = figure("boxes", number, board, boxes(table).as_json(), source, {})
            label = f": {table.label}" if table.label else ""
            yield replace(drawn, title=f"{drawn.title}{label}")


def _leaders(scored: Scored, source: str) -> Iterator[Figure]:
    """Figure 2 of TREC 2004: the best run of each of the best teams."""
    several = len(scored.boards) > 1
    for number, board in enumerate(scored.boards, 1):
        if len(board.best_of_teams) > 1:
            yield _top(scored, board, f"top-teams-{number}" if several else "top-teams", source)


def _top(scored: Scored, board: Board, name: str, source: str) -> Figure:
    best = board.best_of_teams[:TOP]
    label = scored.score_label
    lengths = {scored.length(run) for run in best}
    bars = [
        Bar(
            f"{run.run_id} ({scored.length(run)})" if len(lengths) > 1 and run.length_limit else run.run_id,
            [float(board.scores[run.run_id].score or 0)],
        )
        for run in best
    ]
    title = f"Best run of each team: {board.label}" if board.label else "Best run of each team"
    caption = f"{label} of the best run of each of the {len(best)} best teams."
    return Bars(
        name=name,
        title=title,
        caption=caption,
        source=source,
        axis=Axis(label, SCORE),
        bars=bars,
        parts=[label],
        rows_name="Run",
    )


def _annotated(scored: Scored, source: str) -> Iterator[Figure]:
    if scored.spans is None:
        return
    said = [one for example in scored.spans.examples.values() for one in example.annotations]
    if said:
        yield _flow(scored, source)
    found = scored.report.more.get("experts", {})
    for part in PARTS:
        if part in found:
            yield _by_mu(part, found[part], source)


def _flow(scored: Scored, source: str) -> Figure:
    """Figure 2 of Natural Questions: which way annotations took."""
    assert scored.spans
    found = flow_of(one for example in scored.spans.examples.values() for one in example.annotations)
    ends = [Way(ENDS[name], number) for name, number in found.short.items()]
    good = [Way("No long answer", found.no_long), Way("Long answer", found.long, ends)]
    root = Way(
        "All annotations",
        found.annotations,
        [Way("Bad question", found.bad), Way("Good question", found.good, good)],
    )
    return Flow(
        name="decision-flow",
        title="Decisions of annotators",
        caption="The decisions of annotators one after another. Shares are of all complete annotations.",
        source=source,
        root=root,
        counted="Annotations",
    )


def _by_mu(part: str, found: Mapping[str, object], source: str) -> Figure:
    """Figure 4 of Natural Questions: grades of experts by how many annotators gave an answer."""
    whole = found["annotations"]
    rows = found["by_mu"]
    assert isinstance(whole, int)
    assert isinstance(rows, list)
    label = PARTS_SHOWN["long" if part == "long" else "short"]
    return Bars(
        name=f"precision-by-agreement-{part}",
        title=f"Grades of experts by agreement: {label.lower()}s",
        caption="Annotations by the share of the question’s annotators who gave any answer, and by what experts say of them.",
        source=source,
        axis=Axis("Share of graded annotations", SHARE),
        bars=[
            Bar(f"over {row['over']:.1f} to {row['to']:.1f}", [row[grade] / whole for grade in EXPERT.grades])
            for row in rows
        ],
        parts=[GRADES[grade] for grade in EXPERT.grades],
        rows_name="Annotators with an answer",
    )
