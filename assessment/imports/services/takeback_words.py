"""What became of judgments that were taken back, in words."""

from collections.abc import Mapping

from assessment.shared.say import say_n


def taken_back(tally: Mapping[str, int], name: str, *, of_import: bool) -> str:
    """What became of the judgments that were taken back."""
    back, restored, kept = tally["back"], tally.get("restored", 0), tally["kept"]
    if of_import:
        took = say_n(
            "Took back {n} judgment from {name}: it stays in the history.",
            "Took back {n} judgments from {name}: they stay in the history.",
            back,
            name=name,
        )
    else:
        took = say_n(
            "Took back {n} judgment of {name}: it stays in the history.",
            "Took back {n} judgments of {name}: they stay in the history.",
            back,
            name=name,
        )
    parts = [took]
    if restored:
        parts.append(say_n("{n} has the former grade again.", "{n} have the former grade again.", restored))
    if back > restored:
        parts.append(say_n("{n} no longer counts.", "{n} no longer count.", back - restored))
    if kept:
        parts.append(
            say_n("{n} changed since then was left alone.", "{n} changed since then were left alone.", kept)
        )
    return " ".join(parts)
