"""What settings make of the types of question, and which of them contradict each other: by the names of settings.

A setting with a name that stands here does the same in every evaluation that has it, with all questions whose responses are
graded one by one. Choices of an evaluation's own settings say themselves what they change (`Patches`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scoring.say import say
from scoring.scales import SCALES
from scoring.tracks.base import QuestionType, Types
from scoring.tracks.common import BEST

Patches = Mapping[str, Mapping[str, Mapping[str, Any]]]  # choice -> type of question -> field -> value

_SHAPES: Mapping[str, Callable[[QuestionType, Any], QuestionType]] = MappingProxyType(
    {
        "ranks": lambda kind, ranks: replace(kind, ranked=ranks > 1, single=ranks == 1),
        "nil": lambda kind, allowed: replace(kind, nil_allowed=allowed),
        "scale": lambda kind, name: replace(kind, scale=SCALES[name]),
        "right": lambda kind, grades: replace(
            kind, scale=kind.scale.counting(grades) if kind.scale else None
        ),
        "measures": lambda kind, names: replace(kind, measures=names),
    }
)


def shaped(patches: Mapping[str, Patches], types: Types, settings: Mapping[str, Any]) -> Types:
    """The types of question under all settings of a campaign, taken in their order; `patches` by setting."""
    found = dict(types)
    for name, value in settings.items():
        for kind, fields in patches.get(name, {}).get(str(value), {}).items():
            found[kind] = replace(found[kind], **fields)
        if name == "types":
            found |= {key: replace(kind, judged=key in value) for key, kind in found.items()}
        if shape := _SHAPES.get(name):
            found |= {key: shape(kind, value) for key, kind in found.items() if _one_by_one(kind)}
    return MappingProxyType(found)


def _one_by_one(kind: QuestionType) -> bool:
    """Whether responses are graded one by one."""
    return kind.judged and not kind.form.is_whole


def contradictions(
    patches: Mapping[str, Patches], types: Types, settings: Mapping[str, Any]
) -> Iterator[str]:
    """What of the settings contradicts each other, a sentence each."""
    yield from _weights(settings)
    if "measures" in settings:
        yield from of_measures(settings["measures"], settings["ranks"], settings["success_k"])
    if "right" in settings:
        kinds = filter(_one_by_one, shaped(patches, types, settings).values())
        yield from _right(next(kind.scale.grades for kind in kinds if kind.scale), settings["right"])


def of_measures(measures: Sequence[str], ranks: int, k: int) -> Iterator[str]:
    """Measures that do not go with so many responses to a question; `k` is that of success_k."""
    if ranks == 1 and (ranked := [name for name in ("mrr", "success_k") if name in measures]):
        yield (
            say(
                "measures has {ranked}, which need ranks, and ranks=1 allows one response to "
                "a question; measure accuracy or cws.",
                ranked=" and ".join(ranked),
            )
        )
    elif "success_k" in measures and k > ranks:
        yield say(
            "success_k={success_k} looks further than ranks={ranks} allows; lower it, or allow more ranks.",
            success_k=str(k),
            ranks=str(ranks),
        )
    if "cws" in measures and ranks > 1:
        yield say(
            "measures has cws, which takes one response to a question, and ranks={ranks} allows more; "
            "set ranks=1.",
            ranks=str(ranks),
        )
    if measures[0] == "no_correct":
        yield say(
            "measures begins with no_correct, which counts questions and is no score; "
            "put another measure first."
        )


def _right(grades: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """What the setting `right` asks for and the grades do not have."""
    if BEST not in right:
        yield say(
            "right leaves out {best}; the best grade always counts as right, so name it too.", best=BEST
        )
    if unknown := [name for name in right if name not in (BEST, *grades)]:
        yield say(
            "right names {unknown}, and the grades are {grades}; leave it out.",
            unknown=", ".join(unknown),
            grades=", ".join(grades),
        )


def _weights(settings: Mapping[str, Any]) -> Iterator[str]:
    """Weights of which none weighs."""
    for name in ("weights", "weights_without_list"):
        if name in settings and not any(settings[name]):
            yield say(
                "{name} are all 0, so that no series has a score; give at least one of them a weight.",
                name=name,
            )
