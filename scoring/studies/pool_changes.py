"""Variations of runs and pools: others contributed, or others took part.

Leaving a run or a team out of the pools and scoring it still shows whether pools favour those who contributed to them
(Zobel, How reliable are the results of large-scale information retrieval experiments?, SIGIR 1998, section 3).
"""

from abc import abstractmethod
from collections.abc import Collection

from scoring import tracks
from scoring.records import Evaluation
from scoring.studies.left_out import below, givers, only_from, without_items, without_runs
from scoring.studies.variation import Variation, VariationError, known, run_ids, runs_of, whole


class _OfPools(Variation):
    """A change of the pools: some items lose what people said of them."""

    turn = 1

    def applied(self, evaluation: Evaluation) -> Evaluation:
        if not tracks.get(evaluation.track).pools_runs:
            message = "People judge nothing of runs in this campaign, so that scores rest on no pools."
            raise VariationError("no_pools", message, "Leave out annotators, or remove runs.")
        return self.with_other_pools(evaluation)

    @abstractmethod
    def with_other_pools(self, evaluation: Evaluation) -> Evaluation: ...


class WithoutRun(_OfPools):
    """A run that did not contribute to the pools, and is scored still."""

    kind, takes = "without-run", "RUN"
    explanation = "What only this run brought to the pools is unjudged; the run itself is scored still."

    @property
    def label(self) -> str:
        return f"Pools without run {self.argument}"

    def with_other_pools(self, evaluation: Evaluation) -> Evaluation:
        known(self.argument, run_ids(evaluation), "run")
        return without_items(evaluation, only_from(givers(evaluation), [self.argument]))


class WithoutTeam(_OfPools):
    """A team whose runs did not contribute to the pools, and are scored still."""

    kind, takes = "without-team", "TEAM"
    explanation = "What only runs of this team brought to the pools is unjudged; they are scored still."

    @property
    def label(self) -> str:
        return f"Pools without team {self.argument}"

    def with_other_pools(self, evaluation: Evaluation) -> Evaluation:
        own = runs_of(evaluation, self.argument)
        return without_items(evaluation, only_from(givers(evaluation), own))


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
        return f"Pools of depth {self.argument}"

    def with_other_pools(self, evaluation: Evaluation) -> Evaluation:
        return without_items(evaluation, below(evaluation, int(self.argument)))


class _Removing(Variation):
    turn = 1

    def without(self, evaluation: Evaluation, gone: Collection[str]) -> Evaluation:
        if set(gone).issuperset(run_ids(evaluation)):
            message = f"No run would be left without {self.argument}."
            raise VariationError("no_runs", message, "Choose another.")
        return without_runs(evaluation, gone)


class RemoveRun(_Removing):
    """A run that was never submitted."""

    kind, takes = "remove-run", "RUN"
    explanation = "Without the run and what only it brought to the pools, so that others' scores may change."

    @property
    def label(self) -> str:
        return f"Without run {self.argument}"

    def applied(self, evaluation: Evaluation) -> Evaluation:
        known(self.argument, run_ids(evaluation), "run")
        return self.without(evaluation, [self.argument])


class RemoveTeam(_Removing):
    """A team that never took part."""

    kind, takes = "remove-team", "TEAM"
    explanation = "Without the runs of a team and what only they brought to the pools."

    @property
    def label(self) -> str:
        return f"Without team {self.argument}"

    def applied(self, evaluation: Evaluation) -> Evaluation:
        return self.without(evaluation, runs_of(evaluation, self.argument))
