"""What an import of judgments did, and what becomes of judgments that are taken back, in words."""

from collections.abc import Mapping
from typing import Any

from assessment.campaigns.models import FileImport
from assessment.campaigns.models.imports import JUDGMENTS
from assessment.imports.services.names import NamedPerson
from assessment.imports.services.review import new_in
from assessment.judging.models import Adjudication
from assessment.judging.services.file_steps import already_there
from assessment.shared.say import say, say_n
from scoring.rules import some_of


def sentence_of(report: Mapping[str, Any]) -> str:
    """What an import did: judgments, people, and answer classes."""
    people = [NamedPerson(**person) for person in report["people"]]
    parts = [_stored(report["added"], len(people))]
    if report["changed"]:
        parts.append(say_n("{n} was changed.", "{n} were changed.", report["changed"]))
    if report["unchanged"]:
        parts.append(already_there(report["unchanged"]))
    if report["skipped"]:
        parts.append(not_stored(report))
    if new := [person.name for person in people if not person.is_known]:
        parts.append(newcomers_said(new))
    return " ".join([*parts, *class_sentences(report)])


def _stored(judgments: int, assessors: int) -> str:
    if assessors == 1:
        return say_n(
            "Stored {n} judgment of {assessors} assessor.",
            "Stored {n} judgments of {assessors} assessor.",
            judgments,
            assessors=assessors,
        )
    return say_n(
        "Stored {n} judgment of {assessors} assessors.",
        "Stored {n} judgments of {assessors} assessors.",
        judgments,
        assessors=assessors,
    )


def not_stored(report: Mapping[str, Any]) -> str:
    """How many rows were left out, and why the first of them were."""
    reasons = "; ".join(
        say("line {line}: {reason}", line=str(line), reason=reason) for line, reason in report["skips"][:3]
    )
    return say_n(
        "{n} was not stored, because of changes meanwhile ({reasons})",
        "{n} were not stored, because of changes meanwhile ({reasons})",
        report["skipped"],
        reasons=reasons,
    )


def newcomers_said(names: list[str]) -> str:
    """Who joined the campaign with a file."""
    return say("New, without an account and given no work: {names}.", names=some_of(names))


def class_sentences(report: Mapping[str, Any]) -> list[str]:
    """Which names of answer classes were found by their label, which are new, and what may be a typing error."""
    joined = [f"{it['qid']} “{it['named']}” → {it['name']}" for it in report["joined"]]
    new = list(map(str, new_in(report)))
    sentences = []
    if joined:
        sentences.append(say("Answer classes found by label: {classes}.", classes=some_of(joined)))
    if new:
        sentences.append(say("New answer classes: {classes}.", classes=some_of(new)))
    return [*sentences, *report["warnings"][:3]]


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
