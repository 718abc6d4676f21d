"""A leaderboard as plain text, for terminals."""

from collections.abc import Collection, Sequence

from assessment.results.selectors.leaderboard import Leaderboard
from assessment.results.selectors.leaderboard_rows import LeaderboardRow
from assessment.shared.say import say
from scoring.decimals import in_full

HEAD = ("#", "run", "score", "95 % interval", "judged", "unjudged", "bounds")
LEFT = (1,)  # columns that begin at the left; numbers end at the right
NONE = "-"


def score_table(board: Leaderboard) -> str:
    """The runs best first with rank, score, interval and what is unjudged; a table for each part that can be compared."""
    tables = ["\n".join([*filter(None, [part.label]), *_lines(part)]) for part in board.divided if part.rows]
    tables += [f"{NONE} {why}" for why in board.without_interval]
    if board.no_value:
        tables.append(f"{NONE} " + say("A run without a score has no rank: {why}.", why=board.no_value))
    return "\n\n".join(tables)


def _lines(board: Leaderboard) -> list[str]:
    return aligned([HEAD, *map(_cells, board.rows)], LEFT)


def aligned(rows: Sequence[Sequence[str]], left: Collection[int]) -> list[str]:
    """Rows of cells as lines; the columns in `left` begin at the left, numbers end at the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _cells(row: LeaderboardRow) -> tuple[str, ...]:
    score, interval = row.score, row.interval
    if not score.unjudged:
        bounds = "exact"
    else:
        bounds = f"{shown(score.bounds['low'])} to {shown(score.bounds['high'])}"
    return (
        str(row.place_by_score or NONE),
        row.run_id,
        shown(score.score),
        f"{in_full(interval[0])} to {in_full(interval[1])}" if interval else NONE,
        str(score.judged),
        str(score.unjudged),
        bounds if score.score is not None else NONE,
    )


def shown(value: float | None) -> str:
    """A score in full; a dash where there is none."""
    return NONE if value is None else in_full(value)
