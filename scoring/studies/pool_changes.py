"""Variations of runs and pools: others contributed, or others took part.

Leaving a run or a team out of the pools and scoring it still shows whether pools favour those who contributed to them
(Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR 1998, section 3).
"""

from abc import abstractmethod
from typing import ClassVar, Literal

from scoring import evaluations
from scoring.records import Evaluation
from scoring.say import say
from scoring.studies.left_out import (
    below,
    givers,
    only_from,
    refuse_without_pools,
    without_items,
    without_runs,
)
from scoring.studies.variation import NO_RUN, Variation, VariationError, known, run_ids, runs_of, whole

By = Literal["run", "team"]


class _OfPools(Variation):
    """A change of the pools: some items lose what people said of them."""

    turn = 1

    def applied(self, evaluation: Evaluation) -> Evaluation:
        refuse_without_pools(
            evaluations.get(evaluation.track, evaluation.definition),
            say("Leave out annotators, or remove runs."),
        )
        return self.with_other_pools(evaluation)

    @abstractmethod
    def with_other_pools(self, evaluation: Evaluation) -> Evaluation: ...


class _NotContributing(_OfPools):
    """Runs that did not contribute to the pools, and are scored still."""

    of: ClassVar[By]

    @property
    def label(self) -> str:
        if self.of == "team":
            return say("Pools without team {name}", name=self.argument)
        return say("Pools without run {name}", name=self.argument)

    def with_other_pools(self, evaluation: Evaluation) -> Evaluation:
        own = named_runs(evaluation, self.of, self.argument)
        return without_items(evaluation, only_from(givers(evaluation), own))


class WithoutRun(_NotContributing):
    """A run that did not contribute to the pools, and is scored still."""

    kind, takes, of = "without-run", "RUN", "run"
    explanation = "What only this run brought to the pools is unjudged; the run itself is scored still."


class WithoutTeam(_NotContributing):
    """A team whose runs did not contribute to the pools, and are scored still."""

    kind, takes, of = "without-team", "TEAM", "team"
    explanation = "What only runs of this team brought to the pools is unjudged; they are scored still."


class ToDepth(_OfPools):
    """Shallower pools."""

    kind, takes = "depth", "RANKS"
    explanation = (
        "Pools hold what a pooled run gave down to this rank; the rest of what runs brought is unjudged."
    )

    def __post_init__(self) -> None:
        self._take(str(whole(self.argument, self)))

    @property
    def label(self) -> str:
        return say("Pools of depth {depth}", depth=self.argument)

    def with_other_pools(self, evaluation: Evaluation) -> Evaluation:
        return without_items(evaluation, below(evaluation, int(self.argument)))


class _NotTakingPart(Variation):
    """Runs that were never submitted."""

    turn = 1
    of: ClassVar[By]

    @property
    def label(self) -> str:
        if self.of == "team":
            return say("Without team {name}", name=self.argument)
        return say("Without run {name}", name=self.argument)

    def applied(self, evaluation: Evaluation) -> Evaluation:
        gone = named_runs(evaluation, self.of, self.argument)
        if set(gone).issuperset(run_ids(evaluation)):
            message = say("No run would be left without {name}.", name=self.argument)
            raise VariationError("no_runs", message, say("Choose another."))
        return without_runs(evaluation, gone)


class RemoveRun(_NotTakingPart):
    """A run that was never submitted."""

    kind, takes, of = "remove-run", "RUN", "run"
    explanation = "Without the run and what only it brought to the pools, so that others' scores may change."


class RemoveTeam(_NotTakingPart):
    """A team that never took part."""

    kind, takes, of = "remove-team", "TEAM", "team"
    explanation = "Without the runs of a team and what only they brought to the pools."


def named_runs(evaluation: Evaluation, of: By, name: str) -> list[str]:
    """The run of a name, or the runs of a team. Raises VariationError where there is none."""
    if of == "team":
        return runs_of(evaluation, name)
    known(name, run_ids(evaluation), "unknown_run", NO_RUN)
    return [name]
