"""What measures with parameters have in common: how they are spelled, and how the spelling is read.

A cutoff k stands behind the name, other parameters in brackets, and each measure has one spelling: `P@5` and never
`P(rel=1)@5`, since 1 is what is meant where nothing is said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import ClassVar, Self

from scoring.measures.base import Given, Measure, Outcome, Ranking
from scoring.say import say

MOST = 1_000  # that a cutoff or a value may be; a run gives no more responses to a question
_REL = re.compile(r"\s*rel\s*=\s*([0-9]{1,9})\s*")


class WrongParameter(ValueError):
    """A sentence on what is wrong with a parameter."""


@dataclass(frozen=True)
class WithParameters(Measure[Given]):
    """A measure whose spelling has parameters."""

    spellings: ClassVar[str]  # as people would write it, for sentences

    @classmethod
    def parsed(cls, text: str, given: str | None, cutoff: str | None) -> Self:
        """The measure of these parameters. Raises WrongParameter where they are none of it, or spelled another way."""
        raise NotImplementedError


@dataclass(frozen=True)
class Parametric(WithParameters[Ranking]):
    """A measure of ranked responses with a cutoff, and where it tells relevant from others with a least value."""

    graded: ClassVar[bool] = True
    needs_cutoff: ClassVar[bool] = False
    takes_cutoff: ClassVar[bool] = True
    takes_rel: ClassVar[bool] = False  # whether a response is relevant or not, by its value
    cutoff: int | None = None
    rel: int = 1

    @classmethod
    def parsed(cls, text: str, given: str | None, cutoff: str | None) -> Self:
        made = cls(cls._cutoff(cutoff), cls._rel(given))
        if str(made) != text:
            raise WrongParameter(say("“{spelling}” is what is meant.", spelling=str(made)))
        return made

    @classmethod
    def _cutoff(cls, text: str | None) -> int | None:
        if text is None:
            if cls.needs_cutoff:
                raise WrongParameter(say("It needs a number of ranks behind an @."))
            return None
        number = int(text) if text.isascii() and text.isdigit() else 0
        if not 1 <= number <= MOST:
            raise WrongParameter(say("Behind the @ stands a whole number from 1 to {most}.", most=MOST))
        return number

    @classmethod
    def _rel(cls, text: str | None) -> int:
        if text is None:
            return 1
        found = _REL.fullmatch(text) if cls.takes_rel else None
        if not found or not 1 <= int(found[1]) <= MOST:
            takes = say(
                "What stands in brackets is rel=1, rel=2, …: the least value that counts as relevant."
            )
            raise WrongParameter(takes if cls.takes_rel else say("It takes nothing in brackets."))
        return int(found[1])

    def __str__(self) -> str:
        given = f"(rel={self.rel})" if self.rel != 1 else ""
        return f"{self.name}{given}" + (f"@{self.cutoff}" if self.cutoff else "")

    @property
    def title(self) -> str:
        return str(self)

    def of_question(self, given: Ranking) -> Fraction:
        value = self.of_ranking(given)
        return max(value, self.highest(given)) if given.top else value

    def highest(self, given: Ranking) -> Fraction:
        """The most it is if the first, the first two, … of the unjudged responses are worth `top`.

        Any other responses in their places would be of lower rank, and do less for the run. Here each does as much as
        those before it, or as little, so that all of them do most; where they make the best order better, too, not so.
        """
        return self.of_ranking(given.all_right(self.depth))

    def of_ranking(self, given: Ranking) -> Fraction:
        """The value of responses to one question, where those that nobody judged are worth nothing."""
        raise NotImplementedError

    @cached_property
    def depth(self) -> float:
        """Down to which rank responses count."""
        return self.cutoff or inf

    def first(self, given: Sequence[Outcome]) -> list[Outcome]:
        """The responses down to the cutoff, in the order of their ranks."""
        return sorted((one for one in given if one.rank <= self.depth), key=lambda one: one.rank)

    def relevant(self, given: Sequence[Outcome]) -> list[int]:
        """The ranks of the relevant responses down to the cutoff."""
        return [one.rank for one in self.first(given) if one.value is not None and one.value >= self.rel]

    def lines(self, *formula: str) -> tuple[str, ...]:
        """The formula, then its parameters where it has any."""
        cutoff = [f"k = {self.cutoff}"] if self.cutoff else []
        return (*formula, *cutoff, *([f"rel = {self.rel}"] if self.takes_rel else ()))
