"""What becomes of judgments that are taken back, in words."""

from collections.abc import Mapping

from assessment.campaigns.models import FileImport
from assessment.campaigns.models.imports import JUDGMENTS
from assessment.judging.models import Adjudication
from assessment.shared.say import say, say_n


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


def remarks_on(source: FileImport) -> list[str]:
    """What becomes of judgments that somebody changed since, and of decisions on the answers that they judged."""
    changed = (
        say(
            "What anybody changed since stays as it is; all other judgments return to what they were, "
            "and the history keeps everything."
        )
        if source.kind == JUDGMENTS
        else say(
            "What anybody changed since stays as it is; all other annotations return to what they were, "
            "and the history keeps everything."
        )
    )
    decided = Adjudication.objects.exclude(grade="").filter(item__judgments__source=source)
    count = decided.values("item").distinct().count()
    stays = say_n(
        "{n} decision was made on an answer that this file judged; undo it first, or it stays without its judgment.",
        "{n} decisions were made on answers that this file judged; undo them first, or they stay without its judgments.",
        count,
    )
    return [changed, stays] if count else [changed]
