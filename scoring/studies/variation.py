"""What a variation is: one change of a campaign, which knows its spelling."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from scoring.records import Evaluation
from scoring.rules import Rule, some_of
from scoring.say import say, sentence

NO_TEAM, NO_RUN = sentence('There is no team "{name}".'), sentence('There is no run "{name}".')


class VariationError(ValueError):
    """A variation that is none, or that a campaign has nothing for."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(f"{message} {hint}")
        self.code, self.message, self.hint = code, message, hint


@dataclass(frozen=True)
class Variation(ABC):
    """One change. Two that are spelled the same are equal."""

    kind: ClassVar[str]
    takes: ClassVar[str]  # what stands after the colon, in capitals; in brackets where it may be left out
    explanation: ClassVar[str]
    turn: ClassVar[int] = 0  # of several changes, those of a lower number are made first
    argument: str = ""

    def __post_init__(self) -> None:
        self._take(self.argument.strip())
        if not self.argument and not self.takes.startswith("["):
            message = say("{change} needs more.", change=self.kind)
            raise VariationError("variation_unknown", message, written(self))

    def _take(self, argument: str) -> None:
        object.__setattr__(self, "argument", argument)

    def __str__(self) -> str:
        return f"{self.kind}:{self.argument}" if self.argument else self.kind

    @classmethod
    def usage(cls) -> str:
        """Its spelling, in general."""
        return f"{cls.kind}[:{cls.takes[1:-1]}]" if cls.takes.startswith("[") else f"{cls.kind}:{cls.takes}"

    @property
    @abstractmethod
    def label(self) -> str:
        """What is different, for people."""

    def applied(self, evaluation: Evaluation) -> Evaluation:
        """The evaluation with this change. Raises VariationError, or SettingsError."""
        return evaluation

    def rule(self, given: Rule) -> Rule:
        """The rule to score by."""
        return given


def run_ids(evaluation: Evaluation) -> list[str]:
    """The runs, in code-point order."""
    return sorted(run.run_id for run in evaluation.runs)


def runs_of(evaluation: Evaluation, team: str) -> list[str]:
    """The runs of a team. Raises VariationError where there is no such team."""
    known(team, sorted({run.team for run in evaluation.runs}), "unknown_team", NO_TEAM)
    return [run.run_id for run in evaluation.runs if run.team == team]


def known(name: str, names: Collection[str], code: str, otherwise: str) -> None:
    """Raise VariationError with a sentence about {name} where a name is not among those there are."""
    if name not in names:
        there = say("Known: {names}.", names=some_of(list(names))) if names else say("There is none at all.")
        raise VariationError(code, say(otherwise, name=name), there)


def whole(text: str, variation: Variation, least: int = 1) -> int:
    """The number that a text spells. Raises VariationError."""
    if re.fullmatch(r"[0-9]{1,9}", text.strip()) and int(text) >= least:
        return int(text)
    message = say('"{value}" is not a whole number of at least {least}.', value=text, least=str(least))
    raise VariationError("variation_unknown", message, written(variation))


def written(variation: Variation) -> str:
    """How to write a variation, in a sentence."""
    return say("Write {usage}.", usage=variation.usage())
