"""What a study says in short, in sentences for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.conditions import POST_EDITING
from scoring.decimals import decimal
from scoring.rules import some_of
from scoring.say import say, say_n, sentence

Part = Mapping[str, Any]


def of_board(parts: Mapping[str, Part]) -> list[str]:
    """The findings on runs that can be compared, the most important first."""
    known = {"one_judge": _of_judges, "reliability": _of_sets, "significance": _of_chance}
    return [found for name, of in known.items() if name in parts for found in of(parts[name])]


def of_agreement(agreement: Part) -> list[str]:
    """How far assessors agree."""
    return list(_of_agreement(agreement))


def _of_judges(part: Part) -> Iterator[str]:
    within, against = (_tau_b(part, name) for name in ("within", "with_adjudicated"))
    counts = part["counts"]
    if within:
        yield say(
            "Other assessors: rankings by one randomly chosen assessor per question agree with each other at a mean "
            "Kendall’s tau-b of {mean} (lowest {lowest}).",
            mean=_score(within["mean"]),
            lowest=_score(within["min"]),
        )
    if against:
        yield say(
            "They agree with the ranking by the rule {rule} at a mean tau-b of {mean}.",
            rule=part["reference"],
            mean=_score(against["mean"]),
        )
    if counts["pairs"]:
        swapped, pairs = counts["swapped"], counts["pairs"]
        if swapped:
            yield say(
                "{swapped} of {pairs} pairs of runs ever swap places; {distant} of them differ by more than {difference}.",
                swapped=swapped,
                pairs=pairs,
                distant=counts["swapped_apart"],
                difference=_score(part["cut_offs"]["difference"]),
            )
        else:
            yield say("{swapped} of {pairs} pairs of runs ever swap places.", swapped=swapped, pairs=pairs)


def _tau_b(part: Part, name: str) -> Part | None:
    """How alike rankings are, with their ties as ties; None where it is undefined of any, as where all runs are equal."""
    found: Part | None = (part["correlations"][name] or {}).get("tau_b")
    return found if found and found["mean"] is not None else None


OTHER_SERIES, OTHER_QUESTIONS = sentence("Other series: {reason}"), sentence("Other questions: {reason}")
MOVED_SERIES = sentence(
    "Other series: by curves fitted to sets of up to {half} series, two runs that differ by at least {difference} over all "
    "{units} would be ranked the other way by at most {level} of other sets as large."
)
MOVED_QUESTIONS = sentence(
    "Other questions: by curves fitted to sets of up to {half} questions, two runs that differ by at least {difference} over "
    "all {units} would be ranked the other way by at most {level} of other sets as large."
)


def _of_sets(part: Part) -> Iterator[str]:
    headline, is_series = part["headline"], part["unit"] == "series"
    if reason := part["reason"] or (headline["reason"] if headline["difference"] is None else ""):
        yield say(OTHER_SERIES if is_series else OTHER_QUESTIONS, reason=say(reason))
    else:
        yield say(
            MOVED_SERIES if is_series else MOVED_QUESTIONS,
            difference=_score(headline["difference"]),
            half=str(part["sizes"][-1]),
            units=str(part["units"]),
            level=_percent(part["level"]),
        )
        if headline["share"] is not None:
            yield say(
                "{share} of the pairs of runs differ by at least that much.",
                share=_percent(headline["share"]),
            )


def _of_chance(part: Part) -> Iterator[str]:
    pairs = part["pairs"]
    if not pairs:
        yield from part["reasons"]
        return
    found = sum(pair["significant"] for pair in pairs)
    yield say(
        "Chance: {found} of {pairs} pairs of runs differ significantly (randomized Tukey HSD, p < {alpha}).",
        found=found,
        pairs=len(pairs),
        alpha=_score(part["alpha"]),
    )
    best = part["runs"][0]
    equal = [row["run"] for row in part["runs"] if row["score"] == best["score"]]
    others = part["runs"][len(equal) :]
    level = sum(bool(set(row["letters"]) & set(best["letters"])) for row in others)
    if not others:
        yield say("All {n} runs have the same score.", n=len(equal))
    elif len(equal) > 1 and level:
        yield say_n(
            "The best runs, {runs}, have the same score and cannot be told apart from {n} other.",
            "The best runs, {runs}, have the same score and cannot be told apart from {n} others.",
            level,
            runs=some_of(equal),
        )
    elif len(equal) > 1:
        yield say(
            "The best runs, {runs}, have the same score and differ significantly from all others.",
            runs=some_of(equal),
        )
    elif level:
        yield say_n(
            "The best run, {run}, cannot be told apart from {n} other.",
            "The best run, {run}, cannot be told apart from {n} others.",
            level,
            run=best["run"],
        )
    else:
        yield say("The best run, {run}, differs significantly from all others.", run=best["run"])


NAMES = {
    "grades": sentence("grades"),
    "votes": sentence("votes on nuggets"),
    "matches": sentence("nuggets marked in answers"),
}


def _of_agreement(agreement: Part) -> Iterator[str]:
    overlap = agreement.get("means", {}).get("OL")
    if overlap and overlap["value"] is not None:
        yield say(
            "The sets of answers that assessors call correct overlap by {overlap} on average.",
            overlap=_score(overlap["value"]),
        )
    parts = [(label, agreement.get(name, {})) for name, label in NAMES.items()]
    for label, of_part in [*agreement.get("scales", {}).items(), *parts]:
        alpha = of_part.get("alpha")
        if alpha and alpha["value"] is not None:
            what, value = say(label), _score(alpha["value"])
            if alpha["low"] is None:
                yield say("Krippendorff’s alpha of {judged}: {alpha}.", judged=what, alpha=value)
            else:
                yield say(
                    "Krippendorff’s alpha of {judged}: {alpha} (95 % interval {low} to {high}).",
                    judged=what,
                    alpha=value,
                    low=_score(alpha["low"]),
                    high=_score(alpha["high"]),
                )
    edited = (row for row in agreement.get("conditions", ()) if row["condition"] == POST_EDITING)
    if judgments := sum(row["judgments"] for row in edited):  # on all scales: a row for each
        yield say_n(
            "{n} judgment was post-edited: its assessor saw a machine’s grades first. Figures by condition stand apart; "
            "all others hold both.",
            "{n} judgments were post-edited: their assessors saw a machine’s grades first. Figures by condition stand apart; "
            "all others hold both.",
            judgments,
        )


def _score(value: float) -> str:
    return decimal(value).rstrip("0").rstrip(".") or "0"


def _percent(value: float) -> str:
    return f"{100 * value:.3g} %"
