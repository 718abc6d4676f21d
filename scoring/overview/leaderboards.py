"""The runs from best to worst: all of them, the best of each team, by length, type, task and languages."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scoring.measures import parse
from scoring.measures.base import Value
from scoring.overview.scored import Board, Scored, made_by
from scoring.overview.tables import Cell, Column, Kind, Table, mean_of, median_of, without_empty
from scoring.records import Run

TOP = 10
FIGURE_2 = "TREC 2004, Figure 2"


def all_runs(scored: Scored) -> Iterator[Table]:
    """Every run, a table for each group of runs that can be compared."""
    for number, board in enumerate(scored.boards, 1):
        yield _board(scored, board, board.runs, "runs", number, "All runs", _source(scored))


def best_of_teams(scored: Scored) -> Iterator[Table]:
    """The best run of each team, where some team has several."""
    for number, board in enumerate(scored.boards, 1):
        best = board.best_of_teams
        if len(best) < len(board.runs):
            yield _board(scored, board, best, "best-of-teams", number, "Best run of each team", FIGURE_2)


def top_ten(scored: Scored) -> Iterator[Table]:
    """The best runs of the ten best teams, where there are more."""
    for number, board in enumerate(scored.boards, 1):
        best = board.best_of_teams
        if len(best) > TOP:
            yield _board(scored, board, best[:TOP], "top-ten", number, "Top ten teams", FIGURE_2)


def by_length(scored: Scored) -> Iterator[Table]:
    """The runs of each declared length by themselves; nothing where none was declared."""
    for number, board in enumerate(scored.boards, 1):
        for length in scored.lengths:
            runs = [run for run in board.runs if run.length_limit == length]
            if runs:
                title = f"Runs of {scored.length(runs[0])}"
                yield _board(
                    scored, board, runs, f"runs-{length}", number, title, "TREC-8, Table 1 and Figure 1"
                )


def _board(
    scored: Scored, board: Board, runs: Sequence[Run], name: str, number: int, title: str, source: str
) -> Table:
    measures = [one for one in scored.track.measures if one != scored.track.score]
    ranks = board.ranks(runs)
    columns = (
        Column("Rank", "count"),
        Column("Run"),
        Column("Team"),
        Column("Kind"),
        Column("Length"),
        *(Column(one.short) for one in scored.track.asked),
        Column(scored.score_label, "number"),
        Column("95 % interval, low", "number"),
        Column("95 % interval, high", "number"),
        *(Column(parse(one).title, _kind(scored, one)) for one in measures),
        Column("By type", "number"),
        Column("Judged", "count"),
        Column("Unjudged", "count"),
        Column("If these were right", "number"),
    )
    rows = [_row(scored, board, run, ranks, measures) for run in runs]
    several = len(scored.boards) > 1
    return without_empty(
        Table(
            f"{name}-{number}" if several else name,
            f"{title}: {board.label}" if board.label else title,
            source,
            columns,
            rows,
        )
    )


def _kind(scored: Scored, measure: str) -> Kind:
    """Whether a measure counts, or is a number between 0 and 1."""
    counts = (run.measures.get(measure) for run in scored.report.runs.values())
    return "count" if any(isinstance(one, int) for one in counts) else "number"


def _row(
    scored: Scored, board: Board, run: Run, ranks: Mapping[str, int], measures: Sequence[str]
) -> list[Cell]:
    found = board.scores[run.run_id]
    low, high = (found.interval.low, found.interval.high) if found.interval else (None, None)
    unjudged = found.unjudged or None
    return [
        ranks.get(run.run_id),
        run.run_id,
        run.team,
        made_by(run),
        scored.length(run),
        *(one.said(dict(run.declared).get(one.name, "")) for one in scored.track.asked),
        found.score,
        low,
        high,
        *(found.measures.get(one) for one in measures),
        found.by_type,
        None if scored.spans else found.judged,
        unjudged,
        found.high if unjudged else None,
    ]


def by_type(scored: Scored) -> Iterator[Table]:
    """What each run makes of each type of question, where there are several; series have measures of types already."""
    labels = {scored.label(one) for one in scored.questions}
    if len(labels) < 2 or scored.spans:
        return
    listed = [label for label in scored.labels if label in labels]
    for number, board in enumerate(scored.boards, 1):
        rows: list[list[Cell]] = []
        for run in board.runs:
            values = [_of_type(scored, run, label) for label in listed]
            rows.append([run.run_id, run.team, *values, board.scores[run.run_id].score])
        columns = (
            Column("Run"),
            Column("Team"),
            *(Column(label, "number") for label in listed),
            Column(scored.score_label, "number"),
        )
        title = f"By type of question: {board.label}" if board.label else "By type of question"
        note = "Of each type the mean of its own measure" + (", c@1 among them." if _silent(scored) else ".")
        several = len(scored.boards) > 1
        name = f"runs-by-type-{number}" if several else "runs-by-type"
        yield without_empty(Table(name, title, _source(scored), columns, rows, note))


def _source(scored: Scored) -> str:
    """What a leaderboard follows."""
    if scored.track.run_kinds:
        return "ResPubliQA 2010"
    if scored.spans:
        return "Natural Questions, Table 3"
    return "TREC 2004, section 2" if scored.in_series else "TREC-8, Table 1"


def _silent(scored: Scored) -> bool:
    return any(run.silence for run in scored.report.runs.values())


def _of_type(scored: Scored, run: Run, label: str) -> Value:
    silence = scored.report.runs[run.run_id].silence
    if silence:
        names = [name for name, kind in scored.track.question_types.items() if kind.label == label]
        return next(
            (silence.by_type[name][scored.track.score] for name in names if name in silence.by_type), None
        )
    asked = [one.qid for one in scored.questions if scored.label(one) == label]
    values = (scored.values.get(qid, {}).get(run.run_id) for qid in asked)
    return mean_of([one for one in values if one is not None])


def by_task(scored: Scored) -> Table | None:
    """Tasks and pairs of languages, with how their runs did; None where all runs do the same."""
    if not scored.track.run_kinds:
        return None
    rows: list[list[Cell]] = []
    for board in scored.boards:
        scores = [
            Fraction(score) for one in board.runs if (score := board.scores[one.run_id].score) is not None
        ]
        best = board.runs[0] if scores else None
        teams = len({run.team for run in board.runs})
        asked = len(scored.scorer.asked(board.runs[0].run_id))
        rows.append(
            [
                board.task,
                board.label.removeprefix(board.task).strip(),
                asked,
                len(board.runs),
                teams,
                best.run_id if best else "",
                max(scores, default=None),
                median_of(scores),
                mean_of(scores),
            ]
        )
    columns = (
        Column("Task"),
        Column("Languages"),
        Column("Questions", "count"),
        Column("Runs", "count"),
        Column("Teams", "count"),
        Column("Best run"),
        Column(f"Best {scored.score_label}", "number"),
        Column("Median", "number"),
        Column("Mean", "number"),
    )
    return Table("tasks", "Tasks and languages", "ResPubliQA 2010", columns, rows)


def by_each_length(scored: Scored) -> Table | None:
    """The declared lengths beside each other; None where there are not two of them."""
    groups = {
        length: [run for run in scored.evaluation.runs if run.length_limit == length]
        for length in scored.lengths
    }
    if len(groups) < 2:
        return None
    rows: list[list[Cell]] = []
    for runs in groups.values():
        scores = {
            run.run_id: score for run in runs if (score := scored.report.runs[run.run_id].score) is not None
        }
        known = list(map(Fraction, scores.values()))
        best = min((run_id for run_id in scores if scores[run_id] == max(known)), default="")
        teams = len({run.team for run in runs})
        rows.append(
            [
                scored.length(runs[0]),
                len(runs),
                teams,
                best,
                max(known, default=None),
                median_of(known),
                mean_of(known),
            ]
        )
    columns = (
        Column("Length"),
        Column("Runs", "count"),
        Column("Teams", "count"),
        Column("Best run"),
        Column(f"Best {scored.score_label}", "number"),
        Column("Median", "number"),
        Column("Mean", "number"),
    )
    return Table("lengths", "Declared lengths", "TREC-8, section 1", columns, rows)
