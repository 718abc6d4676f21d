"""Which runs a machine assessor may favour as its own: those of its maker, and those of its model.

Studies find that a language model grades answers of its own kind kindlier (Panickssery, Bowman and Feng, LLM Evaluators
Recognize and Favor Their Own Generations, NeurIPS 2024; Balog, Metzler and Qin, Rankers, Judges, and Assistants, SIGIR 2025).
A run declares no model; its description may name one.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from scoring.records import Evaluation, MachineAssessor, Run


class Kin(NamedTuple):
    """The ids of runs that are near a machine, in code-point order."""

    by_team: tuple[str, ...]  # whose team made the machine
    by_model: tuple[str, ...]  # whose description names its model or family as a word

    def __bool__(self) -> bool:
        return bool(self.by_team or self.by_model)


NOBODY = Kin((), ())


def kin_of(evaluation: Evaluation, assessor: str) -> Kin:
    """The runs near the machine of this name; none where nothing is known of it."""
    machine = next((one for one in evaluation.machines if one.assessor == assessor), None)
    return kin_among(machine, evaluation.runs) if machine else NOBODY


def kin_among(machine: MachineAssessor, runs: Iterable[Run]) -> Kin:
    """The runs near a machine, whatever the case of the words that say so."""
    runs = sorted(runs)
    named = [word.casefold() for word in (machine.family, machine.model) if word]
    return Kin(
        tuple(run.run_id for run in runs if machine.team and run.team.casefold() == machine.team.casefold()),
        tuple(run.run_id for run in runs if any(_names(run.description.casefold(), word) for word in named)),
    )


def _names(text: str, word: str) -> bool:
    """Whether a text has a word with neither a letter, a digit nor an underscore on either side."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None
