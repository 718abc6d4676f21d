"""What a study says in short, in sentences for people."""

from collections.abc import Iterator, Mapping
from typing import Any

Part = Mapping[str, Any]


def of_board(parts: Mapping[str, Part]) -> list[str]:
    """The findings on runs that can be compared, the most important first."""
    known = {"one_judge": _of_judges, "reliability": _of_sets, "significance": _of_chance}
    return [sentence for name, say in known.items() if name in parts for sentence in say(parts[name])]


def of_agreement(agreement: Part) -> list[str]:
    """How far assessors agree."""
    return list(_of_agreement(agreement))


def _of_judges(part: Part) -> Iterator[str]:
    within, against = part["kendall"]["within"], part["kendall"]["with_adjudicated"]
    counts = part["counts"]
    if within and within["mean"] is not None:
        yield (
            f"Other assessors: rankings by one randomly chosen assessor per question agree with each other at a mean "
            f"Kendall’s tau of {_score(within['mean'])} (lowest {_score(within['min'])})."
        )
    if against and against["mean"] is not None:
        yield f"They agree with the ranking by the rule {part['reference']} at a mean tau of {_score(against['mean'])}."
    if counts["pairs"]:
        far = part["cut_offs"]["difference"]
        apart = (
            f"; {counts['swapped_apart']:,} of them differ by more than {_score(far)}"
            if counts["swapped"]
            else ""
        )
        yield f"{counts['swapped']:,} of {counts['pairs']:,} pairs of runs ever swap places{apart}."


def _of_sets(part: Part) -> Iterator[str]:
    units, headline = part["units"], part["headline"]
    name = _plural(part["unit"])
    if part["reason"]:
        yield f"Other {name}: {part['reason']}"
    elif headline["difference"] is None:
        yield f"Other {name}: {headline['reason']}"
    else:
        yield (
            f"Other {name}: two runs that differ by at least {_score(headline['difference'])} over {units} {name} "
            f"would be ranked the other way by at most {_percent(part['level'])} of other sets as large."
        )
        if headline["share"] is not None:
            yield f"{_percent(headline['share'])} of the pairs of runs differ by at least that much."


def _of_chance(part: Part) -> Iterator[str]:
    pairs = part["pairs"]
    if not pairs:
        yield from part["reasons"]
        return
    found = sum(pair["significant"] for pair in pairs)
    yield (
        f"Chance: {found:,} of {len(pairs):,} pairs of runs differ significantly "
        f"(randomized Tukey HSD, p < {_score(part['alpha'])})."
    )
    best = part["runs"][0]
    level = sum(bool(set(row["letters"]) & set(best["letters"])) for row in part["runs"][1:])
    if level:
        yield f"The best run, {best['run']}, cannot be told apart from {level:,} other{'s' if level > 1 else ''}."
    else:
        yield f"The best run, {best['run']}, differs significantly from all others."


NAMES = {
    "grades": "grades",
    "votes": "votes on nuggets",
    "matches": "nuggets marked in answers",
}


def _of_agreement(agreement: Part) -> Iterator[str]:
    overlap = agreement.get("means", {}).get("OL")
    if overlap and overlap["value"] is not None:
        yield f"The sets of answers that assessors call correct overlap by {_score(overlap['value'])} on average."
    for name, label in NAMES.items():
        alpha = agreement.get(name, {}).get("alpha")
        if alpha and alpha["value"] is not None:
            ends = (
                f" (95 % interval {_score(alpha['low'])} to {_score(alpha['high'])})"
                if alpha["low"] is not None
                else ""
            )
            yield f"Krippendorff’s alpha of {label}: {_score(alpha['value'])}{ends}."


def _plural(unit: str) -> str:
    return unit if unit == "series" else f"{unit}s"


def _score(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("0.", ".", 1) or "0"


def _percent(value: float) -> str:
    return f"{100 * value:.3g} %"
