"""How values of studies look."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import get_language

from assessment.shared.say import say, say_n
from assessment.studies.models import Study
from assessment.studies.selectors.pages import ROWS
from documents.say import left_to_right
from scoring.decimals import decimal, in_full
from scoring.say import say_again
from scoring.studies.imagined import label_of
from scoring.studies.options import BINNINGS

register = template.Library()
MOST_PAIRS = 50
MILLION = 1_000_000


@register.filter
def percent(value: float | None) -> str:
    """A share in percent with one digit; a dash where there is none."""
    return "–" if value is None else f"{in_full(100 * value, 1)}\u00a0%"


@register.filter
def unit_name(unit: str, number: int) -> str:
    """The name of what scores are over: question, questions, series."""
    if unit == "series":
        return say("series")
    return say("question") if number == 1 else say("questions")


@register.filter
def of_units(number: int, unit: str) -> str:
    """So many questions or series."""
    if unit == "series":
        return say_n("{n} series", "{n} series", number)
    return say_n("{n} question", "{n} questions", number)


@register.filter
def grouped(number: float | None) -> str:
    """A number with its thousands set apart; "over a million" beyond that; a dash where there is none."""
    if number is None:
        return "–"
    return str(number_format(number, force_grouping=True)) if number <= MILLION else say("over a million")


@register.filter
def needed(pair: Mapping[str, Any]) -> str:
    """How many units would show a difference, with the range that its interval gives; a dash where there is no number."""
    number, least, most = (pair.get(name) for name in ("units_needed", "units_from", "units_to"))
    if number is None or least is None:
        return grouped(number)
    if most is None:
        return say("{n} ({least} or more)", n=grouped(number), least=grouped(least))
    return say("{n} ({least} to {most})", n=grouped(number), least=grouped(least), most=grouped(most))


@register.filter
def best_first(part: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The runs of a study of one-judge sets with their scores by rule, in the order of the reference."""
    reference = part["reference"]
    return sorted(part["qrels"].items(), key=lambda row: (-(row[1].get(reference) or 0), row[0]))


@register.filter
def within_lengths(part: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Each declared length, then all, with its runs and the tau of each ranking that a study of one-judge sets compares:
    the sets with each other, with the reference, the reference with each other rule. Nothing where there are not two.
    """
    every = {"length": None, "runs": list(part["one_judge"]), "correlations": part["correlations"]}
    groups: list[Mapping[str, Any]] = part.get("by_length", [])
    names = [*part["correlations"]]
    rules = [name for name, _ in ROWS["rule_rows"] if name in names and name != part["reference"]]
    return [{**one, "taus": _taus(one["correlations"], rules)} for one in (*groups, every)] if groups else []


def _taus(correlations: Mapping[str, Any], rules: Sequence[str]) -> list[float | None]:
    of_sets = [correlations[name] for name, _ in ROWS["sample_rows"]]
    by_rule = [correlations[name] for name in rules]
    return [one and one["tau"]["mean"] for one in of_sets] + [one and one["tau"] for one in by_rule]


@register.filter
def with_pairs(bins: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The bins up to the last one that any two runs fall into."""
    last = max((number for number, one in enumerate(bins) if one["pairs"]), default=-1)
    return bins[: last + 1]


@register.filter
def tau(value: float | None) -> str:
    """A correlation with four digits, as the published tables have it; a dash where there is none."""
    if value is None:
        return "–"
    return left_to_right(decimal(value, 4).replace("-", "−"))


@register.filter
def binning(name: str) -> str:
    """Which difference of scores chooses the bin, in words."""
    return say(BINNINGS.get(name, name))


@register.filter
def said_by(sentence: str, study: Study | None) -> str:
    """A sentence that a study stored, in the reader's language; without a study, one that was said for the reader."""
    if study is None or not sentence or (get_language() or "en").startswith("en"):
        return sentence
    return say_again(sentence, study.words)


@register.filter
def all_said_by(sentences: Sequence[str], study: Study) -> list[str]:
    """Each of some sentences of a study in the reader's language."""
    return [said_by(one, study) for one in sentences]


@register.filter
def what_is_different(study: Study) -> str:
    """The changes of a “what if”."""
    try:
        return label_of(study.options["changes"])
    except ValueError:  # it is spelled otherwise by now
        label: str = study.head["label"]
        return label


@register.filter
def most_swaps(pairs: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The pairs of runs that swap most, the most often first."""
    swapping = [pair for pair in pairs if pair["swaps"]]
    return sorted(swapping, key=lambda pair: (-pair["swaps"], pair["a"], pair["b"]))[:MOST_PAIRS]


@register.filter
def significant(pairs: Sequence[Mapping[str, Any]]) -> int:
    """How many pairs of runs differ significantly."""
    return sum(pair["significant"] for pair in pairs)


@register.filter
def neighbours(part: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The pairs of runs that follow each other in the ranking."""
    order = [row["run"] for row in part["runs"]]
    found = {(pair["a"], pair["b"]): pair for pair in part["pairs"]}
    return [found[pair] for pair in pairwise(order) if pair in found]
