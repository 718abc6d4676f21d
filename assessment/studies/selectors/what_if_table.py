"""What a "what if" came to as plain text, for terminals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assessment.results.selectors.score_table import NONE, aligned, shown

HEAD = ("run", "score", "then", "difference", "place", "then", "unjudged then")
HEAD_LEFT_OUT = ("without", *HEAD)


def what_if_lines(parts: Mapping[str, Any]) -> Iterator[str]:
    """The runs with their scores as they are and as they would be, the best of then first; a table for each group of runs
    that can be compared, or one with each team or run that was left out in its turn."""
    if "leave_one_out" in parts:
        rows = [(row["name"], *_cells(run)) for row in parts["leave_one_out"]["rows"] for run in row["runs"]]
        yield from aligned([HEAD_LEFT_OUT, *rows], (0, 1))
        return
    yield from parts["comparison"]["because"]
    for group in parts["comparison"]["groups"]:
        if group["label"]:
            yield group["label"]
        yield from aligned([HEAD, *map(_cells, group["runs"])], (0,))


def _cells(run: Mapping[str, Any]) -> Sequence[str]:
    unjudged = run["unjudged"]
    then = unjudged[1] if isinstance(unjudged, list) else unjudged
    return (
        run["run"],
        shown(run["before"]),
        shown(run["after"]),
        shown(run["difference"]),
        str(run["place_before"] or NONE),
        str(run["place_after"] or NONE),
        str(NONE if then is None else then),
    )
