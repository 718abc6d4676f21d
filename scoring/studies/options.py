"""What a study is asked."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from scoring.say import sentence

MOST_SAMPLES = 1_000_000
SAMPLES = (10, MOST_SAMPLES)  # the fewest and the most that can be asked
TRIALS = (1, 1_000)
RESAMPLES = (100, 100_000)
SEEDS = (0, 10**15 - 1)
BINNINGS: Mapping[str, str] = MappingProxyType(
    {
        "first": sentence("in the first set, as published"),
        "second": sentence("in the second set"),
        "larger": sentence("the larger of both"),
        "mean": sentence("the mean of both"),
        "full": sentence("over all questions or series"),
    }
)


class Options(NamedTuple):
    """What a study is asked. The defaults are those of the published studies."""

    rule: str = "adjudicated"
    samples: int = 100_003  # random one-judge qrels
    seed: int = 1
    exclude: tuple[str, ...] = ()  # run ids
    trials: int = 50  # of each set size
    resamples: int = 10_000  # of tests and intervals
    binning: str = "first"
    best_per_team: bool = False  # in the error rates

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads back."""
        return {**self._asdict(), "exclude": list(self.exclude)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The options that were stored; those that are new since have their defaults."""
        known = {name: stored[name] for name in cls._fields if name in stored}
        return cls(**{**known, "exclude": tuple(stored.get("exclude", ()))})
