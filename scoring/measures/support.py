"""How well the sentences of an answer are supported by what they cite (Thakur et al., Support Evaluation for the TREC 2024 RAG Track).

With s of a cited sentence what the grade of its first citation is worth (1 full, a half partial, 0 no support), C the sentences
with a citation and n all sentences:

    wp = Σ s / |C|      wr = Σ s / n
    wp_all, wr_all: s is the mean over those citations of the sentence that are judged
    hard_p, hard_r: s is 1 where it is 1, else 0

A sentence whose citations nobody judged is in neither C nor n. A topic without an answer is worth 0. An answer without a sentence
to divide by has no value and is left out of the means; where the campaign says so (setting `empty`), it is worth 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from scoring.measures.base import ONE, ZERO, Measure, Value, mean
from scoring.say import sentence

Citations = tuple[
    Fraction | None, ...
]  # what each citation of a sentence is worth, the first first; None: unjudged


class SupportFacts(NamedTuple):
    """What the citations of an answer are worth, sentence by sentence."""

    sentences: Sequence[Citations]
    zero_if_empty: bool = False  # whether it is worth 0 where there is nothing to divide by


@dataclass(frozen=True)
class Support(Measure[SupportFacts]):
    """The support of the sentences of an answer."""

    forms: ClassVar[tuple[str, ...]] = ("citations",)
    source: ClassVar[str] = "Thakur et al., Support Evaluation for the TREC 2024 RAG Track"
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "support": sentence("what the support of sentences is worth together"),
            "cited": sentence("sentences with a judged citation"),
            "sentences": sentence("sentences, without those whose citations are not judged"),
        }
    )
    of_all: ClassVar[bool] = False  # whether the value of a sentence is the mean over its citations
    hard: ClassVar[bool] = False  # whether partial support counts as none
    recall: ClassVar[bool] = False  # whether it is divided by all sentences

    def of_questions(self, given: Mapping[str, SupportFacts]) -> dict[str, Fraction]:
        values = ((qid, self._value(one)) for qid, one in given.items())
        return {qid: value for qid, value in values if value is not None}

    def _value(self, given: SupportFacts) -> Fraction | None:
        if not given.sentences:
            return ZERO
        total, cited, sentences = self._sums(given)
        divisor = sentences if self.recall else cited
        if divisor:
            return total / divisor
        return ZERO if given.zero_if_empty else None

    def _sums(self, given: SupportFacts) -> tuple[Fraction, int, int]:
        """Support together, sentences with a judged citation, and these with those that cite nothing."""
        values = [value for one in given.sentences if one and (value := self._of_sentence(one)) is not None]
        uncited = sum(not one for one in given.sentences)
        return sum(values, ZERO), len(values), len(values) + uncited

    def _of_sentence(self, citations: Citations) -> Fraction | None:
        """What a sentence is worth; None where nobody judged it."""
        judged = [value for value in (citations if self.of_all else citations[:1]) if value is not None]
        if self.hard:
            judged = [ONE if value == 1 else ZERO for value in judged]
        return mean(judged)

    def figures(self, given: SupportFacts) -> Mapping[str, Value]:
        support, cited, sentences = self._sums(given)
        return {"support": support, "cited": cited, "sentences": sentences}


@dataclass(frozen=True)
class WeightedPrecision(Support):
    """The mean support of the sentences that cite something, by their first citation."""

    name: ClassVar[str] = "wp"
    label: ClassVar[str] = sentence("Weighted precision")

    def formula(self) -> tuple[str, ...]:
        return (sentence("support = Σ of the first citation of each sentence"), "wp = support / cited")


@dataclass(frozen=True)
class WeightedRecall(Support):
    """The mean support of all sentences, by their first citation."""

    name: ClassVar[str] = "wr"
    label: ClassVar[str] = sentence("Weighted recall")
    recall: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (sentence("support = Σ of the first citation of each sentence"), "wr = support / sentences")


@dataclass(frozen=True)
class WeightedPrecisionOfAll(Support):
    """The same by all judged citations of a sentence."""

    name: ClassVar[str] = "wp_all"
    label: ClassVar[str] = sentence("Weighted precision, all citations")
    of_all: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("support = Σ of the mean over the judged citations of each sentence"),
            "wp_all = support / cited",
        )


@dataclass(frozen=True)
class WeightedRecallOfAll(WeightedPrecisionOfAll):
    """The same over all sentences."""

    name: ClassVar[str] = "wr_all"
    label: ClassVar[str] = sentence("Weighted recall, all citations")
    recall: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("support = Σ of the mean over the judged citations of each sentence"),
            "wr_all = support / sentences",
        )


@dataclass(frozen=True)
class HardPrecision(Support):
    """The share of the sentences that cite something whose first citation supports them fully."""

    name: ClassVar[str] = "hard_p"
    label: ClassVar[str] = sentence("Hard precision")
    hard: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("support = sentences fully supported by their first citation"),
            "hard_p = support / cited",
        )


@dataclass(frozen=True)
class HardRecall(HardPrecision):
    """The same share of all sentences."""

    name: ClassVar[str] = "hard_r"
    label: ClassVar[str] = sentence("Hard recall")
    recall: ClassVar[bool] = True

    def formula(self) -> tuple[str, ...]:
        return (
            sentence("support = sentences fully supported by their first citation"),
            "hard_r = support / sentences",
        )
