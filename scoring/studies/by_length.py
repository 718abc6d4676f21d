"""How alike rankings are within each declared length: runs of 50 bytes and of 250 do not do the same (TREC-8, section 1)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.say import sentence
from scoring.studies.one_judge import one_judge
from scoring.studies.panel import Panel

# A ranking in a random order is the other's with a probability of 1/n!: of two runs every second time, of five in less than
# one of a hundred (tests/scoring/studies/test_by_length). Of fewer, tau says nothing of the judges.
FEWEST = 5
TOO_FEW = sentence(
    "There are fewer than five runs of this length: a random order would be the same too often."
)

Tell = Callable[[int, int], None]  # samples done, samples in all


def groups_of(panel: Panel, lengths: Mapping[str, int]) -> dict[int, list[str]]:
    """The runs of a panel by their declared length, shortest first; none where they do not declare two of them."""
    declared = sorted({lengths[run] for run in panel.runs if run in lengths})
    if len(declared) < 2:
        return {}
    return {length: [run for run in panel.runs if lengths.get(run) == length] for length in declared}


def by_length(
    panel: Panel, groups: Mapping[int, list[str]], samples: int, seed: int, tell: Tell
) -> Iterator[dict[str, Any]]:
    """For each length its runs, and how alike their rankings are by the same one-judge sets as those of all runs.

    Of fewer than `FEWEST` runs the reason why no correlation is told.
    """
    for number, (length, runs) in enumerate(groups.items(), 1):
        later = _later(tell, number, len(groups) + 1)
        found = one_judge(panel.keeping(runs), samples, seed, progress=later).as_json()
        correlations, reasons = found["correlations"], found["reasons"]
        why_not = {name: reasons[name] for name in correlations if name in reasons}
        if len(runs) < FEWEST:
            correlations, why_not = dict.fromkeys(correlations), dict.fromkeys(correlations, TOO_FEW)
        yield {"length": length, "runs": runs, "correlations": correlations, "reasons": why_not}


def _later(tell: Tell, number: int, groups: int) -> Tell:
    return lambda done, total: tell(number * total + done, groups * total)
