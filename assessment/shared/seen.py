"""Two people who edit one thing at once: the second sees what is there now, and nothing is overwritten.

A form carries a mark of the state that its page showed, as `seen`. The service compares it under its lock with the
state there is, and raises Conflict where that is another. Commands carry none.
"""

import hashlib
import json
from collections.abc import Mapping

from assessment.shared.errors import Conflict
from assessment.shared.say import say

SHOWN = 200  # characters of a text that a sentence quotes


def mark_of(state: object) -> str:
    """A short mark of a state made of texts, numbers, lists and mappings."""
    state_json = json.dumps(state, sort_keys=True, default=str)
    return hashlib.sha256(state_json.encode()).hexdigest()[:20]


def refuse_changed(*, seen: str | None, state: object, what: str, now: str, wanted: str) -> None:
    """Raise Conflict where the state is not the one that was seen, unless what is wanted is there already."""
    if seen and seen != mark_of(state) and now != wanted:
        raise conflict(what, now, wanted)


def conflict(what: str, now: str, wanted: str) -> Conflict:
    """The error for the second of two people."""
    return Conflict(
        say(
            "Somebody changed {subject} while you had the page open. Now: {now}. Yours, not stored: {wanted}.",
            subject=what,
            now=now,
            wanted=wanted,
        ),
        "changed_meanwhile",
        say("Check what is there now; save again if yours should replace it."),
    )


def differing(
    now: Mapping[str, object], wanted: Mapping[str, object], labels: Mapping[str, str]
) -> tuple[str, str]:
    """Both states in words, as far as they differ; `labels` are the fields' names, marked as sentences."""
    differ = {name: say(labels[name]) for name in wanted if now.get(name) != wanted[name]}
    return in_words(now, differ), in_words(wanted, differ)


def in_words(state: Mapping[str, object], labels: Mapping[str, str]) -> str:
    """The fields of a state that have labels, each with its value."""
    return "; ".join(f"{label} {_value(state.get(name))}" for name, label in labels.items())


def _value(value: object) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(_part, value)) or say("none")
    if isinstance(value, bool):
        return say("on") if value else say("off")
    if not str(value) or value is None:
        return say("empty")
    text = str(value)
    return f"“{text[:SHOWN]}{'…' if len(text) > SHOWN else ''}”"


def _part(value: object) -> str:
    return " ".join(map(str, value.values())) if isinstance(value, Mapping) else str(value)
